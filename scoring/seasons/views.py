"""The pages and files of a season: its standings, people, settings, evenings."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from math import ceil
from typing import Any

from django.contrib import messages
from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import (
    actor,
    require_season_not_blind,
    season_for,
    tournament_for,
    tournaments_hidden_from,
)
from scoring.core.files.download import attachment, chart_file, table_file
from scoring.core.files.html import table
from scoring.core.files.pdf import Paper, listing_pdf, posting_pdf, titled_by
from scoring.core.files.pdf_table import ACROSS, on_page
from scoring.core.forms import (
    cleaned_data_of,
    form_page,
    notifying,
    page_of_rows,
    refusals,
    search_text,
)
from scoring.core.head import Head
from scoring.core.links import season_link
from scoring.core.listing import Column, Listing, Row
from scoring.core.scope import (
    hosts_for_new,
    organizes_host,
    organizes_hosts,
    require_organizer,
    seasons_seen_by,
)
from scoring.models import Role, Season, Tournament, User
from scoring.models.season import SeasonKind
from scoring.money.services.ledger import prices_of
from scoring.people.reads.entries import door_price
from scoring.seasons import services
from scoring.seasons.forms import (
    AttendanceForm,
    FillForm,
    FirstEveningForm,
    MembersForm,
    NewMembersForm,
    NewSeasonForm,
    NextEveningForm,
    SeasonForm,
    TournamentForm,
)
from scoring.seasons.reads import (
    Attendee,
    PersonInSeason,
    attendees,
    earlier_days,
    following_name,
    honours_of,
    members_in,
    members_of_season_listing,
    next_day,
    people_of_club,
    person_in,
    person_listing,
    played_in,
    rules_of,
    season_name,
    season_overview,
    standings_of_season,
)
from scoring.seasons.services import (
    add_members,
    close_season,
    enter_attendees,
    prepare_next,
    set_members,
)
from scoring.standings.files.xlsx_season import season_standings_workbook
from scoring.standings.reads.playing import style_listing, style_of
from scoring.standings.reads.results import StandingsSource
from scoring.standings.reads.season import (
    SeasonStandings,
    changed_since_end,
    head_of_season,
    season_end,
    season_listing,
)
from scoring.standings.reads.season_honours import (
    HONOURS_PER_PAGE,
    Honour,
    chart_of_season,
    days_listing,
    honours_listing,
)
from scoring.tournament.reads.panel import defaults_of
from scoring.tournament.services import create_tournament, terms_by

# The table of a season on paper: in type that can be read, however many evenings there are.

BESIDE_ALL = 12  # evenings that fit beside all other columns
SHEET = 14  # evenings side by side on a sheet of their own
BESIDE = ("rank", "name", "performance")  # what stands beside the evenings on every sheet
POSTED = (*BESIDE, "played")


def season_pdf(listing: Listing, head: Head) -> bytes:
    """One table, if its evenings fit a sheet; else the table without them, then theirs."""
    if sum(map(is_day, listing.columns)) <= BESIDE_ALL:
        return listing_pdf(listing, head)
    paper = Paper(titled_by(listing, head), head, ACROSS)
    for part in listing_parts(listing):
        if not paper.is_fresh:
            paper.turn()
        paper.section(part, lambda texts: on_page(texts, across=True), titled=False)
    return paper.pdf()


def listing_parts(listing: Listing) -> Iterator[Listing]:
    """The sums first; then the evenings, as many on each sheet, the notes below the last of them.

    Their headings are numbers that the notes name. Without a group above them sixty people fit two
    pages.
    """
    days = [replace(column, group="") for column in listing.columns if is_day(column)]
    beside = [column for column in listing.columns if column.key in BESIDE]
    sums = [column for column in listing.columns if not is_day(column)]
    yield replace(listing, columns=sums, notes=[])
    size = ceil(len(days) / ceil(len(days) / SHEET))
    for first in range(0, len(days), size):
        is_last = first + size >= len(days)
        notes = listing.notes if is_last else []
        yield replace(listing, columns=[*beside, *days[first : first + size]], notes=notes)


def is_day(column: Column) -> bool:
    return column.key.startswith("tournament_")


def season_poster(listing: Listing, head: Head) -> bytes:
    """Rank, name, total and visits, as large as the paper allows: for the wall of the club."""
    columns = [replace(column, minor=False) for column in listing.columns if column.key in POSTED]
    return posting_pdf(replace(listing, columns=columns, notes=[]), head, by="rank")


@require_GET
def show_seasons(request: HttpRequest) -> HttpResponse:
    """Every season in which the account has a role; a superuser sees all."""
    may_make = organizes_hosts(request.user)
    sought = search_text(request)
    page = page_of_rows(request, visible_to(request.user).filter(name__icontains=sought))
    context = {"page": page, "sought": sought, "may_make": may_make}
    return render(request, "seasons/list.html", context)


def visible_to(user: object) -> QuerySet[Season]:
    """The seasons, the one with the newest tournament first."""
    real = Q(tournaments__sample=False)
    seasons = seasons_seen_by(user).annotate(
        days=Count("tournaments", filter=real), newest=Max("tournaments__date", filter=real)
    )
    return seasons.order_by("-newest", "-pk")


@require_GET
def show_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """The table first, then the evenings, who is missing, and the switch of the public page."""
    season = season_for(request, season_id)
    require_season_not_blind(request, season)
    overview = season_overview(season, without=tournaments_hidden_from(request, season.pk))

    def person_page(row: Row) -> str:
        return reverse("season-person", args=[season.pk, row["person_id"]])

    # The evenings stand below with their numbers.
    listing = season_listing(overview.standings, legend=False)
    page_table = table(listing, links={"name": person_page}, orderable=False)
    days = table(days_listing(overview.standings), links={"name": day_page}, orderable=False)
    context = {
        "season": season,
        "overview": overview,
        "table": page_table,
        "days": days,
        "season_link": season_link(request, season),
        "may_make": organizes_host(request.user, season),
        "end": season_end(season),
        "late": changed_since_end(season),
        "chart": chart_of_season(overview.standings),
    }
    return render(request, "seasons/season.html", context)


def day_page(row: Row) -> str:
    return reverse("tournament", args=[row["tournament_id"]])


@require_GET
def show_person(request: HttpRequest, season_id: int, person_id: int) -> HttpResponse:
    """A person in a season: his days, and the line of his development."""
    standings, person = person_seen(request, season_id, person_id)
    page_table = table(person_listing(standings, person), links={"name": day_page}, orderable=False)
    style = style_of(standings.tournaments, person_id)
    context = {
        "season": standings.season,
        "person": person,
        "table": page_table,
        "style": style,
        "charts": [*person.charts, *filter(None, [style.chart])],
        "style_table": table(style_listing(style), orderable=False),
    }
    return render(request, "seasons/person.html", context)


@require_GET
def show_honours(request: HttpRequest) -> HttpResponse:
    """Champions and evening records of all seasons that the account may see."""
    page = page_of_rows(request, visible_to(request.user), HONOURS_PER_PAGE)
    listing = honours_listing(honours_seen(request, page.object_list))
    context = {"table": table(listing, links={"season": season_page}), "page": page}
    return render(request, "seasons/honours.html", context)


def honours_seen(request: HttpRequest, seasons: Iterable[Season]) -> tuple[Honour, ...]:
    """The honours of seasons that the reader sees, each as far as he sees its tournaments."""
    chosen = list(seasons)
    require_season_not_blind(request, *chosen)
    return honours_of(chosen, tournaments_hidden_from(request, *(season.pk for season in chosen)))


def season_page(row: Row) -> str:
    return reverse("season", args=[row["season_id"]])


# The tables of a season as PDF, workbook and csv; the table for the wall.


def standings_seen(request: HttpRequest, season_id: int) -> SeasonStandings:
    """The season as far as the reader may see it."""
    season = season_for(request, season_id)
    require_season_not_blind(request, season)
    return standings_of_season(season, without=tournaments_hidden_from(request, season.pk))


def person_seen(
    request: HttpRequest, season_id: int, person_id: int
) -> tuple[SeasonStandings, PersonInSeason]:
    """The season with a person in it; raises Http404 if he has no result there."""
    standings = standings_seen(request, season_id)
    person = person_in(standings, person_id)
    if person is None:
        raise Http404
    return standings, person


@require_GET
def season_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """The table; the workbook reckons it by formulas."""
    standings = standings_seen(request, season_id)
    listing, head = season_listing(standings), head_of_season(standings)
    if kind == "xlsx":
        content = season_standings_workbook(standings, listing, head)
        return attachment(content, kind, standings.season.name)
    if kind == "pdf":
        return attachment(season_pdf(listing, head), kind, standings.season.name)
    return file_of(standings, listing, kind)


def file_of(standings: SeasonStandings, listing: Listing, kind: str) -> HttpResponse:
    return table_file(listing, head_of_season(standings), standings.season.name, kind)


@require_GET
def picture_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """The way of the first ten; Http404 before the second tournament."""
    seen = standings_seen(request, season_id)
    return chart_file(chart_of_season(seen), head_of_season(seen), kind)


@require_GET
def poster(request: HttpRequest, season_id: int) -> HttpResponse:
    standings = standings_seen(request, season_id)
    content = season_poster(season_listing(standings), head_of_season(standings))
    return attachment(content, "pdf", standings.season.name, "poster")


@require_GET
def days_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """The evenings with their winners."""
    standings = standings_seen(request, season_id)
    return file_of(standings, days_listing(standings), kind)


@require_GET
def person_file(request: HttpRequest, season_id: int, person_id: int, kind: str) -> HttpResponse:
    """The days of a person."""
    standings, person = person_seen(request, season_id, person_id)
    return file_of(standings, person_listing(standings, person), kind)


@require_GET
def members_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    season: Season = season_for(request, season_id)
    listing = members_of_season_listing(season)
    head = Head(tournament=season.name, printed_at=timezone.now())
    return table_file(listing, head, season.name, kind)


@require_GET
def honours_file(request: HttpRequest, kind: str) -> HttpResponse:
    """Champions and evening records."""
    listing = honours_listing(honours_seen(request, visible_to(request.user)))
    return table_file(listing, Head(printed_at=timezone.now()), str(listing.title), kind)


# The members of a season: their numbers, who joins, who leaves.


@require_http_methods(["GET", "POST"])
def members(request: HttpRequest, season_id: int) -> HttpResponse:
    """The members by number; an organizer changes the numbers."""
    role = Role.VIEWER if request.method == "GET" else Role.ORGANIZER
    season = season_for(request, season_id, role)
    form = MembersForm(request.POST or None, members=members_in(season))
    if form.is_valid():
        with refusals(form):
            set_members(season, form.wanted, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("season-members", season.pk)
    return members_page(request, season, form, NewMembersForm())


def members_page(
    request: HttpRequest, season: Season, numbers_form: MembersForm, new_form: NewMembersForm
) -> HttpResponse:
    page: dict[str, Any] = {"season": season, "numbers_form": numbers_form, "new_form": new_form}
    page["fill_form"] = FillForm(season=season, played=bool(played_in(season)))
    posted = new_form if new_form.errors else numbers_form
    return form_page(request, "seasons/members.html", posted, **page)


@require_POST
def fill_members(request: HttpRequest, season_id: int) -> HttpResponse:
    """Everybody of a club, or everybody who has played, becomes a member."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        club = cleaned_data_of(FillForm(request.POST, season=season))["source"]
        people = played_in(season) if club is None else people_of_club(club)
        say_added(request, add_members(season, people, by=actor(request)))
    return redirect("season-members", season.pk)


