"""Which sums of games are possible (docs/law.md "A score list" 6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.bare_totals import feasible, nearest
from scoring.rules.bids import loss_values, win_values
from scoring.rules.systems import ISKO, SYSTEMS, TEXAS, variant


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
        (19, 1, 0, (18, 20)), (18, 1, 0, (18,)), (17, 1, 0, (18,)), (-5, 1, 0, (18,)),
        (1_000_000, 1, 0, (264,)), (-1_000_000, 0, 1, (-540,)), (5, 0, 0, (0,)), (-5, 0, 0, (0,)),
    ],
)  # fmt: skip
def test_the_nearest_possible_points_are_named(points, won, lost, expected):
    assert nearest(ISKO, points, won, lost) == expected


@pytest.mark.parametrize("points", [10**300, -(10**300)])
def test_huge_points_are_refused_quickly(points):
    assert not feasible(ISKO, points, 30, 6)


# Won values, lost values and the sum of these, by system, without and with the bonus for wenzels:
# reckoned a second time from the tables of docs/law.md.
FIGURES = {
    "isko-1998": (63, 74, -18014, 71, 86, -24592),
    "texas": (88, 95, -31310, 99, 105, -38184),
    "nasl1975": (71, 146, -23907, 84, 178, -35027),
    "nasl1898": (85, 175, -25378, 95, 207, -35313),
}


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_what_a_game_can_bring_and_cost(system):
    found = ()
    for each in (system, variant(system, wenzel_bonus=True)):
        lost = loss_values(each)
        found += (len(win_values(each)), len(lost), sum(lost))
    assert found == FIGURES[system.key]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
@pytest.mark.parametrize("kinds", ["", "w", "l", "ww", "wl", "ll"])
def test_every_sum_of_one_or_two_games_is_possible_and_no_other(system, kinds):
    values = {"w": win_values(system), "l": loss_values(system)}
    possible = {0}
    for kind in kinds:
        possible = {total + value for total in possible for value in values[kind]}
    for points in range(min(possible) - 3, max(possible) + 4):
        is_possible = feasible(system, points, kinds.count("w"), kinds.count("l"))
        assert is_possible == (points in possible), points
