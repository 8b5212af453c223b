"""A venue of a league match day: who is there, which tables that gives, when late players join.

docs/seating.md "A venue of a league". Team-mates never sit at one table; only where no more than
two teams came do two of each share a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.seating.field import SEATS
from scoring.seating.request import PlayerId, SeatedSeries, SeatedTable

VenueTeamId = int | str
# When a late player may join: at the start of a round, at the next series, or not until at least
# `LEAST` of his team are there.
Joins = Literal["round", "series", "wait"]

FULL_TEAM = 4  # players, unless a league says otherwise
LEAST = 3  # players with whom a team may start


class NotPlayable(ValueError):
    """The teams that came cannot play: `code` is `one-team` or `two-teams-short`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class VenueTeam:
    """A team at a venue: its players who are there, in the order of its line-up.

    A team with fewer than `LEAST` is absent: nobody of it is seated.
    """

    id: VenueTeamId
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class VenueRequest:
    """Seat `series` more series after those of `history`, for all teams that belong to the venue.

    `size` is how many players a full team has; a team with more players than that is refused by
    whoever writes the line-up, not here.
    """

    teams: tuple[VenueTeam, ...]
    series: int
    seed: str
    history: tuple[SeatedSeries, ...] = ()
    size: int = FULL_TEAM

    @property
    def least(self) -> int:
        return min(LEAST, self.size)

    @property
    def appearing(self) -> tuple[VenueTeam, ...]:
        """The teams that play: those with as many players as are needed to start."""
        return tuple(team for team in self.teams if len(team.players) >= self.least)

    @property
    def team_of(self) -> dict[PlayerId, VenueTeamId]:
        return {player: team.id for team in self.teams for player in team.players}

    @property
    def shape(self) -> "VenueShape":
        return venue_shape([len(team.players) for team in self.appearing], self.size)


@dataclass(frozen=True, slots=True)
class VenueShape:
    """`sizes` are those of the tables, fours first; `of_a_team` how many of one team a table may
    have; `waiting` how many players find no chair in a series.
    """

    sizes: tuple[int, ...]
    of_a_team: int = 1
    waiting: int = 0


def venue_shape(present: Sequence[int], size: int = 4) -> VenueShape:
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


def chairs_for_late(
    tables: SeatedSeries, request: VenueRequest, team: VenueTeamId
) -> tuple[int, ...]:
    """The numbers (from 1) of the tables of three at which nobody of a team sits."""
    of = request.team_of

    def free(table: SeatedTable) -> bool:
        return len(table) == 3 and all(of.get(player) != team for player in table)

    return tuple(number for number, table in enumerate(tables, 1) if free(table))


def joins(tables: SeatedSeries, request: VenueRequest, team: VenueTeamId, late: int = 1) -> Joins:
    """When `late` more players of a team may join the series that is played at these tables.

    At a round, where the tables stay as they are: each takes the empty chair of a table of three
    without a team-mate. Else at the next series. Only once `LEAST` of the team are there.
    """
    there = sum(len(each.players) for each in request.teams if each.id == team)
    if there + late < request.least:
        return "wait"
    return "round" if len(chairs_for_late(tables, request, team)) >= late else "series"
