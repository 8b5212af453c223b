"""A league as its pages show it: divisions with their teams, meetings, results and tables."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from scoring.leagues.reads.results import (
    Shown,
    TournamentResults,
    meeting_series,
    player_series,
    tournament_results,
)
from scoring.models import (
    Division,
    LeagueTeam,
    MatchDay,
    Meeting,
    MeetingTeam,
    Season,
    TeamPenalty,
)
from scoring.models.league import WithdrawnResults
from scoring.rules import league as law
from scoring.rules.league.table import Encounter
from scoring.rules.ranking import DrawnLot


def everything(_meeting: Meeting) -> None:
    """To whoever has a right in the league, every series is shown."""
    return


@dataclass(frozen=True)
class LoadedDivision:
    """A division with its teams by number, its meetings in their order, and all that was played."""

    division: Division
    teams: Mapping[int, LeagueTeam]
    meetings: tuple[Meeting, ...]
    penalties: tuple[TeamPenalty, ...]
    results: Mapping[int, TournamentResults]
    shown: Shown

    @cached_property
    def season(self) -> law.LeagueSeason:
        """What the law reckons with; teams are named by their numbers."""
        return law.LeagueSeason(
            tuple(self.teams),
            tuple(self.meeting(each) for each in self.meetings),
            self.division.league_scoring,
            tuple(
                forfeit
                for meeting in self.meetings
                for row in meeting.teams.all()
                for forfeit in forfeits_of(meeting, row)
            ),
            tuple(
                law.Withdrawal(
                    number,
                    team.withdrawn_from,
                    "annul" if team.withdrawn_results == WithdrawnResults.ANNUL else "keep",
                    team.withdrawn_reason,
                )
                for number, team in self.teams.items()
                if team.withdrawn_from is not None
            ),
            tuple(
                law.Penalty(
                    penalty.team.number,
                    penalty.reason,
                    penalty.match_points,
                    penalty.counter_points,
                    penalty.points,
                    penalty.match_day.number if penalty.match_day else None,
                )
                for penalty in self.penalties
            ),
            self.lots,
        )

    @property
    def lots(self) -> dict[Hashable, DrawnLot]:
        """What equal teams drew."""
        drawn = [team.lot for team in self.teams.values() if hasattr(team, "lot")]
        return {
            league_lot.team.number: DrawnLot(
                league_lot.order, league_lot.drawing, league_lot.totals
            )
            for league_lot in drawn
        }

    @property
    def equals(self) -> list[list[LeagueTeam]]:
        """The teams that only a lot parts, group by group."""
        groups: dict[int | None, list[LeagueTeam]] = {}
        for row in self.table.rows:
            if row.lot_needed:
                groups.setdefault(row.rank, []).append(self.teams[int(str(row.team))])
        return list(groups.values())

    def meeting(self, meeting: Meeting) -> law.PlayedMeeting:
        return law.PlayedMeeting(
            meeting.match_day.number,
            meeting.number,
            tuple(team.team.number for team in meeting.teams.all()),
            meeting_series(meeting, self.results, self.shown(meeting)),
            meeting.reported_at is None,
            meeting.host.number if meeting.host else None,
        )

    @cached_property
    def table(self) -> law.LeagueTable:
        return law.league_table(self.season, self.division.lines)

    @cached_property
    def cross(self) -> dict[tuple[object, object], Encounter]:
        return law.cross_table(self.season)

    @cached_property
    def forms(self) -> list[law.PlayerForm]:
        """Everybody who played where it is known who did: not where teams were reported by hand."""
        annulled = [
            number
            for number, team in self.teams.items()
            if team.withdrawn_from and team.withdrawn_results == WithdrawnResults.ANNUL
        ]
        played = [
            each
            for meeting in self.meetings
            for each in player_series(meeting, self.results, self.shown(meeting))
        ]
        scoring = self.division.league_scoring
        return law.forms(played, ranked_by=scoring.ranked_by, without=annulled)

    def points_of(self, meeting: Meeting) -> tuple[law.MeetingPoints, ...]:
        """The match points of a meeting, by series or for the day."""
        return law.meeting_points(self.season, self.meeting(meeting))

    @property
    def provisional(self) -> bool:
        """Until the league is closed, and as long as a match report is missing."""
        return self.table.provisional or self.division.season.closed_at is None

    @property
    def played(self) -> bool:
        return any(meeting.series for meeting in self.season.meetings)


@dataclass(frozen=True)
class LoadedLeague:
    """A league with its divisions and its match days, in their order."""

    season: Season
    divisions: tuple[LoadedDivision, ...]
    days: tuple[MatchDay, ...]

    def division(self, number: int) -> LoadedDivision:
        return next(each for each in self.divisions if each.division.number == number)


def forfeits_of(meeting: Meeting, row: MeetingTeam) -> Iterator[law.Forfeit]:
    """What a team of a meeting lost by decision: the day, or single series of it."""
    number, day = row.team.number, meeting.match_day.number
    if row.absent:
        yield law.Forfeit(number, day, row.reason)
    for forfeit in row.forfeits.all():
        yield law.Forfeit(number, day, forfeit.reason, forfeit.series)


def load_league(season: Season, shown: Shown = everything) -> LoadedLeague:
    """A whole league in few queries, however large it is."""
    teams = LeagueTeam.objects.filter(division__season=season).select_related("lot")
    penalties = TeamPenalty.objects.filter(team__division__season=season)
    divisions, all_teams = list(season.divisions.all()), list(teams.order_by("number"))
    all_penalties = list(penalties.select_related("team", "match_day", "by"))
    days = list(season.match_days.all())
    meetings = list(meetings_of(season))
    results = tournament_results(meeting.tournament for meeting in meetings if meeting.tournament)
    by_division = {each.pk: each for each in divisions}
    for division in divisions:
        division.season = season
    for team in all_teams:
        team.division = by_division[team.division_id]
    for meeting in meetings:
        meeting.division = by_division[meeting.division_id]
    return LoadedLeague(
        season,
        tuple(
            LoadedDivision(
                division,
                {
                    all_team.number: all_team
                    for all_team in all_teams
                    if all_team.division_id == division.pk
                },
                tuple(meeting for meeting in meetings if meeting.division_id == division.pk),
                tuple(
                    all_penalty
                    for all_penalty in all_penalties
                    if all_penalty.team.division_id == division.pk
                ),
                results,
                shown,
            )
            for division in divisions
        ),
        tuple(days),
    )


def meetings_of(season: Season) -> QuerySet[Meeting]:
    rows = MeetingTeam.objects.select_related("team").prefetch_related("results", "forfeits")
    return (
        Meeting.objects.filter(division__season=season)
        .select_related("match_day", "venue", "host", "tournament")
        .prefetch_related(Prefetch("teams", rows.order_by("team__number")))
        .order_by("match_day__number", "division__number", "number")
    )
