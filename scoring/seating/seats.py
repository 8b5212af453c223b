"""Seats within tables: every player in each seat about equally often.

The imbalance is Σ w · count² with w = 3, 2, 2, 2, because seat 1 keeps the list. A table of three
has seats 1 to 3.
"""

from collections.abc import Mapping
from itertools import chain, permutations

from scoring.seating.field import SEATS, Series, Stream, Table

PASSES = 8

# Each has the seats of the first, second, third and fourth of a table.
SEATINGS = list(permutations(range(SEATS)))
EMPTY_CHAIR_PRICES = [10**6, 10**6, 10**6, 0]  # by seat: none but the last can be empty


def seat_by_turn(plan: list[Series], column_of: Mapping[int, int], first: int) -> list[Series]:
    """Seat = column + series: at tables of four everybody has each seat in every fourth series."""
    plan_in_seats = []
    for number, series in enumerate(plan):
        tables = []
        for table in series:
            row = [-1] * SEATS
            for p in table:
                row[(column_of[p] + number + first) % SEATS] = p
            tables.append(close_gap(row))
        plan_in_seats.append(tables)
    return plan_in_seats


def close_gap(row: Table) -> Table:
    """Move seat 4 to the empty chair, a negative number, if there is one."""
    gap = next((seat for seat, p in enumerate(row) if p < 0), None)
    if gap is not None:
        row[gap] = row[-1]
        row.pop()
    return row


def seat_by_halves(plan: list[Series], stream: Stream) -> list[Series]:
    """Two Euler splits: each halves the places of every table and of every player.

    After both everybody has each seat S/4 times, rounded up or down; then the empty chair of a
    table of three, which is a place like others, is moved to seat 4.
    """
    places: list[tuple[int, int]] = []  # player or empty chair, table
    tables = list(chain(*plan))
    for number, table in enumerate(tables):
        chairs = table if len(table) == SEATS else [*table, -1 - number]
        places += [(p, number) for p in chairs]
    seat_of = [0] * len(places)
    for bit in (2, 1):
        for part in sorted(set(seat_of)):
            half = [place for place, seat in enumerate(seat_of) if seat == part]
            for place in upper_half(places, half, stream):
                seat_of[place] += bit
    rows = [[-1] * SEATS for _ in tables]
    for (p, number), seat in zip(places, seat_of, strict=True):
        rows[number][seat] = p
    remaining = map(close_gap, rows)
    return [[next(remaining) for _ in series] for series in plan]


def upper_half(places: list[tuple[int, int]], part: list[int], stream: Stream) -> list[int]:
    """Half of the places of every player and of every table.

    The places of each player are paired, and those of each table; the two of a pair go to
    different halves. A walk from pair to pair alternates between players and tables, so every
    circle has an even length and the halves never contradict each other.
    """
    partners: dict[int, list[int]] = {place: [] for place in part}
    for side in (0, 1):
        waiting: dict[int, int] = {}
        for place in part:
            end = places[place][side]
            if end in waiting:
                other = waiting.pop(end)
                partners[place].append(other)
                partners[other].append(place)
            else:
                waiting[end] = place
    upper: dict[int, bool] = {}
    for start in part:
        if start in upper:
            continue
        upper[start] = bool(stream.below(2))
        walk = [start]
        while walk:
            place = walk.pop()
            for other in partners[place]:
                if other not in upper:
                    upper[other] = not upper[place]
                    walk.append(other)
    return [place for place in part if upper[place]]


def seat_after_history(plan: list[Series], counts: list[list[int]], stream: Stream) -> list[Series]:
    """One series after the other, each table in the best order for the seats so far."""
    counts = [list(row) for row in counts]
    plan_in_seats = []
    for series in plan:
        tables = [best_order(stream.shuffled(table), counts) for table in series]
        for table in tables:
            count(table, counts, 1)
        plan_in_seats.append(tables)
    return plan_in_seats


def even_out(plan: list[Series], counts: list[list[int]]) -> list[Series]:
    """Reorder tables with unevenly seated players, until nothing changes or PASSES times."""
    counts = [list(row) for row in counts]
    plan = [list(series) for series in plan]
    for series in plan:
        for table in series:
            count(table, counts, 1)
    for _ in range(PASSES):
        uneven = frozenset(p for p, row in enumerate(counts) if max(row) - min(row) > 1)
        changed = False
        for series in plan:
            for number, table in enumerate(series):
                if not uneven.isdisjoint(table):
                    count(table, counts, -1)
                    series[number] = best_order(table, counts)
                    count(series[number], counts, 1)
                    changed = changed or series[number] != table
        if not changed:
            break
    return plan


def count(table: Table, counts: list[list[int]], times: int) -> None:
    for seat, p in enumerate(table):
        counts[p][seat] += times


def best_order(table: Table, counts: list[list[int]]) -> Table:
    """The order of a table that adds least to the imbalance, the first of equal ones.

    One more time in a seat with c times adds w · (2c + 1); Σ w is the same in every order, so
    w · c decides.
    """
    prices = [
        [3 * one, 2 * two, 2 * three, 2 * four]
        for one, two, three, four in (counts[p] for p in table)
    ]
    if len(table) < SEATS:
        prices.append(EMPTY_CHAIR_PRICES)
    a, b, c, d = prices
    sums = [a[i] + b[j] + c[k] + d[m] for i, j, k, m in SEATINGS]
    seating = SEATINGS[sums.index(min(sums))]
    return [p for _, p in sorted(zip(seating, table, strict=False))]
