"""Roles for every address, as a table that has to contain all of them."""

from dataclasses import dataclass
from itertools import product

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from tests.visitors import undone
from tests.world import ROLES, World, a_world, names, parameters

EVERYBODY = ("anonymous", "stranger", *ROLES, "superuser")
PRIVATE = "private, no-store"  # what nobody may keep: everything but what is made to be public


@dataclass(frozen=True)
class Page:
    """The least role for reading (GET) and for sending (POST); None: the method is not allowed.

    `found` is the status of an allowed GET.
    """

    get: str | None = None
    post: str | None = None
    found: int = 200


def reads(role: str, found: int = 200) -> Page:
    return Page(get=role, found=found)


def sends(role: str) -> Page:
    return Page(post=role)


def form(role: str, post: str | None = None) -> Page:
    return Page(get=role, post=post or role)


def named(addresses: str) -> set[str]:
    return set(addresses.split())


def all_of(addresses: str, page: Page) -> dict[str, Page]:
    return dict.fromkeys(named(addresses), page)


# Addresses outside tournaments are tested by name below.
LOOK_UPS = {"calculator", "bids", "bids-file", "rules"}
# What the page of a list is made of, and a list to try.
PHONE_FILES = {"phone-file", "phone-law", "phone-worker", "phone-practice"}
# Addresses of a list that is kept by phone: without an account, by their secret alone.
READ_AT_TABLE = {"phone-list", "phone-state"}
SENT_AT_TABLE = {"phone-game", "phone-device", "phone-call", "phone-hand-in", "phone-comparison"}
OWN_ACCOUNT = {"account", "account-address", "new-app", "new-passkey", "remove-factor"}
OWN_ACCOUNT |= {"renew-codes", "session-end", "sessions-end", "second-step", "forgotten"}
ELSEWHERE = {"home", "setup", "sign-in", "sign-out", "set-language", "tournaments"} | LOOK_UPS
# Of the own account: tests/accounts/test_views_second_factor.py, test_views_sessions.py.
ELSEWHERE |= OWN_ACCOUNT
ELSEWHERE |= READ_AT_TABLE | SENT_AT_TABLE | PHONE_FILES
# To be read by everybody, printed by whoever has an account: tests/handbook/test_views.py.
ELSEWHERE |= {"handbook", "handbook-section", "handbook-picture", "handbook-file", "handbook-keys"}
ADMINISTRATION = {
    "accounts": form("superuser"),
    "account-change": sends("superuser"),
    "backups": form("superuser"),
    "backup-new": sends("superuser"),
    "backup-download": reads("superuser", found=404),
    "backup-restore": Page(get="superuser", post="superuser", found=404),
    "tournament-new": form("superuser"),
    "season-new": form("superuser"),
    "league-new": form("superuser"),
    "installation-log": reads("superuser"),
    "report-target": form("superuser"),
    "report-target-remove": sends("superuser"),
    "installation-file": reads("superuser", found=404),  # "missing" is a table of a tournament
}
# Pages without an account; tests/public/test_views_pages.py tests their contents.
ROOM = named("""
    room room-announcement room-announcement-pdf room-feed room-kind-standings room-list
    room-list-file room-list-picture room-picture-file room-pictures room-plan room-player
    room-player-file room-seating room-seating-file room-seats room-standings room-standings-file
    room-tables room-wall room-wall-pages
""")
# Seasons, feeds, leagues, hosts and what is reported: tests/standings, tests/public, tests/leagues,
# tests/hosts, tests/people/test_services_offers.py, tests/reporting.
ELSEWHERE |= ROOM | named("""
    seasons honours honours-file room-season room-season-file room-honours room-honours-file
    room-season-feed room-league-feed leagues room-league room-league-division room-league-file
    hosts host host-role-give host-role-change host-defaults host-log host-log-file host-logo
    host-logo-picture host-offered host-offered-refuse host-accounts
    host-account-link host-account-sessions room-logo room-season-logo
    host-reports report-key-give report-key-withdraw report-season report-upload
    host-report host-report-ranking host-report-file report-receive
""")
TABLE = {
    **all_of("""
        adjustment-reverse announcement-withdraw award-pay award-take-back break-off-resume
        categories-suggested category-add category-change category-remove club-add
        club-limits club-member-add club-member-move club-member-offer club-member-rejoin
        club-member-remove club-member-withdraw club-members-import-undo club-rename
        clubs-merge contest-remove contest-set draw-throw league-day league-division-remove
        league-leader-add league-leader-remove league-lot league-meeting-absent
        league-meeting-import league-meeting-late league-meeting-remove
        league-meeting-reported league-meeting-set league-meeting-substitute
        league-meeting-take league-penalty-reverse league-team-change league-team-penalty
        league-team-remove league-team-withdraw league-teams-add league-venue list-seats
        members-offered-refuse objection-decide people-add
        people-link people-new people-role phone-change phone-issue phone-unsent-settle
        pot-pay pot-preview pot-remove prize-give prize-take-back prizes-add
        public-freeze public-switch report-send reservations-limit ruling-exclusion
        season-close season-join season-leave season-member-add season-members-fill
        season-public season-remove seating-change seats-swap series-limit series-no-list
        series-remove series-state standings-lot teams-draw tournament-remove
        tournament-state
    """, sends("organizer")),
    **all_of("""
        blank-xlsx categories draw-document entries entry entry-file find league
        league-division league-division-file league-meeting league-meeting-file
        league-meeting-report league-schedule league-schedule-file list list-file
        list-settlement logo-picture next-steps press print prints-now season
        season-days-file season-file season-members-file season-poster series series-posting
        series-seat series-standings series-standings-file series-table-file standings
        standings-file standings-of standings-of-file table-file teams tournament
        tournament-xlsx tournament-xlsx-progress
    """, reads("viewer")),
    **all_of("""
        category-assign entries-undo entry-add entry-leave entry-publish entry-remove
        entry-state game game-insert game-remove game-undo list-close list-fees list-foot
        list-open list-photo-take list-trace money-collect papers-back players-import-undo
        pot-join recheck-compare recheck-game recheck-totals reservation-cancel
        results-withdraw series-photo-add series-signatures team-add team-remove
    """, sends("clerk")),
    **all_of("""
        announcement book booking-reverse break-off club-member club-members-import
        league-division-change league-division-new league-meeting-lineup
        league-meeting-results league-schedule-make league-settings list-players logo
        money-fees next-evening pot-change pot-new season-settings series-new times
        tournament-settings
    """, form("organizer")),
    **all_of("""
        award club-members club-members-file clubs entries-suggest ledger list-history
        list-table-file money money-open phone-address phone-tables
        pot pot-file pots series-fees series-fees-file series-lists-xlsx series-photos
    """, reads("clerk")),
    **all_of("""
        attendance correction-undo entries-paste entry-change game-lowest handed-in
        list-confirm list-photo-remove list-reset players-import recheck reservations
        results-import till
    """, form("clerk")),
    **all_of("""
        league-log people phone-unsent public-links register report report-document
        season-document series-back series-late tournament-public
    """, reads("organizer")),
    **all_of("""
        log ruling ruling-sheet rulings rulings-calls rulings-file
    """, reads("referee")),
    **all_of("""
        list-annulment list-decide ruling-new
    """, form("referee")),
    **all_of("""
        adjustments league-team prints season-members
    """, form("viewer", post="organizer")),
    "recheck-leave": Page(get="clerk", post="clerk", found=302),
    "recheck-finish": Page(get="clerk", post="clerk", found=302),
    "person-merge": Page(get="organizer", post="organizer", found=404),
    "person-anonymise": Page(get="organizer", post="organizer", found=302),
    "team": form("viewer", post="clerk"),
    "list-totals": form("viewer", post="clerk"),
    "money-lists": reads("clerk", found=302),
    "series-at-hand": reads("viewer", found=302),
    "series-table": reads("viewer", found=302),
    "objection-lodge": sends("referee"),
    "phone-call-answer": sends("referee"),
    "draw-by-hand": Page(get="organizer", post="organizer", found=302),
    "list-photo-picture": reads("clerk", found=404),
    "log-subject": reads("referee", found=302),
    "season-person-file": reads("viewer", found=404),
    "report-received-document": reads("organizer", found=404),  # played here
    "report-versions": reads("viewer", found=404),  # played here
    "season-person": reads("viewer", found=404),  # nobody has a result yet
    "season-picture": reads("viewer", found=404),  # before the second tournament
    # 404 while nobody is offered.
    "members-offered": Page(get="organizer", post="organizer", found=404),
    # 404 without people in the query string.
    "person-data": Page(get="organizer", found=404),
    # They redirect, because the series is released.
    "series-draw": Page(get="organizer", post="organizer", found=302),
    "seating-changed": Page(get="organizer", found=404),  # the act is none of a seating
}  # fmt: skip


