"""The teams of a division: roster, home, withdrawal, penalties."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, right_of
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.leagues.access import division_for, league_for, team_of
from scoring.leagues.forms.leagues import (
    LeagueTeamForm,
    PenaltyForm,
    RosterForm,
    TeamsForm,
    WithdrawForm,
)
from scoring.leagues.reads.teams import team_page
from scoring.leagues.services.divisions import add_teams, change_team, remove_team, withdraw_team
from scoring.leagues.services.results import give_penalty, reverse_penalty
from scoring.leagues.services.rosters import set_roster
from scoring.models import Role, TeamPenalty


@require_POST
def add(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    division = division_for(request, league_id, number, Role.ORGANIZER)
    with notifying(request):
        data = cleaned(TeamsForm(request.POST))
        add_teams(division, data["teams"], by=actor(request))
    return redirect("league-division", league_id, number)


@require_http_methods(["GET", "POST"])
def show_team(request: HttpRequest, league_id: int, number: int, team_number: int) -> HttpResponse:
    """A team with its roster, which a leader changes here."""
    role = Role.ORGANIZER if request.method == "POST" else Role.VIEWER
    team = team_of(request, league_id, number, team_number, role)
    found = team_page(team)
    initial = {"players": found.roster_text, "from_day": found.next_day}
    form = RosterForm(request.POST or None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            lines, day = data["players"], data["from_day"]
            set_roster(team, lines, from_day=day, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("league-team", league_id, number, team_number)
    context: dict[str, Any] = {"league": team.division.season, "team": team, "found": found}
    if right_of(request).organizer:
        since = {"from_day": team.withdrawn_from}
        context |= {
            "team_form": LeagueTeamForm.of(team),
            "penalty_form": PenaltyForm(auto_id="penalty_%s"),
            "withdraw_form": WithdrawForm(initial=since, auto_id="withdraw_%s"),
        }
    return form_page(request, "leagues/team.html", form, **context)


@require_POST
def change(request: HttpRequest, league_id: int, number: int, team_number: int) -> HttpResponse:
    team = team_of(request, league_id, number, team_number, Role.ORGANIZER)
    with notifying(request):
        change_team(team, **cleaned(LeagueTeamForm(request.POST)), by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("league-team", league_id, number, team_number)


@require_POST
def withdraw(request: HttpRequest, league_id: int, number: int, team_number: int) -> HttpResponse:
    team = team_of(request, league_id, number, team_number, Role.ORGANIZER)
    with notifying(request):
        withdraw_team(team, **cleaned(WithdrawForm(request.POST)), by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("league-team", league_id, number, team_number)


@require_POST
def penalty(request: HttpRequest, league_id: int, number: int, team_number: int) -> HttpResponse:
    team = team_of(request, league_id, number, team_number, Role.ORGANIZER)
    form = PenaltyForm(request.POST)
    with notifying(request):
        cleaned(form)
        give_penalty(team, **form.figures(), by=actor(request))
        messages.success(request, _("Saved."))
    return redirect("league-team", league_id, number, team_number)


@require_POST
def reverse(request: HttpRequest, league_id: int, penalty_id: int) -> HttpResponse:
    season = league_for(request, league_id, Role.ORGANIZER)
    rows = TeamPenalty.objects.select_related("team__division__season", "match_day")
    team_penalty = get_object_or_404(rows, pk=penalty_id, team__division__season=season)
    with notifying(request):
        reason = request.POST.get("reason", "")[:400]
        reverse_penalty(team_penalty, reason=reason, by=actor(request))
    return redirect(
        "league-team", league_id, team_penalty.team.division.number, team_penalty.team.number
    )


@require_POST
def remove(request: HttpRequest, league_id: int, number: int, team_number: int) -> HttpResponse:
    team = team_of(request, league_id, number, team_number, Role.ORGANIZER)
    with notifying(request):
        remove_team(team, by=actor(request))
        return redirect("league-division", league_id, number)
    return redirect("league-team", league_id, number, team_number)
