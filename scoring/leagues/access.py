"""The league, division, team or meeting of an address, with the reader's right to it."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from scoring.core.access import grant, season_for
from scoring.models import Division, LeagueTeam, Meeting, Role, Season
from scoring.models.season import SeasonKind


def league_for(request: HttpRequest, league_id: int, role: Role = Role.VIEWER) -> Season:
    season = season_for(request, league_id, role)
    if season.kind != SeasonKind.LEAGUE:
        raise Http404
    return season


def division_for(
    request: HttpRequest, league_id: int, number: int, role: Role = Role.VIEWER
) -> Division:
    return get_object_or_404(league_for(request, league_id, role).divisions, number=number)


def team_for(
    request: HttpRequest, league_id: int, number: int, team: int, role: Role = Role.VIEWER
) -> LeagueTeam:
    """A team by the numbers of its division and its own."""
    division = division_for(request, league_id, number, role)
    return get_object_or_404(division.teams.select_related("club"), number=team)


def meeting_for(request: HttpRequest, meeting_id: int, role: Role = Role.VIEWER) -> Meeting:
    meetings = Meeting.objects.select_related(
        "division__season", "match_day__season", "venue", "host", "tournament"
    )
    leagues = {"division__season__kind": SeasonKind.LEAGUE}
    meeting = get_object_or_404(meetings, pk=meeting_id, **leagues)
    grant(request, meeting.division.season, role)
    return meeting
