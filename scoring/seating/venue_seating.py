"""The tables of a league match day at one venue.

Every team has as many slots as there are tables, its players first and empty chairs behind them; a
series is one table for each slot. With T tables slot i of team t sits at table i + t · f in the
field of T elements: for distinct factors f nobody meets an opponent twice, and the empty chairs of
different teams are apart for f ≠ 0. What a field does not give is searched: swaps of two slots of
one team never bring team-mates together.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from scoring.seating.bounds import cheapest, spread
from scoring.seating.request import PlayerId, SeatedSeries
from scoring.seating.seats import after_history, by_halves, evened
from scoring.seating.stream import Stream
from scoring.seating.venue import VenueRequest
from scoring.seating.venue_search import EMPTY, Slots, VenueField, done, improved, tables_of

STARTS = 2
FIELDS = (3, 4, 5, 7)
# Products in the field of four elements.
TIMES_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


@dataclass(frozen=True, slots=True)
class VenueSeating:
    """`series` → tables → ids by seat (seat 1 keeps the list); `waiting` who sits out each series.

    `most` is how often two opponents meet at most over the day, history included, `encounters`
    the sum Σ C(m, 2) over all of them.
    """

    series: tuple[SeatedSeries, ...]
    waiting: tuple[tuple[PlayerId, ...], ...]
    most: int
    encounters: int


def seat_venue(request: VenueRequest) -> VenueSeating:
    """Seat a venue's series: team-mates apart, opponents spread as evenly as can be.

    The same request gives the same tables anywhere. Raises `NotPlayable` where the teams that
    came cannot play.
    """
    field = field_of_venue(request)
    best: list[Slots] = []
    lowest = -1
    least = unavoidable(field, request)
    for start in starts(field, request):
        plan, cost = improved(field, start, Stream(f"{request.seed}/search"), least)
        if lowest < 0 or cost < lowest:
            best, lowest = plan, cost
        if done(lowest, least):
            break
    tables = [tables_of(field, number, slots) for number, slots in enumerate(best)]
    return seated(field, request, tables)


def field_of_venue(request: VenueRequest) -> VenueField:
    stream = Stream(f"{request.seed}/lot")
    teams = sorted(request.appearing, key=lambda team: repr(team.id))
    shape = request.shape
    chairs = len(shape.sizes) * shape.of_a_team
    rows = [stream.shuffled(team.players) for team in teams]
    ids = [player for row in rows for player in row]
    number = {player: p for p, player in enumerate(ids)}
    slots = [
        [[number[player] for player in turned(row, series, chairs)] for row in rows]
        for series in range(len(request.history), len(request.history) + request.series)
    ]
    for series in slots:
        for row in series:
            row.extend([EMPTY] * (chairs - len(row)))
    met = [[0] * len(ids) for _ in ids]
    visits = [0] * len(ids)
    for tables in request.history:
        for table in tables:
            here = [number[player] for player in table if player in number]
            for p, q in combinations(here, 2):
                met[p][q] += 1
                met[q][p] += 1
            for p in here if len(table) == 3 else ():
                visits[p] += 1
    return VenueField(
        ids,
        [t for t, row in enumerate(rows) for _ in row],
        slots,
        [min(request.size, chairs) - min(len(row), chairs) for row in rows],
        shape,
        met,
        visits,
    )


def turned(row: Sequence[PlayerId], series: int, chairs: int) -> list[PlayerId]:
    """Who of a team plays a series; with too few chairs each waits in turn."""
    if len(row) <= chairs:
        return list(row)
    out = {(series * (len(row) - chairs) + k) % len(row) for k in range(len(row) - chairs)}
    return [player for place, player in enumerate(row) if place not in out]


def starts(field: VenueField, request: VenueRequest) -> Iterator[list[Slots]]:
    """Series by the field of as many elements as there are tables, then by lot."""
    if (
        request.series
        and field.shape.of_a_team == 1
        and field.tables in FIELDS
        and len(field.slots[0]) <= field.tables
    ):
        yield by_field(field, request)
    for start in range(STARTS):
        stream = Stream(f"{request.seed}/start/{start}")
        chairs = list(range(field.tables)) * field.shape.of_a_team
        yield [[stream.shuffled(chairs) for _ in series] for series in field.slots]


def by_field(field: VenueField, request: VenueRequest) -> list[Slots]:
    """Series with distinct factors; the factor 0, for which empty chairs may meet, is the last.

    After a history, slots are named by the tables of its first series. Which element of the field
    stands for which team is then found by trial: where the history was drawn like this, be it one
    series at a time and from other seeds, its factors are found again and others are taken.
    """
    teams, tables = len(field.slots[0]), field.tables
    if not request.history:
        factors = [(number + 1) % tables for number in range(request.series)]
        return [by_factor(field, range(teams), factor) for factor in factors]
    named = slots_by_history(field, request)
    best: tuple[int, list[int], tuple[int, ...]] | None = None
    for elements in permutations(range(tables), teams):
        prices = sorted(
            (met_again(field, named, elements, factor), factor == 0, factor)
            for factor in range(tables)
        )
        chosen = [prices[number % tables] for number in range(request.series)]
        total = sum(price for price, _, _ in chosen)
        if best is None or total < best[0]:
            best = (total, [factor for _, _, factor in chosen], elements)
        if not total:
            break
    _, factors, elements = best or (0, [], ())
    plan = []
    for number, factor in enumerate(factors):
        plan.append(
            [
                [
                    times_plus(named[t][p], elements[t], factor, tables) if p != EMPTY else EMPTY
                    for p in row
                ]
                for t, row in enumerate(field.slots[number])
            ]
        )
    return [[with_empty(row, tables) for row in slots] for slots in plan]


def with_empty(places: list[int], tables: int) -> list[int]:
    """The tables of a team's slots, the empty chairs at those that its players leave."""
    left = iter(sorted(set(range(tables)) - set(places)))
    return [next(left) if place == EMPTY else place for place in places]


