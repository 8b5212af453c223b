"""Tables dealt by lot or cut from a ranking, then repaired by swaps that lower the cost."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from scoring.seating.field import SEATS, Field, Series, Stream, Table, holes, tables_with_fixed
from scoring.seating.objective import DrawRecord, Objective
from scoring.seating.search import Search, improve_plan

TRIES = 8_000  # swaps in one series, but at least two for each player
TRIES_AT_A_TABLE = 400  # swaps at a table before it is the next one's turn
ROUNDS = 3  # turns of each table


class PricedSeries:
    """The tables of one series with their prices; in swaps `locked` players keep their table."""

    def __init__(
        self, tables: Series, record: DrawRecord, objective: Objective, locked: Iterable[int]
    ) -> None:
        self.tables = tables
        self.record = record
        self.objective = objective
        self.locked = frozenset(locked)
        self.where = {p: number for number, table in enumerate(tables) for p in table}
        self.costs = [self.price(table) for table in tables]

    def price(self, table: Table) -> int:
        return self.record.price(table, self.objective)

    def prices_after(self, p: int, q: int) -> tuple[int, int]:
        """The prices of p's and q's tables if the two changed places."""
        mine, other = self.tables[self.where[p]], self.tables[self.where[q]]
        return (
            self.price([q if player == p else player for player in mine]),
            self.price([p if player == q else player for player in other]),
        )

    def may_swap(self, p: int, q: int) -> bool:
        return self.where[p] != self.where[q] and p not in self.locked and q not in self.locked

    def swap(self, p: int, q: int) -> None:
        a, b = self.where[p], self.where[q]
        mine, other = self.tables[a], self.tables[b]
        mine[mine.index(p)], other[other.index(q)] = q, p
        self.where[p], self.where[q] = b, a
        self.costs[a], self.costs[b] = self.price(mine), self.price(other)


def repair_by_lot(priced: PricedSeries, stream: Stream) -> None:
    """Try swaps drawn by lot at tables that cost something, and make those that lower the cost."""
    players = sorted(priced.where)
    tries = max(TRIES, 2 * len(players))
    for _ in range(ROUNDS):
        for number in range(len(priced.tables)):
            for _ in range(min(tries, TRIES_AT_A_TABLE)):
                if not priced.costs[number]:
                    break
                tries -= 1
                p, q = stream.pick(priced.tables[number]), stream.pick(players)
                if priced.may_swap(p, q):
                    before = priced.costs[number] + priced.costs[priced.where[q]]
                    if sum(priced.prices_after(p, q)) < before:
                        priced.swap(p, q)


def fill_tables(order: Sequence[int], fixed: dict[int, int], burdens: Sequence[int]) -> Series:
    """The order cut into tables, those of three where they burden the players least."""
    tables = tables_with_fixed(order, fixed)
    small = small_tables(order, fixed, burdens)
    rest = iter([p for p in order if p not in fixed])
    for number, table in enumerate(tables):
        size = SEATS - 1 if number in small else SEATS
        table += [next(rest) for _ in range(size - len(table))]
    return tables


def seat_by_lot(
    field: Field, record: DrawRecord, objective: Objective, stream: Stream
) -> list[Series]:
    """The series in seat order: shuffled and cut into tables, then repaired."""
    plan: list[Series] = []
    for playing in field.playing:
        order = stream.shuffled(playing)
        if objective.three:
            places = 3 * holes(len(playing))
            last = least_burdened(order, places, record, objective, stream)
            order.sort(key=lambda p: p in last)
        tables = fill_tables(order, field.fixed, [0] * field.size)
        fixed = [p for p in playing if p in field.fixed]
        repair_by_lot(PricedSeries(tables, record, objective, fixed), stream)
        record.add(tables)
        plan.append(tables)
    record.add(chain(*plan), -1)
    return plan


def deal_series(
    field: Field, playing: list[int], record: DrawRecord, objective: Objective, stream: Stream
) -> Series:
    """One series dealt block after block, then repaired."""
    tables = tables_with_fixed(playing, field.fixed)
    turn = stream.shuffled(range(len(tables)))
    small = [number for number in turn if len(tables[number]) <= 3][: holes(len(playing))]
    large = [number for number in turn if number not in small]
    together, alone = blocks([p for p in playing if p not in field.fixed], objective, stream)
    queue = [p for block in together for p in block] + alone
    chairs = sum(3 - len(tables[number]) for number in small)
    at_threes = least_burdened(queue, chairs, record, objective, stream)
    hand_out([tables[number] for number in small], 3, [p for p in queue if p in at_threes])
    hand_out([tables[number] for number in large], 4, [p for p in queue if p not in at_threes])
    repair_by_lot(PricedSeries(tables, record, objective, locked_players(field, playing)), stream)
    return tables


def locked_players(field: Field, playing: Sequence[int]) -> list[int]:
    """Players who share a fixed table in this series: they stay.

    One who is alone there may be swapped: his table gets its number later.
    """
    tables = tables_with_fixed(playing, field.fixed)
    return [p for table in tables if len(table) > 1 for p in table]


def hand_out(tables: Series, seats: int, queue: Iterable[int]) -> None:
    """Fill the free chairs, the first of each table before the second of any."""
    players = iter(queue)
    for _ in range(seats):
        for table in tables:
            if len(table) < seats:
                table.append(next(players))


def least_burdened(
    players: list[int], places: int, record: DrawRecord, objective: Objective, stream: Stream
) -> frozenset[int]:
    """Who sits at the tables of three: those with the fewest visits so far, by lot among equals."""
    if not places:
        return frozenset()
    order = stream.shuffled(players)
    order.sort(key=lambda p: record.visits[p] + objective.reluctance[p])
    return frozenset(order[:places])


def blocks(
    players: Iterable[int], objective: Objective, stream: Stream
) -> tuple[list[list[int]], list[int]]:
    """The players of each club (or team), the largest first, and those who are in none.

    The lot orders equal blocks and the players of a block, but team-mates stand together.
    """
    members: dict[int, list[int]] = {}
    alone: list[int] = []
    for p in players:
        bonds = objective.bonds[p]
        if bonds:
            members.setdefault(bonds[-1][0], []).append(p)
        else:
            alone.append(p)
    groups = [stream.shuffled(members[block]) for block in sorted(members)]
    for block in groups:
        block.sort(key=lambda p: objective.bonds[p][0])
    groups = stream.shuffled(groups)
    groups.sort(key=len, reverse=True)
    return groups, stream.shuffled(alone)


# Seating by the standings: ranks one to four at table 1, and so on.

# From this distance on the best swap found so far is made, even if it removes no step.
MAX_SWAP_DISTANCE = 40
# Up to this many places the search (search.py) brings players back towards the ranking.
MAX_PLACES_BY_RANK = 1_000
# Its effort in each of its two passes.
BY_RANK_EFFORT = 1_000_000
# Fewer than elsewhere: nearly everybody pays for some distance, and so has swaps to weigh.
BY_RANK_SWAPS_PER_STEP = 2_000
# In the first pass no term weighs more than this many tables of distance.
FIRST_PASS_DISTANCE = 8


def seat_by_rank(
    field: Field, record: DrawRecord, objective: Objective, stream: Stream
) -> tuple[Series, int]:
    """The tables in the order of the ranking, and the sum of the distances from it."""
    ranking = sorted(field.playing[0], key=field.ranks.__getitem__)
    tables = cut_ranking(ranking, field, record, objective)
    fixed = [p for p in ranking if p in field.fixed]
    priced = PricedSeries(tables, record, objective, fixed)
    homes = [priced.where.get(p, 0) for p in range(field.size)]
    for _ in range(ROUNDS):
        for number in range(len(tables)):
            while priced.costs[number] and (swap := nearest_swap(priced, number, homes)):
                priced.swap(*swap)
    if distance_moved(tables, homes) and 4 * len(tables) <= MAX_PLACES_BY_RANK:
        # Cheaper meetings in the first pass lead to plans that swaps alone do not find.
        for terms in (objective.at_most(FIRST_PASS_DISTANCE * objective.distance), objective):
            search = Search([tables], record, terms, still=[fixed], homes=homes)
            _, (tables,) = improve_plan(
                search, stream, terms.forbidden, BY_RANK_EFFORT, BY_RANK_SWAPS_PER_STEP
            )
    return tables, distance_moved(tables, homes)


def cut_ranking(
    ranking: list[int], field: Field, record: DrawRecord, objective: Objective
) -> Series:
    """The ranking cut into tables."""
    burdens = [
        objective.three * (visits + reluctance)
        for visits, reluctance in zip(record.visits, objective.reluctance, strict=True)
    ]
    return fill_tables(ranking, field.fixed, burdens)


def small_tables(
    order: Sequence[int], fixed: dict[int, int], burdens: Sequence[int]
) -> tuple[int, ...]:
    """The tables of three that burden their players least; of equal choices the last tables.

    Dynamic programming over the tables: for each number of empty chairs the best choice is kept.
    """
    rest = [p for p in order if p not in fixed]
    empty_chairs = holes(len(order))
    # By empty chairs: the burden, the negated sum of the numbers of the tables, and the numbers.
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())] + [None] * empty_chairs
    seated = 0  # players of `rest` at earlier tables, were all of those full
    for number, table in enumerate(tables_with_fixed(order, fixed)):
        free = SEATS - len(table)
        for empty in range(empty_chairs if free else 0, 0, -1):
            if (before := best[empty - 1]) is not None:
                first = seated - empty + 1
                three = [*table, *rest[first : first + free - 1]]
                burden, minus_sum, numbers = before
                offer = (
                    burden + sum(burdens[p] for p in three),
                    minus_sum - number,
                    (*numbers, number),
                )
                best[empty] = min(best[empty] or offer, offer)
        seated += free
    best_choice = best[empty_chairs]
    return best_choice[2] if best_choice else ()


class Offer(NamedTuple):
    """A swap of p and q: the change of the cost, and their distance from home afterwards."""

    change: int
    distance: int
    p: int
    q: int


def distance_moved(tables: Series, homes: list[int]) -> int:
    return sum(abs(homes[p] - number) for number, table in enumerate(tables) for p in table)


def nearest_swap(priced: PricedSeries, number: int, homes: list[int]) -> tuple[int, int] | None:
    """The best swap with the nearest tables that offer enough; None if none lowers the cost.

    Enough is one step of the weightiest term. From MAX_SWAP_DISTANCE on anything is enough, and so
    it is where no tables are left.
    """
    best: Offer | None = None
    step = priced.objective.step(priced.costs[number])
    for distance in range(1, len(priced.tables)):
        for other in (number + distance, number - distance):
            if 0 <= other < len(priced.tables):
                for offer in offers(priced, number, other, homes):
                    best = min(best or offer, offer)
        if best and (distance >= MAX_SWAP_DISTANCE or -best.change >= step):
            break
    return best and (best.p, best.q)


def offers(priced: PricedSeries, number: int, other: int, homes: list[int]) -> Iterator[Offer]:
    """The swaps between two tables that lower their cost."""
    before = priced.costs[number] + priced.costs[other]
    for p, q in product(priced.tables[number], priced.tables[other]):
        if priced.may_swap(p, q):
            change = sum(priced.prices_after(p, q)) - before
            if change < 0:
                yield Offer(change, abs(homes[p] - other) + abs(homes[q] - number), p, q)
