"""Who can win the prizes of a pot, in the order of the standings that decide it."""

from collections.abc import Hashable
from dataclasses import dataclass

from scoring.models import Pot
from scoring.models.money import PotKind
from scoring.models.names import Scope
from scoring.standings.reads.players import Standings
from scoring.standings.reads.questions import people_of
from scoring.standings.reads.scopes import find_standings
from scoring.standings.reads.source import StandingsSource
from scoring.standings.reads.special import SpecialStandings
from scoring.standings.reads.teams import TeamRow, TeamStandings


@dataclass(frozen=True, slots=True)
class Contender:
    """A place in the standings. `entries` are the ids of the players who win there together.

    `number` is the start number of a player, or the number of a team.
    """

    key: Hashable
    rank: int
    lot_needed: bool
    entries: tuple[int, ...]
    number: int
    name: str
    club: str = ""

    @property
    def entry_id(self) -> int:
        """Whom a prize is booked for; of a team, whoever has the lowest start number now."""
        return self.entries[0]


@dataclass(frozen=True, slots=True)
class Contest:
    """The places, and how many lists are still missing before they can be final.

    `scope` names the standings, as their page does.
    """

    scope: Scope
    places: tuple[Contender, ...]
    missing: int


def scope_of(pot: Pot) -> Scope:
    """The standings that decide a pot."""
    if pot.kind == PotKind.SERIES and pot.series:
        return Scope.of("series", pot.series.number)
    if pot.kind == PotKind.DAY and pot.day:
        return Scope.of("day", pot.day)
    if pot.kind == PotKind.CATEGORY and pot.category:
        return Scope.of("category", pot.category.name)
    if pot.kind == PotKind.SPECIAL:
        return Scope.of("special", pot.special)
    return Scope(pot.kind)


def contenders(pot: Pot, source: StandingsSource) -> Contest:
    """Everybody in the standings that decide a pot, best first.

    Standings that are not there (any more) have no places: all of the pot is kept.
    """
    scope = scope_of(pot)
    team_standings = find_standings(pot.tournament, scope, source=source)
    if isinstance(team_standings, TeamStandings):
        ids = source.cached(people_of).by_number
        teams = tuple(of_team(row, ids) for row in team_standings.rows if row.members)
        return Contest(scope, teams, team_standings.missing)
    if isinstance(team_standings, Standings | SpecialStandings):
        players = tuple(
            Contender(
                row.entry_id,
                row.rank.rank,
                row.rank.lot_needed,
                (row.entry_id,),
                row.start_number,
                row.name,
                row.club,
            )
            for row in team_standings.rows
        )
        return Contest(scope, players, team_standings.missing)
    return Contest(scope, (), 0)


def of_team(row: TeamRow, ids: dict[int, int]) -> Contender:
    numbers = sorted(number for number, _name in row.members)
    return Contender(
        f"team/{row.team_id}",
        row.rank.rank,
        row.rank.lot_needed,
        tuple(ids[number] for number in numbers),
        row.number,
        row.name,
        ", ".join(name for _number, name in row.members),
    )
