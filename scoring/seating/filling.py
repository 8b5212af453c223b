"""Tables filled in a given order: that of the lot, or that of the ranking."""

from collections.abc import Collection, Sequence

from scoring.seating.field import SEATS, Series, holes, with_fixed


def filled(
    order: Sequence[int], fixed: dict[int, int], small: Collection[int] | None = None
) -> Series:
    """Tables of four and of three, these last unless `small` names them; who has a fixed table
    sits there.
    """
    tables = with_fixed(order, fixed)
    if small is None:
        not_full = [number for number, table in enumerate(tables) if len(table) < SEATS]
        small = not_full[len(not_full) - holes(len(order)) :]
    rest = iter([p for p in order if p not in fixed])
    for number, table in enumerate(tables):
        size = SEATS - 1 if number in small else SEATS
        table += [next(rest) for _ in range(size - len(table))]
    return tables


def small_tables(
    order: Sequence[int], fixed: dict[int, int], burdens: Sequence[int]
) -> tuple[int, ...]:
    """Which tables are of three so that those there bear the least, then the last that do.

    Table after table, and for each number of chairs left empty so far, the best choice is kept.
    """
    rest = [p for p in order if p not in fixed]
    empty_chairs = holes(len(order))
    # By chairs left empty so far: what is borne, how low the tables are, and which they are.
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())] + [None] * empty_chairs
    taken = 0  # of `rest`, were no chair left empty
    for number, table in enumerate(with_fixed(order, fixed)):
        free = SEATS - len(table)
        for empty in range(empty_chairs if free else 0, 0, -1):
            if (before := best[empty - 1]) is not None:
                first = taken - empty + 1
                three = [*table, *rest[first : first + free - 1]]
                borne, height, chosen = before
                offer = (borne + sum(burdens[p] for p in three), height - number, (*chosen, number))
                best[empty] = min(best[empty] or offer, offer)
        taken += free
    found = best[empty_chairs]
    return found[2] if found else ()
