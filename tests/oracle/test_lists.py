"""Figures of lists: the program's against the oracle's.

docs/law.md "Performance", "Ranking", "Settlement", and "A score list" 6.
"""

from fractions import Fraction
from random import Random

import pytest

from scoring.rules import settlement as program
from scoring.rules.bare_totals import feasible
from scoring.rules.bids import loss_values, win_values
from scoring.rules.ranking import DrawnLot, Standing, rank
from scoring.rules.score_list import SCHEMES
from scoring.rules.score_list import performance as program_performance
from scoring.rules.systems import TEXAS, variant
from tests.effort import cases
from tests.oracle.law_lists import (
    Total,
    lost_values,
    money,
    pairs,
    performance,
    ranks,
    settlement,
    sums,
    won_values,
)
from tests.oracle.law_systems import LAW
from tests.oracle.program import SYSTEMS

LISTS = cases(300, 3000)


def test_settlements_at_any_stake():
    rng = Random("settlements of the oracle")
    for _ in range(LISTS):
        points = [rng.randint(-900, 2500) for _ in range(rng.choice((3, 4, 4, 5)))]
        stake = Fraction(rng.randint(0, 6), rng.choice((1, 2, 3, 4, 10)))
        assert list(program.settle(points)) == settlement(points)
        assert [list(row) for row in program.pairs(points)] == pairs(points)
        cents = money(points, stake)
        assert list(program.money(points, stake)) == cents, (points, stake)
        assert sum(cents) == 0


def test_performance_by_every_scheme():
    rng = Random("performances of the oracle")
    for _ in range(LISTS):
        total = Total(rng.randint(-900, 2500), rng.randint(0, 30), rng.randint(0, 10))
        others, seats = rng.randint(0, 20), rng.choice((3, 4))
        for scheme in SCHEMES:
            found = program_performance(scheme, total.points, total.won, total.lost, others, seats)
            assert found == performance(scheme, total, others, seats), (scheme, total)


@pytest.mark.parametrize("lots", [False, True])
def test_ranks_of_players_who_are_often_equal(lots):
    rng = Random("ranks of the oracle")
    for _ in range(LISTS):
        count = rng.randint(1, 12)
        drawn = rng.sample(range(count), count) if lots else [None] * count
        totals = [
            Total(rng.choice((900, 1000)), rng.choice((20, 21)), rng.choice((2, 3)), lot)
            for lot in drawn
        ]
        standings = [
            Standing(key, each.points, each.won, each.lost, lot_of(each))
            for key, each in enumerate(totals)
        ]
        found = {each.key: each for each in rank(standings)}
        expected = ranks(totals)
        assert [found[key].rank for key in range(count)] == expected, totals
        equal = [expected.count(each) > 1 for each in expected]
        assert [found[key].lot_needed for key in range(count)] == equal, totals


def lot_of(total: Total) -> DrawnLot | None:
    return None if total.lot is None else DrawnLot(total.lot + 1)


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("system", LAW)
def test_what_a_game_can_bring_and_cost(system, bonus):
    found = variant(SYSTEMS[system], wenzel_bonus=bonus)
    assert win_values(found) == won_values(system, bonus)
    assert loss_values(found) == lost_values(system, bonus=bonus)


def test_what_overbid_games_cost_outside_the_table():
    """docs/law.md "A score list" 6 names eleven; and single hand losses in Texas."""
    doubled = {-2 * value for value in won_values("isko")}
    outside = {-score // 2 for score in lost_values("isko") - doubled}
    assert outside == {171, 189, 190, 200, 207, 209, 210, 220, 242, 243, 270}
    single = loss_values(variant(TEXAS, hand_loss=1))
    assert single == lost_values("texas", hand_loss=1)


@pytest.mark.parametrize("system", LAW)
@pytest.mark.parametrize(("won", "lost"), [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)])
def test_which_totals_are_possible(system, won, lost):
    """Every sum of one or two games, and no other."""
    gains = sums(won_values(system), won)
    costs = sums(lost_values(system), lost)
    possible = {gain + cost for gain in gains for cost in costs}
    for points in range(min(possible) - 3, max(possible) + 4):
        assert feasible(SYSTEMS[system], points, won, lost) == (points in possible), points
