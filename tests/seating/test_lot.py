"""The plain lot can be repeated by anyone and favours nobody."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating.lot import Stream, draw_lot, shuffled, table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [3]),
        (4, [4]),
        (6, [3, 3]),
        (7, [4, 3]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (80, [4] * 20),
    ],
)
def test_fours_and_for_the_remainder_threes(players, sizes):
    """n mod 4 = 1, 2, 3 gives three, two, one tables of three."""
    assert table_sizes(players) == sizes


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_who_cannot_be_seated_is_refused(players):
    with pytest.raises(ValueError, match="cannot be seated"):
        table_sizes(players)


@given(st.integers(6, 400), st.text(max_size=20))
def test_everybody_sits_exactly_once(players, seed):
    tables = draw_lot(range(players), seed)
    assert sorted(player for table in tables for player in table) == list(range(players))


def test_the_golden_draw_never_changes():
    """Printed seeds must give the same plan in ten years, on every machine and Python."""
    assert draw_lot(range(1, 12), "2026-11-21") == [[2, 3, 11, 5], [4, 6, 1, 7], [8, 10, 9]]


def test_every_place_is_equally_likely():
    """9,000 draws of nine: each player stands first about 1,000 times (σ ≈ 30)."""
    firsts = Counter(shuffled(range(9), f"seed {n}")[0] for n in range(9000))
    assert all(850 < firsts[player] < 1150 for player in range(9))


def test_numbers_stay_below_their_bound():
    stream = Stream("x")
    assert {stream.below(3) for _ in range(100)} == {0, 1, 2}
