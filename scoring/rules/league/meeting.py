"""Match points and counter-points at one venue on one match day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.rules.league.scoring import LeagueScoring
from scoring.rules.league.season import LeagueSeason, PlayedMeeting, Team, TeamSeries
from scoring.rules.ranking import Figure

Merit = tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class MatchAward:
    """What a team has of one ranking at a venue; `place` is shared by equals, and None for a
    team that did not appear. `figure` is what was ranked.
    """

    place: int | None
    match: Figure
    counter: Figure
    figure: Figure = 0
    won: Figure = 0
    lost: Figure = 0


@dataclass(frozen=True, slots=True)
class MeetingPoints:
    """One ranking at a venue: of a series, or of the whole day where `series` is None."""

    series: int | None
    awards: Mapping[Team, MatchAward]


def meeting_points(season: LeagueSeason, meeting: PlayedMeeting) -> tuple[MeetingPoints, ...]:
    """The rankings at a venue, one a series or one for the day, as the scoring says.

    A series without any recorded result has not been played and ranks nobody.
    """
    counted = season.counted(meeting)
    played = [number for number in counted if meeting.series[number]]
    if season.scoring.per == "series":
        return tuple(
            MeetingPoints(number, awards(season.scoring, meeting.teams, counted[number]))
            for number in played
        )
    if not played:
        return ()
    sums = {
        team: summed([counted[number][team] for number in played if team in counted[number]])
        for team in meeting.teams
        if any(team in counted[number] for number in played)
    }
    return (MeetingPoints(None, awards(season.scoring, meeting.teams, sums)),)


def awards(
    scoring: LeagueScoring, teams: Sequence[Team], results: Mapping[Team, TeamSeries]
) -> dict[Team, MatchAward]:
    """The points of one ranking; teams that did not appear are left behind by all others."""
    listed = scoring.of_places(len(teams))
    counters = scoring.counter_of_places(len(teams))
    behind = MatchAward(None, 0, counters[-1] if scoring.absent_counter else 0)
    match_awards: dict[Team, MatchAward] = dict.fromkeys(teams, behind)
    ordered = sorted(
        results.items(), key=lambda item: tuple(-figure for figure in merit(scoring, item[1]))
    )
    first = 0
    for _, equals in groupby(ordered, key=lambda each: merit(scoring, each[1])):
        group = list(equals)
        match = scoring.shared(listed, first, len(group))
        counter = scoring.shared(counters, first, len(group))
        for team, result in group:
            figure = ranked_figure(scoring, result)
            match_awards[team] = MatchAward(
                first + 1, match, counter, figure, result.won, result.lost
            )
        first += len(group)
    return match_awards


def merit(scoring: LeagueScoring, result: TeamSeries) -> Merit:
    """What ranks a team at a venue, the higher the better."""
    parts = {"won": result.won, "lost": -result.lost}
    return (ranked_figure(scoring, result), *(parts[breaker] for breaker in scoring.breakers))


def ranked_figure(scoring: LeagueScoring, result: TeamSeries) -> Figure:
    return result.performance if scoring.ranked_by == "performance" else result.points


def summed(results: Sequence[TeamSeries]) -> TeamSeries:
    """The sum of a day's series; `players` is the fewest of any."""
    return TeamSeries(
        sum(result.performance for result in results),
        sum(result.points for result in results),
        sum(result.won for result in results),
        sum(result.lost for result in results),
        min(result.players for result in results),
    )
