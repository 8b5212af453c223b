"""The input of live rankings: typed figures, and the results of their formulas."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from scoring.models import Seat, TeamMember, Tournament
from scoring.models.score_list import stored_total
from scoring.rules.score_list import lost_at_three, points_of_others
from scoring.standings.reads.players import (
    PlayerResult,
    Row,
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
class LiveRankRow(Generic[Row]):
    """A ranked row: `lot` is the recorded one, `free` are adjustments of no series."""

    row: Row
    lot: int | None
    free: int = 0


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """The input of a ranking of players; the best `best_of` results count, None: all."""

    ranking: Standings
    players: tuple[LiveRankRow[StandingsRow], ...]
    results: tuple[LiveResult, ...]
    best_of: int | None


@dataclass(frozen=True, slots=True)
class LiveTeams:
    """The input of a ranking of teams."""

    ranking: TeamStandings
    teams: tuple[LiveRankRow[TeamRow], ...]
    results: tuple[LiveResult, ...]
    best_of: int | None
    seated: Mapping[tuple[int, int], int]  # players of a short team (id) in a series
    team_count: int  # with those without a result


def live_standings(ranking: Standings) -> LiveStandings:
    """The figures of a ranking of players: overall, or of a series, a day or a category."""
    tournament = ranking.tournament
    whole = ranking.scope.number is None and ranking.scope.day is None
    tables = table_sizes(tournament)
    drawn = {entry: lot.order for entry, lot in ranking.lots.items()}
    ordered = sorted(ranking.rows, key=lambda row: row.start_number)
    return LiveStandings(
        ranking,
        tuple(
            LiveRankRow(
                row,
                # A lot decides nothing where others have drawn since.
                None if row.rank.lot_needed else drawn.get(row.entry_id),
                ranking.free[row.entry_id] if whole else 0,
            )
            for row in ordered
        ),
        tuple(
            LiveResult(
                row.start_number,
                row.name,
                result,
                *tables[row.entry_id, number],
                counts=number not in row.dropped,
            )
            for row in ordered
            for number, result in sorted(row.results.items())
        ),
        tournament.best_of if whole else None,
    )


def table_sizes(tournament: Tournament) -> Mapping[tuple[int, int], tuple[int, int]]:
    """By entry and series: how many sat at the table, and how many games the others lost after a
    table of four played on as three; 4 and 0 for a player without a seat.
    """
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
    ordered = sorted(ranking.rows, key=lambda row: row.number)
    played = tuple(
        LiveResult(
            *ranking.people.names[member.entry_id][:2],
            result,
            *tables[member.entry_id, number],
            team=row.number,
        )
        for row in ordered
        for member in squads[row.team_id]
        for number, result in sorted(results.get(member.entry_id, {}).items())
        if member.plays(number)
    )
    return LiveTeams(
        ranking,
        tuple(
            LiveRankRow(row, None if row.rank.lot_needed else drawn.get(row.team_id), row.adjusted)
            for row in ordered
        ),
        played,
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
