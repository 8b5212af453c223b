"""Objections are heard for a while, corrections are told, and then the result is final."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from scoring.lists.services.confirmation import confirm_list, reject_list
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list
from scoring.models import Actor, LogEntry, ScoreList, Tournament
from scoring.series.services.series import move_series
from scoring.tournament.services.tournaments import move_tournament, unsigned_problems
from tests.factories import line, make_user, seated
from tests.steps import codes_for
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
SIX_IN_THE_EVENING = datetime(2026, 11, 21, 17, 0, tzinfo=UTC)
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1)]


@pytest.fixture(autouse=True)
def _evening():
    with time_machine.travel(SIX_IN_THE_EVENING, tick=False):
        yield


@pytest.fixture
def tournament() -> Tournament:
    """Two tables of one round, entered, confirmed, and the series closed."""
    series = seated(8, rounds=1)
    for score_list in ScoreList.objects.select_related("series__tournament"):
        record_games(score_list, ONE_ROUND, by=BY, revision=1)
        close_list(score_list, by=BY, revision=score_list.revision)
        confirm_list(
            score_list, by=Actor(make_user()), revision=score_list.revision, signed=(1, 2, 3, 4)
        )
    series.refresh_from_db()
    move_series(series, "closed", by=BY)
    Tournament.objects.update(ask_handed_in=True)
    return Tournament.objects.get()


def post(tournament: Tournament, **data):
    organizer = member(tournament, "organizer")
    return organizer.post(reverse("tournament-state", args=[tournament.pk]), data, follow=True)


def standings(tournament: Tournament, *of_series: int) -> str:
    name = "series-standings" if of_series else "standings"
    visitor = member(tournament, "viewer")
    return text(visitor.get(reverse(name, args=[tournament.pk, *of_series])))


def of_first_list(act, *figures, reason: str) -> None:
    first = ScoreList.objects.select_related("series__tournament").get(table_number=1)
    act(first, *figures, by=BY, revision=first.revision, reason=reason)


def test_a_review_lasts_half_an_hour_unless_the_organizer_says_otherwise(tournament):
    page = member(tournament, "organizer").get(reverse("tournament", args=[tournament.pk]))
    assert 'value="21.11.2026 18:30"' in page.content.decode()
    for until in ("2026-11-21T17:59", "half past six"):
        post(tournament, to="review", until=until)
        assert Tournament.objects.get().state == "running"
    for until, hour in (({}, "18:30"), ({"until": "2026-11-21T19:15"}, "19:15")):
        post(tournament, to="review", **until)
        page = standings(tournament)
        assert f"Under review until {hour}; objections to the desk." in page
        assert "corrected" not in page
        moved = LogEntry.objects.filter(action="tournament.moved").last()
        assert moved.new == {"state": "review", "review_until": f"2026-11-21T{hour}+01:00"}
        post(tournament, to="running", reason="one more series")
    post(tournament, to="review", until="2026-11-22T10:00")
    assert "until 22 Nov 2026 10:00, is not over" in text(post(tournament, to="final"))


def test_confirmed_lists_become_final_with_the_result_and_come_back_with_it(tournament):
    move_tournament(tournament, "review", by=BY)
    of_first_list(record_game, line(4, 2), reason="misread")
    before = dict(ScoreList.objects.values_list("table_number", "revision"))
    move_tournament(tournament, "final", by=BY)
    states = ScoreList.objects.values_list("table_number", "state")
    assert dict(states) == {1: "entered", 2: "final"}
    assert LogEntry.objects.last().new == {"state": "final", "lists": ["list/1/2"]}
    move_tournament(tournament, "review", by=BY, reason="a late objection")
    assert dict(states.all()) == {1: "entered", 2: "confirmed"}
    assert dict(ScoreList.objects.values_list("table_number", "revision")) == before


def test_lists_that_lack_signatures_are_named_and_the_result_is_final_with_a_reason_only(
    tournament,
):
    """TO 9.11."""
    ScoreList.objects.filter(table_number=2).update(signatures=[1, 3])
    move_tournament(tournament, "review", by=BY)
    with time_machine.travel(SIX_IN_THE_EVENING + timedelta(minutes=30)):
        said = "Series 1, lists without all signatures: 1 (table 2)."
        page = member(tournament, "organizer").get(reverse("tournament", args=[tournament.pk]))
        assert "Have all signed their lists, and are lists and start cards back?" in text(page)
        assert "To declare it final without them, say why" in text(page)
        assert said in text(post(tournament, to="final"))
        assert Tournament.objects.get().state == "review"
        post(tournament, to="final", reason="the player has left")
    assert Tournament.objects.get().state == "final"
    assert LogEntry.objects.filter(action="tournament.moved").last().reason == "the player has left"


def test_standings_list_each_corrected_list_once(tournament):
    of_first_list(record_game, line(4, 2), reason="misread")
    for of_series in ((), (1,)):
        assert "corrected at 18:00: table 1 of series 1" in standings(tournament, *of_series)
    with time_machine.travel(SIX_IN_THE_EVENING + timedelta(minutes=5)):
        of_first_list(reject_list, reason="unreadable")
        page = standings(tournament)
    assert "corrected at 18:05: table 1 of series 1" in page
    assert page.count("corrected at") == 1
    ScoreList.objects.filter(table_number=1).update(signatures=[])
    assert not unsigned_problems(tournament), "it counts nowhere (TO 7.2.4, 9.11)"


def test_standings_of_a_day_list_the_corrections_of_that_day(tournament):
    of_first_list(record_game, line(4, 2), reason="misread")
    tournament.series.update(day="2026-11-21")
    tournament.series.create(number=2, day="2026-11-22")
    for day, is_told in (("2026-11-21", True), ("2026-11-22", False)):
        address = reverse("standings-of", args=[tournament.pk, f"day/{day}"])
        page = text(member(tournament, "organizer").get(address))
        assert ("corrected at 18:00: table 1 of series 1" in page) == is_told


def test_signatures_lists_and_start_cards_are_one_question_with_one_yes(clerk, tournament):
    Tournament.objects.update(ties="share")
    ScoreList.objects.update(signatures=[])
    tournament.refresh_from_db()
    move_tournament(tournament, "review", by=BY)
    assert codes_for(tournament)[0] == "papers-back"
    assert "Yes, all" in text(clerk.get(reverse("tournament", args=[tournament.pk])))
    clerk.post(reverse("papers-back", args=[tournament.pk]))
    assert unsigned_problems(tournament) == []
    assert not tournament.entries.filter(handed_in=False).exists()
    assert "papers-back" not in codes_for(tournament)


def test_an_evening_without_papers_is_final_without_a_question_or_a_reason(tournament):
    Tournament.objects.update(ask_handed_in=False, ties="share")
    ScoreList.objects.update(signatures=[])
    tournament.refresh_from_db()
    move_tournament(tournament, "review", by=BY)
    assert codes_for(tournament) == ["hear-objections", "make-final"]
    with time_machine.travel(SIX_IN_THE_EVENING + timedelta(minutes=30)):
        assert codes_for(tournament) == ["make-final"]
        post(tournament, to="final")
    assert Tournament.objects.get().state == "final"
