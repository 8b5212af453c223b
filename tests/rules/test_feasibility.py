"""Feasibility of bare totals (docs/law.md "A score list" 6).

Sums of one and two games in every system: tests/oracle/test_lists.py.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.bare_totals import feasible, nearest
from scoring.rules.bids import loss_values, win_values
from scoring.rules.systems import ISKO, TEXAS, variant


@given(
    st.lists(st.sampled_from(sorted(win_values(ISKO))), max_size=36),
    st.lists(st.sampled_from(sorted(loss_values(ISKO))), max_size=12),
)
def test_every_real_list_is_feasible(won, lost):
    assert feasible(ISKO, sum(won) + sum(lost), len(won), len(lost))


def test_a_ramsch_can_lose_any_number_of_points():
    """docs/law.md "The four systems": an option of the other systems, a manual loss."""
    ramsch = variant(TEXAS, ramsch=True)
    assert feasible(ramsch, -7, 0, 1)
    assert not feasible(TEXAS, -7, 0, 1)
    assert not feasible(ramsch, 0, 0, 1)
    assert not feasible(ramsch, -1, 0, 2)
    assert feasible(ramsch, -100_000, 3, 1)
    assert feasible(ramsch, max(win_values(TEXAS)) - 1, 1, 1)
    assert not feasible(ramsch, max(win_values(TEXAS)), 1, 1)
    assert not feasible(ramsch, 7, 1, 0)
    assert nearest(ramsch, 5, 0, 1) == (-1,)


@pytest.mark.parametrize(
    ("points", "won", "lost", "expected"),
    [
        (19, 1, 0, (18, 20)),
        (18, 1, 0, (18,)),
        (17, 1, 0, (18,)),
        (-5, 1, 0, (18,)),
        (1_000_000, 1, 0, (264,)),
        (-1_000_000, 0, 1, (-540,)),
        (5, 0, 0, (0,)),
        (-5, 0, 0, (0,)),
    ],
)
def test_the_nearest_possible_points_are_named(points, won, lost, expected):
    assert nearest(ISKO, points, won, lost) == expected


@pytest.mark.parametrize("points", [10**300, -(10**300)])
def test_huge_points_are_refused_quickly(points):
    assert not feasible(ISKO, points, 30, 6)
