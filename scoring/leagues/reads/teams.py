"""A team of a league with its roster, its penalties and its match days."""

from dataclasses import dataclass

from scoring.leagues.reads.listings import meeting_state, penalty_text, place_of, team_names
from scoring.leagues.reads.overview import MeetingLine
from scoring.models import LeaguePlayer, LeagueTeam, Meeting, TeamPenalty


@dataclass(frozen=True)
class TeamPage:
    """`next_day` is the first match day on which nothing was played yet."""

    roster: tuple[LeaguePlayer, ...]
    former: tuple[LeaguePlayer, ...]
    penalties: tuple[tuple[TeamPenalty, str], ...]
    meetings: tuple[MeetingLine, ...]
    next_day: int

    @property
    def roster_text(self) -> str:
        """The roster as it is typed."""
        return "\n".join(
            f"{league_player.position} {league_player.person}"
            if league_player.position
            else str(league_player.person)
            for league_player in self.roster
        )


def team_page(team: LeagueTeam) -> TeamPage:
    players = list(team.players.select_related("person"))
    meetings = list(
        Meeting.objects.filter(teams__team=team)
        .select_related("match_day", "venue", "host")
        .prefetch_related("teams__team", "teams__results")
        .order_by("match_day__number")
    )
    played = [
        meeting.match_day.number
        for meeting in meetings
        if meeting.tournament_id
        or any(row for one in meeting.teams.all() for row in one.results.all())
    ]
    penalties = team.penalties.select_related("match_day")
    return TeamPage(
        tuple(player for player in players if player.until_day is None),
        tuple(player for player in players if player.until_day is not None),
        tuple((penalty, penalty_text(penalty)) for penalty in penalties),
        tuple(
            MeetingLine(meeting, place_of(meeting), team_names(meeting), meeting_state(meeting))
            for meeting in meetings
        ),
        max(played, default=0) + 1,
    )
