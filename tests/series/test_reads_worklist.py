"""The tables as the desk works them off, and the clock of a series (docs/law.md "A score list")."""

from datetime import timedelta

import pytest

from scoring.models import Actor, LogEntry, ScoreList, Series
from scoring.series.reads.series import one_series
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series, open_list, set_time_limit
from tests.factories import make_series, seated, undrawn

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def order(series: Series) -> list[int]:
    return [each.table_number for each in one_series(series, drafts=True).by_urgency]


def test_missing_lists_come_first_then_begun_then_those_to_be_confirmed():
    series = seated(20)
    lists = ScoreList.objects.filter(series=series)
    lists.filter(table_number=1).update(state="confirmed", confirmed_revision=1)
    lists.filter(table_number=2).update(state="entered")
    lists.filter(table_number=3).update(depth="games")
    assert order(series) == [4, 5, 3, 2, 1]


def test_from_a_bag_of_cards_the_list_that_was_opened_first_is_missing_longest():
    series = undrawn(12)
    for table, numbers in ((3, [1, 2, 3, 4]), (1, [5, 6, 7, 8]), (2, [9, 10, 11, 12])):
        open_list(series, table, numbers, by=BY)
    assert order(series) == [3, 1, 2]
    for state in ("released", "draft"):
        move_series(series, state, by=BY, reason="slip")
    draw_series(series, by=BY, reason="slip")
    for state in ("released", "playing"):
        move_series(series, state, by=BY)
    assert order(series) == [1, 2, 3], "these tables play since the series began"


def test_the_clock_starts_with_the_series_and_ends_with_its_limit():
    series = seated(4)
    assert not series.has_clock
    set_time_limit(series, 130, by=BY)
    move_series(series, "playing", by=BY)
    assert series.has_clock
    assert series.ends_at == series.started_at + timedelta(minutes=130)
    move_series(series, "released", by=BY, reason="not ready")
    assert series.started_at is None
    move_series(series, "playing", by=BY)
    started = series.started_at
    move_series(series, "closed", by=BY, reason="lists are lost")
    assert not series.has_clock
    move_series(series, "playing", by=BY, reason="a list was found")
    assert series.started_at == started


def test_a_limit_holds_for_the_series_to_come_and_is_logged():
    first = seated(4)
    second, _third = make_series(first.tournament), make_series(first.tournament)
    set_time_limit(second, 90, by=BY)
    limits = Series.objects.order_by("number").values_list("minutes", flat=True)
    assert list(limits) == [None, 90, 90]
    row = LogEntry.objects.get(action="series.time_limit")
    assert (row.subject, row.old, row.new) == ("series/2", {"minutes": None}, {"minutes": 90})
