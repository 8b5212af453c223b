"""What a plan has of each term, counted from its tables alone.

It shares only the request's types with the draw. What it counts is what the drawn series add: a
meeting is repeated when the two met before, in the history or in an earlier drawn series.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.seating.request import DrawRequest, PlayerId, SeatedSeries

# Seat 1 keeps the list: a repeat there weighs half as much again.
SEAT_WEIGHTS = (3, 2, 2, 2)

Pair = tuple[PlayerId, PlayerId]
Groups = Mapping[PlayerId, str]


@dataclass(frozen=True, slots=True)
class PlanCounts:
    """The terms of a plan, or the least that any plan can have.

    `repeated_meetings` is Σ max(0, m - 1) over all pairs, `repeat_encounters` Σ C(m, 2);
    `repeated_three_seat` is Σ max(0, v - 1) over all players, `three_seat_encounters` Σ C(v, 2).
    """

    repeated_meetings: int
    repeat_encounters: int
    same_team: int
    same_club: int
    repeated_three_seat: int
    three_seat_encounters: int


def sizes(players: int) -> tuple[int, int]:
    """Tables of four and of three: n mod 4 = 1, 2, 3 makes three, two, one of three.

    >>> sizes(37), sizes(9), sizes(5)
    ((7, 3), (0, 3), (1, 0))
    """
    if players == 5:
        return 1, 0
    threes = (4 - players % 4) % 4
    return (players - 3 * threes) // 4, threes


def expected(request: DrawRequest) -> list[frozenset[PlayerId]]:
    """Who plays each series to be drawn; equal fields are one object, and quick to compare."""
    known: dict[frozenset[PlayerId], frozenset[PlayerId]] = {}
    # Most fields never change: those who always play are looked at once.
    first, last = request.numbers[0], request.numbers[-1]
    always, sometimes = [], []
    for player in request.players:
        if player.first_series <= first and (player.last_series or last) >= last:
            always.append(player.id)
        else:
            sometimes.append(player)
    if not sometimes:
        return [frozenset(always)] * request.series
    fields = (
        frozenset([*always, *(player.id for player in sometimes if player.plays(number))])
        for number in request.numbers
    )
    return [known.setdefault(field, field) for field in fields]


def counts_of(request: DrawRequest, plan: Sequence[SeatedSeries]) -> PlanCounts:
    everything = [*request.history, *plan]
    before, after = meetings(request.history), meetings(everything)
    visits_before, visits_after = visits(request.history), visits(everything)
    return PlanCounts(
        repeated_meetings=repeated(after) - repeated(before),
        repeat_encounters=encounters(after) - encounters(before),
        same_team=together(plan, {each.id: each.team for each in request.players if each.team}),
        same_club=together(plan, {each.id: each.club for each in request.players if each.club}),
        repeated_three_seat=repeated(visits_after) - repeated(visits_before),
        three_seat_encounters=encounters(visits_after) - encounters(visits_before),
    )


def meetings(plan: Sequence[SeatedSeries]) -> Counter[Pair]:
    """How often each pair sits at one table; a pair is named in the order of first appearance."""
    order: dict[PlayerId, int] = {}
    for series in plan:
        for table in series:
            for player in table:
                order.setdefault(player, len(order))
    return Counter(
        pair
        for series in plan
        for table in series
        for pair in combinations(sorted(table, key=order.__getitem__), 2)
    )


def visits(plan: Iterable[SeatedSeries]) -> Counter[PlayerId]:
    return Counter(
        player for series in plan for table in series if len(table) == 3 for player in table
    )


def repeated(times: Mapping[Any, int]) -> int:
    return sum(each - 1 for each in times.values())


def encounters(times: Mapping[Any, int]) -> int:
    return sum(each * (each - 1) // 2 for each in times.values())


def together(plan: Iterable[SeatedSeries], groups: Groups) -> int:
    """Pairs of one group at one table, over all series."""
    total = 0
    for series in plan if groups else ():
        for table in series:
            found = [groups[player] for player in table if player in groups]
            if len(set(found)) < len(found):
                total += encounters(Counter(found))
    return total


def seats(plan: Iterable[SeatedSeries]) -> tuple[int, int]:
    """Σ w · count² over all players and seats, and the worst spread of one player's seats."""
    tables = [table for series in plan for table in series]
    # A table of five is an error named elsewhere, and has no fifth seat here.
    taken = [
        Counter(table[seat] for table in tables if len(table) > seat)
        for seat in range(len(SEAT_WEIGHTS))
    ]
    imbalance = sum(
        weight * count * count
        for weight, counts in zip(SEAT_WEIGHTS, taken, strict=True)
        for count in counts.values()
    )
    counts_of = [[counts[player] for counts in taken] for player in frozenset().union(*taken)]
    return imbalance, max((max(each) - min(each) for each in counts_of), default=0)
