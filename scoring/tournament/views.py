"""The pages of tournaments, of the settings of seasons, and of a season's next evening."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import (
    actor,
    host_to_administer,
    right_in,
    right_of,
    season_for,
    tournament_for,
)
from scoring.core.forms import (
    cleaned_data_of,
    form_page,
    notifying,
    page_of_rows,
    refusals,
    search_text,
)
from scoring.core.scope import (
    Reader,
    hosts_for_new,
    hosts_with_organizing_role,
    organizes_host,
    organizes_hosts,
    shows_hosts,
    tournaments_seen_by,
)
from scoring.hosts.reads import offer_notices
from scoring.models import Entry, HostDefaults, Membership, Role, Season, Tournament, User
from scoring.models.season import SeasonKind
from scoring.models.tournament import TournamentSource
from scoring.money.services.ledger import fee_columns
from scoring.people.reads.entries import door_price
from scoring.series.reads.list_states import impossible_states
from scoring.tournament.forms import (
    KINDS,
    AttendanceForm,
    DefaultsForm,
    MoveForm,
    NewSeasonForm,
    NewTournamentForm,
    NextEveningForm,
    SeasonForm,
    SettingsForm,
    TournamentChoiceForm,
    initial_for_kind,
)
from scoring.tournament.reads.evenings import (
    Attendee,
    attendees,
    carried_over,
    earlier_days,
    following_name,
    next_day,
    season_name,
)
from scoring.tournament.reads.panel import next_steps, overview
from scoring.tournament.services import seasons, tournaments
from scoring.tournament.services.evenings import enter_attendees, prepare_next


@require_GET
def show_tournaments(request: HttpRequest) -> HttpResponse:
    query = search_text(request)
    page = page_of_rows(request, visible_tournaments(request.user, query))
    entries = Entry.objects.filter(tournament__in=list(page)).order_by()
    counts = dict(entries.values_list("tournament").annotate(Count("pk")))
    for tournament in page:
        tournament.players = counts.get(tournament.pk, 0)
    hosts = list(hosts_with_organizing_role(request.user))
    context = {
        "page": page,
        "query": query,
        "may_make": organizes_hosts(request.user),
        "has_hosts": shows_hosts(request.user),
        "offer_notices": offer_notices(hosts) if hosts else [],
    }
    return render(request, "tournament/list.html", context)


def visible_tournaments(user: Reader, query: str) -> QuerySet[Tournament]:
    """The tournaments that the account may see, newest first, whose name or place has `query`."""
    own = Membership.objects.filter(user=user.pk)
    # If a result was reported again, only the version that counts.
    visible = tournaments_seen_by(user).filter(replaced_by=None)
    visible = visible.filter(Q(name__icontains=query) | Q(place__icontains=query))
    with_own_roles = visible.prefetch_related(Prefetch("memberships", own, to_attr="own"))
    return with_own_roles.order_by("-date", "-id")


def new_tournament(request: HttpRequest) -> HttpResponse:
    """A form with the defaults of a host and a kind, selected by `held_by` and `kind`."""
    hosts, host_id = hosts_for_new(request), (request.POST or request.GET).get("held_by")
    host = next((host for host in hosts if str(host.pk) == host_id), hosts[0])
    defaults = HostDefaults.of(host.pk)
    initial = initial_for_kind(defaults, request.GET.get("kind", "")) | {"held_by": host.pk}
    # From the form when another kind is chosen, and from the link to a season's first evening.
    in_address = ("name", "date", "season")
    initial |= {key: request.GET[key] for key in in_address if request.GET.get(key)}
    form = NewTournamentForm(request.POST or None, hosts=hosts, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            tournament = tournaments.create_tournament(
                form.terms(),
                host=form.host_id,
                series=data["series"],
                rounds=data["rounds"],
                prices=HostDefaults.of(form.host_id) if form.kind.fees else None,
                by=actor(request),
            )
            return redirect("tournament", tournament.pk)
    has_fees = any(fee_columns(defaults).values()) and form.kind.fees
    return form_page(request, "tournament/new.html", form, has_fees=has_fees, kinds=KINDS)


def show_host_defaults(request: HttpRequest, host_id: int) -> HttpResponse:
    host = host_to_administer(request, host_id)
    form = DefaultsForm.of(HostDefaults.of(host.pk), request.POST or None)
    if form.is_valid():
        with refusals(form):
            tournaments.set_defaults(host, form.columns(), by=actor(request))
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
        "review": MoveForm(initial={"until": tournaments.usual_end()}),
    }
    return render(request, "tournament/overview.html", context)


@require_GET
def show_next_steps(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Only the panel of the next step, for a page (`page`: its path) that changed something."""
    tournament = tournament_for(request, tournament_id)
    steps = next_steps(tournament, right_of(request), request.user)
    context = {"tournament": tournament, "steps": steps, "here": request.GET.get("page", "")}
    return render(request, "tournament/_panel.html", context)


def show_settings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = SettingsForm.of(tournament, request.POST or None)
    if form.is_valid():
        with refusals(form):
            tournaments.change_tournament(tournament, form.terms(), by=actor(request))
            messages.success(request, _("The settings are saved."))
            return redirect("tournament-settings", tournament.pk)
    # A reported result goes back only on the computer that reported it.
    states = () if tournament.reported_at else tournaments.TRANSITIONS[tournament.state]
    back = [to for to in states if tournaments.goes_back(tournament.state, to)]
    context: dict[str, Any] = {"played": tournaments.is_played(tournament), "steps_back": back}
    return form_page(request, "tournament/settings.html", form, tournament=tournament, **context)


