"""What a group of a league has played: plain results, and what its leader decided about them."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Literal

from scoring.rules.league.scoring import LeagueScoring, RankedBy, whole
from scoring.rules.ranking import DrawnLot, Figure, Standing, rank

# A team, whatever names it outside: its id or its number.
Team = Hashable


@dataclass(frozen=True, slots=True)
class TeamSeries:
    """What a team reached in one series: the sums of its players; `players` is how many played."""

    performance: Figure
    points: Figure
    won: Figure
    lost: Figure
    players: int = 4

    def scale_to(self, size: int) -> "TeamSeries":
        """A short team reckoned up to full strength, exactly; a full one as it is."""
        if not 0 < self.players < size:
            return self
        factor = Fraction(size, self.players)
        return TeamSeries(
            whole(self.performance * factor),
            whole(self.points * factor),
            whole(self.won * factor),
            whole(self.lost * factor),
            self.players,
        )


@dataclass(frozen=True, slots=True)
class PlayedMeeting:
    """The teams of one venue on one match day, and what they played.

    `teams` are all that belong there by the schedule. `series` has, for each series played or
    begun, the results by team: a team without one did not appear. `provisional` until the
    leader has the match report.
    """

    day: int
    venue: Hashable
    teams: tuple[Team, ...]
    series: Mapping[int, Mapping[Team, TeamSeries]] = field(default_factory=dict)
    provisional: bool = False
    host: Team | None = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A team loses a day, or one series of it, by decision: it counts as if it had not appeared."""

    team: Team
    day: int
    reason: str
    series: int | None = None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team leaves the league.

    "annul": all its results count as if it had never appeared. "keep": those before `from_day`
    stand, from then on it does not appear. It ranks after all others, and without a rank where
    its results are annulled.
    """

    team: Team
    from_day: int
    results: Literal["annul", "keep"]
    reason: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """Figures added to a team's sums, with their sign: a deduction is negative."""

    team: Team
    reason: str
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
    forfeits: tuple[Forfeit, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    lots: Mapping[Team, DrawnLot] = field(default_factory=dict)

    def counted_results(self, meeting: PlayedMeeting) -> dict[int, dict[Team, TeamSeries]]:
        """The results of a meeting that count, short teams scaled where the scoring says so."""
        return {
            number: {
                team: result.scale_to(self.scoring.size) if self.scoring.scale_short else result
                for team, result in results.items()
                if team in meeting.teams and not self.struck(team, meeting.day, number)
            }
            for number, results in sorted(meeting.series.items())
        }

    def struck(self, team: Team, day: int, series: int) -> bool:
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
    """What one player reached in one series, for a team. A player substituted during a series and
    the one who comes in each have what they played themselves.
    """

    player: Person
    team: Team
    day: int
    series: int
    performance: Figure
    points: Figure
    won: Figure
    lost: Figure


@dataclass(frozen=True, slots=True)
class DayForm:
    """The sum of a player's series on a match day."""

    series: int
    total: Figure
    won: Figure
    lost: Figure


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A player over the season. `rank` is None if he played fewer series than the list asks.

    `teams` stand in the order of the days; `average` is a series'.
    """

    rank: int | None
    player: Person
    teams: tuple[Team, ...]
    days: Mapping[int, DayForm]
    series: int
    total: Figure
    average: Figure
    best: Figure
    won: Figure
    lost: Figure


def forms(
    results: Iterable[PlayerSeries],
    *,
    ranked_by: RankedBy = "performance",
    by: Literal["total", "average"] = "total",
    least: int = 1,
    without: Collection[Team] = (),
) -> list[PlayerForm]:
    """Everybody who played, best first; whoever has fewer than `least` series comes last, unranked.

    The order is docs/law.md "Ranking" over the totals, or over the averages of performance, games
    won and games lost a series; equals share the rank. Results for the teams `without` (those
    withdrawn) are left out.
    """
    played: dict[Person, list[PlayerSeries]] = defaultdict(list)
    for result in results:
        if result.team not in without:
            played[result.player].append(result)
    player_forms = {player: form_of(player, own, ranked_by) for player, own in played.items()}
    ranks = {
        each.key: each.rank
        for each in rank(
            (merits(form, by) for form in player_forms.values() if form.series >= least),
            ties="share",
        )
    }
    return [
        replace(form, rank=ranks.get(form.player))
        for form in sorted(
            player_forms.values(), key=lambda form: order(form, ranks.get(form.player))
        )
    ]


def form_of(player: Person, played: Iterable[PlayerSeries], ranked_by: RankedBy) -> PlayerForm:
    """A player's sums, without rank."""
    own = sorted(played, key=lambda player_series: (player_series.day, player_series.series))

    def figure(result: PlayerSeries) -> Figure:
        return result.performance if ranked_by == "performance" else result.points

    by_day: dict[int, list[PlayerSeries]] = defaultdict(list)
    for player_series in own:
        by_day[player_series.day].append(player_series)
    number = len({(player_series.day, player_series.series) for player_series in own})
    total = sum(map(figure, own))
    return PlayerForm(
        None,
        player,
        tuple(dict.fromkeys(player_series.team for player_series in own)),
        {
            day: DayForm(
                len({player_series.series for player_series in of_day}),
                sum(map(figure, of_day)),
                sum(player_series.won for player_series in of_day),
                sum(player_series.lost for player_series in of_day),
            )
            for day, of_day in by_day.items()
        },
        number,
        total,
        whole(Fraction(total) / number),
        max(map(figure, own)),
        sum(player_series.won for player_series in own),
        sum(player_series.lost for player_series in own),
    )


def merits(form: PlayerForm, by: str) -> Standing:
    parts = 1 if by == "total" else form.series
    return Standing(
        form.player,
        Fraction(form.total) / parts,
        Fraction(form.won) / parts,
        Fraction(form.lost) / parts,
    )


def order(form: PlayerForm, place: int | None) -> tuple[bool, int, Figure, str]:
    return (place is None, place or 0, -form.total, repr(form.player))


# Match points and counter-points at one venue on one match day.

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
    counted = season.counted_results(meeting)
    played = [number for number in counted if meeting.series[number]]
    if season.scoring.per == "series":
        return tuple(
            MeetingPoints(number, awards(season.scoring, meeting.teams, counted[number]))
            for number in played
        )
    if not played:
        return ()
    sums = {
        team: sum_of_day([counted[number][team] for number in played if team in counted[number]])
        for team in meeting.teams
        if any(team in counted[number] for number in played)
    }
    return (MeetingPoints(None, awards(season.scoring, meeting.teams, sums)),)


def awards(
    scoring: LeagueScoring, teams: Sequence[Team], results: Mapping[Team, TeamSeries]
) -> dict[Team, MatchAward]:
    """The points of one ranking; teams that did not appear are left behind by all others."""
    listed = scoring.of_places(len(teams))
    # Counter-points are the list of match points, read from its end.
    counters = (0,) * len(teams) if scoring.counter == "none" else listed[::-1]
    behind = MatchAward(None, 0, counters[-1] if scoring.absent_counter else 0)
    match_awards: dict[Team, MatchAward] = dict.fromkeys(teams, behind)
    ordered = sorted(
        results.items(), key=lambda item: tuple(-figure for figure in merit(scoring, item[1]))
    )
    first = 0
    for _, equals in groupby(ordered, key=lambda each: merit(scoring, each[1])):
        group = list(equals)
        match = scoring.share_of_equals(listed, first, len(group))
        counter = scoring.share_of_equals(counters, first, len(group))
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


def sum_of_day(results: Sequence[TeamSeries]) -> TeamSeries:
    """The sum of a day's series; `players` is the fewest of any."""
    return TeamSeries(
        sum(result.performance for result in results),
        sum(result.points for result in results),
        sum(result.won for result in results),
        sum(result.lost for result in results),
        min(result.players for result in results),
    )