@pytest.fixture
def world(db: None) -> World:
    return a_world()


def covers(who: str, least: str) -> bool:
    order = (*ROLES, "superuser")
    return who in order and order.index(who) >= order.index(least)


def test_table_has_every_url():
    assert names() == set(TABLE) | set(ADMINISTRATION) | ELSEWHERE


def at_the_boundary(least: str) -> tuple[str, ...]:
    """Who decides: nobody, the role below the least one, and that one.

    A stranger is below a viewer; that the others' pages are 404 to him, tests/whole/test_hosts.py
    asks of all addresses. That whoever may more may this, too, is proven of a few pages.
    """
    order = ("stranger", *ROLES, "superuser")
    place = order.index(least)
    return ("anonymous", *order[place - 1 : place + 1])


@pytest.mark.parametrize("word", sorted({name.partition("-")[0] for name in TABLE}))
def test_an_address_requires_the_role_of_the_table(world: World, word: str):
    """Of the addresses that begin with this word. Whoever may send is answered, also when the form
    is empty.
    """
    clients = {who: world.client(who) for who in EVERYBODY}
    for name in TABLE:
        if name.partition("-")[0] == word:
            look_at_address(world.url(name), name, clients)


def look_at_address(url: str, name: str, clients: dict[str, Client]) -> None:
    page = TABLE[name]
    for who in at_the_boundary(page.get or page.post or "viewer"):
        response = clients[who].get(url, headers={"accept-language": "de"})
        assert response.status_code == expected_of_get(page, who), (name, who)
        assert response["Cache-Control"] == PRIVATE, (name, who)
        assert words_of_hosts(response) == [], f"{name}: there is one host"
        assert has_its_section(response), (name, who)
    for who in at_the_boundary(page.post) if page.post else ():
        with undone():
            response = clients[who].post(url)
        assert response["Cache-Control"] == PRIVATE, (name, who)
        if who in REFUSED:
            assert response.status_code == REFUSED[who], (name, who)
        else:
            assert (response.status_code == 403) != covers(who, page.post), (name, who)
            assert response.status_code != 405, (name, who)
    if not page.post:
        assert clients["organizer"].post(url).status_code == 405, name


