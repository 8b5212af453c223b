"""Swaps within one series that lower the cost against the record of earlier series."""

from collections.abc import Iterable, Iterator

from scoring.seating.field import Series, Table
from scoring.seating.objective import Objective
from scoring.seating.record import DrawRecord
from scoring.seating.stream import Stream

# Swaps tried in one series, in large ones two a player; and at one table before the next's turn.
TRIES = 8_000
TRIES_AT_A_TABLE = 400
ROUNDS = 3


class Floor:
    """The tables of one series while they are repaired.

    `locked` players stay at their table. `costs` is the price of every table, kept up to date.
    """

    def __init__(
        self, tables: Series, record: DrawRecord, objective: Objective, locked: Iterable[int] = ()
    ) -> None:
        self.tables = tables
        self.record = record
        self.objective = objective
        self.locked = frozenset(locked)
        self.where = {p: number for number, table in enumerate(tables) for p in table}
        self.costs = [self.price(table) for table in tables]

    def price(self, table: Table) -> int:
        return self.record.price(table, self.objective)

    def prices_after(self, p: int, q: int) -> tuple[int, int]:
        """The prices of p's and q's tables if the two changed places."""
        mine, other = self.tables[self.where[p]], self.tables[self.where[q]]
        return (
            self.price([q if each == p else each for each in mine]),
            self.price([p if each == q else each for each in other]),
        )

    def may_swap(self, p: int, q: int) -> bool:
        return self.where[p] != self.where[q] and p not in self.locked and q not in self.locked

    def swap(self, p: int, q: int) -> None:
        a, b = self.where[p], self.where[q]
        mine, other = self.tables[a], self.tables[b]
        mine[mine.index(p)], other[other.index(q)] = q, p
        self.where[p], self.where[q] = b, a
        self.costs[a], self.costs[b] = self.price(mine), self.price(other)

    def dear(self) -> Iterator[int]:
        """The tables with a cost, one after the other."""
        return (number for number in range(len(self.tables)) if self.costs[number])


def repair_by_lot(floor: Floor, stream: Stream) -> None:
    """Swap players of tables with a cost with others drawn by lot, if that lowers the cost."""
    players = sorted(floor.where)
    tries = max(TRIES, 2 * len(players))
    for _ in range(ROUNDS):
        for number in floor.dear():
            for _ in range(min(tries, TRIES_AT_A_TABLE)):
                if not floor.costs[number]:
                    break
                tries -= 1
                p, q = stream.pick(floor.tables[number]), stream.pick(players)
                if floor.may_swap(p, q):
                    before = floor.costs[number] + floor.costs[floor.where[q]]
                    if sum(floor.prices_after(p, q)) < before:
                        floor.swap(p, q)
