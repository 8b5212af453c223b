"""Series of a venue improved by swaps of two slots of one team; team-mates never come together."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.seating.request import PlayerId
from scoring.seating.stream import Stream
from scoring.seating.venue import VenueShape

# Swaps tried in each start, and the memory of late acceptance (schedule_scheme.py).
TRIES = 4_000
MEMORY = 30
# A table of the wrong size, or a missing player without a chair, against any number of meetings.
FORBIDDEN = 10**9
ENCOUNTER = 10**5
THIRD = 10**3
EMPTY = -1

# For each team the table of each of its slots, in one series.
Slots = list[list[int]]


@dataclass(slots=True)
class VenueField:
    """A request in numbers: players from 0; `slots` are a team's players and empty chairs."""

    ids: list[PlayerId]
    team: list[int]
    slots: list[list[list[int]]]  # series → team → players or EMPTY
    short: list[int]  # how many players of each team could still have a chair
    shape: VenueShape
    met: list[list[int]]
    visits: list[int]

    @property
    def tables(self) -> int:
        return len(self.shape.sizes)


def tables_of(field: VenueField, number: int, slots: Slots) -> list[list[int]]:
    """The players at each table of a series."""
    tables: list[list[int]] = [[] for _ in range(field.tables)]
    for row, places in zip(field.slots[number], slots, strict=True):
        for p, table in zip(row, places, strict=True):
            if p != EMPTY:
                tables[table].append(p)
    return tables


class VenueSearch:
    """A plan while slots are swapped; `cost` is what is forbidden, then Σ C(m, 2) over opponents,
    then Σ C(m, 3), then visits to tables of three (and meetings of team-mates, where two teams
    are alone).
    """

    def __init__(self, field: VenueField, plan: list[Slots]) -> None:
        self.field = field
        self.plan = [[list(row) for row in series] for series in plan]
        self.tables = [tables_of(field, number, slots) for number, slots in enumerate(plan)]
        self.met = [list(row) for row in field.met]
        self.visits = list(field.visits)
        self.cost = 0
        for tables in self.tables:
            self.cost += FORBIDDEN * faults_of(field, tables)
            for table in tables:
                self.visit(table, 1)
                for place, p in enumerate(table):
                    self.meet(p, table[:place], 1)

    def meet(self, p: int, others: Sequence[int], times: int) -> None:
        """Count that p meets others once more, or with -1 once less."""
        met, team = self.met[p], self.field.team
        for q in others:
            before = met[q] if times > 0 else met[q] - 1
            if team[p] == team[q]:
                self.cost += times * before
            else:
                self.cost += times * (ENCOUNTER * before + THIRD * before * (before - 1) // 2)
            met[q] += times
            self.met[q][p] += times

    def visit(self, table: Sequence[int], times: int) -> None:
        """Count the visits of who sits at a table of three."""
        for p in table if len(table) == 3 else ():
            self.cost += times * (self.visits[p] if times > 0 else self.visits[p] - 1)
            self.visits[p] += times

    def swap(self, number: int, t: int, a: int, b: int) -> None:
        """Two slots of a team change tables in a series; the same again takes it back."""
        places, row = self.plan[number][t], self.field.slots[number][t]
        tables = self.tables[number]
        one, two = tables[places[a]], tables[places[b]]
        p, q = row[a], row[b]
        uneven = EMPTY in (p, q)
        if uneven:
            self.cost -= FORBIDDEN * faults_of(self.field, tables)
        for table, leaves in ((one, p), (two, q)):
            self.visit(table, -1)
            if leaves != EMPTY:
                table.remove(leaves)
                self.meet(leaves, table, -1)
        for table, joins in ((one, q), (two, p)):
            if joins != EMPTY:
                self.meet(joins, table, 1)
                table.append(joins)
            self.visit(table, 1)
        places[a], places[b] = places[b], places[a]
        if uneven:
            self.cost += FORBIDDEN * faults_of(self.field, tables)


def improved(
    field: VenueField, plan: list[Slots], stream: Stream, least: int
) -> tuple[list[Slots], int]:
    """The plan after swaps of two slots of a team, by late acceptance; and its cost."""
    search = VenueSearch(field, plan)
    moves = [
        (number, t, a, b)
        for number, series in enumerate(field.slots)
        for t, row in enumerate(series)
        for a, b in combinations(range(len(row)), 2)
        if row[a] != EMPTY or row[b] != EMPTY
    ]
    best, lowest = plan, search.cost
    recent = [lowest] * MEMORY
    for step in range(TRIES if moves else 0):
        if done(lowest, least):
            break
        move = number, t, a, b = moves[stream.below(len(moves))]
        if search.plan[number][t][a] == search.plan[number][t][b]:
            continue
        before = search.cost
        search.swap(*move)
        if search.cost > before and search.cost > recent[step % MEMORY]:
            search.swap(*move)
            continue
        recent[step % MEMORY] = search.cost
        if search.cost < lowest:
            best, lowest = [[list(row) for row in series] for series in search.plan], search.cost
    return best, lowest


def done(cost: int, least: int) -> bool:
    """Whether nothing of weight is left to gain: no meeting too many, and no pair meets thrice."""
    return cost // ENCOUNTER <= least and cost % ENCOUNTER < THIRD


def faults_of(field: VenueField, tables: Sequence[Sequence[int]]) -> int:
    """Players too many or too few at the tables, and missing players without a chair."""
    wrong = sum(max(0, len(table) - 4, 3 - len(table)) for table in tables)
    if field.shape.of_a_team > 1 or not any(field.short):
        return wrong
    lacking = [
        {t for t, short in enumerate(field.short) if short} - {field.team[p] for p in table}
        for table in tables
        if len(table) == 3
    ]
    wanted = min(len(lacking), sum(field.short))
    return wrong + wanted - claimed(lacking, list(field.short))


def claimed(lacking: Sequence[set[int]], short: list[int]) -> int:
    """How many empty chairs at most find a missing player of a team that lacks there."""
    if not lacking:
        return 0
    most = claimed(lacking[1:], short)
    for t in lacking[0]:
        if short[t] and most < len(lacking):
            short[t] -= 1
            most = max(most, 1 + claimed(lacking[1:], short))
            short[t] += 1
    return most
