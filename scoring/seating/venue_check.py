"""What is wrong with the tables of a venue, counted from the tables alone.

How often opponents may meet is what the program's own seating of the same players reaches.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scoring.seating.request import PlayerId, SeatedSeries, SeatedTable
from scoring.seating.venue import NotPlayable, VenueRequest, VenueShape, VenueTeamId
from scoring.seating.venue_seating import seat_venue


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach of a league's rule, by a code, for a sentence elsewhere.

    `series` counts from 1, history included; `table` from 1, or None where it is of a whole
    series. The codes:

    - `team-mates`: more of one team at a table than may be (`players`)
    - `twice`: a player sits twice in a series
    - `unknown`: somebody sits who is in no line-up, or whose team is too short to play
    - `not-seated`: a player of a team that plays has no chair, and no need to wait
    - `table-size`: a table of a size that these teams do not give (params: size)
    - `tables-count`: other tables than these teams give (params: fours, threes, wanted_fours,
      wanted_threes)
    - `no-chair-for-late`: a missing player could not join at a round, though a table of three
      could be his (params: team)
    - `met-again`: two opponents meet more often than they need to (params: times, most); named
      once, at the last series in which they meet
    - `not-playable`: the teams that came cannot play (params: reason, of `NotPlayable`)
    """

    code: str
    series: int
    table: int | None = None
    players: tuple[PlayerId, ...] = ()
    params: Mapping[str, object] = field(default_factory=dict)


def breaches(
    request: VenueRequest, plan: Sequence[SeatedSeries], *, most: int | None = None
) -> list[Breach]:
    """Everything that a plan of `request.series` series breaks; empty where it may be released.

    `most` is how often two opponents may meet over the day; without it, as often as in
    `seat_venue(request)`.
    """
    try:
        shape = request.shape
    except NotPlayable as reason:
        first = len(request.history) + 1
        return [Breach("not-playable", first, params={"reason": reason.code})] if plan else []
    found: list[Breach] = []
    for number, tables in enumerate(plan, len(request.history) + 1):
        found += of_players(request, shape, number, tables)
        found += of_tables(request, shape, number, tables)
        if shape.of_a_team == 1:
            found += of_late(request, number, tables)
    allowed = seat_venue(request).most if most is None else most
    return [*found, *of_meetings(request, plan, allowed)]


def of_players(
    request: VenueRequest, shape: VenueShape, number: int, tables: SeatedSeries
) -> Iterator[Breach]:
    """Who sits twice, nowhere, or should not sit."""
    expected = [player for team in request.appearing for player in team.players]
    times = Counter(player for table in tables for player in table)
    for at, table in enumerate(tables, 1):
        for player in dict.fromkeys(table):
            if player not in expected:
                yield Breach("unknown", number, at, (player,))
            elif times[player] > 1:
                yield Breach("twice", number, at, (player,))
    missing = [player for player in expected if not times[player]]
    if len(missing) > shape.waiting:
        yield Breach("not-seated", number, None, tuple(missing))


def of_tables(
    request: VenueRequest, shape: VenueShape, number: int, tables: SeatedSeries
) -> Iterator[Breach]:
    """Tables of a wrong size, and team-mates at a table."""
    team_of = request.team_of
    sizes, wanted = Counter(map(len, tables)), Counter(shape.sizes)
    for at, table in enumerate(tables, 1):
        if len(table) not in wanted:
            yield Breach("table-size", number, at, params={"size": len(table)})
        for team, players in by_team(table, team_of).items():
            if team is not None and len(players) > shape.of_a_team:
                yield Breach("team-mates", number, at, players, {"team": team})
    if sizes != wanted and all(size in wanted for size in sizes):
        params = {
            "fours": sizes[4],
            "threes": sizes[3],
            "wanted_fours": wanted[4],
            "wanted_threes": wanted[3],
        }
        yield Breach("tables-count", number, params=params)


def by_team(
    table: SeatedTable, team_of: Mapping[PlayerId, VenueTeamId]
) -> dict[VenueTeamId | None, tuple[PlayerId, ...]]:
    found: dict[VenueTeamId | None, tuple[PlayerId, ...]] = {}
    for player in table:
        team = team_of.get(player)
        found[team] = (*found.get(team, ()), player)
    return found


def of_late(request: VenueRequest, number: int, tables: SeatedSeries) -> Iterator[Breach]:
    """Missing players for whom no table of three is kept that none of their team sits at.

    As many of the empty chairs as can be are given to missing players of teams that play, each
    chair to one.
    """
    team_of = request.team_of
    seated = Counter(team_of.get(player) for table in tables for player in table)
    # Nobody can join where his team sits at every table.
    waiting = [
        team.id
        for team in request.appearing
        for _ in range(min(request.size, len(tables)) - seated[team.id])
    ]
    chairs = [{team_of.get(player) for player in table} for table in tables if len(table) == 3]
    taken: dict[int, int] = {}  # chair → who is waiting

    def finds(one: int, seen: set[int]) -> bool:
        for chair, sitting in enumerate(chairs):
            if chair not in seen and waiting[one] not in sitting:
                seen.add(chair)
                if chair not in taken or finds(taken[chair], seen):
                    taken[chair] = one
                    return True
        return False

    without = [waiting[one] for one in range(len(waiting)) if not finds(one, set())]
    if len(taken) < min(len(chairs), len(waiting)):
        for team in dict.fromkeys(without):
            yield Breach("no-chair-for-late", number, params={"team": team})


def of_meetings(
    request: VenueRequest, plan: Sequence[SeatedSeries], allowed: int
) -> Iterator[Breach]:
    """Opponents who meet more often than allowed, and do so in the plan."""
    team_of = request.team_of
    times: Counter[frozenset[PlayerId]] = Counter()
    last: dict[frozenset[PlayerId], tuple[int, int]] = {}
    for number, tables in enumerate([*request.history, *plan], 1):
        for at, table in enumerate(tables, 1):
            for one, other in combinations(table, 2):
                if one in team_of and other in team_of and team_of[one] != team_of[other]:
                    pair = frozenset((one, other))
                    times[pair] += 1
                    last[pair] = (number, at)
    for pair, (number, at) in last.items():
        if times[pair] > allowed and number > len(request.history):
            players = tuple(sorted(pair, key=repr))
            yield Breach("met-again", number, at, players, {"times": times[pair], "most": allowed})
