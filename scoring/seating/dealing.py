"""Tables dealt series by series: in a given order, by lot, or block by block and then repaired by
swaps within one series that lower the cost against the record of earlier series.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from operator import add

from scoring.seating.field import SEATS, Field, Series, Stream, Table, holes, tables_with_fixed
from scoring.seating.objective import DrawRecord, Objective
from scoring.seating.search import Search, improve_plan

# Swaps tried in one series (in large ones two a player), and at one table before the next one's
# turn; and how often the turn goes round.
TRIES = 8_000
TRIES_AT_A_TABLE = 400
ROUNDS = 3


class Floor:
    """The tables of one series while they are repaired, each with its price in `costs`.

    `locked` players stay at their table.
    """

    def __init__(
        self, tables: Series, record: DrawRecord, objective: Objective, locked: Iterable[int] = ()
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


def repair_by_lot(floor: Floor, stream: Stream) -> None:
    """Swap players of tables with a cost with others drawn by lot, if that lowers the cost."""
    players = sorted(floor.where)
    tries = max(TRIES, 2 * len(players))
    for _ in range(ROUNDS):
        for number in range(len(floor.tables)):
            for _ in range(min(tries, TRIES_AT_A_TABLE)):
                if not floor.costs[number]:
                    break
                tries -= 1
                p, q = stream.pick(floor.tables[number]), stream.pick(players)
                if floor.may_swap(p, q):
                    before = floor.costs[number] + floor.costs[floor.where[q]]
                    if sum(floor.prices_after(p, q)) < before:
                        floor.swap(p, q)


def fill_tables(
    order: Sequence[int], fixed: dict[int, int], small: Collection[int] | None = None
) -> Series:
    """Tables of four and of three, these last unless `small` names them; fixed tables are kept."""
    tables = tables_with_fixed(order, fixed)
    if small is None:
        not_full = [number for number, table in enumerate(tables) if len(table) < SEATS]
        small = not_full[len(not_full) - holes(len(order)) :]
    rest = iter([p for p in order if p not in fixed])
    for number, table in enumerate(tables):
        size = SEATS - 1 if number in small else SEATS
        table += [next(rest) for _ in range(size - len(table))]
    return tables


def seat_by_lot(
    field: Field, record: DrawRecord, objective: Objective, stream: Stream
) -> list[Series]:
    """Series after series in seat order: one shuffle, cut into tables.

    Fixed tables, volunteers and teams that must be apart are kept afterwards, by swaps.
    """
    plan: list[Series] = []
    for playing in field.playing:
        order = stream.shuffled(playing)
        if objective.three:
            places = 3 * holes(len(playing))
            last = least_burdened(order, places, record, objective, stream)
            order = [p for p in order if p not in last] + [p for p in order if p in last]
        tables = fill_tables(order, field.fixed)
        fixed = [p for p in playing if p in field.fixed]
        repair_by_lot(Floor(tables, record, objective, fixed), stream)
        record.add(tables)
        plan.append(tables)
    record.add(chain(*plan), -1)
    return plan


def deal_series(
    field: Field, playing: list[int], record: DrawRecord, objective: Objective, stream: Stream
) -> Series:
    """One series: the fixed ones first, then block after block, then repaired by swaps."""
    tables = tables_with_fixed(playing, field.fixed)
    turn = stream.shuffled(range(len(tables)))
    small = [number for number in turn if len(tables[number]) <= 3][: holes(len(playing))]
    large = [number for number in turn if number not in small]
    together, alone = blocks([p for p in playing if p not in field.fixed], objective, stream)
    queue = [p for block in together for p in block] + alone
    chairs = chairs_in_turn(tables, small, 3)
    at_threes = least_burdened(queue, len(chairs), record, objective, stream)
    hand_out(tables, chairs, [p for p in queue if p in at_threes])
    chairs = chairs_in_turn(tables, large, 4)
    hand_out(tables, chairs, [p for p in queue if p not in at_threes])
    repair_by_lot(Floor(tables, record, objective, locked_players(field, playing)), stream)
    return tables


def locked_players(field: Field, playing: Iterable[int]) -> list[int]:
    """Players who share a fixed table with others of this series, and so never move."""
    at: dict[int, list[int]] = {}
    for p in playing:
        if p in field.fixed:
            at.setdefault(field.fixed[p], []).append(p)
    return [p for table in sorted(at) if len(at[table]) > 1 for p in at[table]]


def chairs_in_turn(tables: Series, turn: list[int], seats: int) -> list[int]:
    """The table of every free chair: each table gives its first before any gives its second."""
    return [number for lap in range(seats) for number in turn if len(tables[number]) + lap < seats]


def hand_out(tables: Series, chairs: list[int], queue: list[int]) -> None:
    for number, p in zip(chairs, queue, strict=True):
        tables[number].append(p)


def least_burdened(
    players: list[int], places: int, record: DrawRecord, objective: Objective, stream: Stream
) -> frozenset[int]:
    """Who sits at the tables of three: those with the fewest visits so far, then the lot."""
    if not places:
        return frozenset()
    order = stream.shuffled(players)
    order.sort(key=lambda p: record.visits[p] + objective.reluctance[p])
    return frozenset(order[:places])


def blocks(
    players: Iterable[int], objective: Objective, stream: Stream
) -> tuple[list[list[int]], list[int]]:
    """The players of each club (or team), the largest block first, equal ones by lot; and those
    without any. Within a block the lot decides, but team-mates stand together.
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


