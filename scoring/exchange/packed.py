"""Long lists of a document, which would take ten times the memory of their letters as objects."""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

AT_ONCE = 200  # items that are packed together
FAST = 1  # a fifteenth of the letters; the best packing would take as long as the reading

Read = Callable[[int, object], Any]


def as_it_is(_index: int, value: object) -> object:
    return value


class Packed:
    """The items of a list as packed JSON: who goes through them has few at a time.

    `read` makes of the place and the JSON value of an item what it is for whoever goes through.
    """

    def __init__(self) -> None:
        self.blocks: list[bytes] = []
        self.waiting: list[object] = []
        self.count = 0
        self.read: Read = as_it_is

    def add(self, value: object) -> None:
        self.waiting.append(value)
        self.count += 1
        if len(self.waiting) == AT_ONCE:
            self.pack()

    def pack(self) -> None:
        """Pack what waits."""
        if self.waiting:
            self.blocks.append(zlib.compress(json.dumps(self.waiting).encode(), FAST))
            self.waiting = []

    def raw(self) -> Iterator[Any]:
        """The JSON values."""
        for block in self.blocks:
            yield from json.loads(zlib.decompress(block))
        yield from self.waiting

    def __iter__(self) -> Iterator[Any]:
        for index, value in enumerate(self.raw()):
            yield self.read(index, value)

    def __len__(self) -> int:
        return self.count


def as_written(items: Packed | Sequence[Any]) -> Iterator[Any]:
    """The items as they stand in the document: faster where little of each is asked for."""
    return items.raw() if isinstance(items, Packed) else iter(items)
