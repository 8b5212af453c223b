"""Roles for every address, as a table that has to contain all of them."""

from dataclasses import dataclass
from itertools import product

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.effort import LONG, repeats
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
    "season-first-evening": form("superuser"),
    "league-new": form("superuser"),
    "installation-log": reads("superuser"),
    "report-target": form("superuser"),
    "report-target-remove": sends("superuser"),
    "installation-file": reads("superuser", found=404),  # "missing" is a table of a tournament
}
# Pages without an account; tests/public/test_views_pages.py tests their contents.
ROOM = {
    "room",
    "room-announcement",
    "room-announcement-pdf",
    "room-feed",
    "room-kind-standings",
    "room-list",
    "room-list-file",
    "room-list-picture",
    "room-picture-file",
    "room-pictures",
    "room-plan",
    "room-player",
    "room-player-file",
    "room-seating",
    "room-seating-file",
    "room-seats",
    "room-standings",
    "room-standings-file",
    "room-tables",
    "room-wall",
    "room-wall-pages",
}
# What everybody with an account sees of seasons: tests/seasons/test_views_seasons.py.
SEASONS = {"seasons", "honours", "honours-file"}
ELSEWHERE |= (
    ROOM
    | SEASONS
    | {
        "room-season",
        "room-season-file",
        "room-honours",
        "room-honours-file",
    }
)
# Leagues: tests/leagues/test_views_leagues.py.
# Hosts: tests/hosts/test_views_hosts.py.
ELSEWHERE |= {"hosts", "host", "host-role-give", "host-role-change", "host-defaults", "host-log"}
ELSEWHERE |= {"host-log-file", "host-logo", "host-logo-remove", "host-logo-picture"}
# Offers: tests/people/test_services_offers.py.
ELSEWHERE |= {"host-offered", "host-offered-refuse"}
# tests/hosts/test_views_host_accounts.py
ELSEWHERE |= {"host-accounts", "host-account-link", "host-account-sessions"}
# The pictures of a public tournament and season: tests/hosts/test_views_host_office.py.
ELSEWHERE |= {"room-logo", "room-season-logo"}
# What a host has received, and its keys: tests/reporting/test_views_reporting.py.
ELSEWHERE |= {"host-reports", "report-key-give", "report-key-withdraw"}
ELSEWHERE |= {"report-season", "report-upload"}
# Who stands above: tests/hosts/test_views_reported.py.
ELSEWHERE |= {"host-report", "host-report-ranking", "host-report-file"}
# Where clubs send reports: without an account, by their key.
ELSEWHERE |= {"report-receive"}
ELSEWHERE |= {"leagues", "room-league", "room-league-division", "room-league-file"}
# Feeds: tests/public/test_views_feeds.py.
ELSEWHERE |= {"room-season-feed", "room-league-feed"}
TABLE = {
    "announcement": form("organizer"),
    "times": form("organizer"),
    "announcement-withdraw": sends("organizer"),
    "public-freeze": sends("organizer"),
    "public-links": reads("organizer"),
    "report": reads("organizer"),
    "report-document": reads("organizer"),
    "report-received-document": reads("organizer", found=404),  # played here
    "report-send": sends("organizer"),
    "report-versions": reads("viewer", found=404),  # played here
    "season": reads("viewer"),
    "season-days-file": reads("viewer"),
    "season-document": reads("organizer"),
    "season-file": reads("viewer"),
    "season-join": sends("organizer"),
    "season-leave": sends("organizer"),
    "season-member-add": sends("organizer"),
    "season-members": form("viewer", post="organizer"),
    "season-members-file": reads("viewer"),
    "season-members-fill": sends("organizer"),
    "season-person": reads("viewer", found=404),  # nobody has a result yet
    "season-person-file": reads("viewer", found=404),
    "season-close": sends("organizer"),
    "season-poster": reads("viewer"),
    "season-picture": reads("viewer", found=404),  # before the second tournament
    "season-public": sends("organizer"),
    "season-remove": sends("organizer"),
    "season-settings": form("organizer"),
    "public-switch": sends("organizer"),
    "tournament": reads("viewer"),
    "tournament-public": reads("organizer"),
    "next-steps": reads("viewer"),
    "league": reads("viewer"),
    "league-settings": form("organizer"),
    "league-log": reads("organizer"),
    "league-leader-add": sends("organizer"),
    "league-leader-remove": sends("organizer"),
    "league-schedule": reads("viewer"),
    "league-schedule-file": reads("viewer"),
    "league-schedule-make": form("organizer"),
    "league-day": sends("organizer"),
    "league-venue": sends("organizer"),
    "league-lot": sends("organizer"),
    "league-meeting-late": sends("organizer"),
    "league-meeting-set": sends("organizer"),
    "league-division": reads("viewer"),
    "league-division-new": form("organizer"),
    "league-division-change": form("organizer"),
    "league-division-remove": sends("organizer"),
    "league-division-file": reads("viewer"),
    "league-teams-add": sends("organizer"),
    "league-team": form("viewer", post="organizer"),
    "league-team-change": sends("organizer"),
    "league-team-withdraw": sends("organizer"),
    "league-team-penalty": sends("organizer"),
    "league-team-remove": sends("organizer"),
    "league-penalty-reverse": sends("organizer"),
    "league-meeting": reads("viewer"),
    "league-meeting-lineup": form("organizer"),
    "league-meeting-substitute": sends("organizer"),
    "league-meeting-absent": sends("organizer"),
    "league-meeting-results": form("organizer"),
    "league-meeting-import": sends("organizer"),
    "league-meeting-take": sends("organizer"),
    "league-meeting-reported": sends("organizer"),
    "league-meeting-remove": sends("organizer"),
    "league-meeting-report": reads("viewer"),
    "league-meeting-file": reads("viewer"),
    "next-evening": form("organizer"),
    "attendance": form("clerk"),
    "tournament-settings": form("organizer"),
    "tournament-state": sends("organizer"),
    "tournament-remove": sends("organizer"),
    "people": reads("organizer"),
    "people-add": sends("organizer"),
    "people-new": sends("organizer"),
    "people-role": sends("organizer"),
    "people-link": sends("organizer"),
    "rulings": reads("referee"),
    "rulings-file": reads("referee"),
    "ruling-new": form("referee"),
    "ruling": reads("referee"),
    "ruling-sheet": reads("referee"),
    "objection-lodge": sends("referee"),
    "objection-decide": sends("organizer"),
    "ruling-exclusion": sends("organizer"),
    "log": reads("referee"),
    "log-subject": reads("referee", found=302),
    "list-history": reads("clerk"),
    "entries": reads("viewer"),
    "entry-add": sends("clerk"),
    "entries-undo": sends("clerk"),
    "players-import-undo": sends("clerk"),
    "entries-suggest": reads("clerk"),
    "entries-paste": form("clerk"),
    "players-import": form("clerk"),
    "results-withdraw": sends("clerk"),
    "entry": reads("viewer"),
    "entry-change": form("clerk"),
    "reservations": form("clerk"),
    "reservations-limit": sends("organizer"),
    "reservation-cancel": sends("clerk"),
    "entry-state": sends("clerk"),
    "entry-publish": sends("clerk"),
    "entry-leave": sends("clerk"),
    "entry-remove": sends("clerk"),
    "categories": reads("viewer"),
    "category-add": sends("organizer"),
    "categories-suggested": sends("organizer"),
    "category-change": sends("organizer"),
    "category-remove": sends("organizer"),
    "category-assign": sends("clerk"),
    "clubs": reads("clerk"),
    "club-add": sends("organizer"),
    "club-rename": sends("organizer"),
    "clubs-merge": sends("organizer"),
    "club-members": reads("clerk"),
    "club-members-file": reads("clerk"),
    "club-members-import": form("organizer"),
    "club-members-import-undo": sends("organizer"),
    "club-member-add": sends("organizer"),
    "club-limits": sends("organizer"),
    "club-member": form("organizer"),
    "club-member-rejoin": sends("organizer"),
    "club-member-move": sends("organizer"),
    "club-member-offer": sends("organizer"),
    "club-member-withdraw": sends("organizer"),
    # 404 while nobody is offered.
    "members-offered": Page(get="organizer", post="organizer", found=404),
    "members-offered-refuse": sends("organizer"),
    "club-member-remove": sends("organizer"),
    "register": reads("organizer"),
    # 404 without people in the query string.
    "person-data": Page(get="organizer", found=404),
    "person-merge": Page(get="organizer", post="organizer", found=404),
    "person-anonymise": Page(get="organizer", post="organizer", found=404),
    "people-anonymise": sends("organizer"),
    "teams": reads("viewer"),
    "contest-set": sends("organizer"),
    "contest-remove": sends("organizer"),
    "team-add": sends("clerk"),
    "teams-draw": sends("organizer"),
    "team": form("viewer", post="clerk"),
    "team-remove": sends("clerk"),
    "series-at-hand": reads("viewer", found=302),
    "series-new": form("organizer"),
    "series": reads("viewer"),
    # They redirect, because the series is released.
    "series-draw": Page(get="organizer", post="organizer", found=302),
    "draw-throw": sends("organizer"),
    "draw-by-hand": Page(get="organizer", post="organizer", found=302),
    "draw-document": reads("viewer"),
    "series-posting": reads("viewer"),
    "seats-swap": sends("organizer"),
    "series-seat": reads("viewer"),
    "series-late": reads("organizer"),
    "seating-change": sends("organizer"),
    "seating-changed": Page(get="organizer", found=404),  # the act is none of a seating
    "series-no-list": sends("organizer"),
    "series-limit": sends("organizer"),
    "find": reads("viewer"),
    "phones": reads("clerk", found=302),
    "phone-tables": reads("clerk"),
    "phone-issue": sends("organizer"),
    "phone-address": reads("clerk"),
    "phone-change": sends("organizer"),
    "phone-call-answer": sends("referee"),
    "phone-unsent": reads("organizer"),
    "phone-unsent-settle": sends("organizer"),
    "rulings-calls": reads("referee"),
    "series-state": sends("organizer"),
    "series-back": reads("organizer"),
    "series-remove": sends("organizer"),
    "list-open": sends("clerk"),
    "series-signatures": sends("clerk"),
    "papers-back": sends("clerk"),
    "series-table": reads("viewer", found=302),
    "list": reads("viewer"),
    "game": sends("clerk"),
    "game-insert": sends("clerk"),
    "game-remove": sends("clerk"),
    "game-undo": sends("clerk"),
    "game-lowest": form("clerk"),
    "list-foot": sends("clerk"),
    "list-trace": sends("clerk"),
    "list-totals": form("viewer", post="clerk"),
    "list-passed": reads("clerk"),
    "list-close": sends("clerk"),
    "list-seats": sends("organizer"),
    "list-players": form("organizer"),
    "list-reset": form("clerk"),
    "list-decide": form("referee"),
    "list-annulment": form("referee"),
    "correction-undo": form("clerk"),
    "list-confirm": form("clerk"),
    "recheck": form("clerk"),
    "recheck-game": sends("clerk"),
    "recheck-totals": sends("clerk"),
    "recheck-compare": sends("clerk"),
    "recheck-leave": Page(get="clerk", post="clerk", found=302),
    "recheck-finish": Page(get="clerk", post="clerk", found=302),
    "list-settlement": reads("viewer"),
    "series-photos": reads("clerk"),
    "series-photo-add": sends("clerk"),
    "list-photo-picture": reads("clerk", found=404),
    "list-photo-take": sends("clerk"),
    "list-photo-remove": form("clerk"),
    "list-file": reads("viewer"),
    "standings": reads("viewer"),
    "standings-lot": sends("organizer"),
    "series-standings": reads("viewer"),
    "standings-file": reads("viewer"),
    "series-standings-file": reads("viewer"),
    "prints": reads("viewer"),
    "press": reads("viewer"),
    "print": reads("viewer"),
    "prints-now": reads("viewer"),
    "prints-copies": sends("organizer"),
    "table-file": reads("viewer"),
    "series-table-file": reads("viewer"),
    "entry-file": reads("viewer"),
    "list-table-file": reads("clerk"),
    "tournament-xlsx-progress": reads("viewer"),
    "tournament-xlsx": reads("viewer"),
    "series-lists-xlsx": reads("clerk"),
    "blank-xlsx": reads("viewer"),
    "logo": form("organizer"),
    "results-import": form("clerk"),
    "logo-remove": sends("organizer"),
    "logo-picture": reads("viewer"),
    "money": reads("clerk"),
    "money-fees": form("organizer"),
    "money-open": reads("clerk"),
    "money-collect": sends("clerk"),
    "money-lists": reads("clerk", found=302),
    "money-file": reads("clerk"),
    "handed-in": form("clerk"),
    "break-off": form("organizer"),
    "break-off-resume": sends("organizer"),
    "ledger": reads("clerk"),
    "book": form("organizer"),
    "till": form("clerk"),
    "series-fees": reads("clerk"),
    "series-fees-file": reads("clerk"),
    "list-fees": sends("clerk"),
    "booking-reverse": form("organizer"),
    "pots": reads("clerk"),
    "pot-new": form("organizer"),
    "pot-preview": sends("organizer"),
    "pot": reads("clerk"),
    "pot-change": form("organizer"),
    "pot-remove": sends("organizer"),
    "award": reads("clerk"),
    "award-pay": sends("organizer"),
    "award-take-back": sends("organizer"),
    "prizes-add": sends("organizer"),
    "prize-give": sends("organizer"),
    "prize-take-back": sends("organizer"),
    "pot-pay": sends("organizer"),
    "pot-join": sends("clerk"),
    "pot-file": reads("clerk"),
    # Standings of every other kind
    "standings-of": reads("viewer"),
    "standings-of-file": reads("viewer"),
    "adjustments": form("viewer", post="organizer"),
    "adjustment-reverse": sends("organizer"),
}


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
    asks of all addresses. That whoever may more may this, too, is proven once for all pages: all
    roles in the long ring, and of a few pages here.
    """
    order = ("stranger", *ROLES, "superuser")
    place = order.index(least)
    return EVERYBODY if LONG else ("anonymous", *order[place - 1 : place + 1])


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


@pytest.mark.parametrize("who", repeats("organizer", "superuser"))
def test_where_there_is_one_host_no_page_has_a_word_of_it(world: World, who: str):
    """The pages of the table are asked above, by the least role that may read them."""
    client = world.client(who)
    for name in sorted(names() if LONG else names() - set(TABLE)):
        response = client.get(world.url(name), headers={"accept-language": "de"})
        assert name in PHONE_FILES or response["Cache-Control"] == PRIVATE, name
        assert words_of_hosts(response) == [], name
        assert name.startswith("handbook") or has_its_section(response), name


def test_parts_of_pages_and_files_of_every_kind_are_kept_by_nobody(world: World):
    client, part = world.client("organizer"), {"HX-Request": "true"}
    found = set()
    for name, kind in product(("standings-file", "table-file", "list-file"), ("xlsx", "csv")):
        response = client.get(world.url(name, kind=kind))
        found.add((response.status_code, response["Cache-Control"]))
    for name in ("next-steps", "entries", "rulings-calls", "announcement"):
        response = client.get(world.url(name), headers=part)
        found.add((response.status_code, response["Cache-Control"]))
    assert found == {(200, PRIVATE)}
    refused = client.post(world.url("entry-add"), {"line": ""}, headers=part)
    assert (refused.status_code, refused["Cache-Control"]) == (422, PRIVATE)


@pytest.mark.parametrize("name", ADMINISTRATION)
def test_only_the_superuser_sets_up_accounts_and_tournaments(world: World, name: str):
    page = ADMINISTRATION[name]
    for who in EVERYBODY if LONG else ("anonymous", "organizer", "superuser"):
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
        client, method = world.client(who), "get" if name in READ_AT_TABLE else "post"
        wrong = world.url(name, secret="a" * 26)
        assert getattr(client, method)(world.url(name)).status_code in (200, 422)
        assert getattr(client, method)(wrong).status_code == 404
        other = "post" if method == "get" else "get"
        assert getattr(client, other)(world.url(name)).status_code == 405


def test_clubs_report_without_an_account(world: World):
    """Their key is the right; without one it is refused, and nothing is shown."""
    for who in ("anonymous", "stranger", "organizer"):
        assert world.client(who).post(world.url("report-receive")).status_code == 403
        assert world.client(who).get(world.url("report-receive")).status_code == 403


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
    for name, who in product(sorted(ROOM), EVERYBODY if LONG else ("anonymous", "organizer")):
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


BEYOND = (0, 2**31, 2**63 - 1, 2**63, 10**40) if LONG else (2**63,)


def test_missing_objects_are_404(world: World):
    """A number beyond the range of the database is 404, not an error."""
    client, tried = world.client("superuser"), set[str]()
    for name, page in TABLE.items():
        send = client.get if page.get else client.post
        first = parameters(name)[0]
        for number in (987_654, *BEYOND) if LONG or first not in tried else (987_654,):
            assert send(world.url(name, **{first: number})).status_code == 404, (name, number)
        tried.add(first)


def test_any_number_in_an_address_is_handled(world: World):
    client = world.client("superuser")
    for name in [name for name in TABLE if "number" in parameters(name)]:
        send = client.get if TABLE[name].get else client.post
        for number in (0, 2**31, 2**63, 10**40) if LONG else (0, 2**63):
            with undone():
                status = send(world.url(name, number=number)).status_code
            assert status == 404 if "series" in name else status < 500, (name, number)


def test_address_with_a_number_of_5000_digits_is_404(world: World):
    response = world.client("superuser").get(f"/tournaments/{'9' * 5000}/")
    assert response.status_code == 404
