"""The numbers of the tables: drawn, but for fixed tables and those of three."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.seating.fields import plan_of, players


def at_table(plan, player):
    """The number of the table of a player in each series."""
    return [
        number
        for series in plan.series
        for number, table in enumerate(series, 1)
        if player in table
    ]


def test_who_needs_a_table_has_it_in_every_series_without_any_repeat():
    field = list(players(60))
    for player, table in ((3, 1), (17, 2), (40, 15)):
        field[player - 1] = replace(field[player - 1], fixed_table=table)
    plan = plan_of(field, 6)
    assert plan.report.counts.repeat_encounters == 0
    assert at_table(plan, 3) == [1] * 6
    assert at_table(plan, 40) == [15] * 6


@pytest.mark.parametrize("count", [30, 60, 500])
def test_who_shares_a_fixed_table_meets_there_and_nobody_else_meets_twice(count):
    field = list(players(count))
    for player in (1, 2):
        field[player - 1] = replace(field[player - 1], fixed_table=1)
    plan = plan_of(field, 3)
    (pair,) = plan.report.repeats
    assert set(pair.players) == {1, 2}
    assert pair.series == (1, 2, 3)
    assert pair.reason == "fixed-table"


def test_the_number_of_a_table_is_drawn():
    """100 draws of 16 players: player 1 sits at each of the four tables about 25 times."""
    tables = Counter(at_table(plan_of(players(16), 1, str(n)), 1)[0] for n in range(100))
    assert all(10 < tables[number] < 45 for number in (1, 2, 3, 4))
