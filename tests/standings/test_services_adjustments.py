"""Adjustments: made by the organizer, reversed by a second row, always logged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.models import Actor, Adjustment
from scoring.models.tournament import TournamentState
from scoring.standings.reads.scopes import find_standings
from scoring.standings.services import adjust, reverse_adjustment
from tests.factories import make_entries, make_series, make_tournament
from tests.refusals import codes_of
from tests.standings.test_reads_standings import TEXTBOOK, tournament_of

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    return make_entries(make_tournament(), 1)[0]


def codes(call, *args, **options):
    return set(codes_of(call, *args, by=BY, **options))


def test_adjustment_stores_player_points_and_reason(entry):
    series = make_series(entry.tournament)
    adjust(entry, -100, series=series, reason="came late", by=BY)
    row = Adjustment.objects.get()
    assert (row.points, row.series, row.reason) == (-100, series, "came late")
    log = entry.tournament.log.last()
    assert (log.action, log.subject, log.reason) == ("adjustment.made", "entry/1", "came late")
    assert log.new == {"points": -100, "series": 1}


def test_every_problem_is_reported_at_once(entry):
    foreign = make_series(make_tournament())
    assert codes(adjust, entry, 0, series=foreign, reason=" ") == {
        "adjustment-out-of-range",
        "adjustment-series-unknown",
        "reason-missing",
    }
    assert codes(adjust, entry, 10_000, reason="x" * 201) == {
        "adjustment-out-of-range",
        "text-too-long",
    }
    removed = make_series(entry.tournament)
    type(removed).objects.get(pk=removed.pk).delete()
    assert codes(adjust, entry, -5, series=removed, reason="late") == {"series-gone"}
    entry.tournament.state = TournamentState.FINAL
    entry.tournament.save()
    assert codes(adjust, entry, 5, reason="late") == {"tournament-final"}
    assert not Adjustment.objects.exists()


def test_adjustment_is_reversed_once_by_a_second_row(entry):
    adjust(entry, -100, reason="came late", by=BY)
    first = Adjustment.objects.get()
    reverse_adjustment(first, reason="was there", by=BY)
    second = first.reversed_by
    assert (second.points, second.series, second.reason) == (100, None, "was there")
    assert codes(reverse_adjustment, first, reason="again") == {"adjustment-reversed"}
    assert codes(reverse_adjustment, second, reason="again") == {"adjustment-is-a-reversal"}


class Totals(TestCase):
    @pytest.mark.slow
    @given(
        st.lists(
            st.tuples(st.integers(1, 4), st.integers(-99, 99), st.sampled_from((0, 1, 2))),
            max_size=6,
        )
    )
    def test_total_is_the_sum_of_lists_and_adjustments(self, made):
        """A series total has the adjustments of that series, the overall total all of them."""
        tournament = tournament_of(TEXTBOOK, TEXTBOOK)
        entries = {entry.start_number: entry for entry in tournament.entries.all()}
        serieses = {series.number: series for series in tournament.series.all()}
        made = [each for each in made if each[1]]
        for number, points, series in made:
            adjust(entries[number], points, series=serieses.get(series), reason="x", by=BY)
        given = {1: 1332, 2: 1308, 3: 1320, 4: 108}
        for scope, series, times in (("overall", (0, 1, 2), 2), ("series/2", (2,), 1)):
            for row in find_standings(tournament, scope).rows:
                own = sum(p for number, p, s in made if number == row.start_number and s in series)
                assert row.performance == times * given[row.start_number] + own
                assert row.adjusted == own
