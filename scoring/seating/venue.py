"""A venue of a league match day: who is there, which tables that gives, and who sits at them.

docs/seating.md "A venue of a league". Team-mates never sit at one table; only where no more than
two teams came do two of each share a table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from scoring.seating.field import NONE, SEATS, Field, Series
from scoring.seating.objective import Bond, Objective
from scoring.seating.record import DrawRecord
from scoring.seating.request import DrawRequest, PlayerId, in_order
from scoring.seating.search import Search, improved
from scoring.seating.stream import Stream

FULL_TEAM = 4  # players, unless a league says otherwise
LEAST = 3  # players with whom a team may start
MOST_TEAMS = 8

# The effort of the search from each start (search.py), and how many starts there are.
EFFORT = 100_000
STARTS = 32
# What a visit to a table of three, a repeated meeting, team-mates at a table weigh.
THREE, REPEAT, TEAM, FORBIDDEN = 1, 10**6, 10**12, 10**18


class NotPlayable(ValueError):
    """The teams that came cannot play: `code` is `one-team` or `two-teams-short`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class VenueShape:
    """`sizes` are those of the tables, fours first; `of_a_team` how many of one team a table may
    have; `waiting` how many players find no chair in a series.
    """

    sizes: tuple[int, ...]
    of_a_team: int = 1
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Venue:
    """The teams with those of their players who are there; a full team has `size` of them.

    A team with fewer than `LEAST` is absent: nobody of it is seated.
    """

    teams: Mapping[str, Sequence[PlayerId]]
    size: int = FULL_TEAM

    @property
    def absent(self) -> bool:
        """Whether players are there whose team does not play."""
        return any(len(players) < min(LEAST, self.size) for players in self.teams.values())

    @property
    def shape(self) -> VenueShape:
        present = [len(players) for players in self.teams.values()]
        return venue_shape(
            [players for players in present if players >= min(LEAST, self.size)], self.size
        )


def venue_shape(present: Sequence[int], size: int = FULL_TEAM) -> VenueShape:
    """The tables for so many players of each team that appears; raises `NotPlayable`.

    >>> venue_shape([4, 4, 4, 3]).sizes, venue_shape([4, 4, 3, 3]).sizes
    ((4, 4, 4, 3), (4, 4, 3, 3))
    >>> venue_shape([4, 3, 3, 3]).sizes, venue_shape([3, 3, 3, 3]).sizes
    ((4, 3, 3, 3), (4, 4, 4))
    >>> venue_shape([4, 4, 4]).sizes, venue_shape([4, 4]), venue_shape([4] * 5).sizes
    ((3, 3, 3, 3), VenueShape(sizes=(4, 4), of_a_team=2, waiting=0), (4, 4, 4, 4, 4))

    Three teams of which one is short leave tables of two: then as many tables are played as the
    shortest can fill, and the others wait in turn (our reading).

    >>> venue_shape([4, 4, 3])
    VenueShape(sizes=(3, 3, 3), of_a_team=1, waiting=2)
    """
    players = sum(present)
    if len(present) < 2:
        raise NotPlayable("one-team")
    if len(present) == 2:
        if min(present) < size or players < 3:
            raise NotPlayable("two-teams-short")
        return VenueShape(fours_and_threes(players, -(-players // SEATS)), of_a_team=2)
    for tables in range(max(*present, -(-players // SEATS)), 0, -1):
        seated = sum(min(count, tables) for count in present)
        if 3 * tables <= seated <= SEATS * tables:
            return VenueShape(fours_and_threes(seated, tables), waiting=players - seated)
    raise NotPlayable("two-teams-short")


def fours_and_threes(players: int, tables: int) -> tuple[int, ...]:
    fours = players - 3 * tables
    return (4,) * fours + (3,) * (tables - fours)


def venue_of(request: DrawRequest) -> Venue | None:
    """The venue of a league that a request is about; None: it is none.

    Everybody who plays is of a team, the same people in every series, at no fixed table.
    """
    players = [player for player in in_order(request.players) if player.plays(request.numbers[0])]
    if request.mode != "league" or any(each.fixed_table or not each.team for each in players):
        return None
    if any(each.plays(n) != (each in players) for each in request.players for n in request.numbers):
        return None
    teams: dict[str, list[PlayerId]] = {}
    for player in players:
        teams.setdefault(player.team, []).append(player.id)
    # Short teams are no smaller league: two teams play only if both are full.
    venue = Venue(teams, max((FULL_TEAM, *map(len, teams.values()))))
    try:
        playable = bool(venue.shape.sizes)
    except NotPlayable:
        return None
    return venue if playable and not venue.absent and len(teams) <= MOST_TEAMS else None


def seat_venue(
    venue: Venue, field: Field, record: DrawRecord, series: int, stream: Stream
) -> list[Series]:
    """The tables of so many series: team-mates apart, opponents spread as evenly as can be."""
    shape = venue.shape
    members: dict[int, list[int]] = {}
    for p in field.playing[0]:
        members.setdefault(field.teams[p], []).append(p)
    chairs = len(shape.sizes) * shape.of_a_team
    threes = shape.sizes.count(3)
    # An empty chair is one more of a team that lacks a player: he can join where no mate sits.
    lacking = [
        team for team, own in members.items() for _ in range(min(venue.size, chairs) - len(own))
    ]
    of_chairs = lacking[:threes] if shape.of_a_team == 1 else []
    bonds: list[tuple[Bond, ...]] = [((team, TEAM),) for team in [*field.teams, *of_chairs]]
    bonds += [()] * (threes - len(of_chairs))
    objective = Objective(REPEAT, TEAM, 0, THREE, 0, FORBIDDEN, bonds, [0] * field.size, {})
    plans = []
    for _ in range(STARTS):
        start = [
            dealt(seated, len(shape.sizes), stream)
            for seated in in_turn(members, field.history, chairs, series, stream)
        ]
        search = Search(start, record, objective, [[]] * series)
        _, plan = improved(search, stream, FORBIDDEN, EFFORT)
        plans.append((opponents_met(plan, field), plan))
        if not plans[-1][0][0]:
            break
    return min(plans, key=lambda plan: plan[0])[1]


def in_turn(
    members: Mapping[int, list[int]],
    history: list[Series],
    chairs: int,
    series: int,
    stream: Stream,
) -> Iterator[list[list[int]]]:
    """Who of each team plays each series; with too few chairs those wait who played most."""
    played = Counter(p for tables in history for table in tables for p in table)
    for _ in range(series):
        seated = [
            sorted(stream.shuffled(team), key=played.__getitem__)[:chairs]
            for team in members.values()
        ]
        played.update(p for team in seated for p in team)
        yield seated


def dealt(seated: list[list[int]], tables: int, stream: Stream) -> Series:
    """One table after the other gets a player, team after team."""
    order = [p for team in stream.shuffled(seated) for p in team]
    return [order[table::tables] for table in range(tables)]


def opponents_met(plan: Sequence[Series], field: Field) -> tuple[int, int]:
    """Σ C(m, 2) over opponents who meet m times, and the most; the history included."""
    met = Counter(
        pair
        for tables in [*field.history, *plan]
        for table in tables
        for pair in combinations(sorted(table), 2)
        if NONE not in pair and field.teams[pair[0]] != field.teams[pair[1]]
    )
    return sum(comb(times, 2) for times in met.values()), max(met.values(), default=0)
