"""Templates: positions of which no two meet twice, whatever the number of tables and series."""

from itertools import combinations

import pytest

from scoring.seating.template import templates


@pytest.mark.parametrize("tables", [*range(1, 41), 64, 100])
def test_no_two_positions_meet_twice(tables):
    for series in range(1, 15):
        for template in templates(tables, series):
            assert len(template.series) == series
            for round_ in template.series:
                assert sorted(p for table in round_ for p in table) == list(range(4 * tables))
            every = [table for round_ in template.series for table in round_]
            met = [pair for table in every for pair in combinations(sorted(table), 2)]
            assert len(set(met)) == len(met), (tables, series)


@pytest.mark.parametrize(
    ("players", "series"),
    [(16, 5), (20, 5), (24, 7), (28, 9), (32, 9), (36, 11), (40, 13), (44, 14), (48, 15), (52, 17)],
)
def test_small_fields_play_as_long_as_is_known_without_a_repeat(players, series):
    """docs/seating.md: the mathematical limit, but for 32 players (10 is possible)."""
    assert templates(players // 4, series)
    assert not templates(players // 4, series + 1)


@pytest.mark.parametrize("tables", range(12, 100))
def test_from_48_players_twelve_series_have_free_columns(tables):
    assert templates(tables, 12)[0].has_columns
