"""A season is set up: its terms, its tournaments, its public page, its end."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, season_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.scope import ask_to_organize, hosts_for_new, organizes_host
from scoring.models import Role, Season, Tournament, User
from scoring.models.season import SeasonKind
from scoring.money.services.ledger import prices_of
from scoring.seasons.forms import FirstEveningForm, NewSeasonForm, SeasonForm, TournamentForm
from scoring.seasons.reads.rules import rules_of
from scoring.seasons.services import seasons
from scoring.seasons.services.closing import close_season
from scoring.tournament.reads.panel import defaults_of
from scoring.tournament.services import create_tournament, terms_by


@require_http_methods(["GET", "POST"])
def new_season(request: HttpRequest) -> HttpResponse:
    form = NewSeasonForm(request.POST or None, hosts=hosts_for_new(request))
    if form.is_valid():
        with refusals(form):
            season = seasons.create_season(form.terms(), host=form.host, by=actor(request))
            return redirect("season", season.pk)
    return form_page(request, "seasons/new.html", form)


@require_http_methods(["GET", "POST"])
def first_evening(request: HttpRequest, season_id: int) -> HttpResponse:
    """The first evening; the next ones are made from the last."""
    hosts_for_new(request)
    season = season_for(request, season_id, Role.ORGANIZER)
    ask_to_organize(request, season)
    name = _("Club evening 1") if season.kind == SeasonKind.CLUB else ""
    defaults = defaults_of(season.host_id)
    initial = {"name": name, "date": timezone.localdate()}
    initial |= {"series": defaults.series, "rounds": defaults.rounds}
    form = FirstEveningForm(request.POST or None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        terms = terms_by(defaults, data["name"], data["date"], season=season.name)
        with refusals(form):
            made = create_tournament(
                terms,
                host=season.host_id,
                series=data["series"],
                rounds=data["rounds"],
                prices=prices_of(defaults),
                by=actor(request),
            )
            return redirect("tournament-settings", made.pk)
    return form_page(request, "seasons/first_evening.html", form, season=season)


@require_http_methods(["GET", "POST"])
def season_settings(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    initial = {key: getattr(season, key) for key in SeasonForm.base_fields}
    form = SeasonForm(request.POST or None, initial=initial)
    if form.is_valid():
        with refusals(form):
            seasons.change_season(season, form.terms(), by=actor(request))
            messages.success(request, _("The settings are saved."))
            return redirect("season-settings", season.pk)
    days = list(season.tournaments.order_by("date", "pk"))
    context: dict[str, Any] = {
        "season": season,
        "days": days,
        "rules": rules_of(days[-1]) if days else None,
        "joining": TournamentForm(offered=tournaments_to_offer(request, season)),
    }
    return form_page(request, "seasons/settings.html", form, **context)


def tournaments_to_offer(request: HttpRequest, season: Season) -> list[Tournament]:
    """The tournaments of no season that the reader organizes in the same host."""
    free = Tournament.objects.filter(season=None, sample=False, host=season.host_id)
    if isinstance(request.user, User) and not organizes_host(request.user, season):
        own = request.user.memberships.filter(role=Role.ORGANIZER)
        free = free.filter(pk__in=own.values("tournament"))
    return list(free.order_by("-date", "-pk"))


@require_POST
def join(request: HttpRequest, season_id: int) -> HttpResponse:
    """A tournament of no season joins this one."""
    season = season_for(request, season_id, Role.ORGANIZER)
    form = TournamentForm(request.POST, offered=tournaments_to_offer(request, season))
    return move(request, season, form, into=season)


@require_POST
def leave(request: HttpRequest, season_id: int) -> HttpResponse:
    """A tournament leaves this season; nothing else happens to it."""
    season = season_for(request, season_id, Role.ORGANIZER)
    return move(request, season, TournamentForm(request.POST, offered=season.tournaments.all()))


def move(
    request: HttpRequest, season: Season, form: TournamentForm, into: Season | None = None
) -> HttpResponse:
    with notifying(request):
        cleaned(form)
        seasons.move_tournament_to(form.chosen, into, by=actor(request))
        messages.success(request, _("Saved."))
    # Who organized it by its only tournament sees it no longer.
    remaining = season.tournaments.filter(sample=False).exists()
    stays = remaining or organizes_host(request.user, season)
    return redirect("season-settings", season.pk) if stays else redirect("seasons")


@require_POST
def remove(request: HttpRequest, season_id: int) -> HttpResponse:
    """An empty season goes; one with tournaments cannot."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        seasons.remove_season(season, by=actor(request))
        messages.success(request, _("The season has been removed."))
        return redirect("seasons")
    return redirect("season-settings", season_id)


@require_POST
def switch_public(request: HttpRequest, season_id: int) -> HttpResponse:
    """The page of the season and its tournaments, on or off."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        seasons.set_public(season, request.POST.get("on") == "yes", by=actor(request))
    return redirect("season", season.pk)


@require_POST
def close(request: HttpRequest, season_id: int) -> HttpResponse:
    """The season is over, or goes on after all."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        close_season(season, request.POST.get("on") == "yes", by=actor(request))
    return redirect("league" if season.kind == SeasonKind.LEAGUE else "season", season.pk)