REFUSED = {"anonymous": 302, "stranger": 404}


def test_every_role_may_what_a_smaller_one_may(world: World):
    for name in ("tournament", "list", "ruling-new", "list-players"):
        for who in EVERYBODY:
            expected = expected_of_get(TABLE[name], who)
            assert world.client(who).get(world.url(name)).status_code == expected, (name, who)


def expected_of_get(page: Page, who: str) -> int:
    if who == "anonymous":
        return 302
    if page.get is None:
        return 405
    if who == "stranger":
        return 404
    return page.found if covers(who, page.get) else 403


def words_of_hosts(response: HttpResponse) -> list[str]:
    """What a page says of hosts, in German."""
    if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
        return []
    page = response.content.decode()
    words = ("Verbände und Vereine", "Verein oder Verband", "Gehört zu", 'href="/hosts/')
    return [each for each in words if each in page]


def has_its_section(response: HttpResponse) -> bool:
    """Whether "?" leads from a page to what it is for, and not to the contents of the handbook."""
    if response.status_code != 200 or response.streaming:
        return True
    contents = f'class="help-link" href="{reverse("handbook")}"'
    return contents not in response.content.decode(errors="replace")


def test_where_there_is_one_host_no_page_has_a_word_of_it(world: World):
    """The pages of the table are asked above, by the least role that may read them."""
    client = world.client("organizer")
    for name in sorted(names() - set(TABLE)):
        response = client.get(world.url(name), headers={"accept-language": "de"})
        assert name in PHONE_FILES or response["Cache-Control"] == PRIVATE, name
        assert words_of_hosts(response) == [], name
        assert name.startswith("handbook") or has_its_section(response), name


def test_parts_of_pages_and_files_of_every_kind_are_kept_by_nobody(world: World):
    client, part = world.client("organizer"), {"HX-Request": "true"}
    for name, kind in product(("standings-file", "table-file", "list-file"), ("xlsx", "csv")):
        response = client.get(world.url(name, kind=kind))
        assert (response.status_code, response["Cache-Control"]) == (200, PRIVATE), (name, kind)
    for name in ("next-steps", "entries", "rulings-calls", "announcement"):
        response = client.get(world.url(name), headers=part)
        assert (response.status_code, response["Cache-Control"]) == (200, PRIVATE), name
    refused = client.post(world.url("entry-add"), {"line": ""}, headers=part)
    assert (refused.status_code, refused["Cache-Control"]) == (422, PRIVATE)


@pytest.mark.parametrize("name", ADMINISTRATION)
def test_only_the_superuser_sets_up_accounts_and_tournaments(world: World, name: str):
    page = ADMINISTRATION[name]
    for who in ("anonymous", "organizer", "superuser"):
        response = world.client(who).get(world.url(name))
        if who == "anonymous":
            assert response.status_code == 302
        elif page.get is None:
            assert response.status_code == 405
        else:
            assert response.status_code == (page.found if who == "superuser" else 403)
            assert has_its_section(response), who
        sent = world.client(who).post(world.url(name))
        assert response["Cache-Control"] == sent["Cache-Control"] == PRIVATE, who
        if who not in ("anonymous", "superuser"):
            assert sent.status_code == (403 if page.post else 405), who


