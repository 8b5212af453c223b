"""The record of earlier series: meetings, visits to tables of three, seats."""

from collections.abc import Iterable

from scoring.seating.field import NONE, Field, Series, Table
from scoring.seating.objective import Objective


class DrawRecord:
    """Counts over series that are played or settled.

    `met[p][q]` is how often p met q, `visits[p]` how often p sat at a table of three, and
    `seats[p]` how often in each of the four seats.
    """

    def __init__(self, players: int) -> None:
        self.met: list[dict[int, int]] = [{} for _ in range(players)]
        self.visits = [0] * players
        self.seats = [[0, 0, 0, 0] for _ in range(players)]

    @classmethod
    def of(cls, field: Field) -> "DrawRecord":
        record = cls(field.size)
        for series in field.history:
            record.add(series)
            record.add_seats(series)
        return record

    def add(self, series: Series, times: int = 1) -> None:
        """Count a series, or with -1 take it back."""
        for table in series:
            for p in table:
                if p == NONE:
                    continue
                met = self.met[p]
                for q in table:
                    if q not in (p, NONE):
                        met[q] = met.get(q, 0) + times
                if len(table) == 3:
                    self.visits[p] += times

    def price(self, table: Table, objective: Objective) -> int:
        """The cost of these players sitting together once more."""
        repeat, bonds, fixed = objective.repeat, objective.bonds, objective.fixed
        price = 0
        for place, p in enumerate(table):
            met = self.met[p]
            for q in table[:place]:
                if q in met:
                    price += met[q] * repeat
                if (bonds[p] and bonds[q]) or p in fixed:
                    price += objective.apart(p, q)
        if len(table) == 3 and objective.three:
            price += objective.three * sum(self.visits[p] + objective.reluctance[p] for p in table)
        return price

    def cost(self, plan: Iterable[Series], objective: Objective) -> int:
        """The cost that a plan adds to the record."""
        total = 0
        counted: list[Series] = []
        for series in plan:
            total += sum(self.price(table, objective) for table in series)
            self.add(series)
            counted.append(series)
        for series in counted:
            self.add(series, -1)
        return total

    def add_seats(self, series: Iterable[Table]) -> None:
        for table in series:
            for seat, p in enumerate(table):
                if p != NONE:
                    self.seats[p][seat] += 1
