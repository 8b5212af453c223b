"""The plain lot can be repeated by anyone and favours nobody."""

from collections import Counter

import pytest

from scoring.seating.field import shuffled
from tests.seating.fields import plan_of, players


def lot(count, seed="2026-11-21"):
    (series,) = plan_of(players(count), 1, seed, mode="lot").series
    return series


@pytest.mark.parametrize(
    ("count", "sizes"),
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
def test_fours_and_for_the_remainder_threes(count, sizes):
    """n mod 4 = 1, 2, 3 gives three, two, one tables of three."""
    assert [len(table) for table in lot(count)] == sizes


def test_the_lot_is_the_order_that_the_seed_decides_cut_into_tables():
    """Printed seeds must give the same plan in ten years, on every machine and Python."""
    assert lot(11) == ((2, 3, 11, 5), (4, 6, 1, 7), (8, 10, 9))
    order = shuffled(range(1, 24), "seed")
    assert [player for table in lot(23, "seed") for player in table] == order


def test_every_place_is_equally_likely():
    """9,000 draws of nine: each player stands first about 1,000 times (σ ≈ 30)."""
    firsts = Counter(shuffled(range(9), f"seed {n}")[0] for n in range(9000))
    assert all(850 < firsts[player] < 1150 for player in range(9))
