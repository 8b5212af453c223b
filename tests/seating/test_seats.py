"""Seats: everybody in each equally often, seat 1 (which keeps the list) above all."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating.field import Stream
from scoring.seating.seats import seat_after_history, seat_by_halves
from tests.seating.fields import plan_of, players


def spreads(plan, count):
    """For each player the difference between his most and his least frequent seat."""
    taken = Counter(
        (p, seat) for series in plan for table in series for seat, p in enumerate(table)
    )
    return [
        max(taken[p, seat] for seat in range(4)) - min(taken[p, seat] for seat in range(4))
        for p in range(count)
    ]


def tables(plan):
    return [[sorted(table) for table in series] for series in plan]


@given(st.integers(1, 12), st.integers(1, 9), st.integers())
def test_two_euler_splits_give_everybody_each_seat_alike(count, series, seed):
    """Any plan of tables of four: rounded up or down, nobody more."""
    stream = Stream(str(seed))
    plan = []
    for _ in range(series):
        order = stream.shuffled(range(4 * count))
        plan.append([order[at : at + 4] for at in range(0, 4 * count, 4)])
    seated = seat_by_halves(plan, stream)
    assert tables(seated) == tables(plan)
    assert max(spreads(seated, 4 * count)) <= 1


@pytest.mark.parametrize(
    ("count", "series", "spread"),
    [(48, 6, 1), (100, 12, 0), (8, 4, 0), (20, 5, 1), (37, 6, 2), (61, 12, 3), (203, 6, 3)],
)
def test_a_drawn_plan_has_even_seats(count, series, spread):
    """docs/seating.md: at most 1 when 4 | n, else at most 3 from 34 players."""
    assert plan_of(players(count), series).report.seat_spread <= spread


def test_an_uneven_start_is_evened_by_the_series_to_come():
    counts = [[3, 0, 0, 0], [0, 3, 0, 0], [0, 0, 3, 0], [0, 0, 0, 3]]
    seated = seat_after_history([[[0, 1, 2, 3]]] * 5, counts, Stream("x"))
    after = [list(count) for count in counts]
    for ((*table,),) in seated:
        for seat, p in enumerate(table):
            after[p][seat] += 1
    assert all(max(count) == 3 and min(count) >= 1 for count in after)
