"""Seating by the standings: ranks one to four at table 1, and so on; repairs move few players."""

from collections.abc import Sequence

from scoring.seating.dealing import filled
from scoring.seating.field import SEATS, Field, Series, holes, with_fixed
from scoring.seating.objective import Objective
from scoring.seating.record import DrawRecord
from scoring.seating.repair import Floor
from scoring.seating.search import Search, improved
from scoring.seating.stream import Stream

# Beyond this distance any improving swap is taken.
FAR = 40
ROUNDS = 3
# Places up to which the search brings players back to the ranking; its effort in each of its two
# passes, and what one step weighs (search.py): everybody pays for some distance, so a part of
# them must do.
MOST_PLACES = 1_000
EFFORT = 1_000_000
IN_A_STEP = 2_000
# In the first pass no term weighs more than so many tables of distance.
LENIENT = 8


def seat_by_rank(
    field: Field, record: DrawRecord, objective: Objective, stream: Stream
) -> tuple[Series, int]:
    """The tables in the order of the ranking, and by how many tables players were moved in all."""
    ranking = sorted(field.playing[0], key=field.ranks.__getitem__)
    tables = cut(ranking, field, record, objective)
    homes = [0] * field.size
    for number, table in enumerate(tables):
        for p in table:
            homes[p] = number
    fixed = [p for p in ranking if p in field.fixed]
    repair_nearby(Floor(tables, record, objective, fixed), homes)
    if moved(tables, homes) and 4 * len(tables) <= MOST_PLACES:
        # Allowing meetings temporarily reaches plans that swaps alone do not find.
        for terms in (objective.at_most(LENIENT * objective.distance), objective):
            search = Search([tables], record, terms, still=[fixed], homes=homes)
            _, (tables,) = improved(search, stream, terms.forbidden, EFFORT, IN_A_STEP)
    return tables, moved(tables, homes)


def cut(ranking: list[int], field: Field, record: DrawRecord, objective: Objective) -> Series:
    """The ranking in fours, and in threes where the fewest sit who have been at such a table."""
    if not objective.three:
        return filled(ranking, field.fixed)
    burdens = [record.visits[p] + objective.reluctance[p] for p in range(field.size)]
    return filled(ranking, field.fixed, small_tables(ranking, field.fixed, burdens))


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


def moved(tables: Series, homes: list[int]) -> int:
    """By how many tables all players together are away from those of the ranking."""
    return sum(abs(homes[p] - number) for number, table in enumerate(tables) for p in table)


def repair_nearby(floor: Floor, homes: list[int]) -> None:
    """Swap players of tables with a cost, from the first, with the nearest that lower it."""
    for _ in range(ROUNDS):
        for number in floor.dear():
            while floor.costs[number] and (swap := nearest_swap(floor, number, homes)):
                floor.swap(*swap)


def nearest_swap(floor: Floor, number: int, homes: list[int]) -> tuple[int, int] | None:
    """The nearest swap that removes one step of the highest term; else the best of all."""
    best: tuple[int, int, int, int] | None = None
    step = floor.objective.step(floor.costs[number])
    for distance in range(1, len(floor.tables)):
        for other in (number + distance, number - distance):
            if 0 <= other < len(floor.tables):
                for offer in offers(floor, number, other, homes):
                    best = offer if best is None else min(best, offer)
        if best and (distance >= FAR or -best[0] >= step):
            break
    return best and (best[2], best[3])


def offers(
    floor: Floor, number: int, other: int, homes: list[int]
) -> list[tuple[int, int, int, int]]:
    """Every swap between two tables that makes them cheaper: by how much, how far, and who."""
    before = floor.costs[number] + floor.costs[other]
    found = []
    for p in floor.tables[number]:
        for q in floor.tables[other]:
            if floor.may_swap(p, q):
                change = sum(floor.prices_after(p, q)) - before
                if change < 0:
                    moved = abs(homes[p] - other) + abs(homes[q] - number)
                    found.append((change, moved, p, q))
    return found
