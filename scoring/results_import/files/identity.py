"""Whom a row names: by number, name and seat. Where these disagree somebody is asked."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.core.foreign.cells import LONGEST
from scoring.results_import.files.table_rows import TableRow
from scoring.results_import.reads import KnownPlaces, is_alike
from scoring.rules.problem import Problem

MOST_SEARCHED = 300  # names that are compared with all others: nobody answers more questions


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a row is; or why that is not certain, and who it may be."""

    player: int | None = None
    problem: Problem | None = None
    options: tuple[int, ...] = ()


class PlayerFinder:
    """Finds the players of a tournament by what rows say of them."""

    def __init__(self, known: KnownPlaces) -> None:
        self.known, self.searched = known, 0

    def named(self, number: int | None, name: str) -> Identity:
        """Who has this number and this name; either may be missing."""
        exact = self.known.by_name(name) if name else []
        ours = self.known.names.get(number) if number is not None else None
        if not name:
            if number is not None and ours is not None:
                return Identity(number)
            return Identity(problem=Problem("start-number-unknown", "", {"number": number}))
        if number is None:
            return self.by_name(name, exact)
        if ours is not None and (number in exact or (not exact and is_alike(name, ours))):
            return Identity(number)
        options = (*([number] if ours is not None else []), *(exact or self.alike(name)))
        params = {"number": number, "found": name[:LONGEST], "name": ours or "–"}
        if not options:
            return Identity(problem=Problem("start-number-unknown", "", {"number": number}))
        return Identity(None, Problem("incoming-number-contradicts", "", params), unique(options))

    def by_name(self, name: str, exact: list[int]) -> Identity:
        if len(exact) == 1:
            return Identity(exact[0])
        params = {"text": name[:LONGEST]}
        if exact:
            return Identity(None, Problem("incoming-name-twice", "", params), unique(exact))
        problem = Problem("incoming-name-unknown", "", params)
        return Identity(None, problem, unique(self.alike(name)))

    def alike(self, name: str) -> list[int]:
        self.searched += 1
        return self.known.alike(name) if self.searched <= MOST_SEARCHED else []

    def seated(self, player: int, row: TableRow, series: int) -> Identity:
        """The player, if he sits where the row says."""
        here = self.known.seats.get((series, player))
        if here is None:
            params: dict[str, object] = {"number": player, "series": series}
            return Identity(problem=Problem("incoming-not-seated", "", params))
        table, seat = row.table or here[0], row.seat or here[1]
        if (table, seat) == here:
            return Identity(player)
        params = {
            "number": player,
            "name": self.known.names[player],
            "table": here[0],
            "seat": here[1],
            "found_table": table,
            "found_seat": seat,
        }
        other = self.known.at(series, table, seat) if row.seat else None
        options = unique([player, *([other] if other is not None else [])])
        return Identity(None, Problem("incoming-other-place", "", params), options)


def unique(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers))
