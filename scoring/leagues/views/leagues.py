"""Leagues: all of them, one at a glance, its divisions and settings, who leads it."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor
from scoring.core.answers import PER_PAGE, cleaned, form_page, notifying, refusals
from scoring.core.files.html import table
from scoring.core.scope import hosts_for_new, organizes_hosts, seasons_seen_by
from scoring.leagues.access import division_for, league_for
from scoring.leagues.forms.leagues import (
    DivisionForm,
    LeaderForm,
    LeagueForm,
    LeagueLotForm,
    NewLeagueForm,
)
from scoring.leagues.reads.league import load_league
from scoring.leagues.reads.listings import cross_listing, form_listing, table_listing
from scoring.leagues.reads.log import league_events, log_of
from scoring.leagues.reads.overview import overview
from scoring.leagues.services.divisions import (
    DivisionTerms,
    add_division,
    change_division,
    remove_division,
)
from scoring.leagues.services.leagues import (
    add_leader,
    change_league,
    create_league,
    remove_leader,
)
from scoring.leagues.services.lots import record_lot
from scoring.models import Role, Season, User
from scoring.models.season import SeasonKind
from scoring.standings.reads.season_end import season_end


@require_GET
def show_leagues(request: HttpRequest) -> HttpResponse:
    """Every league that the account may see."""
    page = Paginator(visible_to(request.user), PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "may_make": organizes_hosts(request.user)}
    return render(request, "leagues/list.html", context)


def visible_to(user: object) -> QuerySet[Season]:
    leagues = seasons_seen_by(user).filter(kind=SeasonKind.LEAGUE)
    return leagues.annotate(teams=Count("divisions__teams", distinct=True)).order_by("-pk")


@require_http_methods(["GET", "POST"])
def new_league(request: HttpRequest) -> HttpResponse:
    """A league with its first division and its teams; the schedule comes next."""
    form = NewLeagueForm(request.POST or None, hosts=hosts_for_new(request))
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            season = create_league(data["name"], host=form.host, by=actor(request))
            if not season.divisions.exists():
                terms, by = DivisionTerms(data["division"]), actor(request)
                add_division(season, terms, data["teams"], by=by)
            return redirect("league-schedule-make", season.pk, 1)
    return form_page(request, "leagues/new.html", form)


@require_GET
def show_league(request: HttpRequest, league_id: int) -> HttpResponse:
    """The tables of all divisions, the last match day and the next one."""
    season = league_for(request, league_id)
    league = load_league(season)
    context = {"league": season, "found": overview(league), "end": season_end(season)}
    return render(request, "leagues/league.html", context)


@require_GET
def show_division(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    """A division: its table, who fared how against whom, and the form of its players."""
    division = division_for(request, league_id, number)
    league = load_league(division.season)
    found = league.division(number)
    context: dict[str, Any] = {
        "league": division.season,
        "division": found,
        "table": table(table_listing(found), orderable=False),
        "cross": table(cross_listing(found), orderable=False, prefix="cross-"),
        "form_table": table(
            form_listing(found, [day.number for day in league.days]),
            orderable=False,
            prefix="form-",
        ),
    }
    return render(request, "leagues/division.html", context)


@require_http_methods(["GET", "POST"])
def new_division(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    form = DivisionForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            made = add_division(season, form.terms(), form.cleaned_data["teams"], by=actor(request))
            return redirect("league-schedule-make", season.pk, made.number)
    return form_page(request, "leagues/division_form.html", form, league=season)


@require_http_methods(["GET", "POST"])
def change_terms(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    form = DivisionForm.of(division, request.POST or None)
    if form.is_valid():
        with refusals(form):
            change_division(division, form.terms(), by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("league-division", league_id, number)
    context: dict[str, Any] = {"league": division.season, "division": division}
    return form_page(request, "leagues/division_form.html", form, **context)


@require_POST
def lot(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    """The order in which equal teams were drawn, or chance draws it now."""
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request):
        data = cleaned(LeagueLotForm(request.POST))
        record_lot(division, data["order"], draw=data["draw"], by=actor(request))
        messages.success(request, _("The lot is recorded."))
    return redirect("league-division", league_id, number)


@require_POST
def remove(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request):
        remove_division(division, by=actor(request))
    return redirect("league", league_id)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, league_id: int) -> HttpResponse:
    """Name, the one public switch, and the leaders."""
    season = league_for(request, league_id, Role.ORGANIZER)
    initial = {"name": season.name, "public": season.public}
    form = LeagueForm(request.POST or None, initial=initial)
    if form.is_valid():
        with refusals(form):
            change_league(season, **form.cleaned_data, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("league-settings", league_id)
    leaders = season.leaders.select_related("user")
    context: dict[str, Any] = {"league": season, "leaders": leaders, "leader_form": LeaderForm()}
    return form_page(request, "leagues/settings.html", form, **context)


@require_POST
def name_leader(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    with notifying(request):
        data = cleaned(LeaderForm(request.POST))
        add_leader(season, data["username"], by=actor(request))
    return redirect("league-settings", league_id)


@require_POST
def dismiss(request: HttpRequest, league_id: int, user_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    user = get_object_or_404(User, pk=user_id, leagues__season=season)
    with notifying(request):
        remove_leader(season, user, by=actor(request))
    return redirect("league-settings", league_id)


@require_GET
def show_log(request: HttpRequest, league_id: int) -> HttpResponse:
    """What was changed in the league, the newest first."""
    season = league_for(request, league_id, Role.ORGANIZER)
    page = Paginator(log_of(season), PER_PAGE).get_page(request.GET.get("page"))
    context = {"league": season, "page": page, "events": league_events(page)}
    return render(request, "leagues/log.html", context)
