"""What the teams of a league reached, series by series: from its tournaments, or as reported."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from scoring.models import Adjustment, Meeting, Seat, TeamMember, Tournament
from scoring.models.team import TeamKind
from scoring.rules.league import PlayerSeries, TeamSeries

# The numbers of the series of a meeting that a reader may see; None: all.
Shown = Callable[[Meeting], Collection[int] | None]


class PlayedSeries(NamedTuple):
    """What one player reached in one series; `began` unless he joined at a round."""

    performance: int
    points: int
    won: int
    lost: int
    began: bool = True


@dataclass(frozen=True, slots=True)
class TournamentResults:
    """The counted results of a tournament for its teams.

    `by_team` holds, by number of the team and of the series, each player (id of the person).
    """

    by_team: Mapping[int, Mapping[int, Mapping[int, PlayedSeries]]]


def tournament_results(tournaments: Iterable[Tournament]) -> dict[int, TournamentResults]:
    """The results of these tournaments by their ids: one statement, however many."""
    every = {tournament.pk: tournament for tournament in tournaments}
    members = TeamMember.objects.filter(
        contest__tournament__in=every, contest__kind=TeamKind.TEAM
    ).select_related("team", "contest", "entry")
    played = series_in(*queries_of_series(every.values()))
    stays: dict[int, list[TeamMember]] = defaultdict(list)
    for member in members:
        stays[member.contest.tournament_id].append(member)
    tournament_resultses = {}
    for pk in every:
        by_team: dict[int, dict[int, dict[int, PlayedSeries]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        for member in stays[pk]:
            for series, result in played.get(member.entry_id, {}).items():
                if member.plays(series):
                    by_team[member.team.number][series][member.entry.person_id] = result
        tournament_resultses[pk] = TournamentResults(by_team)
    return tournament_resultses


def played_series(tournaments: Iterable[Tournament]) -> dict[int, dict[int, PlayedSeries]]:
    """The counted results by entry and series; points by decision in a series are part of them."""
    return series_in(*queries_of_series(tournaments))


def queries_of_series(tournaments: Iterable[Tournament]) -> list[QuerySet[Any, Any]]:
    """Points by decision, then the seats by what counts in their tournaments; for `series_in`."""
    by_counts: dict[str, list[int]] = defaultdict(list)
    for tournament in tournaments:
        by_counts[tournament.what_counts].append(tournament.pk)
    given = Adjustment.objects.filter(
        entry__tournament__in=[pk for ids in by_counts.values() for pk in ids],
        series__isnull=False,
    )
    columns = ("entry", "series__number", "performance", "points", "won", "lost", "began")
    return [
        given.values_list("entry", "series__number", "points"),
        *(
            Seat.objects.counted(counts)
            .filter(series__tournament__in=ids)
            .annotate(began=F("list__seats") - F("position"))
            .values_list(*columns)
            for counts, ids in by_counts.items()
        ),
    ]


def series_in(
    given: Iterable[tuple[Any, ...]], *seats: Iterable[tuple[Any, ...]]
) -> dict[int, dict[int, PlayedSeries]]:
    """The counted results in the rows of `queries_of_series`."""
    found: dict[int, dict[int, PlayedSeries]] = defaultdict(dict)
    for entry, series, performance, points, won, lost, late in chain.from_iterable(seats):
        found[entry][series] = PlayedSeries(performance, points, won, lost, late >= 0)
    for entry, series, points in given:
        if before := found[entry].get(series):
            found[entry][series] = before._replace(performance=before.performance + points)
    return found


def team_series(players: Iterable[PlayedSeries]) -> TeamSeries:
    """The sum of the players of a team in one series."""
    every = list(players)
    return TeamSeries(
        sum(played_series.performance for played_series in every),
        sum(played_series.points for played_series in every),
        sum(played_series.won for played_series in every),
        sum(played_series.lost for played_series in every),
        sum(played_series.began for played_series in every),
    )


def meeting_series(
    meeting: Meeting, results: Mapping[int, TournamentResults], shown: Collection[int] | None
) -> dict[int, dict[Hashable, TeamSeries]]:
    """By series, what every team (by number) that appeared has reached."""
    found: dict[int, dict[Hashable, TeamSeries]] = defaultdict(dict)
    if meeting.tournament_id is None:
        for meeting_team in meeting.teams.all():
            for row in meeting_team.results.all():
                found[row.series][meeting_team.team.number] = TeamSeries(
                    row.performance, row.points, row.won, row.lost, row.players
                )
    else:
        for team, by_series in results[meeting.tournament_id].by_team.items():
            for series, players in by_series.items():
                found[series][team] = team_series(players.values())
    return {number: found[number] for number in sorted(found) if shown is None or number in shown}


def player_series(
    meeting: Meeting, results: Mapping[int, TournamentResults], shown: Collection[int] | None
) -> list[PlayerSeries]:
    """Every player of a meeting that was played as a tournament, series by series."""
    if meeting.tournament_id is None:
        return []
    day = meeting.match_day.number
    return [
        PlayerSeries(person, team, day, series, one.performance, one.points, one.won, one.lost)
        for team, by_series in results[meeting.tournament_id].by_team.items()
        for series, players in by_series.items()
        if shown is None or series in shown
        for person, one in players.items()
    ]