@pytest.mark.parametrize("name", sorted(READ_AT_TABLE | SENT_AT_TABLE))
def test_a_list_at_the_table_needs_no_account(world: World, name: str):
    """Its secret is the right; with another one everything is 404."""
    for who in ("anonymous", "stranger", "organizer"):
        client = world.client(who)
        send, other = client.post, client.get
        if name in READ_AT_TABLE:
            send, other = other, send
        assert send(world.url(name)).status_code in (200, 422)
        assert send(world.url(name, secret="a" * 26)).status_code == 404
        assert other(world.url(name)).status_code == 405


def test_clubs_report_without_an_account(world: World):
    """Their key is the right; without one it is refused, and nothing is shown."""
    for who, method in product(("anonymous", "stranger", "organizer"), ("post", "get")):
        send = getattr(world.client(who), method)
        assert send(world.url("report-receive")).status_code == 403, (who, method)


@pytest.mark.parametrize("name", sorted(PHONE_FILES))
def test_what_the_page_of_a_list_is_made_of_needs_no_account(world: World, name: str):
    parts = {"phone-file": ("1", "list.js"), "phone-law": ("isko-1998-0-1",)}
    address = reverse(name, args=parts.get(name, ()))
    for who in ("anonymous", "stranger"):
        assert world.client(who).get(address).status_code == 200
        assert world.client(who).post(address).status_code == 405
        assert not world.client(who).get(address).cookies


def test_lookups_are_public(world: World):
    """No account is needed, and POST is not allowed."""
    for name, who in product(sorted(LOOK_UPS), ("anonymous", "stranger")):
        address = world.url(name, what="bids")
        assert world.client(who).get(address).status_code == 200, (name, who)
        assert world.client(who).post(address).status_code == 405, (name, who)


def test_public_pages_need_no_account(world: World):
    """While not public they are 404 for every role. They take no form."""
    for name, who in product(sorted(ROOM), ("anonymous", "organizer")):
        assert world.client(who).get(world.url(name)).status_code == 404, (name, who)
        assert world.client(who).post(world.url(name)).status_code in (403, 405), (name, who)


def test_sign_in_page_is_public(world: World):
    page = world.client("anonymous").get("/sign-in/")
    assert (page.status_code, page["Cache-Control"]) == (200, PRIVATE)
    assert world.client("anonymous").get("/").url == "/sign-in/?next=/"
    assert world.client("stranger").get("/").url == "/tournaments/"
    assert world.client("anonymous").get(world.url("setup")).status_code == 404
    assert world.client("anonymous").get("/sign-out/").status_code == 405
    assert world.client("anonymous").get("/language/").status_code == 405


def test_missing_objects_are_404(world: World):
    """A number beyond the range of the database is 404, not an error."""
    client, tried = world.client("superuser"), set[str]()
    for name, page in TABLE.items():
        send = client.get if page.get else client.post
        first = parameters(name)[0]
        for number in (987_654,) if first in tried else (987_654, 0, 2**31, 2**63, 10**40):
            assert send(world.url(name, **{first: number})).status_code == 404, (name, number)
        tried.add(first)
    assert client.get(f"/tournaments/{'9' * 5000}/").status_code == 404


def test_any_number_in_an_address_is_handled(world: World):
    client = world.client("superuser")
    for name in [name for name in TABLE if "number" in parameters(name)]:
        send = client.get if TABLE[name].get else client.post
        for number in (0, 2**63):
            with undone():
                status = send(world.url(name, number=number)).status_code
            assert status == 404 if "series" in name else status < 500, (name, number)


# Tokens of forms ---------------------------------------------------------------------------------


def test_a_post_is_refused_without_the_token_of_a_page_and_with_a_forged_one(world: World):
    client = Client(enforce_csrf_checks=True)
    for name in ("sign-in", "setup", "set-language", "sign-out"):
        assert client.post(world.url(name)).status_code == 403, name
    client.force_login(world.people["superuser"])
    for forged in ({}, {"csrfmiddlewaretoken": "a" * 64}):
        assert client.post(world.url("series-draw"), forged).status_code == 403


def test_no_view_is_exempt_but_those_whose_right_is_a_secret_in_the_address(world: World):
    """A list at the table and the key of a club: neither has a session that could be abused."""
    exempt = {
        name
        for name in names()
        if getattr(get_resolver().resolve(world.url(name)).func, "csrf_exempt", False)
    }
    assert exempt == SENT_AT_TABLE | {"report-receive"}
