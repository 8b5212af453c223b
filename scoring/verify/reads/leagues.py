"""Whether leagues say what their tournaments say: the same teams, the same people, one roster each.

Tables are reckoned from the lists whenever they are shown; only what is stored can be wrong.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator

from scoring.models import LeaguePlayer, Meeting, MeetingTeam, Season, TeamMember, TeamPenalty
from scoring.models.league import MOST_DAYS
from scoring.models.season import SeasonKind
from scoring.models.team import TeamKind
from scoring.rules.problem import Problem


def league_problems() -> Iterator[Problem]:
    """Everything about leagues that no service can make."""
    for season in Season.objects.filter(kind=SeasonKind.LEAGUE).order_by("pk"):
        yield from meeting_problems(season)
        yield from roster_problems(season)
        yield from penalty_problems(season)


def meeting_problems(season: Season) -> Iterator[Problem]:
    """Teams of other divisions, and tournaments with other teams or people."""
    rows = MeetingTeam.objects.filter(meeting__division__season=season)
    for row in rows.select_related("team__division", "meeting__match_day"):
        if row.team.division_id != row.meeting.division_id:
            params = {"day": row.meeting.match_day.number, "team": row.team.name}
            yield Problem("verify-league-division", params={"name": season.name, **params})
    played = Meeting.objects.filter(division__season=season, tournament__isnull=False)
    for meeting in played.select_related("tournament", "match_day"):
        params = {"name": season.name, "day": meeting.match_day.number}
        if meeting.tournament and meeting.tournament.season_id != season.pk:
            yield Problem("verify-league-tournament", params=params)
        yield from people_problems(season, meeting)


def people_problems(season: Season, meeting: Meeting) -> Iterator[Problem]:
    """Whoever played for a team is in its roster on that day."""
    day = meeting.match_day.number
    rosters: dict[int, set[int]] = {
        number: set() for number in meeting.teams.values_list("team__number", flat=True)
    }
    for each in LeaguePlayer.objects.filter(team__meetings__meeting=meeting).select_related("team"):
        if each.plays(day):
            rosters[each.team.number].add(each.person_id)
    members = TeamMember.objects.filter(
        contest__tournament=meeting.tournament_id, contest__kind=TeamKind.TEAM
    )
    for member in members.select_related("team", "entry"):
        params = {"name": season.name, "day": day}
        if member.team.number not in rosters:
            yield Problem("verify-league-team", params={**params, "number": member.team.number})
        elif member.entry.person_id not in rosters[member.team.number]:
            yield Problem(
                "verify-league-stranger", params={**params, "number": member.entry.start_number}
            )


def roster_problems(season: Season) -> Iterator[Problem]:
    """Nobody is in two rosters on one match day."""
    stays: dict[int, list[LeaguePlayer]] = defaultdict(list)
    for each in LeaguePlayer.objects.filter(season=season).order_by("from_day", "pk"):
        stays[each.person_id].append(each)
    for person, own in stays.items():
        for before, after in itertools.pairwise(own):
            if (before.until_day or MOST_DAYS) >= after.from_day:
                params = {"name": season.name, "person": person, "day": after.from_day}
                yield Problem("verify-league-player", params=params)


def penalty_problems(season: Season) -> Iterator[Problem]:
    """What takes a penalty back has its figures with the other sign."""
    rows = TeamPenalty.objects.filter(team__division__season=season, reverses__isnull=False)
    for each in rows.select_related("reverses", "team"):
        other = each.reverses
        keys = ("match_points", "counter_points", "points")
        same = other and other.team_id == each.team_id
        if not same or any(getattr(each, key) != -getattr(other, key) for key in keys):
            yield Problem(
                "verify-league-penalty", params={"name": season.name, "team": each.team.name}
            )
