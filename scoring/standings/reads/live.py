"""The input of live rankings: typed figures, and the results of their formulas."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from scoring.models import Seat, Tournament
from scoring.models.score_list import stored_total
from scoring.rules.score_list import lost_at_three, points_of_others
from scoring.standings.reads.players import (
    PlayerResult,
    Standings,
    counted_results,
    with_adjustments,
)
from scoring.standings.reads.scopes import TeamStandings


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


def live_results(ranking: Standings) -> list[LiveResult]:
    """The results in a ranking of players: overall, or of a series, a day or a category."""
    tables = table_sizes(ranking.tournament)
    return [
        LiveResult(
            row.start_number,
            row.name,
            result,
            *tables[row.entry_id, number],
            counts=number not in row.dropped,
        )
        for row in sorted(ranking.rows, key=attrgetter("start_number"))
        for number, result in sorted(row.results.items())
    ]


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


def live_results_of_teams(ranking: TeamStandings) -> list[LiveResult]:
    """The results of the players of teams, tandems or mixed pairs."""
    tables = table_sizes(ranking.tournament)
    results = with_adjustments(counted_results(ranking.tournament), ranking.people)
    return [
        LiveResult(
            *ranking.people.names[member.entry_id][:2],
            result,
            *tables[member.entry_id, number],
            team=team.number,
        )
        for team in ranking.contest.teams.all()
        for member in team.members.all()
        for number, result in sorted(results.get(member.entry_id, {}).items())
        if member.plays(number)
    ]
