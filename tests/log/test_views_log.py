"""The pages of the log."""

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection

from scoring.accounts.services.accounts import create_account, give_role
from scoring.core.services import write_log
from scoring.exchange.services import import_tournament
from scoring.lists.services.games import record_game
from scoring.log.views import PAGES
from scoring.models import Actor, Club, LogEntry, Person, ScoreList, Team, Tournament
from scoring.money.services.award import record_handed_in
from scoring.money.services.ledger import (
    BookingItem,
    Prices,
    book,
    collect_entries,
    count_till,
    set_fees,
)
from scoring.money.services.pots import PotTerms, create_pot
from scoring.people.services.clubs import merge_people, rename_club
from scoring.public.services import save_announcement
from scoring.referee.services import make_ruling
from scoring.rules.adjudication import Incident
from scoring.rules.prizes import PrizePlan
from scoring.standings.services import adjust
from scoring.teams.reads import Member
from scoring.teams.services.categories import CategoryTerms, add_category, assign
from scoring.teams.services.teams import add_team, set_contest
from scoring.tournament.services import remove_sample
from tests.factories import line, make_user, open_list
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def score_list() -> ScoreList:
    found = open_list()
    record_game(found, line(1, 2), by=Actor(name="desk 1"), revision=1, reason="typed at night")
    return found


def log_page(score_list: ScoreList, **asked: object) -> str:
    tournament = score_list.series.tournament
    response = member(tournament, "referee").get(f"/tournaments/{tournament.pk}/log/", asked)
    assert response.status_code == 200
    return text(response)


def test_log_is_newest_first_in_words(score_list: ScoreList):
    page = log_page(score_list)
    assert "typed at night" in page
    assert "seat 2: hearts with 1, won" in page
    assert page.index("game recorded") < page.index("state of the series changed")
    assert "{" not in page


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"text": "game RECORDED"}, 1),
        ({"text": "drawn"}, 1),
        ({"person": "desk 1"}, 1),
        ({"about": "list"}, 1),
        ({"about": "list", "number": "1"}, 1),
        ({"about": "list", "number": "1/1"}, 1),
        ({"about": "list", "number": "1/11"}, 0),
        ({"about": "series", "number": "1"}, 2),
        ({"about": "series", "number": "11"}, 0),
        ({"text": "NIGHT"}, 1),
        ({"text": "%"}, 0),
        ({"day": "2001-01-01"}, 0),
        ({"text": "game recorded", "about": "series"}, 0),
    ],
)
def test_rows_are_found_by_act_person_subject_day_and_reason(
    score_list: ScoreList, asked: dict, found: int
):
    assert f"{found} row" in log_page(score_list, **asked)


def test_the_filter_lists_no_kinds_of_rows(score_list: ScoreList):
    """There are more than 200: one types a part of the word."""
    assert "list confirmed" not in log_page(score_list)


def test_day_filter_uses_local_time(score_list: ScoreList):
    """Half past midnight in Berlin is still the evening before in UTC."""
    LogEntry.objects.create(
        tournament=score_list.series.tournament,
        action="lots.drawn",
        subject="tournament",
        at=datetime(2026, 6, 30, 22, 30, tzinfo=UTC),
    )
    assert "1 row" in log_page(score_list, day="2026-07-01")
    assert "0 rows" in log_page(score_list, day="2026-06-30")


@pytest.mark.parametrize(
    "asked",
    [
        {"day": "9999-12-31"},
        {"day": "0001-01-01"},
        {"day": "2026-02-30"},
        {"page": "9" * 30},
        {"page": "-1"},
        {"text": "nonsense"},
        {"person": "\x00"},
        {"text": "\x00"},
        {"number": "1/1/1/1", "about": "list"},
        {"about": "x"},
    ],
)
def test_invalid_filter_is_no_error(score_list: ScoreList, asked: dict):
    assert "Log" in log_page(score_list, **asked)


def test_log_of_the_installation_shows_an_import():
    """The row of an import has the number of games, that of a list the games themselves."""
    import_tournament(Path("fixtures/finished.json").read_bytes(), by=Actor(name="test"))
    page = browser(make_user("root", superuser=True)).get("/log/")
    assert page.status_code == 200


def test_half_a_surrogate_pair_in_the_address_is_no_error(score_list: ScoreList):
    tournament = score_list.series.tournament
    url = f"/tournaments/{tournament.pk}/log/?text=%ED%A0%80&number=%ED%A0%80&about=list"
    assert member(tournament, "referee").get(url).status_code == 200


