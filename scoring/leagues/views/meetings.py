"""The pages of meetings and schedules: line-ups, substitutions, results, reports, files."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, right_of
from scoring.core.files.download import attachment, chart_file, table_file
from scoring.core.files.pdf import listings_pdf
from scoring.core.forms import cleaned_data_of, form_page, notifying, refusals
from scoring.core.heavy import heavy
from scoring.leagues import forms
from scoring.leagues.access import division_for, league_for, meeting_for
from scoring.leagues.reads.league import LoadedLeague, chart_of_division, load_league
from scoring.leagues.reads.listings import (
    TABLES,
    day_views,
    league_head,
    meeting_head,
    meeting_listing,
    schedule_listing,
)
from scoring.leagues.reads.meetings import (
    meeting_page,
    report_listings,
    reported_days,
    unfinished_series,
    usual_lineup,
)
from scoring.leagues.services.divisions import change_venue, was_played
from scoring.leagues.services.importing import import_reported, import_results
from scoring.leagues.services.match_days import prepare_meeting, substitute
from scoring.leagues.services.results import (
    add_late_players,
    set_absent,
    set_reported,
    type_results,
)
from scoring.leagues.services.schedule import make_schedule, remove_meeting, set_day, set_meeting
from scoring.models import Meeting, Role


@require_GET
def show_meeting(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting = meeting_for(request, meeting_id)
    return respond_with_meeting(request, meeting, forms.ImportForm(auto_id="import_%s"))


def respond_with_meeting(
    request: HttpRequest, meeting: Meeting, form: forms.ImportForm
) -> HttpResponse:
    """The page of a meeting; `form` is the one for a file from another venue."""
    view = meeting_page(meeting)
    teams = [lineup.team for lineup in view.teams]
    days = reported_days(meeting.division.season)
    may_take = right_of(request).organizer and days.exists()
    context: dict[str, Any] = {
        "league": meeting.division.season,
        "meeting_page": view,
        "meeting": view.meeting,
        "substitute_form": forms.SubstituteForm(
            playing=view.playing,
            series=view.open_series,
            auto_id="substitute_%s",
            initial={"out": request.GET.get("out")},
        ),
        "absent_form": forms.AbsentForm(teams=teams, auto_id="absent_%s"),
        "take_form": forms.ReportedDayForm(days=days, auto_id="take_%s") if may_take else None,
        "late_form": forms.LateForm(teams=teams, series=view.late_series, auto_id="late_%s"),
    }
    return form_page(request, "leagues/meeting.html", form, **context)


def show_lineup(request: HttpRequest, meeting_id: int) -> HttpResponse:
    """Saving the line-ups creates the tournament."""
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    rows = meeting.teams.select_related("team__club").order_by("team__number")
    teams = [row.team for row in rows if not row.absent]
    usual = {team.number: usual_lineup(meeting, team) for team in teams}
    size, has_date = meeting.division.size, meeting.match_day.date is not None
    form = forms.LineUpForm(
        request.POST or None, teams=teams, size=size, usual=usual, has_date=has_date
    )
    if form.is_valid():
        with refusals(form):
            day = form.cleaned_data.get("date")
            tournament = prepare_meeting(meeting, form.lineups(), day=day, by=actor(request))
            return redirect("tournament", tournament.pk)
    league = meeting.division.season
    return form_page(request, "leagues/lineup.html", form, league=league, meeting=meeting)


@require_POST
def record_substitution(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    view = meeting_page(meeting)
    form = forms.SubstituteForm(request.POST, playing=view.playing, series=view.open_series)
    with notifying(request):
        data = cleaned_data_of(form)
        entry = substitute(meeting, **data, by=actor(request))
        sentence = _("%(name)s plays with the number %(number)s from series %(series)s on.")
        params = {"number": entry.start_number, "series": data["from_series"]}
        messages.success(request, sentence % {"name": entry.person, **params})
    return redirect("league-meeting", meeting_id)


@require_POST
def record_late_players(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    teams = [row.team for row in meeting.teams.select_related("team")]
    series = [unfinished.number for unfinished in unfinished_series(meeting.tournament)]
    form = forms.LateForm(request.POST, teams=teams, series=series)
    with notifying(request):
        data = cleaned_data_of(form)
        numbers = add_late_players(meeting, **data, by=actor(request))
        sentence = _("Entered with the start number %(numbers)s, from series %(series)s on.")
        params = {"numbers": ", ".join(map(str, numbers)), "series": data["from_series"]}
        messages.success(request, sentence % params)
    return redirect("league-meeting", meeting_id)


@require_POST
def record_absence(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    teams = [row.team for row in meeting.teams.select_related("team")]
    with notifying(request, _("Saved.")):
        form = forms.AbsentForm(request.POST, teams=teams)
        set_absent(meeting, **cleaned_data_of(form), by=actor(request))
    return redirect("league-meeting", meeting_id)


def show_results_form(request: HttpRequest, meeting_id: int) -> HttpResponse:
    """Type the results of a venue that sends no file."""
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    form = forms.MeetingResultsForm(request.POST or None, meeting=meeting)
    if form.is_valid():
        with refusals(form):
            type_results(meeting, form.results, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("league-meeting", meeting_id)
    league = meeting.division.season
    return form_page(request, "leagues/results.html", form, league=league, meeting=meeting)


@heavy
@require_POST
def import_file(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    form = forms.ImportForm(request.POST, request.FILES, auto_id="import_%s")
    if form.is_valid():
        with refusals(form):
            content, reason = form.cleaned_data["file"].read(), form.cleaned_data["reason"]
            import_results(meeting, content, reason=reason, by=actor(request))
            messages.success(request, _("The results of the venue are imported."))
            return redirect("league-meeting", meeting_id)
    return respond_with_meeting(request, meeting, form)


@require_POST
def import_reported_day(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    form = forms.ReportedDayForm(request.POST, days=reported_days(meeting.division.season))
    with notifying(request, _("The results of the venue are imported.")):
        data = cleaned_data_of(form)
        import_reported(meeting, data["day"], reason=data["reason"], by=actor(request))
    return redirect("league-meeting", meeting_id)


@require_POST
def record_report(request: HttpRequest, meeting_id: int) -> HttpResponse:
    """Record that the match report is in, or take that back with a reason."""
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    with notifying(request):
        set_reported(
            meeting, **cleaned_data_of(forms.ReportedForm(request.POST)), by=actor(request)
        )
    return redirect("league-meeting", meeting_id)


@require_POST
def drop_meeting(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting = meeting_for(request, meeting_id, Role.ORGANIZER)
    with notifying(request):
        remove_meeting(meeting, by=actor(request))
        return redirect("league-schedule", meeting.division.season_id)
    return redirect("league-meeting", meeting_id)


# The schedule.


@require_GET
def show_schedule(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id)
    league = load_league(season)
    context = {
        "league": season,
        "days": day_views(league),
        "divisions": league.divisions,
        "venues": season.venues.all(),
    }
    return render(request, "leagues/schedule.html", context)


def show_schedule_form(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    form = forms.ScheduleForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            make_schedule(
                division, form.format(), lot=data["lot"], dates=form.dates, by=actor(request)
            )
            return redirect("league-schedule", league_id)
    return form_page(
        request,
        "leagues/make_schedule.html",
        form,
        league=division.season,
        division=division,
        teams=division.teams.filter(withdrawn_from=None),
        played=was_played(division),
        made=division.meetings.exists(),
    )


@require_POST
def change_day(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    get_object_or_404(season.match_days, number=number)
    with notifying(request, _("Saved.")):
        data = cleaned_data_of(forms.MatchDayForm(request.POST))
        set_day(season, number, data["date"], by=actor(request))
    return redirect("league-schedule", league_id)


@require_POST
def rename_venue(request: HttpRequest, league_id: int, venue_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    venue = get_object_or_404(season.venues, pk=venue_id)
    with notifying(request, _("Saved.")):
        change_venue(venue, **cleaned_data_of(forms.VenueForm(request.POST)), by=actor(request))
    return redirect("league-schedule", league_id)


@require_POST
def change_meeting(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request, _("Saved.")):
        set_meeting(division, **cleaned_data_of(forms.MeetingForm(request.POST)), by=actor(request))
    return redirect("league-schedule", league_id)


# Files: tables as PDF, workbook and csv, and the match report.


@heavy
@require_GET
def division_file(
    request: HttpRequest, league_id: int, number: int, what: str, kind: str
) -> HttpResponse:
    season = division_for(request, league_id, number).season
    return table_of_division(partial(load_league, season), number, what, kind)


def table_of_division(
    load: Callable[[], LoadedLeague], number: int, what: str, kind: str
) -> HttpResponse:
    """A table ("table", "cross", "form") or the chart of the ranks ("way") as a file, or Http404.

    The league is loaded only for what there is.
    """
    if what not in ("way", *TABLES):
        raise Http404
    league = load()
    season, division = league.season, league.division(number)
    head = league_head(season, division)
    if what == "way":
        return chart_file(chart_of_division(division), head, kind)
    return table_file(TABLES[what](league, division), head, season.name, kind)


@require_GET
def schedule_file(request: HttpRequest, league_id: int, kind: str) -> HttpResponse:
    season = league_for(request, league_id)
    listing = schedule_listing(load_league(season))
    return table_file(listing, league_head(season), season.name, kind)


@require_GET
def meeting_file(request: HttpRequest, meeting_id: int, kind: str) -> HttpResponse:
    meeting = meeting_for(request, meeting_id)
    league = load_league(meeting.division.season)
    listing = meeting_listing(*league.of_meeting(meeting))
    return table_file(listing, meeting_head(meeting), league.season.name, kind)


@heavy
@require_GET
def report_file(request: HttpRequest, meeting_id: int) -> HttpResponse:
    meeting, title = meeting_for(request, meeting_id), _("Match report")
    content = listings_pdf(report_listings(meeting), title, meeting_head(meeting))
    name, day = meeting.division.season.name, str(meeting.match_day.number)
    return attachment(content, "pdf", name, title, day)