# Seating by the standings: ranks one to four at table 1, and so on; repairs move few players.

# Beyond this distance any improving swap is taken.
MAX_SWAP_DISTANCE = 40
# Places up to which the search brings players back to the ranking; its effort in each of its two
# passes, and what one step weighs (search.py): everybody pays for some distance, so a part of
# them must do.
MAX_PLACES_BY_RANK = 1_000
BY_RANK_EFFORT = 1_000_000
BY_RANK_SWAPS_PER_STEP = 2_000
# In the first pass no term weighs more than this many tables of distance.
FIRST_PASS_DISTANCE = 8


def seat_by_rank(
    field: Field, record: DrawRecord, objective: Objective, stream: Stream
) -> tuple[Series, int]:
    """The tables in the order of the ranking, and by how many tables players were moved in all."""
    ranking = sorted(field.playing[0], key=field.ranks.__getitem__)
    tables = cut_ranking(ranking, field, record, objective)
    fixed = [p for p in ranking if p in field.fixed]
    floor = Floor(tables, record, objective, fixed)
    homes = [floor.where.get(p, 0) for p in range(field.size)]
    for _ in range(ROUNDS):
        for number in range(len(tables)):
            while floor.costs[number] and (swap := nearest_swap(floor, number, homes)):
                floor.swap(*swap)
    if distance_moved(tables, homes) and 4 * len(tables) <= MAX_PLACES_BY_RANK:
        # Allowing meetings temporarily reaches plans that swaps alone do not find.
        for terms in (objective.at_most(FIRST_PASS_DISTANCE * objective.distance), objective):
            search = Search([tables], record, terms, still=[fixed], homes=homes)
            _, (tables,) = improve_plan(
                search, stream, terms.forbidden, BY_RANK_EFFORT, BY_RANK_SWAPS_PER_STEP
            )
    return tables, distance_moved(tables, homes)


def cut_ranking(
    ranking: list[int], field: Field, record: DrawRecord, objective: Objective
) -> Series:
    """The ranking in fours, and in threes where the fewest sit who have been at such a table."""
    if not objective.three:
        return fill_tables(ranking, field.fixed)
    burdens = list(map(add, record.visits, objective.reluctance))
    return fill_tables(ranking, field.fixed, small_tables(ranking, field.fixed, burdens))


def small_tables(
    order: Sequence[int], fixed: dict[int, int], burdens: Sequence[int]
) -> tuple[int, ...]:
    """The tables of three that burden their players least; of equal choices the last tables.

    Table after table, and for each number of chairs left empty so far, the best choice is kept.
    """
    rest = [p for p in order if p not in fixed]
    empty_chairs = holes(len(order))
    # By chairs left empty so far: the burden, minus the sum of the numbers, and the numbers.
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())] + [None] * empty_chairs
    seated = 0  # of `rest`, were no chair left empty
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


def distance_moved(tables: Series, homes: list[int]) -> int:
    return sum(abs(homes[p] - number) for number, table in enumerate(tables) for p in table)


def nearest_swap(floor: Floor, number: int, homes: list[int]) -> tuple[int, int] | None:
    """The nearest swap that removes one step of the highest term; else the best of all."""
    best: tuple[int, int, int, int] | None = None
    step = floor.objective.step(floor.costs[number])
    for distance in range(1, len(floor.tables)):
        for other in (number + distance, number - distance):
            if 0 <= other < len(floor.tables):
                for offer in offers(floor, number, other, homes):
                    best = offer if best is None else min(best, offer)
        if best and (distance >= MAX_SWAP_DISTANCE or -best[0] >= step):
            break
    return best and (best[2], best[3])


def offers(
    floor: Floor, number: int, other: int, homes: list[int]
) -> list[tuple[int, int, int, int]]:
    """Every swap between two tables that makes them cheaper: by how much, how far, and who."""
    before = floor.costs[number] + floor.costs[other]
    candidates = []
    for p in floor.tables[number]:
        for q in floor.tables[other]:
            if floor.may_swap(p, q):
                change = sum(floor.prices_after(p, q)) - before
                if change < 0:
                    moved = abs(homes[p] - other) + abs(homes[q] - number)
                    candidates.append((change, moved, p, q))
    return candidates
