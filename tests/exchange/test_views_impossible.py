"""Impossible states are looked for on every overview page, and reported."""

import pytest
from django.urls import reverse

from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list
from scoring.models import Actor, ScoreList, Seat, Series, Tournament
from scoring.series.reads.list_states import impossible_states
from scoring.tournament.reads.panel import overview
from tests.factories import line, seated
from tests.visitors import member, text, undone

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1, won=False)]


@pytest.fixture
def tournament() -> Tournament:
    """Two tables of one round, entered."""
    series = seated(8, rounds=1)
    for score_list in ScoreList.objects.select_related("series__tournament"):
        record_games(score_list, ONE_ROUND, by=BY, revision=1)
        close_list(score_list, by=BY, revision=score_list.revision)
    return series.tournament


def found(tournament: Tournament) -> list[tuple[str, int | None]]:
    tournament.refresh_from_db()
    findings = impossible_states(tournament, overview(tournament, drafts=True).series)
    return [(each.problem.code, each.table) for each in findings]


def test_impossible_state_is_named_with_its_table(tournament):
    second = ScoreList.objects.filter(table_number=2)
    seats = Seat.objects.filter(list__in=second)
    none = dict.fromkeys(("points", "won", "lost", "others_lost", "performance"))
    for damage, *expected in (
        (
            lambda: second.update(depth="none"),
            "verify-closed-but-empty",
            "verify-games-without-depth",
        ),
        (lambda: seats.filter(position=4).delete(), "verify-seats"),
        (lambda: seats.filter(position=1).update(performance=1), "verify-tally"),
        (lambda: seats.update(**none), "counted-without-tally"),
    ):
        assert found(tournament) == []
        with undone():
            damage()
            assert sorted({*found(tournament)}) == [(code, 2) for code in expected]


def test_an_open_list_in_a_closed_series_is_missing_and_not_impossible(tournament):
    """The organizer may close the series without it, with a reason."""
    Series.objects.update(state="closed")
    assert found(tournament) == []
    ScoreList.objects.filter(table_number=2).update(state="open")
    assert found(tournament) == []
    clerk, organizer = member(tournament, "clerk"), member(tournament, "organizer")
    for state in ("running", "review"):
        Tournament.objects.update(state=state)
        page = text(clerk.get(reverse("tournament", args=[tournament.pk])))
        assert "Next step Series 1: enter 1 list 2 Table 2" in page
        assert "This cannot be" not in page
    page = text(organizer.get(reverse("series", args=[Series.objects.get().pk])))
    assert "Lists that are still open: 1." in page


def test_a_final_result_has_neither_confirmed_lists_nor_games_still_played(tournament):
    Tournament.objects.update(state="final")
    ScoreList.objects.update(
        state="confirmed", confirmed_revision=3, confirmed_at="2026-11-21T18:00Z"
    )
    assert found(tournament) == [
        ("played-after-final", None),
        ("confirmed-after-final", 1),
        ("confirmed-after-final", 2),
    ]
