"""The schedule: made for a division, shown, and changed by hand."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.leagues.access import division_for, league_for, match_day_for
from scoring.leagues.forms.leagues import MatchDayForm, ScheduleForm, VenueForm
from scoring.leagues.forms.meetings import MeetingForm
from scoring.leagues.reads.league import load_league
from scoring.leagues.reads.overview import day_views
from scoring.leagues.services.schedule import make_schedule, set_day, set_meeting, was_played
from scoring.leagues.services.venues import change_venue
from scoring.models import Actor, Role, Season, Venue


@require_GET
def show_schedule(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id)
    league = load_league(season)
    context: dict[str, Any] = {
        "league": season,
        "days": day_views(league),
        "divisions": league.divisions,
        "venues": season.venues.all(),
    }
    return render(request, "leagues/schedule.html", context)


@require_http_methods(["GET", "POST"])
def make(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    """The schedule of a division, by hosts from a number scheme, with its dates."""
    division = division_for(request, league_id, number, Role.ORGANIZER)
    form = ScheduleForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            make_schedule(division, form.format(), lot=data["lot"], by=actor(request))
            set_dates(division.season, data, by=actor(request))
            return redirect("league-schedule", league_id)
    context: dict[str, Any] = {
        "league": division.season,
        "division": division,
        "teams": division.teams.all(),
        "played": was_played(division),
        "made": division.meetings.exists(),
    }
    return form_page(request, "leagues/make_schedule.html", form, **context)


def set_dates(season: Season, data: dict[str, Any], by: Actor) -> None:
    """The dates by their rhythm, where the first one was given."""
    if data["first"] is None:
        return
    for number in range(1, data["days"] + 1):
        day = data["first"] + timedelta(weeks=data["weeks"] * (number - 1))
        set_day(season, number, day, by=by)


@require_POST
def change_day(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    """The date of a match day."""
    day = match_day_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request):
        data = cleaned(MatchDayForm(request.POST))
        set_day(day.season, number, data["date"], by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("league-schedule", league_id)


@require_POST
def venue(request: HttpRequest, league_id: int, venue_id: int) -> HttpResponse:
    """Name and address of a venue."""
    season = league_for(request, league_id, Role.ORGANIZER)
    found = get_object_or_404(Venue.objects.select_related("season"), pk=venue_id, season=season)
    with notifying(request):
        change_venue(found, **cleaned(VenueForm(request.POST)), by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("league-schedule", league_id)


@require_POST
def change_meeting(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    """Who meets where: of a meeting of the schedule, or of one more."""
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request):
        data = cleaned(MeetingForm(request.POST))
        set_meeting(
            division,
            data["day"],
            data["number"],
            venue=data["venue"],
            host=data["host"],
            teams=data["teams"],
            by=actor(request),
        )
        messages.success(request, _("Saved."))
    return redirect("league-schedule", league_id)
