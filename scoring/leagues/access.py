"""Finding the league, division, team or meeting of an address, with the reader's right to it."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from scoring.core.access import grant, season_for
from scoring.models import Division, LeagueTeam, MatchDay, Meeting, Role, Season
from scoring.models.season import SeasonKind


def league_for(request: HttpRequest, league_id: int, role: Role = Role.VIEWER) -> Season:
    return require_league(season_for(request, league_id, role))


def require_league(season: Season) -> Season:
    if season.kind != SeasonKind.LEAGUE:
        raise Http404
    return season


def division_for(
    request: HttpRequest, league_id: int, number: int, role: Role = Role.VIEWER
) -> Division:
    season = league_for(request, league_id, role)
    divisions = Division.objects.select_related("season")
    return get_object_or_404(divisions, season=season, number=number)


def team_for(
    request: HttpRequest, league_id: int, number: int, team: int, role: Role = Role.VIEWER
) -> LeagueTeam:
    """A team by the numbers of its division and its own."""
    division = division_for(request, league_id, number, role)
    return get_object_or_404(
        LeagueTeam.objects.select_related("division__season", "club"),
        division=division,
        number=team,
    )


def match_day_for(
    request: HttpRequest, league_id: int, day: int, role: Role = Role.VIEWER
) -> MatchDay:
    season = league_for(request, league_id, role)
    return get_object_or_404(MatchDay.objects.select_related("season"), season=season, number=day)


def meeting_for(request: HttpRequest, meeting_id: int, role: Role = Role.VIEWER) -> Meeting:
    meetings = Meeting.objects.select_related(
        "division__season", "match_day__season", "venue", "host", "tournament"
    )
    meeting = get_object_or_404(meetings, pk=meeting_id)
    season = require_league(meeting.division.season)
    grant(request, season, role)
    return meeting
