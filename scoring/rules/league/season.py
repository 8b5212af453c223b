"""What a group of a league has played: plain results, and what its leader decided about them."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from scoring.rules.league.scoring import LeagueScoring, whole
from scoring.rules.ranking import DrawnLot, Figure

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

    def scaled(self, size: int) -> "TeamSeries":
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
    stand, from then on it does not appear. It ranks behind all others, and without a rank where
    its results are annulled.
    """

    team: Team
    from_day: int
    results: Literal["annul", "keep"]
    reason: str

    def strikes(self, day: int) -> bool:
        return self.results == "annul" or day >= self.from_day


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

    def counted(self, meeting: PlayedMeeting) -> dict[int, dict[Team, TeamSeries]]:
        """The results of a meeting that count, short teams scaled where the scoring says so."""
        return {
            number: {
                team: result.scaled(self.scoring.size) if self.scoring.scale_short else result
                for team, result in results.items()
                if team in meeting.teams and not self.struck(team, meeting.day, number)
            }
            for number, results in sorted(meeting.series.items())
        }

    def struck(self, team: Team, day: int, series: int) -> bool:
        """Whether a team's result in a series counts as if it had not appeared."""
        return any(
            withdrawal.team == team and withdrawal.strikes(day) for withdrawal in self.withdrawals
        ) or any(
            forfeit.team == team and forfeit.day == day and forfeit.series in (None, series)
            for forfeit in self.forfeits
        )

    def up_to(self, days: Iterable[int]) -> "LeagueSeason":
        """The season of these match days alone: the table after a day, or of a day."""
        wanted = frozenset(days)
        return replace(
            self,
            meetings=tuple(meeting for meeting in self.meetings if meeting.day in wanted),
            penalties=tuple(
                penalty
                for penalty in self.penalties
                if penalty.day is None or penalty.day in wanted
            ),
        )
