"""The plain lot: everybody is dealt to a table by chance, and anyone can repeat the draw.

Python does not promise that `random.shuffle` stays the same, so the generator is our own:
SHA-256 of seed and counter, with rejection sampling. The same seed gives the same plan on every
machine and in every version.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

ENGINE = "lot-1"


class Stream:
    """Uniform whole numbers from a seed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed.encode()
        self.counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely (bound up to 2**64)."""
        limit = 2**64 - 2**64 % bound
        while True:
            self.counter += 1
            digest = sha256(self.seed + b"/" + str(self.counter).encode()).digest()
            number = int.from_bytes(digest[:8], "big")
            # Numbers above the last full multiple would favour the small ones: draw again.
            if number < limit:
                return number % bound


def shuffled(items: Sequence[T], seed: str) -> list[T]:
    """The items in an order that only the seed decides (Fisher-Yates).

    >>> "".join(shuffled("abcdefgh", "2026-11-21"))
    'hgcafebd'
    """
    order, stream = list(items), Stream(seed)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


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
