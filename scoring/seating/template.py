"""Templates: plans of positions in which no two positions meet twice.

With T tables there are 4T positions (c, x): column c = 0 … 3 and x in a group of order T. In
series s position (c, x) sits at table x + f_c(s). Two positions of one column never meet; those
of different columns meet once at most if all differences f_c - f_c' are distinct over the series.
Positions are numbered c * T + x.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from math import gcd

from scoring.seating.dealing import blocks
from scoring.seating.field import NONE, SEATS, Field, Series, Stream
from scoring.seating.objective import Objective

# Difference matrices and starters found by search.
#
# A difference matrix over a group of order T has four rows, the first all 0; each entry below is
# a column of the other three. All differences of two rows are distinct, so that two positions
# meet once at most. A starter is one round of tables, developed modulo n: three orbits of n
# positions (orbit, place) and 4T - 3n positions that stay where they are (orbit 3 and up).

# Groups that are not cyclic, as products of cyclic ones; every other group of order T is Z/T.
GROUPS: dict[int, tuple[int, ...]] = {4: (2, 2), 8: (2, 2, 2), 9: (3, 3), 12: (2, 6)}

Column = tuple[int, int, int]

# For T tables, one column a series. Elements of a product are numbered as in itertools.product.
MATRICES: dict[int, tuple[Column, ...]] = {
    4: ((0, 0, 0), (1, 2, 3), (2, 3, 1), (3, 1, 2)),
    6: ((0, 0, 0), (1, 2, 3), (2, 4, 1), (4, 1, 5), (5, 3, 2)),
    8: ((0, 0, 0), (1, 2, 3), (2, 4, 6), (3, 6, 5), (4, 3, 7), (5, 1, 4), (6, 7, 1), (7, 5, 2)),
    9: (
        (0, 0, 0), (1, 2, 3), (2, 1, 6), (3, 6, 2), (4, 8, 5), (5, 7, 8), (6, 3, 1), (7, 5, 4),
        (8, 4, 7),
    ),
    10: (
        (0, 0, 0), (1, 2, 3), (2, 1, 5), (3, 5, 7), (4, 9, 2), (5, 8, 4), (6, 3, 1), (8, 4, 9),
        (9, 7, 6),
    ),
    12: (
        (0, 0, 0), (1, 2, 3), (2, 1, 5), (3, 7, 6), (4, 6, 8), (5, 10, 7), (6, 9, 1), (7, 4, 11),
        (8, 3, 9), (9, 11, 2), (10, 8, 4), (11, 5, 10),
    ),
    14: (
        (0, 0, 0), (1, 2, 3), (2, 1, 5), (3, 5, 1), (4, 7, 9), (5, 3, 11), (6, 11, 10), (7, 13, 6),
        (8, 12, 4), (9, 4, 2), (12, 8, 13), (13, 10, 7),
    ),
    15: (
        (0, 0, 0), (1, 2, 3), (2, 1, 5), (3, 5, 1), (4, 7, 9), (5, 3, 11), (6, 10, 2), (7, 14, 8),
        (8, 13, 12), (11, 6, 4), (12, 9, 6), (13, 4, 10), (14, 8, 13),
    ),
    16: (
        (0, 0, 0), (1, 2, 3), (2, 1, 5), (3, 5, 1), (4, 7, 9), (5, 3, 2), (6, 10, 15), (7, 15, 13),
        (8, 14, 7), (10, 4, 14), (11, 6, 12), (13, 9, 4), (14, 11, 8), (15, 8, 11),
    ),
    18: (
        (0, 0, 0), (1, 2, 3), (2, 1, 5), (3, 5, 1), (4, 7, 9), (5, 3, 2), (6, 10, 7), (7, 4, 11),
        (8, 13, 4), (9, 17, 15), (10, 6, 17), (14, 8, 13), (16, 11, 6), (17, 9, 12),
    ),
}  # fmt: skip

Block = tuple[tuple[int, int], ...]

# For T tables: n, and the four positions of every table of the first series.
STARTERS: dict[int, tuple[int, tuple[Block, ...]]] = {
    4: (5, (
        ((3, 0), (0, 1), (2, 0), (1, 4)), ((0, 0), (1, 2), (0, 2), (1, 1)),
        ((0, 3), (2, 1), (0, 4), (2, 4)), ((1, 0), (2, 2), (2, 3), (1, 3)),
    )),
    6: (7, (
        ((3, 0), (2, 6), (1, 4), (0, 0)), ((4, 0), (2, 0), (0, 5), (1, 3)),
        ((5, 0), (1, 5), (0, 3), (2, 3)), ((0, 1), (0, 2), (0, 4), (2, 5)),
        ((0, 6), (1, 0), (1, 2), (1, 6)), ((1, 1), (2, 4), (2, 1), (2, 2)),
    )),
    7: (9, (
        ((3, 0), (2, 5), (1, 2), (0, 1)), ((0, 0), (2, 1), (2, 0), (1, 0)),
        ((0, 2), (1, 4), (1, 5), (1, 8)), ((0, 3), (0, 8), (1, 7), (2, 6)),
        ((0, 4), (0, 7), (2, 3), (0, 6)), ((0, 5), (2, 7), (1, 1), (1, 3)),
        ((1, 6), (2, 8), (2, 4), (2, 2)),
    )),
    9: (11, (
        ((3, 0), (0, 7), (1, 9), (2, 1)), ((4, 0), (1, 7), (2, 9), (0, 1)),
        ((5, 0), (2, 7), (0, 9), (1, 1)), ((0, 0), (2, 6), (2, 2), (0, 10)),
        ((1, 0), (0, 6), (0, 2), (1, 10)), ((2, 0), (1, 6), (1, 2), (2, 10)),
        ((0, 3), (0, 8), (0, 5), (1, 4)), ((1, 3), (1, 8), (1, 5), (2, 4)),
        ((2, 3), (2, 8), (2, 5), (0, 4)),
    )),
    10: (13, (
        ((3, 0), (0, 0), (1, 0), (2, 0)), ((0, 1), (2, 10), (2, 2), (1, 4)),
        ((1, 3), (0, 4), (0, 6), (2, 12)), ((2, 9), (1, 12), (1, 5), (0, 10)),
        ((0, 2), (2, 7), (2, 6), (0, 9)), ((1, 6), (0, 8), (0, 5), (1, 1)),
        ((2, 5), (1, 11), (1, 2), (2, 3)), ((0, 3), (1, 7), (1, 8), (1, 10)),
        ((1, 9), (2, 8), (2, 11), (2, 4)), ((2, 1), (0, 11), (0, 7), (0, 12)),
    )),
    11: (14, (
        ((3, 0), (2, 3), (0, 5), (1, 13)), ((4, 0), (0, 4), (1, 2), (2, 8)),
        ((0, 0), (2, 13), (2, 10), (0, 8)), ((1, 0), (0, 3), (0, 12), (1, 4)),
        ((2, 0), (1, 5), (1, 6), (2, 2)), ((0, 1), (0, 13), (1, 8), (2, 7)),
        ((1, 11), (1, 3), (2, 4), (0, 7)), ((2, 9), (2, 5), (0, 2), (1, 7)),
        ((0, 6), (0, 9), (1, 9), (0, 10)), ((1, 10), (1, 1), (2, 1), (1, 12)),
        ((2, 12), (2, 11), (0, 11), (2, 6)),
    )),
    12: (15, (
        ((3, 0), (2, 13), (0, 6), (1, 12)), ((4, 0), (0, 13), (1, 6), (2, 12)),
        ((5, 0), (1, 13), (2, 6), (0, 12)), ((0, 0), (0, 14), (0, 3), (2, 4)),
        ((1, 0), (1, 14), (1, 3), (0, 4)), ((2, 0), (2, 14), (2, 3), (1, 4)),
        ((0, 1), (2, 7), (0, 9), (0, 11)), ((1, 1), (0, 7), (1, 9), (1, 11)),
        ((2, 1), (1, 7), (2, 9), (2, 11)), ((0, 2), (2, 10), (1, 5), (0, 8)),
        ((1, 2), (0, 10), (2, 5), (1, 8)), ((2, 2), (1, 10), (0, 5), (2, 8)),
    )),
    13: (17, (
        ((3, 0), (2, 8), (0, 8), (1, 8)), ((0, 0), (0, 13), (0, 2), (2, 1)),
        ((1, 0), (1, 13), (1, 2), (0, 1)), ((2, 0), (2, 13), (2, 2), (1, 1)),
        ((0, 3), (1, 10), (2, 12), (0, 6)), ((1, 3), (2, 10), (0, 12), (1, 6)),
        ((2, 3), (0, 10), (1, 12), (2, 6)), ((0, 4), (0, 9), (2, 16), (1, 7)),
        ((1, 4), (1, 9), (0, 16), (2, 7)), ((2, 4), (2, 9), (1, 16), (0, 7)),
        ((0, 5), (0, 15), (1, 11), (0, 14)), ((1, 5), (1, 15), (2, 11), (1, 14)),
        ((2, 5), (2, 15), (0, 11), (2, 14)),
    )),
}  # fmt: skip


# Columns of a difference matrix tried before the search for more gives up.
MAX_COLUMNS_TRIED = 40_000


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
        places = []
        for tables in self.series:
            at = [0] * self.positions
            for number, table in enumerate(tables):
                for position in table:
                    at[position] = number
            places.append(at)
        return places

    def neighbours_of(self, position: int) -> list[int]:
        """Whom a position meets, in the order of the series."""
        return [
            other
            for tables, at in zip(self.series, self.where, strict=True)
            for other in tables[at[position]]
            if other != position
        ]


def templates(tables: int, series: int) -> list[Template]:
    """Every template known for this many tables and series, those with free columns first."""
    columns = shift_columns(tables, series)
    rounds = [shift_column(tables, column) for column in columns or ()]
    by_columns = [Template(rounds, columns=True)] if columns else []
    if not columns and series > 1 and tables % SEATS == 0:
        columns = shift_columns(tables, series - 1)
        # One series more than there are columns: the columns themselves, cut into fours.
        fours = [list(range(first, first + SEATS)) for first in range(0, SEATS * tables, SEATS)]
        rounds = [*(shift_column(tables, column) for column in columns or ()), fours]
        by_columns += [Template(rounds, columns=False)] if columns else []
    starter = starter_template(tables, series)
    return by_columns if starter is None else [*by_columns, starter]


def starter_template(tables: int, series: int) -> Template | None:
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


def shift_column(tables: int, column: Column) -> Series:
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
    return search_columns(tables, series)


def search_columns(tables: int, series: int) -> tuple[Column, ...] | None:
    """A difference matrix over Z/T by backtracking, its columns in ascending order."""
    used: list[set[int]] = [set() for _ in range(6)]
    columns: list[Column] = []
    steps = 0

    def extend(least: int) -> bool:
        nonlocal steps
        if len(columns) == series:
            return True
        for column in product(range(least, tables), range(tables), range(tables)):
            a, b, c = column
            differences = (a, b, c, (b - a) % tables, (c - a) % tables, (c - b) % tables)
            steps += 1
            if steps > MAX_COLUMNS_TRIED:
                return False
            if any(d in row for d, row in zip(differences, used, strict=True)):
                continue
            columns.append(column)
            for d, row in zip(differences, used, strict=True):
                row.add(d)
            if extend(column[0] + 1):
                return True
            columns.pop()
            for d, row in zip(differences, used, strict=True):
                row.discard(d)
        return False

    return tuple(columns) if extend(0) else None


# Players onto the positions of a template, clubs apart.
#
# Positions of one column never meet. So a club inside one column is apart in every series, and
# packing clubs into the four columns separates every club of up to a quarter of the field.

# Who sits on each position; NONE on a hole.
Placing = list[int]


def place(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> Placing:
    """Every player on a position, by lot as far as the clubs allow.

    Players with fixed tables must share none: they go to one column, so that they never meet.
    """
    if template.columns:
        return place_by_columns(template, empty, field, objective, stream)
    return place_by_neighbours(template, empty, field, objective, stream)


def place_by_columns(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> Placing:
    """Clubs, and whoever has a fixed table, packed into columns; within a column by lot."""
    columns = stream.shuffled(
        [
            [q for q in range(c * template.tables, (c + 1) * template.tables) if q not in empty]
            for c in range(SEATS)
        ]
    )
    columns.sort(key=len, reverse=True)
    fixed = [p for p in field.playing[0] if p in field.fixed]
    together, alone = blocks(
        [p for p in field.playing[0] if p not in field.fixed], objective, stream
    )
    rooms = [len(column) for column in columns]
    members = pack_columns(fixed, together, alone, rooms)
    placing = [NONE] * template.positions
    beside = {q for hole in empty for q in template.neighbours_of(hole)}
    for positions, players in zip(columns, members, strict=True):
        order = stream.shuffled(players)
        # Players meant for tables of three sit beside the empty chairs.
        order.sort(key=lambda p: objective.reluctance[p])
        for q, p in zip(sorted(positions, key=lambda q: q not in beside), order, strict=True):
            placing[q] = p
    return placing


def pack_columns(
    fixed: list[int], together: list[list[int]], alone: list[int], rooms: list[int]
) -> list[list[int]]:
    """The players of each column: blocks whole if any way of packing keeps them whole.

    A block larger than a column fills one: then only the rest of it sits beside its own.
    """
    most = max(rooms)
    pieces = [block[at : at + most] for block in together for at in range(0, len(block), most)]
    pieces.sort(key=len, reverse=True)
    packings = [pack_blocks(fixed, pieces, rooms, choose) for choose in (max, min)]
    members = min(packings, key=lambda packing: packing[0])[1]
    singles = iter(alone)
    for room, column in zip(rooms, members, strict=True):
        column += [next(singles) for _ in range(room - len(column))]
    return members


def pack_blocks(
    fixed: list[int],
    together: list[list[int]],
    rooms: list[int],
    choose: Callable[[list[int]], int],
) -> tuple[int, list[list[int]]]:
    """How many blocks had to be split, and the columns: each block in one that it fits in."""
    members = [list(fixed), *([] for _ in rooms[1:])]
    splits = 0
    for block in together:
        rest = block
        while rest:
            free = [room - len(column) for room, column in zip(rooms, members, strict=True)]
            fitting = [room for room in free if room >= len(rest)]
            into = free.index(choose(fitting) if fitting else max(free))
            members[into] += rest[: free[into]]
            rest = rest[free[into] :]
            splits += bool(rest)
    return splits, members


def place_by_neighbours(
    template: Template, empty: list[int], field: Field, objective: Objective, stream: Stream
) -> Placing:
    """Every player where he has the fewest neighbours of his block; the others by lot."""
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
            for q in template.neighbours_of(position):
                neighbours[q] += 1
    for q, p in zip(stream.shuffled(free), alone, strict=True):
        placing[q] = p
    return placing


# Which positions of a template stay empty, so that their tables have three players.

# Up to so many positions every choice is weighed; above, so many of them contain one without
# overlap.
MAX_POSITIONS_WEIGHED = 160
SELECTED_POSITIONS = 64


def choose_holes(template: Template, count: int) -> list[int] | None:
    """Empty positions, 0 to 3, that never meet and have the fewest common neighbours.

    None where all positions meet. A neighbour of two holes sits at a table of three twice.
    Nothing is drawn by lot here: who takes which position is.
    """
    best: tuple[int, list[int]] | None = None

    @cache
    def neighbours(position: int) -> int:
        """Whom a position meets, as bits."""
        return sum(1 << other for other in template.neighbours_of(position))

    for choice in choices(template, count):
        if any(neighbours(a) >> b & 1 for a, b in combinations(choice, 2)):
            continue
        once = twice = thrice = 0
        for position in choice:
            met = neighbours(position)
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
    """Sets of positions worth weighing.

    Columns look the same from each of their positions, so the first hole stands for all of its
    column.
    """
    tables = template.tables
    if count == 0:
        yield ()
    elif not template.columns:
        yield from combinations(range(template.positions), count)
    elif template.positions <= MAX_POSITIONS_WEIGHED:
        for first in range(0, template.positions, tables):
            others = [position for position in range(template.positions) if position != first]
            for rest in combinations(others, count - 1):
                yield first, *rest
    else:
        spaced = range(0, tables, max(1, tables // SELECTED_POSITIONS))
        for rest in combinations(spaced[1:], count - 1):
            yield 0, *rest
