"""The pages of the log."""

from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from scoring.accounts.services.accounts import create_account, give_role
from scoring.core.services import write_log
from scoring.lists.services.games import record_game
from scoring.log.views import PAGES
from scoring.models import Actor, Club, Fees, LogEntry, Person, ScoreList, Team
from scoring.models.team import Member
from scoring.money.services.ledger import collect_entries, count_till, set_fees
from scoring.money.services.pots import PotTerms, create_pot, record_handed_in
from scoring.people.services.register import merge_people, rename_club
from scoring.public.services import save_announcement
from scoring.referee.services import make_ruling
from scoring.rules.adjudication.incident import Incident
from scoring.rules.prizes import PrizePlan
from scoring.series.services.categories import CategoryTerms, add_category, assign
from scoring.series.services.teams import add_team, set_contest
from scoring.standings.services import adjust
from scoring.tournament.services.tournaments import remove_sample
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
    record_game(open_list(), line(2, 3), by=Actor(name="another desk"), revision=1)
    page = log_page(score_list)
    assert "another desk" not in page
    assert "typed at night" in page
    assert "seat 2: hearts with 1, won" in page
    assert page.index("game recorded") < page.index("state of the series changed")
    assert "{" not in page
    for day in ("9999-12-31", "0001-01-01", "2026-02-30"):
        assert "typed at night" in log_page(score_list, day=day)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"text": "game RECORDED"}, 1),
        ({"text": "lots"}, 1),
        ({"person": "desk 1"}, 1),
        ({"about": "list"}, 1),
        ({"about": "list", "number": "1"}, 1),
        ({"about": "list", "number": "1/1"}, 1),
        ({"about": "list", "number": "1/11"}, 0),
        ({"about": "series", "number": "1"}, 2),
        ({"about": "series", "number": "11"}, 0),
        ({"text": "NIGHT"}, 1),
        ({"text": "from the photo"}, 1),
        ({"text": "%"}, 0),
        ({"text": "game recorded", "about": "series"}, 0),
        # Half past midnight in Berlin is still the evening before in UTC.
        ({"day": "2026-07-01"}, 1),
        ({"day": "2026-06-30"}, 0),
        ({"number": "1/1/1/1", "about": "list"}, 0),
        ({"number": "1/1"}, 1),
        ({"number": "11"}, 0),
    ],
)
def test_rows_are_found_by_act_person_subject_day_and_reason(
    score_list: ScoreList, asked: dict, found: int
):
    LogEntry.objects.create(
        tournament=score_list.series.tournament,
        action="lots.drawn",
        subject="tournament",
        reason="photo",
        at=datetime(2026, 6, 30, 22, 30, tzinfo=UTC),
    )
    assert f"{found} row" in log_page(score_list, **asked)


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
    """A tournament with a row for every kind of subject in the log."""
    tournament, by = score_list.series.tournament, Actor(make_user(superuser=True))
    set_fees(tournament, Fees(entry_cents=1500), by=by)
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
    for gone in ("list/1/9", "list/1", "series/7", "entry/1x", "ruling/x", "entry/" + "9" * 30):
        assert client.get(f"{begin}/{gone}/").status_code == 404, gone


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


def test_scopes_are_words_and_names_are_escaped(score_list: ScoreList):
    tournament = score_list.series.tournament
    for scope in ("overall", "series/2", "category/<i>Damen", "tandem"):
        write_log(
            "lots.drawn",
            "<script>",
            by=Actor(name="<b>x"),
            reason="<img>",
            new={"scope": scope, "order": [3, 1], "<u>": "<u>"},
            tournament=tournament,
        )
    page = log_page(score_list, text="lots drawn")
    for name in ("Series 2", "Overall", "<i>Damen", "Tandem"):
        assert f"Standings: now: {name}" in page
    html = member(tournament, "referee").get(f"/tournaments/{tournament.pk}/log/").content.decode()
    for bad in ("<b>x", "<img>", "<i>", "<u>", "<script>"):
        assert bad not in html


def test_the_installation_log_shows_accounts_seasons_leagues_and_removed_tournaments():
    chief = make_user("chief", superuser=True)
    create_account("Ada Amsel", by=Actor(chief))
    score_list = open_list(sample=True, name="Muster")
    remove_sample(score_list.series.tournament, by=Actor(chief))
    for kind in ("season", "league"):
        write_log(f"{kind}.created", f"{kind}/2026", by=Actor(chief), tournament=None, host=1)
    page = text(browser(chief).get("/log/"))
    for words in ("ada.amsel", "tournament removed", "Series 1", "Season 2026", "League 2026"):
        assert words in page


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
    client = member(tournament, "referee")
    url = f"/tournaments/{tournament.pk}/log/"
    client.get(url)
    for asked in (
        {},
        {"page": "15"},
        {"about": "list", "number": "3/3"},
        {"text": "night"},
        {"person": "desk 7", "day": "2026-11-21"},
    ):
        with django_assert_max_num_queries(9):
            assert client.get(url, asked).status_code == 200, asked
