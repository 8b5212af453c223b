"""Feasibility of bare totals (docs/law.md "A score list" 6)."""

from itertools import combinations_with_replacement
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.bare_totals import feasible, nearest
from scoring.rules.bids import levels, loss_values, win_values
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS, variant

OVERBID_OUTSIDE_THE_TABLE = {171, 189, 190, 200, 207, 209, 210, 220, 242, 243, 270}
ALL_SYSTEMS = (ISKO, TEXAS, NASL_1975, NASL_1898)
WARM_UP = 0.5  # seconds; measured 0.02, wide enough for a busy machine


def test_the_values_of_isko_are_those_of_the_law():
    """docs/law.md "A score list" 6: 63 levels; losses are doubled levels or overbid games outside
    the table.
    """
    assert len(levels(ISKO)) == 63
    assert win_values(ISKO) == set(levels(ISKO))
    doubled = {-2 * value for value in {*levels(ISKO), *OVERBID_OUTSIDE_THE_TABLE}}
    assert loss_values(ISKO) == doubled


@pytest.mark.parametrize(
    ("points", "won", "lost", "possible"),
    [
        (18, 1, 0, True),
        (19, 1, 0, False),
        (0, 0, 0, True),
        (1, 0, 0, False),
        (264, 1, 0, True),
        (265, 1, 0, False),
        (-36, 0, 1, True),
        (36, 0, 1, False),
        (-342, 0, 1, True),  # 2 × 171, an overbid game
        (-528, 0, 1, True),
        (-540, 0, 1, True),
        (-541, 0, 1, False),
        (0, 1, 1, True),  # 36 − 36
        (937, 18, 3, True),
    ],
)
def test_points_need_games_that_give_them(points, won, lost, possible):
    """docs/law.md "A score list" 6: 1 won 0 lost with 19 points is impossible."""
    assert feasible(ISKO, points, won, lost) is possible


@pytest.mark.parametrize("system", ALL_SYSTEMS, ids=lambda system: system.key)
@pytest.mark.parametrize(("won", "lost"), [(2, 0), (0, 2), (1, 1)])
def test_it_agrees_with_trying_every_game(system, won, lost):
    """The shifted bits against plain enumeration, in every system, for all sums in reach."""
    tried = {
        sum(gains) + sum(losses)
        for gains in combinations_with_replacement(win_values(system), won)
        for losses in combinations_with_replacement(loss_values(system), lost)
    }
    reach = range(-1200, 1200)
    found = {points for points in reach if feasible(system, points, won, lost)}
    assert found == tried & set(reach)


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


def test_a_ramsch_player_who_lost_nothing_has_ordinary_games():
    assert not feasible(variant(TEXAS, ramsch=True), 7, 1, 0)


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


def test_the_nearest_points_with_a_ramsch_have_no_end_below():
    ramsch = variant(TEXAS, ramsch=True)
    assert nearest(ramsch, 5, 0, 1) == (-1,)


@pytest.mark.parametrize("points", [10**300, -(10**300)])
def test_huge_points_are_refused_quickly(points):
    assert not feasible(ISKO, points, 30, 6)


def test_feasibility_of_many_lists_is_fast():
    """Warm-up included: some hundred questions about 48 games well within half a second."""
    fresh = variant(ISKO, wenzel_bonus=True)
    start = perf_counter()
    for points in range(400):
        feasible(fresh, points, 40, 8)
    assert perf_counter() - start < WARM_UP
