"""The pages of leagues: the list, a league with its divisions and teams, settings, public pages."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, right_in, right_of
from scoring.core.files.html import table
from scoring.core.forms import (
    Form,
    ReasonForm,
    cleaned_data_of,
    form_page,
    notifying,
    page_of_rows,
    refusals,
)
from scoring.core.scope import hosts_for_new, organizes_hosts, seasons_seen_by
from scoring.leagues import forms
from scoring.leagues.access import division_for, league_for, team_for
from scoring.leagues.reads.league import (
    LeagueRoom,
    chart_of_division,
    league_events,
    league_room_of,
    load_league,
    log_of_league,
)
from scoring.leagues.reads.listings import (
    cross_listing,
    form_listing,
    overview,
    published_league,
    table_listing,
    team_page,
)
from scoring.leagues.services.divisions import (
    DivisionTerms,
    add_division,
    add_leader,
    add_teams,
    change_division,
    change_league,
    change_team,
    create_league,
    record_lot,
    remove_division,
    remove_leader,
    remove_team,
    withdraw_team,
)
from scoring.leagues.services.match_days import set_roster
from scoring.leagues.services.results import give_penalty, reverse_penalty
from scoring.leagues.views.meetings import table_of_division
from scoring.models import Role, TeamPenalty, User
from scoring.models.season import SeasonKind
from scoring.public.page_cache import room_page
from scoring.public.views.pages import feed_file
from scoring.standings.reads.season import season_end


@require_GET
def show_leagues(request: HttpRequest) -> HttpResponse:
    leagues = seasons_seen_by(request.user).filter(kind=SeasonKind.LEAGUE)
    leagues = leagues.annotate(teams=Count("divisions__teams", distinct=True)).order_by("-pk")
    page = page_of_rows(request, leagues)
    context = {"page": page, "may_make": organizes_hosts(request.user)}
    return render(request, "leagues/list.html", context)


def new_league(request: HttpRequest) -> HttpResponse:
    """A league with its first division and its teams; the schedule comes next."""
    form = forms.NewLeagueForm(request.POST or None, hosts=hosts_for_new(request))
    if form.is_valid():
        name, teams = form.cleaned_data["name"], form.cleaned_data["teams"]
        division = DivisionTerms(form.cleaned_data["division"])
        with refusals(form):
            season = create_league(name, division, teams, by=actor(request), host=form.host_id)
            return redirect("league-schedule-make", season.pk, 1)
    return form_page(request, "leagues/new.html", form)


@require_GET
def show_league(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id)
    league = load_league(season)
    context = {"league": season, "overview": overview(league), "end": season_end(season)}
    return render(request, "leagues/league.html", context)


@require_GET
def show_division(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number)
    league = load_league(division.season)
    loaded = league.division(number)
    context = {
        "league": division.season,
        "division": loaded,
        "table": table(table_listing(loaded)),
        "cross": table(cross_listing(loaded)),
        "form_table": table(form_listing(league, loaded)),
        "chart": chart_of_division(loaded),
    }
    return render(request, "leagues/division.html", context)


def new_division(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    form = forms.DivisionForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            division = add_division(
                season, form.terms(), form.cleaned_data["teams"], by=actor(request)
            )
            return redirect("league-schedule-make", season.pk, division.number)
    return form_page(request, "leagues/division_form.html", form, league=season)


def show_division_form(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    form = forms.DivisionForm.of(division, request.POST or None)
    if form.is_valid():
        with refusals(form):
            change_division(division, form.terms(), by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("league-division", league_id, number)
    template, league = "leagues/division_form.html", division.season
    return form_page(request, template, form, league=league, division=division)


@require_POST
def record_lots(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request, _("The lot is recorded.")):
        data = cleaned_data_of(forms.LeagueLotForm(request.POST))
        record_lot(division, data["order"], draw=data["draw"], by=actor(request))
    return redirect("league-division", league_id, number)


@require_POST
def drop_division(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request):
        remove_division(division, by=actor(request))
    return redirect("league", league_id)


def show_settings(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    initial = {"name": season.name, "public": season.public}
    form = forms.LeagueForm(request.POST or None, initial=initial)
    if form.is_valid():
        with refusals(form):
            change_league(season, **form.cleaned_data, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("league-settings", league_id)
    leaders = season.leaders.select_related("user")
    return form_page(request, "leagues/settings.html", form, league=season, leaders=leaders)


@require_POST
def appoint_leader(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    with notifying(request):
        data = cleaned_data_of(forms.LeaderForm(request.POST))
        add_leader(season, data["username"], by=actor(request))
    return redirect("league-settings", league_id)


@require_POST
def dismiss_leader(request: HttpRequest, league_id: int, user_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    user = get_object_or_404(User, pk=user_id, leagues__season=season)
    with notifying(request):
        remove_leader(season, user, by=actor(request))
    right = right_in(request.user, season)
    if right is None or not right.organizer:  # leaders may dismiss themselves
        return redirect("leagues")
    return redirect("league-settings", league_id)


@require_GET
def show_log(request: HttpRequest, league_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    page = page_of_rows(request, log_of_league(season))
    context = {"league": season, "page": page, "events": league_events(page)}
    return render(request, "leagues/log.html", context)


# Teams: roster, home, withdrawal, penalties.


@require_POST
def add_division_teams(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request):
        data = cleaned_data_of(forms.TeamsForm(request.POST))
        add_teams(division, data["teams"], by=actor(request))
    return redirect("league-division", league_id, number)


def show_team(request: HttpRequest, league_id: int, number: int, team_number: int) -> HttpResponse:
    """A team with its roster, which a leader changes here."""
    role = Role.ORGANIZER if request.method == "POST" else Role.VIEWER
    team = team_for(request, league_id, number, team_number, role)
    view = team_page(team)
    initial = {"players": view.roster_text, "from_day": view.next_day}
    form = forms.RosterForm(request.POST or None, initial=initial)
    if form.is_valid():
        lines, day = form.cleaned_data["players"], form.cleaned_data["from_day"]
        with refusals(form):
            set_roster(team, lines, from_day=day, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("league-team", league_id, number, team_number)
    context: dict[str, Any] = {"league": team.division.season, "team": team, "team_page": view}
    if right_of(request).organizer:
        context |= {
            "team_form": forms.LeagueTeamForm.of(team),
            "penalty_form": forms.PenaltyForm(auto_id="penalty_%s"),
            "withdraw_form": forms.WithdrawForm.of(team),
        }
    return form_page(request, "leagues/team.html", form, **context)


# What is changed on the page of a team: the form, and the service that takes what it says.
TEAM_CHANGES: dict[str, tuple[type[Form], Callable[..., None]]] = {
    "change": (forms.LeagueTeamForm, change_team),
    "withdraw": (forms.WithdrawForm, withdraw_team),
    "penalty": (forms.PenaltyForm, give_penalty),
}


@require_POST
def change_league_team(
    request: HttpRequest, league_id: int, number: int, team_number: int, what: str
) -> HttpResponse:
    team = team_for(request, league_id, number, team_number, Role.ORGANIZER)
    form, change = TEAM_CHANGES[what]
    with notifying(request, _("Saved.")):
        change(team, **cleaned_data_of(form(request.POST)), by=actor(request))
    return redirect("league-team", league_id, number, team_number)


@require_POST
def cancel_penalty(request: HttpRequest, league_id: int, penalty_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    rows = TeamPenalty.objects.select_related("team__division__season", "match_day")
    penalty = get_object_or_404(rows, pk=penalty_id, team__division__season=season)
    with notifying(request):
        reverse_penalty(penalty, **cleaned_data_of(ReasonForm(request.POST)), by=actor(request))
    return redirect("league-team", league_id, penalty.team.division.number, penalty.team.number)


@require_POST
def drop_team(request: HttpRequest, league_id: int, number: int, team_number: int) -> HttpResponse:
    team = team_for(request, league_id, number, team_number, Role.ORGANIZER)
    with notifying(request):
        remove_team(team, by=actor(request))
        return redirect("league-division", league_id, number)
    return redirect("league-team", league_id, number, team_number)


# The public pages of a league, which need no account.

league_page = partial(room_page, find=league_room_of, key="league_id")


@league_page
def show_public_league(request: HttpRequest, room: LeagueRoom) -> HttpResponse:
    context = {"league": room.season, "season": room.season, "overview": overview(room.load())}
    return render(request, "leagues/public.html", context)


@league_page
def show_public_division(request: HttpRequest, room: LeagueRoom, number: int) -> HttpResponse:
    league = room.load()
    division = league.division(number)
    listings = cross_listing(division), form_listing(league, division)
    context = {
        "league": room.season,
        "season": room.season,
        "division": division,
        "tables": [table(listing) for listing in listings],
        "chart": chart_of_division(division),
    }
    return render(request, "leagues/public_division.html", context)


@league_page
def public_division_file(
    request: HttpRequest, room: LeagueRoom, number: int, what: str, kind: str
) -> HttpResponse:
    return table_of_division(room.load, number, what, kind)


@partial(league_page, feed=True)
def league_feed(request: HttpRequest, room: LeagueRoom, feed: str) -> HttpResponse:
    about = {"league": room.season, "season": room.season}
    return feed_file(request, published_league(room.load()), feed, room.changed_at, **about)
