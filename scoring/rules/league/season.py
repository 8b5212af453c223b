"""What a group of a league has played, what its leader decided, and the match points."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Literal

from scoring.rules.league.scoring import LeagueScoring, Lines, RankedBy
from scoring.rules.ranking import DrawnLot, Figure, Standing, rank, simplify_figure

Team = int  # what names it outside: its id or its number


@dataclass(frozen=True, slots=True)
class SeriesSums:
    """What a team reached in one series, or one of its players alone.

    `players` is how many played, without those who joined at a later round.
    """

    performance: Figure
    points: Figure
    won: Figure
    lost: Figure
    players: int = 4

    def scale_to(self, size: int) -> "SeriesSums":
        """The figures of a short team scaled up to full strength."""
        if not 0 < self.players < size:
            return self
        factor = Fraction(size, self.players)
        return SeriesSums(
            self.performance * factor,
            self.points * factor,
            self.won * factor,
            self.lost * factor,
            self.players,
        )


@dataclass(frozen=True, slots=True)
class PlayedMeeting:
    """The teams that belong to one venue on one match day, and what they played.

    `series` has the results by team of each series played or begun: a team without one did not
    appear.
    """

    day: int
    teams: tuple[Team, ...]
    series: Mapping[int, Mapping[Team, SeriesSums]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A team loses a day, or one series of it, by decision: it counts as if it had not appeared."""

    team: Team
    day: int
    series: int | None = None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team leaves the league.

    "annul": all its results count as if it had never appeared. "keep": those before `from_day`
    stand.
    """

    team: Team
    from_day: int
    results: Literal["annul", "keep"]


@dataclass(frozen=True, slots=True)
class Penalty:
    """Figures added to a team's sums, with their sign: a deduction is negative."""

    team: Team
    match: Figure = 0
    counter: Figure = 0
    game: Figure = 0
    day: int | None = None


