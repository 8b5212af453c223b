"""The input of live rankings: typed figures, and the results of their formulas."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.models import Seat, TeamMember, Tournament
from scoring.models.score_list import stored_total
from scoring.rules.score_list import lost_at_three, points_of_others
from scoring.standings.reads.players import (
    PlayerResult,
    Standings,
    StandingsRow,
    counted_results,
    with_adjustments,
)
from scoring.standings.reads.scopes import TeamRow, TeamStandings, seated_by_series, squads_of


@dataclass(frozen=True, slots=True)
class LiveResult:
    """A counted list of a player, or adjustments in a series without one."""

    start_number: int
    name: str
    given: PlayerResult
    seats: int  # 4 without a list
    at_three: int  # games lost by the others after a table of four played on as three
    counts: bool = True  # False for a dropped result
    team: int = 0  # number of the team that he played it for


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """The input of a ranking of players; the best `best_of` results count, None: all."""

    ranking: Standings
    players: tuple[StandingsRow, ...]  # by start number
    results: tuple[LiveResult, ...]
    lots: Mapping[int, int]  # by entry id, as `free`
    free: Mapping[int, int]  # adjustments of no series
    best_of: int | None


@dataclass(frozen=True, slots=True)
class LiveTeams:
    """The input of a ranking of teams."""

    ranking: TeamStandings
    teams: tuple[TeamRow, ...]  # by number
    results: tuple[LiveResult, ...]
    lots: Mapping[int, int]  # by team id
    best_of: int | None
    seated: Mapping[tuple[int, int], int]  # players of a short team (id) in a series
    team_count: int  # with those without a result


def live_standings(ranking: Standings) -> LiveStandings:
    """The figures of a ranking of players: overall, or of a series, a day or a category."""
    tournament = ranking.tournament
    whole = ranking.scope.number is None and ranking.scope.day is None
    tables = table_sizes(tournament)
    players = tuple(sorted(ranking.rows, key=lambda row: row.start_number))
    results = tuple(
        LiveResult(
            row.start_number,
            row.name,
            result,
            *tables[row.entry_id, number],
            counts=number not in row.dropped,
        )
        for row in players
        for number, result in sorted(row.results.items())
    )
    return LiveStandings(
        ranking,
        players,
        results,
        deciding_lots(players, {entry: lot.order for entry, lot in ranking.lots.items()}),
        ranking.free if whole else {},
        tournament.best_of if whole else None,
    )


def deciding_lots(
    rows: Iterable[StandingsRow | TeamRow], drawn: Mapping[Any, int]
) -> dict[Any, int]:
    """The lots by the key of the rank; one decides nothing where others have drawn since."""
    keys = [row.rank.key for row in rows if not row.rank.lot_needed]
    return {key: drawn[key] for key in keys if key in drawn}


def table_sizes(tournament: Tournament) -> Mapping[tuple[int, int], tuple[int, int]]:
    """By entry and series, `seats` and `at_three` of a result; 4 and 0 without a seat."""
    tables: dict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (4, 0))
    rows = Seat.objects.filter(series__tournament=tournament)
    for entry, number, seats in rows.values_list("entry_id", "series__number", "list__seats"):
        tables[entry, number] = (seats, 0)
    scheme = tournament.scheme
    for seat in rows.exclude(list__sittings=[]).select_related("series"):
        if total := stored_total(seat):
            lost = lost_at_three(scheme, points_of_others(scheme, total), total.others_lost)
            key = seat.entry_id, seat.series.number
            tables[key] = (tables[key][0], lost)
    return tables


def live_teams(ranking: TeamStandings) -> LiveTeams:
    """The figures of a ranking of teams, tandems or mixed pairs."""
    tournament, contest = ranking.tournament, ranking.contest
    squads, tables = squads_of(tournament), table_sizes(tournament)
    results = with_adjustments(counted_results(tournament), ranking.people)
    lots = tournament.lots.filter(scope=contest.kind, entry=None)
    drawn = dict(lots.values_list("team_id", "order"))
    teams = tuple(sorted(ranking.rows, key=lambda row: row.number))
    played = tuple(
        LiveResult(
            *ranking.people.names[member.entry_id][:2],
            result,
            *tables[member.entry_id, number],
            team=row.number,
        )
        for row in teams
        for member in squads[row.team_id]
        for number, result in sorted(results.get(member.entry_id, {}).items())
        if member.plays(number)
    )
    return LiveTeams(
        ranking,
        teams,
        played,
        deciding_lots(teams, drawn),
        None if ranking.league else tournament.best_of,
        seated_when_short(ranking, squads),
        contest.teams.count(),
    )


def seated_when_short(
    ranking: TeamStandings, squads: Mapping[int, list[TeamMember]]
) -> dict[tuple[int, int], int]:
    """How many players of a team (id) sat in each series in which it was short."""
    present = seated_by_series(ranking.tournament) if ranking.contest.scaled else {}
    return {
        (row.team_id, number): sum(
            member.entry_id in present[number] and member.plays(number)
            for member in squads[row.team_id]
        )
        for row in ranking.rows
        for number, result in row.results.items()
        if result.scaled
    }
