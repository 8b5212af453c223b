"""Seating by the standings: one to four at table 1, and so on; repairs move as few as can be."""

from scoring.seating.field import Field, Series
from scoring.seating.filling import filled
from scoring.seating.objective import Objective
from scoring.seating.record import Record
from scoring.seating.repair import Floor
from scoring.seating.search import MOST_PLACES, Search, improved
from scoring.seating.stream import Stream

# Up to this distance the best swap is looked for; beyond, the first.
NEAR = 6
ROUNDS = 3
# Swaps weighed in a small field.
SWAPS = 1_000_000


def seat_by_rank(
    field: Field, record: Record, objective: Objective, stream: Stream
) -> tuple[Series, int]:
    """The tables in the order of the ranking, and by how many tables players were moved in all."""
    ranking = sorted(field.playing[0], key=field.ranks.__getitem__)
    tables = filled(ranking, field.fixed)
    homes = [0] * field.size
    for number, table in enumerate(tables):
        for p in table:
            homes[p] = number
    fixed = [p for p in ranking if p in field.fixed]
    floor = Floor(tables, record, objective, fixed)
    repair_nearby(floor, homes)
    if any(floor.costs) and 4 * len(tables) <= MOST_PLACES:
        search = Search([tables], field, record, objective, still=[fixed], homes=homes)
        _, (tables,) = improved(search, stream, objective.forbidden, SWAPS)
    moved = sum(abs(homes[p] - number) for number, table in enumerate(tables) for p in table)
    return tables, moved


def repair_nearby(floor: Floor, homes: list[int]) -> None:
    """Swap players of dear tables, from the first, with the nearest who make it cheaper."""
    for _ in range(ROUNDS):
        for number in floor.dear():
            while floor.costs[number] and (swap := nearest_swap(floor, number, homes)):
                floor.swap(*swap)


def nearest_swap(floor: Floor, number: int, homes: list[int]) -> tuple[int, int] | None:
    """The swap that saves most, then moves least, among the tables near by; None without any."""
    best: tuple[int, int, int, int] | None = None
    for distance in range(1, len(floor.tables)):
        for other in (number + distance, number - distance):
            if 0 <= other < len(floor.tables):
                for offer in offers(floor, number, other, homes):
                    best = offer if best is None else min(best, offer)
        if best and (distance >= NEAR or -best[0] >= floor.costs[number]):
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