@dataclass(frozen=True, slots=True)
class LeagueSeason:
    """Everything from which the tables of a group follow."""

    teams: tuple[Team, ...]
    meetings: tuple[PlayedMeeting, ...]
    scoring: LeagueScoring = field(default_factory=LeagueScoring)
    lines: Lines = field(default_factory=Lines)
    forfeits: tuple[Forfeit, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    lots: Mapping[Team, DrawnLot] = field(default_factory=dict)

    @property
    def annulled(self) -> set[Team]:
        """The teams whose results count as if they had never appeared."""
        return {withdrawal.team for withdrawal in self.withdrawals if withdrawal.results == "annul"}

    def counted_results(self, meeting: PlayedMeeting) -> dict[int, dict[Team, SeriesSums]]:
        """The results of a meeting that count, by series and team, scaled if the scoring asks."""
        return {
            number: {
                team: result.scale_to(self.scoring.size) if self.scoring.scale_short else result
                for team, result in results.items()
                if team in meeting.teams and not self.is_struck(team, meeting.day, number)
            }
            for number, results in sorted(meeting.series.items())
        }

    def is_struck(self, team: Team, day: int, series: int) -> bool:
        """Whether a team's result in a series counts as if it had not appeared."""
        return any(
            withdrawal.team == team
            and (withdrawal.results == "annul" or day >= withdrawal.from_day)
            for withdrawal in self.withdrawals
        ) or any(
            forfeit.team == team and forfeit.day == day and forfeit.series in (None, series)
            for forfeit in self.forfeits
        )


# The form of the players of a division: their results by match day, average and rank.

Person = Hashable


@dataclass(frozen=True, slots=True)
class PlayerSeries:
    """What one player reached in one series, or in a part of it, for a team."""

    player: Person
    team: Team
    day: int
    series: int
    sums: SeriesSums


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A player over the season: `days` has the total of each, `average` is per series."""

    rank: int
    player: Person
    teams: tuple[Team, ...]
    days: Mapping[int, Figure]
    series: int
    total: Figure
    average: Figure
    best: Figure


def player_forms(
    results: Iterable[PlayerSeries], *, ranked_by: RankedBy, without: Collection[Team] = ()
) -> list[PlayerForm]:
    """Everybody who played, best first, in the order of docs/law.md "Ranking".

    Equals share the rank; results for the teams `without` are left out.
    """
    played: dict[Person, list[PlayerSeries]] = defaultdict(list)
    for result in sorted(results, key=lambda result: (result.day, result.series)):
        if result.team not in without:
            played[result.player].append(result)
    standings = (
        Standing(
            player,
            sum(ranked_figure(ranked_by, result.sums) for result in own),
            sum(result.sums.won for result in own),
            sum(result.sums.lost for result in own),
        )
        for player, own in played.items()
    )
    places = rank(standings, ties="share")
    return [player_form(place.rank, played[place.key], ranked_by) for place in places]


def player_form(place: int, played: Sequence[PlayerSeries], ranked_by: RankedBy) -> PlayerForm:
    """The form of one player from his results, in the order of the series."""
    days: dict[int, Figure] = {}
    for result in played:
        days[result.day] = days.get(result.day, 0) + ranked_figure(ranked_by, result.sums)
    count = len({(result.day, result.series) for result in played})
    total = sum(days.values())
    return PlayerForm(
        place,
        played[0].player,
        tuple(dict.fromkeys(result.team for result in played)),
        days,
        count,
        total,
        simplify_figure(Fraction(total) / count),
        max(ranked_figure(ranked_by, result.sums) for result in played),
    )


# Match points and counter-points at one venue on one match day.


@dataclass(frozen=True, slots=True)
class MatchAward:
    """A team's points from one ranking at a venue.

    `figure` is what was ranked, `place` None for a team that did not appear.
    """

    place: int | None
    match: Figure
    counter: Figure
    figure: Figure = 0


# A ranking at a venue: of a series by its number, or of the whole day under None.
Awards = Mapping[Team, MatchAward]


def meeting_points(season: LeagueSeason, meeting: PlayedMeeting) -> dict[int | None, Awards]:
    """The rankings at a venue, of each series or of the day; series without results have none."""
    counted = season.counted_results(meeting)
    played = [number for number in counted if meeting.series[number]]
    if season.scoring.per == "series":
        return {number: awards(season.scoring, meeting.teams, counted[number]) for number in played}
    by_team: dict[Team, list[SeriesSums]] = defaultdict(list)
    for number in played:
        for team, result in counted[number].items():
            by_team[team].append(result)
    sums = {team: sum_up(results) for team, results in by_team.items()}
    return {None: awards(season.scoring, meeting.teams, sums)} if played else {}


def awards(
    scoring: LeagueScoring, teams: Sequence[Team], results: Mapping[Team, SeriesSums]
) -> dict[Team, MatchAward]:
    """The points of one ranking; teams that did not appear are behind all others."""
    points = scoring.of_places(len(teams))
    counters = (0,) * len(teams) if scoring.counter == "none" else points[::-1]
    # A document may bring a venue to which no team belongs.
    absent = MatchAward(None, 0, counters[-1] if teams and scoring.absent_counter else 0)
    match_awards: dict[Team, MatchAward] = dict.fromkeys(teams, absent)

    def merit(team: Team) -> tuple[Figure, ...]:
        result = results[team]
        parts = {"won": -result.won, "lost": result.lost}
        figure = ranked_figure(scoring.ranked_by, result)
        return (-figure, *(parts[breaker] for breaker in scoring.breakers))

    ahead = 0
    for _merit, group in groupby(sorted(results, key=merit), key=merit):
        equals = list(group)
        match = scoring.share_of_equals(points, ahead, len(equals))
        counter = scoring.share_of_equals(counters, ahead, len(equals))
        for team in equals:
            figure = ranked_figure(scoring.ranked_by, results[team])
            match_awards[team] = MatchAward(ahead + 1, match, counter, figure)
        ahead += len(equals)
    return match_awards


def ranked_figure(ranked_by: RankedBy, result: SeriesSums) -> Figure:
    return result.performance if ranked_by == "performance" else result.points


def sum_up(results: Sequence[SeriesSums]) -> SeriesSums:
    return SeriesSums(
        sum(result.performance for result in results),
        sum(result.points for result in results),
        sum(result.won for result in results),
        sum(result.lost for result in results),
        sum(result.players for result in results),
    )
