"""Adjustments: made by the organizer, reversed by a second row, always logged."""

import pytest

from scoring.models import Actor, Adjustment
from scoring.models.tournament import TournamentState
from scoring.standings.services import adjust, reverse_adjustment
from tests.factories import make_entries, make_series, make_tournament
from tests.refusals import codes_of

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    return make_entries(make_tournament(), 1)[0]


def codes(call, *args, **options):
    return set(codes_of(call, *args, by=BY, **options))


def test_adjustment_stores_player_points_and_reason(entry):
    series = make_series(entry.tournament)
    type(entry).objects.update(start_number=77)  # meanwhile
    adjust(entry, -100, series=series, reason="came late", by=BY)
    row = Adjustment.objects.get()
    assert (row.points, row.series, row.reason) == (-100, series, "came late")
    log = entry.tournament.log.last()
    assert (log.action, log.subject, log.reason) == ("adjustment.made", "entry/77", "came late")
    assert log.new == {"points": -100, "series": 1}


def test_every_problem_is_reported_at_once(entry):
    foreign = make_series(make_tournament())
    foreign_and_empty = codes(adjust, entry, 0, series=foreign, reason=" ")
    out_of_range = "adjustment-out-of-range"
    assert foreign_and_empty == {out_of_range, "adjustment-series-unknown", "reason-missing"}
    assert codes(adjust, entry, 10_000, reason="x" * 201) == {out_of_range, "text-too-long"}
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