def full(score_list: ScoreList) -> Tournament:
    """A tournament with a row for every kind of subject in the log."""
    tournament, by = score_list.series.tournament, Actor(make_user(superuser=True))
    set_fees(tournament, Prices(1500), by=by)
    entries = list(tournament.entries.all())
    adjust(entries[0], -50, reason="late", by=by)
    collect_entries(tournament, entries, by=by)
    create_pot(tournament, PotTerms("Gesamt", "overall", PrizePlan()), by=by)
    ladies = add_category(tournament, CategoryTerms("Damen"), by=by)
    assign(ladies, [1], by=by)
    for kind in ("team", "tandem"):
        contest = set_contest(tournament, kind, by=by)
        add_team(contest, "Igel", [Member(1), Member(2)], by=by)
    make_ruling(tournament, Incident("card_exposed", answers={"exposed": "deal"}), by=by)
    rename_club(tournament, Club.objects.create(name="Karo"), "Karo Bube", by=by)
    count_till(tournament, {"": 6000}, by=by)
    record_handed_in(tournament, [1], by=by)
    save_announcement(tournament, {"A.a": "Skatclub Herz"}, by=by)
    give_role(tournament, make_user("ada"), "clerk", by=by)
    merge_people(tournament, Person.objects.create(family="Uhu"), entries[0].person, by=by)
    return tournament


SUBJECTS = {
    "list/1/1": "/lists/{list}/",
    "series/1": "/series/{series}/",
    "entry/2": "/entries/{entry}/",
    "ruling/1": "/tournaments/{t}/rulings/1/",
    "booking/1": "/tournaments/{t}/money/ledger/?page=1#booking-1",
    "pot/1": "/pots/{pot}/",
    "team/1": "/teams/{team}/",
    "tandem/1": "/teams/{tandem}/",
    "contest/team": "/tournaments/{t}/teams/",
    "category/Damen": "/tournaments/{t}/categories/",
    "club/Karo": "/tournaments/{t}/clubs/",
    "handed-in": "/tournaments/{t}/money/handed-in/",
    "till": "/tournaments/{t}/money/till/",
    "fees": "/tournaments/{t}/money/fees/",
    "register": "/tournaments/{t}/register/",
    "announcement": "/tournaments/{t}/announcement/",
    "account/ada": "/tournaments/{t}/people/",
    "tournament": "/tournaments/{t}/",
}


@pytest.fixture
def places(score_list: ScoreList) -> dict[str, int]:
    tournament = full(score_list)
    team, tandem = (Team.objects.get(contest__kind=kind) for kind in ("team", "tandem"))
    return {
        "t": tournament.pk,
        "list": score_list.pk,
        "series": score_list.series_id,
        "entry": tournament.entries.get(start_number=2).pk,
        "pot": tournament.pots.get().pk,
        "team": team.pk,
        "tandem": tandem.pk,
    }


def test_every_subject_of_the_log_leads_to_its_page(score_list: ScoreList, places: dict[str, int]):
    tournament = score_list.series.tournament
    client, begin = member(tournament, "organizer"), f"/tournaments/{tournament.pk}/log"
    rows = LogEntry.objects.filter(tournament=tournament).values_list("subject", flat=True)
    kinds = {subject.partition("/")[0] for subject in rows}
    assert kinds == {subject.partition("/")[0] for subject in SUBJECTS}
    assert kinds | {"mixed"} == PAGES.keys()
    page = client.get(f"{begin}/").content.decode()
    for subject in set(rows):
        assert f'href="{begin}/{quote(subject)}/"' in page, subject
        assert client.get(f"{begin}/{subject}/", follow=True).status_code == 200, subject
    for subject, address in SUBJECTS.items():
        assert client.get(f"{begin}/{subject}/").url == address.format(**places)


def test_a_booking_is_found_on_its_page_of_the_ledger(score_list: ScoreList):
    tournament = score_list.series.tournament
    for _number in range(51):
        book(tournament, BookingItem("other", 100), by=Actor(name="desk"), reason="a donation")
    client, begin = member(tournament, "referee"), f"/tournaments/{tournament.pk}/log"
    address = client.get(f"{begin}/booking/1/").url
    assert address.endswith("?page=2#booking-1")
    assert 'id="booking-1"' in client.get(address).content.decode()


def test_referee_sees_only_links_he_may_open(score_list: ScoreList, places: dict[str, int]):
    tournament = score_list.series.tournament
    client, begin = member(tournament, "referee"), f"/tournaments/{tournament.pk}/log"
    page = client.get(f"{begin}/").content.decode()
    for subject in SUBJECTS:
        for_organizers = subject in ("fees", "register", "announcement", "account/ada")
        answer = client.get(f"{begin}/{subject}/", follow=True)
        assert answer.status_code == (404 if for_organizers else 200)
        if for_organizers:
            assert f'href="{begin}/{subject}/"' not in page


