"""Templates: plans of positions in which no two positions meet twice.

With T tables there are 4T positions (c, x): column c = 0 … 3 and x in a group of order T. In
series s position (c, x) sits at table x + f_c(s). Two positions of one column never meet; those
of different columns meet once at most if all differences f_c - f_c' are distinct over the series.
Positions are numbered c * T + x.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import gcd

from scoring.seating.designs import GROUPS, MATRICES, STARTERS, Column
from scoring.seating.field import SEATS, Series

# Columns of a difference matrix tried before the search for more gives up.
STEPS = 40_000


@dataclass(frozen=True)
class Template:
    """For each series its tables, each of four positions.

    `columns` says that positions of one column never meet and sit column by column at a table.
    """

    series: list[Series]
    columns: bool

    @property
    def tables(self) -> int:
        return len(self.series[0])

    @property
    def positions(self) -> int:
        return SEATS * self.tables

    @cached_property
    def where(self) -> list[list[int]]:
        """For each series the table of each position."""
        found = []
        for tables in self.series:
            at = [0] * self.positions
            for number, table in enumerate(tables):
                for position in table:
                    at[position] = number
            found.append(at)
        return found

    def met_by(self, position: int) -> list[int]:
        """Whom a position meets, in the order of the series."""
        return [
            other
            for tables, at in zip(self.series, self.where, strict=True)
            for other in tables[at[position]]
            if other != position
        ]


def templates(tables: int, series: int) -> list[Template]:
    """Every template known for so many tables and series, those with free columns first."""
    found = [of_columns(tables, series), of_rounds(tables, series), of_starter(tables, series)]
    return [template for template in found if template is not None]


def of_columns(tables: int, series: int) -> Template | None:
    columns = shift_columns(tables, series)
    if columns is None:
        return None
    return Template([shifted(tables, column) for column in columns], columns=True)


def of_rounds(tables: int, series: int) -> Template | None:
    """One series more than there are columns: the columns themselves, cut into fours."""
    if series < 2 or tables % SEATS or shift_columns(tables, series) is not None:
        return None
    columns = shift_columns(tables, series - 1)
    if columns is None:
        return None
    cut = [list(range(first, first + SEATS)) for first in range(0, SEATS * tables, SEATS)]
    return Template([shifted(tables, column) for column in columns] + [cut], columns=False)


def of_starter(tables: int, series: int) -> Template | None:
    """The first round developed modulo n: every place of an orbit moves on by one a series."""
    if tables not in STARTERS or series > STARTERS[tables][0]:
        return None
    n, first = STARTERS[tables]

    def position(orbit: int, place: int, step: int) -> int:
        return orbit * n + (place + step) % n if orbit < 3 else 3 * n + orbit - 3

    developed = [
        [[position(orbit, place, step) for orbit, place in block] for block in first]
        for step in range(series)
    ]
    return Template(developed, columns=False)


def shifted(tables: int, column: Column) -> Series:
    """One series: table t has, of each column, the position x with x + f = t."""
    shifts = (0, *column)
    if tables not in GROUPS:
        return [
            [c * tables + (t - shift) % tables for c, shift in enumerate(shifts)]
            for t in range(tables)
        ]
    moduli = GROUPS[tables]
    elements = list(product(*map(range, moduli)))
    number = {element: place for place, element in enumerate(elements)}

    def minus(t: int, shift: int) -> int:
        pairs = zip(elements[t], elements[shift], moduli, strict=True)
        return number[tuple((a - b) % m for a, b, m in pairs)]

    return [[c * tables + minus(t, shift) for c, shift in enumerate(shifts)] for t in range(tables)]


@lru_cache
def shift_columns(tables: int, series: int) -> tuple[Column, ...] | None:
    """(f_1, f_2, f_3) for every series, f_0 being 0; None where none is known."""
    if tables in MATRICES:
        return MATRICES[tables][:series] if series <= len(MATRICES[tables]) else None
    if series == 1:
        return ((0, 0, 0),)
    if tables <= SEATS or series > tables:
        return None
    # f_c = c * s: s, 2s and 3s must each be distinct modulo T.
    if series <= tables // gcd(tables, 2) and series <= tables // gcd(tables, 3):
        return tuple((s, 2 * s % tables, 3 * s % tables) for s in range(series))
    return searched_columns(tables, series)


def searched_columns(tables: int, series: int) -> tuple[Column, ...] | None:
    """A difference matrix over Z/T by backtracking, its columns in ascending order."""
    used: list[set[int]] = [set() for _ in range(6)]
    chosen: list[Column] = []
    steps = 0

    def extend(least: int) -> bool:
        nonlocal steps
        if len(chosen) == series:
            return True
        for column in product(range(least, tables), range(tables), range(tables)):
            differences = differences_of(column, tables)
            steps += 1
            if steps > STEPS:
                return False
            if any(d in row for d, row in zip(differences, used, strict=True)):
                continue
            chosen.append(column)
            for d, row in zip(differences, used, strict=True):
                row.add(d)
            if extend(column[0] + 1):
                return True
            chosen.pop()
            for d, row in zip(differences, used, strict=True):
                row.discard(d)
        return False

    return tuple(chosen) if extend(0) else None


def differences_of(column: Column, tables: int) -> tuple[int, ...]:
    a, b, c = column
    return (a, b, c, (b - a) % tables, (c - a) % tables, (c - b) % tables)
