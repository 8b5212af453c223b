"""Tournaments: the list, a new one, its day at a glance, its settings and its states."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import right_of, submission, tournament_for
from scoring.core.answers import (
    cleaned,
    form_page,
    notifying,
    paged,
    refusals,
    sought_in,
)
from scoring.core.scope import hosts_for_new, organizes_hosts, tournaments_seen_by
from scoring.hosts.reads import shows_hosts
from scoring.models import Entry, Membership, Role, Tournament
from scoring.series.reads.impossible import impossible_states
from scoring.tournament.forms import MoveForm, NewTournamentForm, SettingsForm
from scoring.tournament.reads.overview import overview
from scoring.tournament.reads.panel import next_steps
from scoring.tournament.reads.todo import missing
from scoring.tournament.services.review import usual_end
from scoring.tournament.services.tournaments import (
    TRANSITIONS,
    change_tournament,
    create_tournament,
    goes_back,
    is_played,
    move_tournament,
    remove_sample,
)


@require_GET
def show_tournaments(request: HttpRequest) -> HttpResponse:
    """Every tournament in which the account has a role; a superuser sees all."""
    sought = sought_in(request)
    page = paged(request, visible_to(request.user, sought))
    page.object_list = with_players(page.object_list)
    context = {
        "page": page,
        "sought": sought,
        "may_make": organizes_hosts(request.user),
        "has_hosts": shows_hosts(request.user),
    }
    return render(request, "tournament/list.html", context)


def visible_to(user: object, sought: str = "") -> QuerySet[Tournament]:
    """The tournaments that the account sees, the newest first; by a part of name or place."""
    own = Membership.objects.filter(user=getattr(user, "pk", None))
    visible = tournaments_seen_by(user)
    if sought:
        visible = visible.filter(Q(name__icontains=sought) | Q(place__icontains=sought))
    shown = visible.prefetch_related(Prefetch("memberships", own, to_attr="own"))
    return shown.order_by("-date", "-id")


def with_players(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """These tournaments, each with the number of its players; of a page alone they are counted."""
    shown = list(tournaments)
    entries = Entry.objects.filter(tournament__in=shown).order_by()
    counts = dict(entries.values_list("tournament").annotate(Count("pk")))
    for each in shown:
        each.players = counts.get(each.pk, 0)  # type: ignore[attr-defined]
    return shown


@require_http_methods(["GET", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    form = NewTournamentForm(request.POST or None, hosts=hosts_for_new(request))
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            tournament = create_tournament(
                form.terms(),
                host=form.host,
                series=data["series"],
                rounds=data["rounds"],
                **submission(request),
            )
            return redirect("tournament", tournament.pk)
    return form_page(request, "tournament/new.html", form)


@require_GET
def show_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    day = overview(tournament, drafts=right_of(request).organizer)
    context = {
        "tournament": tournament,
        "day": day,
        "findings": impossible_states(tournament, day.series),
        "missing": missing(tournament, day) if right_of(request).clerk else [],
        "review": MoveForm(initial={"until": usual_end()}),
    }
    return render(request, "tournament/overview.html", context)


@require_GET
def show_next_steps(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The panel of the next step alone, for a page that changed something: `page` is its path."""
    tournament = tournament_for(request, tournament_id)
    steps = next_steps(tournament, right_of(request), request.user)
    context = {"tournament": tournament, "steps": steps, "here": request.GET.get("page", "")}
    return render(request, "tournament/_panel.html", context)


@require_http_methods(["GET", "POST"])
def tournament_settings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = SettingsForm.of(tournament, request.POST or None)
    if form.is_valid():
        with refusals(form):
            change_tournament(tournament, form.terms(), **submission(request))
            messages.success(request, _("The settings are saved."))
            return redirect("tournament-settings", tournament.pk)
    back = [to for to in TRANSITIONS[tournament.state] if goes_back(tournament.state, to)]
    context: dict[str, Any] = {
        "tournament": tournament,
        "played": is_played(tournament),
        "steps_back": back,
    }
    return form_page(request, "tournament/settings.html", form, **context)


@require_POST
def move(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The next state, or the one before with a reason."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    to = request.POST.get("to", "")
    with notifying(request):
        move_tournament(tournament, to, **cleaned(MoveForm(request.POST)), **submission(request))
    return redirect("tournament", tournament.pk)


@require_POST
def remove(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The sample goes in one click; nothing else can be removed."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        remove_sample(tournament, **submission(request))
        messages.success(request, _("The sample tournament has been removed."))
        return redirect("tournaments")
    return redirect("tournament", tournament_id)