@pytest.mark.parametrize(
    "gone",
    [
        "list/1/9",
        "list/1",
        "series/7",
        "entry/99",
        "entry/1x",
        "pot/1",
        "booking/1",
        "team/1",
        "ruling/x",
        "sign-in",
        "nonsense",
        "entry/" + "9" * 30,
    ],
)
def test_removed_subject_has_no_link(score_list: ScoreList, gone: str):
    tournament = score_list.series.tournament
    client = member(tournament, "organizer")
    assert client.get(f"/tournaments/{tournament.pk}/log/{gone}/").status_code == 404


def test_rows_of_other_tournaments_are_not_shown(score_list: ScoreList):
    record_game(open_list(), line(2, 3), by=Actor(name="another desk"), revision=1)
    assert "another desk" not in log_page(score_list)


def test_names_in_the_log_are_escaped(score_list: ScoreList):
    write_log(
        "lots.drawn",
        "<script>",
        by=Actor(name="<b>x"),
        reason="<img>",
        new={"<i>": "<u>"},
        tournament=score_list.series.tournament,
    )
    tournament = score_list.series.tournament
    html = member(tournament, "referee").get(f"/tournaments/{tournament.pk}/log/").content.decode()
    for bad in ("<b>x", "<img>", "<i>", "<u>", "<script>"):
        assert bad not in html


def test_the_installation_log_shows_accounts_and_removed_tournaments():
    chief = make_user("chief", superuser=True)
    create_account("Ada Amsel", by=Actor(chief))
    score_list = open_list(sample=True, name="Muster")
    remove_sample(score_list.series.tournament, by=Actor(chief))
    page = text(browser(chief).get("/log/"))
    assert "Account ada.amsel" in page
    assert "tournament removed" in page
    assert "Series 1" in page


def test_the_history_of_a_list_is_for_clerks(score_list: ScoreList):
    tournament, page = score_list.series.tournament, f"/lists/{score_list.pk}/history/"
    page_text = text(member(tournament, "clerk").get(page))
    assert "Game 1:" in page_text
    assert "typed at night" in page_text
    assert member(tournament, "viewer").get(page).status_code == 403


def multiply_log(times: int) -> None:
    """Every row that somebody at a desk with a number wrote, so many times."""
    fields = [each.column for each in LogEntry._meta.concrete_fields if not each.primary_key]
    names = ", ".join(f'"{each}"' for each in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO scoring_logentry ({names}) SELECT {names} FROM scoring_logentry, "
            f"(SELECT 1 FROM scoring_logentry LIMIT {times - 1}) AS copies "
            "WHERE actor LIKE 'desk %%' AND reason = ''"
        )


@pytest.mark.slow
def test_long_log_is_read_page_by_page(score_list: ScoreList, django_assert_max_num_queries):
    tournament = score_list.series.tournament
    LogEntry.objects.bulk_create(
        LogEntry(
            tournament=tournament,
            at=datetime(2026, 11, 21, 12, tzinfo=UTC),
            action="list.game.recorded",
            subject=f"list/{number % 5 + 1}/{number % 250 + 1}",
            new={"number": 1, "soloist": 1, "game": "grand", "tops": 1, "won": True},
            actor=f"desk {number % 20}",
        )
        for number in range(1_000)
    )
    multiply_log(100)
    assert LogEntry.objects.filter(actor="desk 7").count() == 5_000
    client = member(tournament, "referee")
    url = f"/tournaments/{tournament.pk}/log/"
    client.get(url)
    for asked in (
        {},
        {"page": "1500"},
        {"about": "list", "number": "3/3"},
        {"text": "night"},
        {"person": "desk 7", "day": "2026-11-21"},
    ):
        with django_assert_max_num_queries(9):
            assert client.get(url, asked).status_code == 200, asked


def test_scope_of_a_lot_is_written_in_words(score_list: ScoreList):
    tournament = score_list.series.tournament
    for scope in ("overall", "series/2", "category/Damen", "tandem"):
        write_log(
            "lots.drawn",
            "tournament",
            by=Actor(name="desk 1"),
            tournament=tournament,
            new={"scope": scope, "order": [3, 1]},
        )
    page = log_page(score_list, text="lots drawn")
    assert "Standings: now: Series 2" in page
    assert "Standings: now: Overall" in page
    assert "Standings: now: Damen" in page
    assert "Standings: now: Tandem" in page
    assert "series/2" not in page
