"""Tabu search over swaps in all series at once.

An entity is a player or an empty chair (a hole): players beside a hole sit at a table of three, and
swapping a player with a hole moves him to the hole's table. The best swap is made even when it
raises the cost, and is not repeated for some steps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.seating.field import Series, Stream, Table
from scoring.seating.objective import DrawRecord, Objective

# Effort is counted in swaps weighed; a step, and each player whose swaps are weighed, count as this
# many more. A step that found swaps and has weighed MAX_SWAPS_PER_STEP leaves out the rest.
EFFORT_OF_A_STEP = 300
EFFORT_OF_A_PLAYER = 30
MAX_SWAPS_PER_STEP = 12_000
# A swap may come again REST steps later; the lot adds up to REST_BY_LOT - 1.
REST = 4
REST_BY_LOT = 8

Swap = tuple[int, int, int]  # series, entity, entity


@dataclass(slots=True)
class SearchState:
    """One series: `tables` lists the entities of each table, `at` gives the table of each entity.

    `loads[t][e]` is the price of entity e at table t. At its own table a part of it, `credit[e]`,
    is there only because e sits there now. A player who skips this series sits on the bench, a last
    table. `still` are those who do not move, `small` the tables with a hole.
    """

    tables: list[Table]
    at: list[int]
    still: list[int]
    small: list[int]
    loads: list[list[int]]
    credit: list[int]


class Search:
    """A plan that changes swap by swap, and the price of every swap in it."""

    def __init__(
        self,
        plan: list[Series],
        record: DrawRecord,
        objective: Objective,
        still: list[list[int]],
        homes: list[int] | None = None,
        *,
        has_holes: bool = True,
    ) -> None:
        """`still` are the players of each series who keep their table, `homes` the tables of the
        ranking. Without `has_holes` a table of three has no empty chair.
        """
        self.objective = objective
        self.players = len(record.visits)
        self.has_holes = has_holes
        empty = max(sum(map(self.has_hole, series)) for series in plan)
        self.entities = self.players + empty
        self.blocked = objective.forbidden
        self.prices = self.prices_before(record)
        # By table: the price of each entity's distance from its home table; holes have none.
        self.distance_prices: list[list[int]] = []
        if homes is not None:
            for number in range(len(plan[0])):
                distances = [objective.distance * abs(number - home) for home in homes]
                self.distance_prices.append(distances + [0] * empty)
        self.states: list[SearchState] = []  # `meet` changes no loads before they are computed
        states = [self.state_of(series, fixed) for series, fixed in zip(plan, still, strict=True)]
        for state in states:
            for table in state.tables:
                for e, f in combinations(table, 2):
                    self.meet(e, f, 1)
        for state in states:
            for number in range(len(state.tables)):
                self.renew(state, number)
        self.states = states

    def prices_before(self, record: DrawRecord) -> list[list[int]]:
        """The price of seating each pair together, before any meeting of the plan."""
        objective, players = self.objective, self.players
        prices = [[0] * self.entities for _ in range(self.entities)]
        for p, met in enumerate(record.met):
            for q, times in met.items():
                prices[p][q] = objective.repeat * times
        for hole in range(players, self.entities):
            for p in range(players):
                visits = record.visits[p] + objective.reluctance[p]
                prices[p][hole] = prices[hole][p] = objective.three * visits
            for other in range(players, self.entities):
                prices[hole][other] = self.blocked if other != hole else 0
        for p, q, price in objective.pairs_to_separate():
            prices[p][q] += price
            prices[q][p] += price
        return prices

    def has_hole(self, table: Table) -> bool:
        return self.has_holes and len(table) == 3

    def state_of(self, series: Series, still: list[int]) -> SearchState:
        tables: list[Table] = []
        hole = self.players
        at = [len(series)] * self.entities
        for number, table in enumerate(series):
            seated = list(table)
            if self.has_hole(seated):
                seated.append(hole)
                hole += 1
            for e in seated:
                at[e] = number
            tables.append(seated)
        benched = [e for e, number in enumerate(at) if number == len(series)]
        small = self.small_tables(at, len(tables))
        loads = [[0] * self.entities for _ in range(len(tables) + 1)]
        return SearchState(tables, at, still + benched, small, loads, [0] * self.entities)

    def small_tables(self, at: list[int], bench: int) -> list[int]:
        return [at[e] for e in range(self.players, self.entities) if at[e] < bench]

    def renew(self, state: SearchState, number: int) -> None:
        """Compute the price of each entity at a table with its present players."""
        table = state.tables[number]
        prices = [self.prices[e] for e in table]
        if self.distance_prices:
            prices.append(self.distance_prices[number])
        load = list(map(sum, zip(*prices, strict=True)))
        if number in state.small:
            # From one table of three to another is not a second visit.
            for three in state.small:
                for e in state.tables[three]:
                    load[e] -= self.objective.three if e < self.players else 0
        state.loads[number] = load
        met = self.objective.repeat * (len(table) - (2 if number in state.small else 1))
        for e in table:
            state.credit[e] = met if e < self.players else 3 * self.objective.three

    def meet(self, e: int, f: int, times: int) -> None:
        """Count a meeting, or with -1 take it back: the next one of the two gets dearer."""
        if e >= self.players:
            e, f = f, e
        if f < self.players:
            self.shift(e, f, times * self.objective.repeat)
        else:
            # What counts is the visit to a table of three, beside whichever hole.
            for hole in range(self.players, self.entities):
                self.shift(e, hole, times * self.objective.three)

    def shift(self, e: int, f: int, by: int) -> None:
        self.prices[e][f] += by
        self.prices[f][e] += by
        for state in self.states:
            at, loads = state.at, state.loads
            loads[at[e]][f] += by
            loads[at[f]][e] += by

    def swap(self, swap: Swap) -> None:
        series, i, j = swap
        state = self.states[series]
        a, b = state.at[i], state.at[j]
        mine, other = state.tables[a], state.tables[b]
        mine.remove(i)
        other.remove(j)
        for e in mine:
            self.meet(e, i, -1)
            self.meet(e, j, 1)
        for e in other:
            self.meet(e, j, -1)
            self.meet(e, i, 1)
        mine.append(j)
        other.append(i)
        state.at[i], state.at[j] = b, a
        renewed = {a, b}
        if a in state.small or b in state.small:
            renewed.update(state.small)
            state.small = self.small_tables(state.at, len(state.tables))
            renewed.update(state.small)
        for number in sorted(renewed):
            self.renew(state, number)

    def owed(self, state: SearchState) -> list[int]:
        """What every entity pays where it sits now."""
        loads = state.loads
        return [
            loads[table][e] - credit
            for e, (table, credit) in enumerate(zip(state.at, state.credit, strict=True))
        ]

    def cost_changes(self, state: SearchState, i: int, owed: list[int]) -> list[int]:
        """The change of the cost if i swapped places with each other entity.

        Each of the two would pay for the other's table without the other, and saves what it pays
        now.
        """
        a = state.at[i]
        loads_by_table = [load[i] for load in state.loads]
        mine = owed[i]
        changes = [
            here + loads_by_table[table] - 2 * price - theirs - mine
            for here, table, price, theirs in zip(
                state.loads[a], state.at, self.prices[i], owed, strict=True
            )
        ]
        holes = range(self.players, self.entities) if i >= self.players else range(0)
        for e in (*state.tables[a], *state.still, *holes):
            changes[e] = self.blocked
        return changes

    def plan(self) -> list[Series]:
        return [
            [[e for e in table if e < self.players] for table in state.tables]
            for state in self.states
        ]


class TabuList:
    """Swaps made recently, which have to wait."""

    def __init__(self) -> None:
        self.waiting: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.last = 0  # the step from which on no swap is tabu

    def partners_waiting(self, series: int, e: int, step: int) -> Iterator[int]:
        """The entities with which an entity must not be swapped yet."""
        for other, until in self.waiting.get((series, e), ()):
            if until > step:
                yield other

    def keep(self, swap: Swap, step: int, until: int) -> None:
        series, i, j = swap
        for e, other in ((i, j), (j, i)):
            longer = [pair for pair in self.waiting.get((series, e), ()) if pair[1] > step]
            self.waiting[series, e] = [*longer, (other, until)]
        self.last = max(self.last, until)


def improve_plan(
    search: Search, stream: Stream, most_gain: int, effort: int, in_a_step: int = MAX_SWAPS_PER_STEP
) -> tuple[int, list[Series]]:
    """The gain of the cheapest plan found, and the plan.

    The search ends when the gain reaches `most_gain`, or its effort `effort`.
    """
    tabu = TabuList()
    cost, lowest, best = 0, 0, search.plan()
    step = spent = 0
    while spent < effort and lowest > -most_gain:
        step += 1
        change, choice, weighed = best_swaps(search, stream, tabu, step, lowest - cost, in_a_step)
        spent += weighed + EFFORT_OF_A_STEP
        if not choice and step >= tabu.last:
            break
        if not choice:
            continue
        swap = stream.pick(choice)
        search.swap(swap)
        cost += change
        tabu.keep(swap, step, step + REST + stream.below(REST_BY_LOT))
        if cost < lowest:
            lowest, best = cost, search.plan()
    return -lowest, best


def best_swaps(
    search: Search,
    stream: Stream,
    tabu: TabuList,
    step: int,
    to_beat: int,
    in_a_step: int,
) -> tuple[int, list[Swap], int]:
    """The least change of the cost, all swaps that reach it, and the effort.

    One of the two must pay something now. A swap that has to wait is allowed only if it leads to
    the cheapest plan so far: if its change is below `to_beat`. Where the swaps are too many for one
    step, the lot decides where to begin.
    """
    # Swaps that are forbidden change the cost by more than that.
    least, choice, weighed = search.blocked // 2, list[Swap](), 0
    rows = len(search.states) * search.entities
    lot = stream if rows * (search.entities + EFFORT_OF_A_PLAYER) > in_a_step else None
    for series in rotate_by_lot(range(len(search.states)), lot):
        state = search.states[series]
        owed = search.owed(state)
        paying = [i for i, debt in enumerate(owed) if debt > 0 and i not in state.still]
        for i in rotate_by_lot(paying, lot):
            changes = search.cost_changes(state, i, owed)
            for j in tabu.partners_waiting(series, i, step):
                if changes[j] >= to_beat:
                    changes[j] = search.blocked
            low = min(changes)
            if low < least:
                least, choice = low, []
            if low == least:
                choice += [(series, i, j) for j, change in enumerate(changes) if change == low]
            weighed += search.entities + EFFORT_OF_A_PLAYER
            if choice and weighed > in_a_step:
                return least, choice, weighed
        weighed += search.entities
    return least, choice, weighed


def rotate_by_lot(items: Sequence[int], stream: Stream | None) -> Sequence[int]:
    """The items from one drawn by lot round to the one before it; unchanged without a stream."""
    if stream is None or not items:
        return items
    first = stream.below(len(items))
    return [*items[first:], *items[:first]]
