"""Reproducible random numbers.

Python does not promise that `random.shuffle` stays the same, so this generator is specified here:
SHA-256 of seed and counter, with rejection sampling. The same seed gives the same numbers on
every machine and in every version.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """Uniform whole numbers from a seed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed.encode() + b"/"
        self.counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely (bound up to 2**64)."""
        limit = 2**64 - 2**64 % bound
        while True:
            self.counter += 1
            digest = sha256(self.seed + b"%d" % self.counter).digest()
            number = int.from_bytes(digest[:8], "big")
            # Numbers above the last full multiple would favour the small ones: draw again.
            if number < limit:
                return number % bound

    def pick(self, items: Sequence[T]) -> T:
        """One of the items; their order counts, so sort them first."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order that only the stream decides (Fisher-Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def shuffled(items: Sequence[T], seed: str) -> list[T]:
    """The items in an order that only the seed decides.

    >>> "".join(shuffled("abcdefgh", "2026-11-21"))
    'hgcafebd'
    """
    return Stream(seed).shuffled(items)
