"""The pages of tournaments: the list, a new one, the overview, settings and states."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor, right_of, tournament_for
from scoring.core.forms import (
    cleaned_data_of,
    form_page,
    notifying,
    page_of_rows,
    refusals,
    search_text,
)
from scoring.core.scope import (
    hosts_for_new,
    organizes_hosts,
    own_hosts,
    tournaments_seen_by,
)
from scoring.hosts.access import host_to_administer
from scoring.hosts.reads import offer_notices, shows_hosts
from scoring.models import Entry, Membership, Role, Tournament
from scoring.money.services.ledger import prices_of
from scoring.series.reads.series import impossible_states
from scoring.tournament.forms import (
    KINDS,
    DefaultsForm,
    MoveForm,
    NewTournamentForm,
    SettingsForm,
    initial_values_for,
)
from scoring.tournament.reads.panel import defaults_of, next_steps, overview
from scoring.tournament.services import (
    TRANSITIONS,
    change_tournament,
    create_tournament,
    goes_back,
    is_played,
    move_tournament,
    remove_sample,
    set_defaults,
    usual_end,
)


@require_GET
def show_tournaments(request: HttpRequest) -> HttpResponse:
    query = search_text(request)
    page = page_of_rows(request, visible_tournaments(request.user, query))
    page.object_list = count_players(page.object_list)
    hosts = own_hosts(request.user)
    context = {
        "page": page,
        "sought": query,
        "may_make": organizes_hosts(request.user),
        "has_hosts": shows_hosts(request.user),
        "offer_notices": offer_notices(hosts) if hosts else [],
    }
    return render(request, "tournament/list.html", context)


def visible_tournaments(user: object, query: str = "") -> QuerySet[Tournament]:
    """The tournaments that the account may see, newest first; filtered by part of name or place."""
    own = Membership.objects.filter(user=getattr(user, "pk", None))
    # If a result was reported again, only the version that counts.
    visible = tournaments_seen_by(user).filter(replaced_by=None)
    if query:
        visible = visible.filter(Q(name__icontains=query) | Q(place__icontains=query))
    with_own_roles = visible.prefetch_related(Prefetch("memberships", own, to_attr="own"))
    return with_own_roles.order_by("-date", "-id")


def count_players(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Add the number of players to each of these tournaments, which are those of one page."""
    listed = list(tournaments)
    entries = Entry.objects.filter(tournament__in=listed).order_by()
    counts = dict(entries.values_list("tournament").annotate(Count("pk")))
    for tournament in listed:
        tournament.players = counts.get(tournament.pk, 0)  # type: ignore[attr-defined]
    return listed


@require_http_methods(["GET", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    """A form with the defaults of a host and a kind, selected by `held_by` and `kind`."""
    hosts, host_id = hosts_for_new(request), request.GET.get("held_by")
    host = next((host for host in hosts if str(host.pk) == host_id), hosts[0])
    defaults = defaults_of(host.pk)
    initial = initial_values_for(defaults, request.GET.get("kind", "")) | {"held_by": host.pk}
    initial |= {key: request.GET[key] for key in ("name", "date") if request.GET.get(key)}
    form = NewTournamentForm(request.POST or None, hosts=hosts, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            tournament = create_tournament(
                form.terms(),
                host=form.host,
                series=data["series"],
                rounds=data["rounds"],
                prices=prices_of(defaults_of(form.host)) if form.kind.fees else None,
                by=actor(request),
            )
            return redirect("tournament", tournament.pk)
    has_fees = bool(prices_of(defaults)) and form.kind.fees
    return form_page(request, "tournament/new.html", form, has_fees=has_fees, kinds=KINDS)


@require_http_methods(["GET", "POST"])
def show_host_defaults(request: HttpRequest, host_id: int) -> HttpResponse:
    """The defaults of a host for new tournaments, set by its administrator."""
    _user, host = host_to_administer(request, host_id)
    form = DefaultsForm.of(defaults_of(host.pk), request.POST or None)
    if form.is_valid():
        with refusals(form):
            set_defaults(host, form.columns(), by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("host-defaults", host.pk)
    return form_page(request, "tournament/host_defaults.html", form, host=host)


@require_GET
def show_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    day = overview(tournament, drafts=right_of(request).organizer)
    context = {
        "tournament": tournament,
        "day": day,
        "findings": impossible_states(tournament, day.series),
        "review": MoveForm(initial={"until": usual_end()}),
    }
    return render(request, "tournament/overview.html", context)


@require_GET
def show_next_steps(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Only the panel of the next step, for a page (`page`: its path) that changed something."""
    tournament = tournament_for(request, tournament_id)
    steps = next_steps(tournament, right_of(request), request.user)
    context = {"tournament": tournament, "steps": steps, "here": request.GET.get("page", "")}
    return render(request, "tournament/_panel.html", context)


@require_http_methods(["GET", "POST"])
def show_settings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = SettingsForm.of(tournament, request.POST or None)
    if form.is_valid():
        with refusals(form):
            change_tournament(tournament, form.terms(), by=actor(request))
            messages.success(request, _("The settings are saved."))
            return redirect("tournament-settings", tournament.pk)
    # A result that was reported from elsewhere can only go back there.
    states = () if tournament.reported_at else TRANSITIONS[tournament.state]
    back = [to for to in states if goes_back(tournament.state, to)]
    context: dict[str, Any] = {
        "tournament": tournament,
        "played": is_played(tournament),
        "steps_back": back,
    }
    return form_page(request, "tournament/settings.html", form, **context)


@require_POST
def move_state(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Move to the next state, or back with a reason."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    to = request.POST.get("to", "")
    with notifying(request):
        move_tournament(
            tournament, to, **cleaned_data_of(MoveForm(request.POST)), by=actor(request)
        )
    return redirect("tournament", tournament.pk)


@require_POST
def remove_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Remove a sample; nothing else can be removed."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        remove_sample(tournament, by=actor(request))
        messages.success(request, _("The sample tournament has been removed."))
        return redirect("tournaments")
    return redirect("tournament", tournament_id)
