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
            f"{each.position} {each.person}" if each.position else str(each.person)
            for each in self.roster
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
        each.match_day.number
        for each in meetings
        if each.tournament_id or any(row for one in each.teams.all() for row in one.results.all())
    ]
    penalties = team.penalties.select_related("match_day")
    return TeamPage(
        tuple(each for each in players if each.until_day is None),
        tuple(each for each in players if each.until_day is not None),
        tuple((each, penalty_text(each)) for each in penalties),
        tuple(
            MeetingLine(each, place_of(each), team_names(each), meeting_state(each))
            for each in meetings
        ),
        max(played, default=0) + 1,
    )