@require_POST
def move_state(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    to = request.POST.get("to", "")
    with notifying(request):
        tournaments.move_tournament(
            tournament, to, **cleaned_data_of(MoveForm(request.POST)), by=actor(request)
        )
    return redirect("tournament", tournament.pk)


@require_POST
def remove_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request, _("The sample tournament has been removed.")):
        tournaments.remove_sample(tournament, by=actor(request))
        return redirect("tournaments")
    return redirect("tournament", tournament_id)


# A season is set up: its terms, its tournaments, its public page, its end.


def new_season(request: HttpRequest) -> HttpResponse:
    form = NewSeasonForm(request.POST or None, hosts=hosts_for_new(request))
    if form.is_valid():
        with refusals(form):
            season = seasons.create_season(form.terms(), host=form.host_id, by=actor(request))
            return redirect("season", season.pk)
    return form_page(request, "tournament/season_new.html", form)


def season_settings(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    initial = {key: getattr(season, key) for key in SeasonForm.base_fields}
    form = SeasonForm(request.POST or None, initial=initial)
    if form.is_valid():
        with refusals(form):
            seasons.change_season(season, form.terms(), by=actor(request))
            messages.success(request, _("The settings are saved."))
            return redirect("season-settings", season.pk)
    days = list(season.tournaments.select_related("meeting").order_by("date", "pk"))
    context: dict[str, Any] = {
        "season": season,
        "days": days,
        "rules": carried_over(days[-1]) if days else None,
        "joining": TournamentChoiceForm(offered=tournaments_to_offer(request, season)),
    }
    return form_page(request, "tournament/season_settings.html", form, **context)


def tournaments_to_offer(request: HttpRequest, season: Season) -> list[Tournament]:
    """The tournaments of no season that the reader organizes in the same host."""
    free = Tournament.objects.filter(host=season.host_id, season=None, sample=False)
    free = free.filter(replaced_by=None)  # another version of that result counts
    if isinstance(request.user, User) and not organizes_host(request.user, season):
        own = request.user.memberships.filter(role=Role.ORGANIZER)
        free = free.filter(pk__in=own.values("tournament"))
    return list(free.order_by("-date", "-pk"))


@require_POST
def join_season(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    form = TournamentChoiceForm(request.POST, offered=tournaments_to_offer(request, season))
    return move_and_respond(request, season, form, into=season.name)


@require_POST
def leave_season(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    form = TournamentChoiceForm(request.POST, offered=season.tournaments.all())
    return move_and_respond(request, season, form)


def move_and_respond(
    request: HttpRequest, season: Season, form: TournamentChoiceForm, into: str = ""
) -> HttpResponse:
    with notifying(request, _("Saved.")):
        cleaned_data_of(form)
        tournaments.move_into_season(form.chosen, into, by=actor(request))
    # Somebody who organized it through its only tournament no longer sees it.
    sees = right_in(request.user, season) is not None
    return redirect("season-settings", season.pk) if sees else redirect("seasons")


@require_POST
def remove_season(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request, _("The season has been removed.")):
        seasons.remove_season(season, by=actor(request))
        return redirect("seasons")
    return redirect("season-settings", season_id)


@require_POST
def switch_season_public(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        seasons.set_season_public(season, request.POST.get("on") == "yes", by=actor(request))
    return redirect("season", season.pk)


@require_POST
def end_season(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        seasons.close_season(season, request.POST.get("on") == "yes", by=actor(request))
    return redirect("league" if season.kind == SeasonKind.LEAGUE else "season", season.pk)


# The next evening of a season: prepared from the last one; its people entered by a tick.


def next_evening(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A tournament like this one on the next day of its rhythm, and who is here already."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    days = earlier_days(tournament.season) or [tournament]
    people = attendees(days, season=tournament.season)
    form = NextEveningForm(request.POST or None, people=people, initial=proposal(tournament, days))
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            terms = {key: data[key] for key in ("name", "season", "people", "paid")}
            evening = prepare_next(tournament, day=data["date"], **terms, by=actor(request))
            return respond_entered(request, evening, evening.entries.count())
    return attendance_page(request, "tournament/next_evening.html", form, tournament, people)


def proposal(tournament: Tournament, days: list[Tournament]) -> dict[str, object]:
    """Name, day and season of the next evening, as the last ones suggest."""
    season, day = tournament.season, next_day([day.date for day in days], timezone.localdate())
    name = season.name if season else season_name(tournament.name, tournament.date)
    if season and season.closed_at:
        january = date(day.year + 1, 1, 1)  # for a season closed within its own year
        names = (season_name(tournament.name, start) for start in (day, january))
        name = next(name for name in names if name != season.name)
    return {"name": following_name(days[0].name), "date": day, "season": name}


def attendance(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everybody who played before in the season: those who are here are ticked, and entered."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    season = tournament.season
    people = attendees(earlier_days(season, tournament), tournament, season)
    form = AttendanceForm(request.POST or None, people=people)
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            entries = enter_attendees(
                tournament, data["people"], paid=data["paid"], by=actor(request)
            )
            return respond_entered(request, tournament, len(entries))
    return attendance_page(request, "tournament/attendance.html", form, tournament, people)


def attendance_page(
    request: HttpRequest,
    template: str,
    form: AttendanceForm,
    tournament: Tournament,
    people: list[Attendee],
) -> HttpResponse:
    has_fee = door_price(TournamentSource(tournament)) > 0
    return form_page(request, template, form, tournament=tournament, people=people, has_fee=has_fee)


def respond_entered(request: HttpRequest, tournament: Tournament, count: int) -> HttpResponse:
    """Show the players, or the overview if nobody was entered."""
    if count:
        sentence = ngettext("%(count)s player entered.", "%(count)s players entered.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("entries" if count else "tournament", tournament.pk)
