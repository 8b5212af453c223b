"""The next evening of a season: prepared from the last one; its people entered by a tick."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.core.access import actor, tournament_for
from scoring.core.answers import form_page, refusals
from scoring.models import Role, Tournament
from scoring.players.reads.registration import door_price
from scoring.seasons.forms import AttendanceForm, NextEveningForm
from scoring.seasons.reads.attendance import Attendee, attendees, earlier_days
from scoring.seasons.reads.rhythm import following_name, next_day, season_name
from scoring.seasons.services.next_evening import enter_attendees, prepare_next
from scoring.standings.reads.source import StandingsSource


@require_http_methods(["GET", "POST"])
def next_evening(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A tournament like this one on the next day of its rhythm, and who is here already."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    days = earlier_days(tournament.season) or [tournament]
    known = attendees(days, season=tournament.season)
    form = NextEveningForm(request.POST or None, known=known, initial=proposal(tournament, days))
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            made = prepare_next(
                tournament,
                name=data["name"],
                day=data["date"],
                season=data["season"],
                by=actor(request),
            )
            return enter(request, made, form, by=actor(request))
    return people_page(request, "seasons/next_evening.html", form, tournament, known)


def proposal(tournament: Tournament, days: list[Tournament]) -> dict[str, object]:
    """Name, day and season of the next evening, as the last ones suggest."""
    season = tournament.season
    open_season = season if season and not season.closed_at else None
    return {
        "name": following_name(days[0].name),
        "date": next_day([day.date for day in days], timezone.localdate()),
        "season": open_season.name
        if open_season
        else season_name(tournament.name, tournament.date),
    }


@require_http_methods(["GET", "POST"])
def attendance(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everybody who played before in the season: who is here is ticked, and entered."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    season = tournament.season
    known = attendees(earlier_days(season, tournament), tournament, season)
    form = AttendanceForm(request.POST or None, known=known)
    if form.is_valid():
        with refusals(form):
            return enter(request, tournament, form, by=actor(request))
    return people_page(request, "seasons/attendance.html", form, tournament, known)


def people_page(
    request: HttpRequest,
    template: str,
    form: AttendanceForm,
    tournament: Tournament,
    known: list[Attendee],
) -> HttpResponse:
    return form_page(
        request,
        template,
        form,
        tournament=tournament,
        people=known,
        members=[attendee for attendee in known if attendee.is_member],
        guests=[attendee for attendee in known if not attendee.is_member],
        has_fee=door_price(StandingsSource(tournament)) > 0,
    )


def enter(
    request: HttpRequest, tournament: Tournament, form: AttendanceForm, **sent: Any
) -> HttpResponse:
    """Enter who was ticked; then the players, where guests follow, or the day at a glance."""
    data = form.cleaned_data
    made = enter_attendees(tournament, data["people"], paid=data["paid"], **sent)
    if made:
        sentence = ngettext("%(count)s player entered.", "%(count)s players entered.", len(made))
        messages.success(request, sentence % {"count": len(made)})
    return redirect("entries" if made else "tournament", tournament.pk)
