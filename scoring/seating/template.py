"""Templates: plans of positions in which no two positions meet twice.

With T tables there are 4T positions (c, x), numbered c * T + x: column c = 0 … 3, and x in a group
of order T. In series s position (c, x) sits at table x + f_c(s). Two positions of one column never
meet; two others meet once at most if all differences f_c - f_c' are distinct over the series.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations, product
from math import gcd

from scoring.seating.dealing import blocks
from scoring.seating.field import NONE, SEATS, Field, Series, Stream
from scoring.seating.objective import Objective

# Difference matrices and starters found by search; each character is a number, a = 10, b = 11 …
# A difference matrix over a group of order T has the rows f_0 … f_3, f_0 all 0; each entry below
# is (f_1, f_2, f_3) of one series. All differences of two rows are distinct. A starter is a series
# developed modulo n: three orbits of n positions (orbit, place), and 4T - 3n positions that stay
# where they are (orbit 3 and up).

# Groups that are not cyclic, as products of cyclic ones; every other group of order T is Z/T.
GROUPS: dict[int, tuple[int, ...]] = {4: (2, 2), 8: (2, 2, 2), 9: (3, 3), 12: (2, 6)}

# For T tables, the shifts of each series. Elements are numbered as in itertools.product.
MATRICES = {
    4: "000 123 231 312",
    6: "000 123 241 415 532",
    8: "000 123 246 365 437 514 671 752",
    9: "000 123 216 362 485 578 631 754 847",
    10: "000 123 215 357 492 584 631 849 976",
    12: "000 123 215 376 468 5a7 691 74b 839 9b2 a84 b5a",
    14: "000 123 215 351 479 53b 6ba 7d6 8c4 942 c8d da7",
    15: "000 123 215 351 479 53b 6a2 7e8 8dc b64 c96 d4a e8d",
    16: "000 123 215 351 479 532 6af 7fd 8e7 a4e b6c d94 eb8 f8b",
    18: "000 123 215 351 479 532 6a7 74b 8d4 9hf a6h e8d gb6 h9c",
}

# For T tables: n, and the four positions of every table of the first series.
MODULI = {4: 5, 6: 7, 7: 9, 9: 11, 10: 13, 11: 14, 12: 15, 13: 17}
STARTERS = {
    4: "30 01 20 14|00 12 02 11|03 21 04 24|10 22 23 13",
    6: "30 26 14 00|40 20 05 13|50 15 03 23|01 02 04 25|06 10 12 16|11 24 21 22",
    7: "30 25 12 01|00 21 20 10|02 14 15 18|03 08 17 26|04 07 23 06|05 27 11 13|16 28 24 22",
    9: (
        "30 07 19 21|40 17 29 01|50 27 09 11|00 26 22 0a|10 06 02 1a|20 16 12 2a|03 08 05 14|"
        "13 18 15 24|23 28 25 04"
    ),
    10: (
        "30 00 10 20|01 2a 22 14|13 04 06 2c|29 1c 15 0a|02 27 26 09|16 08 05 11|25 1b 12 23|"
        "03 17 18 1a|19 28 2b 24|21 0b 07 0c"
    ),
    11: (
        "30 23 05 1d|40 04 12 28|00 2d 2a 08|10 03 0c 14|20 15 16 22|01 0d 18 27|1b 13 24 07|"
        "29 25 02 17|06 09 19 0a|1a 11 21 1c|2c 2b 0b 26"
    ),
    12: (
        "30 2d 06 1c|40 0d 16 2c|50 1d 26 0c|00 0e 03 24|10 1e 13 04|20 2e 23 14|01 27 09 0b|"
        "11 07 19 1b|21 17 29 2b|02 2a 15 08|12 0a 25 18|22 1a 05 28"
    ),
    13: (
        "30 28 08 18|00 0d 02 21|10 1d 12 01|20 2d 22 11|03 1a 2c 06|13 2a 0c 16|23 0a 1c 26|"
        "04 09 2g 17|14 19 0g 27|24 29 1g 07|05 0f 1b 0e|15 1f 2b 1e|25 2f 0b 2e"
    ),
}

Shifts = tuple[int, ...]  # (f_1, f_2, f_3) of one series

# Shifts tried before the search for a difference matrix gives up.
MAX_SHIFTS_TRIED = 40_000


@dataclass(frozen=True)
class Template:
    """The tables of each series. `has_columns`: no two positions of one column meet."""

    series: list[Series]
    has_columns: bool

    @property
    def tables(self) -> int:
        return len(self.series[0])

    @property
    def positions(self) -> int:
        return SEATS * self.tables

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """Whom each position meets."""
        neighbours: list[list[int]] = [[] for _ in range(self.positions)]
        for table in chain(*self.series):
            for position in table:
                neighbours[position] += [other for other in table if other != position]
        return neighbours


def templates(tables: int, series: int) -> list[Template]:
    """The known templates for this many tables and series, one with columns first."""
    by_matrix = []
    if matrix := difference_matrix(tables, series):
        rounds = [shifted_series(tables, shifts) for shifts in matrix]
        by_matrix.append(Template(rounds, has_columns=True))
    elif series > 1 and tables % SEATS == 0 and (matrix := difference_matrix(tables, series - 1)):
        # One series more than the matrix has: the columns themselves, cut into fours.
        fours = [list(range(first, first + SEATS)) for first in range(0, SEATS * tables, SEATS)]
        rounds = [*(shifted_series(tables, shifts) for shifts in matrix), fours]
        by_matrix.append(Template(rounds, has_columns=False))
    starter = starter_template(tables, series)
    return [*by_matrix, starter] if starter else by_matrix


def starter_template(tables: int, series: int) -> Template | None:
    """The first series developed modulo n: every place of an orbit moves on by one each series."""
    n = MODULI.get(tables, 0)
    if series > n:
        return None

    def position(orbit: int, place: int, step: int) -> int:
        return orbit * n + (place + step) % n if orbit < 3 else 3 * n + orbit - 3

    starter = STARTERS[tables]
    first_tables = [[read_digits(pair) for pair in table.split()] for table in starter.split("|")]
    developed = [
        [[position(orbit, place, step) for orbit, place in table] for table in first_tables]
        for step in range(series)
    ]
    return Template(developed, has_columns=False)


def read_digits(word: str) -> tuple[int, ...]:
    return tuple(int(digit, 36) for digit in word)


def shifted_series(tables: int, others: Shifts) -> Series:
    """One series: of each column, table t has the position x with x + f = t."""
    shifts = (0, *others)
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


@cache
def difference_matrix(tables: int, series: int) -> tuple[Shifts, ...] | None:
    """The shifts of every series; None if no matrix is known."""
    if tables in MATRICES:
        matrix = tuple(map(read_digits, MATRICES[tables].split()))
        return matrix[:series] if series <= len(matrix) else None
    if series == 1:
        return ((0, 0, 0),)
    if tables <= SEATS or series > tables:
        return None
    # f_c = c * s: s, 2s and 3s must each be distinct modulo T.
    if series <= tables // gcd(tables, 2) and series <= tables // gcd(tables, 3):
        return tuple((s, 2 * s % tables, 3 * s % tables) for s in range(series))
    return search_matrix(tables, series)


def search_matrix(tables: int, series: int) -> tuple[Shifts, ...] | None:
    """A difference matrix over Z/T by backtracking, its shifts in ascending order."""
    used: set[tuple[int, int]] = set()  # pairs of rows, numbered, and their differences
    matrix: list[Shifts] = []
    steps = 0

    def extend(least: int) -> bool:
        nonlocal steps
        if len(matrix) == series:
            return True
        for a, b, c in product(range(least, tables), range(tables), range(tables)):
            by_rows = (a, b, c, (b - a) % tables, (c - a) % tables, (c - b) % tables)
            differences = set(enumerate(by_rows))
            steps += 1
            if steps > MAX_SHIFTS_TRIED:
                return False
            if used.isdisjoint(differences):
                matrix.append((a, b, c))
                used.update(differences)
                if extend(a + 1):
                    return True
                matrix.pop()
                used.difference_update(differences)
        return False

    return tuple(matrix) if extend(0) else None


# Players onto the positions of a template: positions of one column never meet, so a club that is
# packed into one column is separated.


def place_by_columns(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> list[int]:
    """The player of each position, NONE on `empty` ones: clubs packed into columns.

    Players with fixed tables all go into one column, so that no two of them ever meet.
    """
    columns = stream.shuffled(
        [
            [q for q in range(c * template.tables, (c + 1) * template.tables) if q not in empty]
            for c in range(SEATS)
        ]
    )
    columns.sort(key=len, reverse=True)
    fixed = [p for p in field.playing[0] if p in field.fixed]
    free = (p for p in field.playing[0] if p not in field.fixed)
    together, alone = blocks(free, objective, stream)
    capacities = [len(column) for column in columns]
    members = pack_columns(fixed, together, alone, capacities)
    placing = [NONE] * template.positions
    beside = {q for hole in empty for q in template.neighbours[hole]}
    for positions, players in zip(columns, members, strict=True):
        order = stream.shuffled(players)
        # Players meant for tables of three go beside the empty chairs.
        order.sort(key=lambda p: objective.reluctance[p])
        for q, p in zip(sorted(positions, key=lambda q: q not in beside), order, strict=True):
            placing[q] = p
    return placing


def pack_columns(
    fixed: list[int], together: list[list[int]], alone: list[int], capacities: list[int]
) -> list[list[int]]:
    """The players of each column, by the better of two packings: each block into the emptiest
    column that has room for it, or each into the fullest.
    """
    most = max(capacities)
    pieces = [block[at : at + most] for block in together for at in range(0, len(block), most)]
    pieces.sort(key=len, reverse=True)
    packings = [pack_blocks(fixed, pieces, capacities, choose) for choose in (max, min)]
    members = min(packings, key=lambda packing: packing[0])[1]
    singles = iter(alone)
    for capacity, column in zip(capacities, members, strict=True):
        column += [next(singles) for _ in range(capacity - len(column))]
    return members


def pack_blocks(
    fixed: list[int],
    together: list[list[int]],
    capacities: list[int],
    choose: Callable[[list[int]], int],
) -> tuple[int, list[list[int]]]:
    """How often a block had to be split, and the players of each column."""
    members = [list(fixed), *([] for _ in capacities[1:])]
    splits = 0
    for rest in together:
        while rest:
            free = [
                capacity - len(column) for capacity, column in zip(capacities, members, strict=True)
            ]
            fitting = [chairs for chairs in free if chairs >= len(rest)]
            into = free.index(choose(fitting) if fitting else max(free))
            members[into] += rest[: free[into]]
            rest = rest[free[into] :]
            splits += bool(rest)
    return splits, members


def place_by_neighbours(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> list[int]:
    """The player of each position: those of a block where they have the fewest neighbours of it."""
    together, alone = blocks(field.playing[0], objective, stream)
    placing = [NONE] * template.positions
    free = [q for q in range(template.positions) if q not in empty]
    for block in together:
        neighbours = [0] * template.positions
        for p in block:
            fewest = min(neighbours[q] for q in free)
            position = stream.pick([q for q in free if neighbours[q] == fewest])
            free.remove(position)
            placing[position] = p
            for q in template.neighbours[position]:
                neighbours[q] += 1
    for q, p in zip(stream.shuffled(free), alone, strict=True):
        placing[q] = p
    return placing


# Which positions of a template stay empty, so that their tables have three players.

# Without columns all choices are weighed. In columns, whose positions are alike, those that include
# the first position of a column; above MAX_POSITIONS_WEIGHED only positions of the first column,
# evenly spaced: at least MIN_SPACED of them, if the column has as many.
MAX_POSITIONS_WEIGHED = 160
MIN_SPACED = 64


def choose_holes(template: Template, count: int) -> list[int] | None:
    """Up to three positions that never meet; None if there are none among the `choices`.

    They have the fewest common neighbours, who come to a table of three twice.
    """
    best: tuple[int, list[int]] | None = None

    @cache
    def neighbours_as_bits(position: int) -> int:
        return sum(1 << other for other in template.neighbours[position])

    for choice in choices(template, count):
        if any(neighbours_as_bits(a) >> b & 1 for a, b in combinations(choice, 2)):
            continue
        once = twice = thrice = 0
        for position in choice:
            met = neighbours_as_bits(position)
            thrice |= twice & met
            twice |= once & met
            once |= met
        second_visits = twice.bit_count() + 2 * thrice.bit_count()  # C(v, 2)
        if best is None or second_visits < best[0]:
            best = second_visits, list(choice)
        if not second_visits:
            break
    return best and best[1]


def choices(template: Template, count: int) -> Iterator[tuple[int, ...]]:
    """Sets of positions worth weighing; those of a column are alike: the first stands for all."""
    tables = template.tables
    if count == 0:
        yield ()
    elif not template.has_columns:
        yield from combinations(range(template.positions), count)
    elif template.positions <= MAX_POSITIONS_WEIGHED:
        for first in range(0, template.positions, tables):
            others = [position for position in range(template.positions) if position != first]
            for rest in combinations(others, count - 1):
                yield first, *rest
    else:
        spaced = range(0, tables, max(1, tables // MIN_SPACED))
        for rest in combinations(spaced[1:], count - 1):
            yield 0, *rest