@require_POST
def add_member(request: HttpRequest, season_id: int) -> HttpResponse:
    """People on record and new ones become members, by their names."""
    season = season_for(request, season_id, Role.ORGANIZER)
    form = NewMembersForm(request.POST)
    if form.is_valid():
        with refusals(form):
            added = services.add_newcomers(season, form.cleaned_data["names"], by=actor(request))
            say_added(request, added)
            return redirect("season-members", season.pk)
    return members_page(request, season, MembersForm(members=members_in(season)), form)


def say_added(request: HttpRequest, added: int) -> None:
    sentence = ngettext("%(count)s member added.", "%(count)s members added.", added)
    messages.success(request, sentence % {"count": added})


# A season is set up: its terms, its tournaments, its public page, its end.


@require_http_methods(["GET", "POST"])
def new_season(request: HttpRequest) -> HttpResponse:
    form = NewSeasonForm(request.POST or None, hosts=hosts_for_new(request))
    if form.is_valid():
        with refusals(form):
            season = services.create_season(form.terms(), host=form.host, by=actor(request))
            return redirect("season", season.pk)
    return form_page(request, "seasons/new.html", form)


@require_http_methods(["GET", "POST"])
def first_evening(request: HttpRequest, season_id: int) -> HttpResponse:
    """The first evening; the next ones are made from the last."""
    hosts_for_new(request)
    season = season_for(request, season_id, Role.ORGANIZER)
    require_organizer(request, season)
    name = _("Club evening 1") if season.kind == SeasonKind.CLUB else ""
    defaults = defaults_of(season.host_id)
    initial = {"name": name, "date": timezone.localdate()}
    initial |= {"series": defaults.series, "rounds": defaults.rounds}
    form = FirstEveningForm(request.POST or None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        terms = terms_by(defaults, data["name"], data["date"], season=season.name)
        with refusals(form):
            tournament = create_tournament(
                terms,
                host=season.host_id,
                series=data["series"],
                rounds=data["rounds"],
                prices=prices_of(defaults),
                by=actor(request),
            )
            return redirect("tournament-settings", tournament.pk)
    return form_page(request, "seasons/first_evening.html", form, season=season)


@require_http_methods(["GET", "POST"])
def season_settings(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id, Role.ORGANIZER)
    initial = {key: getattr(season, key) for key in SeasonForm.base_fields}
    form = SeasonForm(request.POST or None, initial=initial)
    if form.is_valid():
        with refusals(form):
            services.change_season(season, form.terms(), by=actor(request))
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
        cleaned_data_of(form)
        services.move_tournament_to(form.chosen, into, by=actor(request))
        messages.success(request, _("Saved."))
    # Somebody who organized it through its only tournament no longer sees it.
    remaining = season.tournaments.filter(sample=False).exists()
    stays = remaining or organizes_host(request.user, season)
    return redirect("season-settings", season.pk) if stays else redirect("seasons")


@require_POST
def remove(request: HttpRequest, season_id: int) -> HttpResponse:
    """An empty season goes; one with tournaments cannot."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        services.remove_season(season, by=actor(request))
        messages.success(request, _("The season has been removed."))
        return redirect("seasons")
    return redirect("season-settings", season_id)


@require_POST
def switch_public(request: HttpRequest, season_id: int) -> HttpResponse:
    """The page of the season and its tournaments, on or off."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        services.set_public(season, request.POST.get("on") == "yes", by=actor(request))
    return redirect("season", season.pk)


@require_POST
def close(request: HttpRequest, season_id: int) -> HttpResponse:
    """The season is over, or goes on after all."""
    season = season_for(request, season_id, Role.ORGANIZER)
    with notifying(request):
        close_season(season, request.POST.get("on") == "yes", by=actor(request))
    return redirect("league" if season.kind == SeasonKind.LEAGUE else "season", season.pk)


# The next evening of a season: prepared from the last one; its people entered by a tick.


@require_http_methods(["GET", "POST"])
def next_evening(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A tournament like this one on the next day of its rhythm, and who is here already."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    days = earlier_days(tournament.season) or [tournament]
    people = attendees(days, season=tournament.season)
    form = NextEveningForm(request.POST or None, people=people, initial=proposal(tournament, days))
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            terms = {"name": data["name"], "day": data["date"], "season": data["season"]}
            evening = prepare_next(tournament, **terms, by=actor(request))
            return enter(request, evening, form)
    return people_page(request, "seasons/next_evening.html", form, tournament, people)


def proposal(tournament: Tournament, days: list[Tournament]) -> dict[str, object]:
    """Name, day and season of the next evening, as the last ones suggest."""
    season, day = tournament.season, next_day([day.date for day in days], timezone.localdate())
    name = season.name if season else season_name(tournament.name, tournament.date)
    if season and season.closed_at:
        january = date(day.year + 1, 1, 1)  # for a season closed within its own year
        names = (season_name(tournament.name, on) for on in (day, january))
        name = next(name for name in names if name != season.name)
    return {"name": following_name(days[0].name), "date": day, "season": name}


@require_http_methods(["GET", "POST"])
def attendance(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everybody who played before in the season: who is here is ticked, and entered."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    season = tournament.season
    people = attendees(earlier_days(season, tournament), tournament, season)
    form = AttendanceForm(request.POST or None, people=people)
    if form.is_valid():
        with refusals(form):
            return enter(request, tournament, form)
    return people_page(request, "seasons/attendance.html", form, tournament, people)


def people_page(
    request: HttpRequest,
    template: str,
    form: AttendanceForm,
    tournament: Tournament,
    people: list[Attendee],
) -> HttpResponse:
    return form_page(
        request,
        template,
        form,
        tournament=tournament,
        people=people,
        members=[attendee for attendee in people if attendee.is_member],
        guests=[attendee for attendee in people if not attendee.is_member],
        has_fee=door_price(StandingsSource(tournament)) > 0,
    )


def enter(request: HttpRequest, tournament: Tournament, form: AttendanceForm) -> HttpResponse:
    """Enter who was ticked; then the players, where guests follow, or the day at a glance."""
    data = form.cleaned_data
    entries = enter_attendees(tournament, data["people"], paid=data["paid"], by=actor(request))
    if entries:
        sentence = ngettext("%(count)s player entered.", "%(count)s players entered.", len(entries))
        messages.success(request, sentence % {"count": len(entries)})
    return redirect("entries" if entries else "tournament", tournament.pk)