def slots_by_history(field: VenueField, request: VenueRequest) -> list[dict[int, int]]:
    """For each team, its players by the table at which they began; others take those left."""
    number = {player: p for p, player in enumerate(field.ids)}
    began = {
        number[player]: at
        for at, table in enumerate(request.history[0])
        for player in table
        if player in number and at < field.tables
    }
    named: list[dict[int, int]] = []
    for t in range(len(field.slots[0])):
        own = [p for p, team in enumerate(field.team) if team == t]
        taken: dict[int, int] = {}
        for p in own:
            if p in began and began[p] not in taken.values():
                taken[p] = began[p]
        left = [slot for slot in range(len(own) + field.tables) if slot not in taken.values()]
        for p in own:
            if p not in taken:
                taken[p] = left.pop(0)
        named.append({p: slot % field.tables for p, slot in taken.items()})
    return named


def met_again(
    field: VenueField, named: Sequence[dict[int, int]], elements: Sequence[int], factor: int
) -> int:
    """How often those who would sit together with this factor have met."""
    tables: list[list[int]] = [[] for _ in range(field.tables)]
    for t, slots in enumerate(named):
        for p, slot in slots.items():
            tables[times_plus(slot, elements[t], factor, field.tables)].append(p)
    return sum(field.met[p][q] for table in tables for p, q in combinations(table, 2))


def by_factor(field: VenueField, elements: Sequence[int], factor: int) -> Slots:
    return [
        [times_plus(slot, elements[team], factor, field.tables) for slot in range(len(row))]
        for team, row in enumerate(field.slots[0])
    ]


def times_plus(slot: int, team: int, factor: int, tables: int) -> int:
    """slot + team · factor in the field of so many elements (4, or a prime)."""
    return slot ^ TIMES_4[team][factor] if tables == 4 else (slot + team * factor) % tables


def unavoidable(field: VenueField, request: VenueRequest) -> int:
    """A lower bound of Σ C(m, 2): meetings spread evenly over all who may meet, and players of one
    table who come from fewer tables of another series (`bounds.spread`).
    """
    before = Counter(
        field.met[p][q]
        for p, q in combinations(range(len(field.ids)), 2)
        if field.team[p] != field.team[q]
    )
    sizes = field.shape.sizes
    if field.shape.of_a_team > 1:
        return cheapest(before, request.series * sum(size * size // 4 for size in sizes))
    meetings = request.series * sum(size * (size - 1) // 2 for size in sizes)
    crowded = sum(spread(size, len(sizes)) for size in sizes)
    pairs_of_series = request.series * (request.series - 1) // 2
    return max(cheapest(before, meetings), 0 if field.shape.waiting else crowded * pairs_of_series)


def seated(field: VenueField, request: VenueRequest, plan: list[list[list[int]]]) -> VenueSeating:
    """The tables with their seats, fours first; seat 1 goes round."""
    stream = Stream(f"{request.seed}/seats")
    number = {player: p for p, player in enumerate(field.ids)}
    counts = [[0, 0, 0, 0] for _ in field.ids]
    for tables in request.history:
        for table in tables:
            for seat, player in enumerate(table):
                if player in number:
                    counts[number[player]][seat] += 1
    # The players have been named by lot; tables in their order can be found again (by_field).
    ordered = [sorted(tables, key=len, reverse=True) for tables in plan]
    turns = (
        after_history(ordered, counts, stream) if request.history else by_halves(ordered, stream)
    )
    series = tuple(
        tuple(tuple(field.ids[p] for p in table) for table in tables)
        for tables in evened(turns, counts)
    )
    playing = [{p for row in rows for p in row} for rows in field.slots]
    met = [list(row) for row in field.met]
    for p, q in (pair for tables in plan for each in tables for pair in combinations(each, 2)):
        met[p][q] += 1
        met[q][p] += 1
    times = [
        met[p][q]
        for p, q in combinations(range(len(field.ids)), 2)
        if field.team[p] != field.team[q]
    ]
    return VenueSeating(
        series,
        tuple(
            tuple(player for p, player in enumerate(field.ids) if p not in here) for here in playing
        ),
        max(times, default=0),
        sum(each * (each - 1) // 2 for each in times),
    )
