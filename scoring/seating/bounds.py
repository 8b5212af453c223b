"""Provable lower bounds of every plan."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

from scoring.seating.request import (
    DrawRequest,
    PlanCounts,
    PlayerId,
    meetings,
    players_of_series,
    sizes,
    visits,
)

PlayerIds = frozenset[PlayerId]


def unavoidable(request: DrawRequest, *, usual_tables: bool = False) -> PlanCounts:
    """The lower bound of each term separately.

    With `usual_tables` it may be too high: see `crowded_encounters`.
    """
    fields = players_of_series(request)
    met: Counter[int] = Counter()  # pairs that can meet, by how often they have met before
    for (one, other), times in meetings(request.history).items():
        met[times] += any(one in field and other in field for field in fields)
    met[0] = possible_pairs(fields) - met.total()
    total = sum(pairs_in_a_series(len(field)) for field in fields)
    encounters = max(
        fewest_added_encounters(met, total),
        crowded_encounters(request, fields, usual_tables),
        fixed_together(request, fields),
    )
    max_meetings = len(request.history) + request.series
    # Of S series in all, a meeting after k others of the pair adds k < S encounters, and one repeat
    # if k > 0: encounters ≤ (S - 1) · repeats. Without a history, a pair that meets m ≤ S times has
    # m (m - 1) / 2 encounters and m - 1 repeats: encounters ≤ S / 2 · repeats.
    repeats = max(total - met[0], -(-encounters // max(1, max_meetings - 1)))
    if not request.history:
        repeats = max(repeats, -(-2 * encounters // max_meetings))
    chairs = sum(3 * sizes(len(field))[1] for field in fields)
    before = visits(request.history)
    players_by_visits = Counter(before[player] for player in set(chain(*set(fields))))
    return PlanCounts(
        repeated_meetings=repeats,
        repeat_encounters=encounters,
        same_team=groups_together(request, fields, "team"),
        same_club=groups_together(request, fields, "club"),
        repeated_three_seat=max(0, chairs - players_by_visits[0]),
        three_seat_encounters=fewest_added_encounters(players_by_visits, chairs),
    )


def with_fewest_repeats(request: DrawRequest, least: PlanCounts) -> PlanCounts:
    """The bounds for a plan with no more repeated encounters than `least`.

    Where those are as few as the number of pairs allows, all pairs meet q or q + 1 times; so
    the pairs of a club meet q times at least, and again if there are not enough others.
    """
    fields = players_of_series(request)
    groups_first = "first" in (request.options.clubs, request.options.teams)
    if not request.avoids_repeats or request.history or groups_first:
        return least
    if len(set(fields)) > 1 or len(fields[0]) == 5:
        return least
    pairs = possible_pairs(fields)
    total = request.series * pairs_in_a_series(len(fields[0]))
    if least.repeat_encounters > fewest_added_encounters(Counter({0: pairs}), total):
        return least
    times, more = divmod(total, pairs)

    def forced_by(kind: str) -> int:
        within = sum(size * (size - 1) // 2 for size in group_sizes(request, fields[0], kind))
        return times * within + max(0, within - (pairs - more))

    return replace(
        least,
        same_team=max(least.same_team, forced_by("team")),
        same_club=max(least.same_club, forced_by("club")),
    )


def pairs_in_a_series(players: int) -> int:
    fours, threes = sizes(players)
    return 6 * fours + 3 * threes


def fewest_added_encounters(times: Counter[int], events: int) -> int:
    """The least that `events` more add to Σ C(m, 2); `times` says how many had m of them so far.

    Each event goes to one of those with the fewest, and adds as many as that one had.

    >>> fewest_added_encounters(Counter({0: 28}), 60)
    36
    """
    remaining = +times
    added = 0
    level = min(remaining, default=0)
    while events > 0 and remaining:
        count = min(events, remaining[level])
        added += count * level
        events -= count
        remaining[level + 1] += remaining.pop(level, 0)
        level += 1
    return added


def possible_pairs(fields: Sequence[PlayerIds]) -> int:
    """How many pairs play at least one series together."""
    plays: dict[PlayerId, int] = {}
    for bit, field in enumerate(fields):
        for player in field:
            plays[player] = plays.get(player, 0) | 1 << bit
    patterns = Counter(plays.values())
    same = sum(size * (size - 1) // 2 for size in patterns.values())
    return same + sum(
        patterns[one] * patterns[other] for one, other in combinations(patterns, 2) if one & other
    )


def crowded_encounters(
    request: DrawRequest, fields: Sequence[PlayerIds], usual_tables: bool
) -> int:
    """Encounters forced by few tables: of four players from three earlier tables two have met.

    Counted for every two series of the same players, of which the later is drawn. `usual_tables`
    takes every series of the history for seated as it was drawn, although some left a table since.
    """
    table_counts: dict[PlayerIds, list[int]] = {}  # of the series before, by their players
    for series in request.history:
        players = frozenset(chain(*series))
        tables = sum(sizes(len(players))) if usual_tables else len(series)
        table_counts.setdefault(players, []).append(tables)
    forced = 0
    for field in fields:
        fours, threes = sizes(len(field))
        earlier = table_counts.setdefault(field, [])
        if len(field) not in (0, 5):
            for tables in earlier:
                forced += fours * spread(4, tables) + threes * spread(3, tables)
        earlier.append(fours + threes)
    return forced


def spread(players: int, tables: int) -> int:
    """Pairs at one table when this many players are spread over the tables as evenly as can be.

    >>> spread(4, 3), spread(12, 10), spread(8, 3)
    (1, 2, 7)
    """
    size, more = divmod(players, tables)
    return (tables - more) * size * (size - 1) // 2 + more * (size + 1) * size // 2


def fixed_together(request: DrawRequest, fields: Sequence[PlayerIds]) -> int:
    """Encounters of players fixed to the same table."""
    fixed = [player for player in request.players if player.fixed_table is not None]
    shared = [
        (one.id, other.id)
        for one, other in combinations(fixed, 2)
        if one.fixed_table == other.fixed_table
    ]
    before = meetings(request.history) if shared else Counter()
    forced = 0
    for one, other in shared:
        so_far = before[frozenset((one, other))]
        times = sum(one in field and other in field and len(field) != 5 for field in fields)
        forced += sum(range(so_far, so_far + times))
    return forced


def groups_together(request: DrawRequest, fields: Sequence[PlayerIds], kind: str) -> int:
    """Pairs of one club (or team) at a table, where it has more members than there are tables."""
    forced = 0
    for field, times in Counter(fields).items():
        groups, tables = group_sizes(request, field, kind), sum(sizes(len(field)))
        forced += times * sum(spread(size, tables) for size in groups)
        if len(field) == 5 and groups:
            forced -= times * (max(groups) - 1)  # one of the largest waits
    return forced


def group_sizes(request: DrawRequest, field: PlayerIds, kind: str) -> list[int]:
    members = Counter(getattr(player, kind) for player in request.players if player.id in field)
    return [size for name, size in members.items() if name]
