"""The plain lot: everybody is dealt to a table by chance, and anyone can repeat the draw."""

from collections.abc import Sequence
from typing import TypeVar

from scoring.seating.stream import Stream, shuffled

__all__ = ["ENGINE", "Stream", "draw_lot", "shuffled", "table_sizes"]

T = TypeVar("T")

ENGINE = "lot-1"


def table_sizes(players: int) -> list[int]:
    """Seats of each table: fours, and threes for the remainder, which come last.

    >>> table_sizes(9), table_sizes(11)
    ([3, 3, 3], [4, 4, 3])

    Raises ValueError for 1, 2 and 5 players, who cannot be seated.
    """
    threes = -players % 4
    fours = (players - 3 * threes) // 4
    if players < 3 or fours < 0:
        raise ValueError(f"{players} players cannot be seated at tables of four and three")
    return [4] * fours + [3] * threes


def draw_lot(players: Sequence[T], seed: str) -> list[list[T]]:
    """The players of each table in seat order; the input's order counts, so sort it first."""
    queue = iter(shuffled(players, seed))
    return [[next(queue) for _ in range(size)] for size in table_sizes(len(players))]
