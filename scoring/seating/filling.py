"""Tables filled in a given order: that of the lot, or that of the ranking."""

from collections.abc import Sequence

from scoring.seating.field import SEATS, Series, holes, table_count


def filled(order: Sequence[int], fixed: dict[int, int]) -> Series:
    """Tables of four and, last, of three; who has a fixed table sits there."""
    tables: Series = [[] for _ in range(table_count(len(order)))]
    for p in order:
        if p in fixed:
            tables[fixed[p] - 1].append(p)
    not_full = [number for number, table in enumerate(tables) if len(table) < SEATS]
    small = not_full[len(not_full) - holes(len(order)) :]
    rest = iter([p for p in order if p not in fixed])
    for number, table in enumerate(tables):
        size = SEATS - 1 if number in small else SEATS
        table += [next(rest) for _ in range(size - len(table))]
    return tables
