"""Rankings as pages and as files; points given or taken; the pages and files of a season."""

from collections import defaultdict
from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple, cast

from django.contrib import messages
from django.db.models import Count, F, Max, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_tables2 import RequestConfig

from scoring.core.access import (
    actor,
    blind_lists,
    entry_for,
    require_season_not_blind,
    require_sums_not_blind,
    right_of,
    season_for,
    tournament_for,
    tournaments_hidden_from,
)
from scoring.core.files.download import (
    WITH_PICTURE,
    attachment,
    chart_file,
    listing_file,
    no_file,
    table_file,
)
from scoring.core.files.html import ListingTable, table
from scoring.core.forms import (
    PER_PAGE,
    ReasonForm,
    cleaned_data_of,
    form_errors,
    form_page,
    notifying,
    page_of_rows,
    refusals,
    search_text,
)
from scoring.core.heavy import heavy
from scoring.core.links import season_link
from scoring.core.listing import Head, Listing, Row, head_of
from scoring.core.scope import Reader, organizes_host, organizes_hosts, seasons_seen_by
from scoring.log.reads import LateCorrection, late_corrections
from scoring.messages.sentence import reason
from scoring.models import Entry, Role, Season, Team, Tournament
from scoring.models.names import Scope
from scoring.models.season import SeasonKind
from scoring.models.spelling import PublishedAs
from scoring.models.team import TeamKind
from scoring.standings.files.season import season_pdf, season_poster, season_standings_workbook
from scoring.standings.forms import AdjustmentForm, LotForm
from scoring.standings.reads.player import (
    PlayerSheet,
    adjustments_of,
    player_listing,
    player_sheet,
    style_listing,
    style_of,
)
from scoring.standings.reads.scopes import AnyStandings, TeamRow, find_standings, kinds_of
from scoring.standings.reads.season import (
    SeasonStandings,
    changed_since_end,
    head_of_season,
    season_end,
    season_standings,
    standings_of_seasons,
)
from scoring.standings.reads.season_pages import (
    HONOURS_PER_PAGE,
    Honour,
    PersonInSeason,
    chart_of_season,
    days_listing,
    honours_listing,
    honours_of,
    person_in,
    person_listing,
    season_overview,
)
from scoring.standings.services import adjust, record_lots, reverse_adjustment
from scoring.standings.workbooks import ranking_workbook


@require_GET
def show_standings(
    request: HttpRequest, tournament_id: int, scope: str = "overall", number: int | None = None
) -> HttpResponse:
    """A ranking as a table; where a lot is needed, with the form that records it."""
    tournament = tournament_for(request, tournament_id)
    scope = scope if number is None else Scope.of("series", number)
    if scope == "season" and tournament.season_id:
        return redirect("season", tournament.season_id)
    ranking = standings_or_404(request, tournament, scope)
    at = ranking.scope
    context = {
        "tournament": tournament,
        "standings": ranking,
        "kinds": kinds_of(tournament),
        "links": [(word, at.url(tournament.pk, kind)) for kind, word in WITH_PICTURE.items()],
        "corrected": visible_corrections(tournament, ranking),
        "table": ranking_table(request, ranking),
        "tied": tied_groups(ranking),
    }
    return render(request, "standings/page.html", context)


def ranking_table(request: HttpRequest, ranking: AnyStandings) -> ListingTable:
    """The page of the ranking that the address asks for."""
    paged = table(ranking.listing(), links={"name": player_page}, orderable=True)
    RequestConfig(request, paginate=False).configure(paged)
    paged.paginate(per_page=PER_PAGE)
    # Not by RequestConfig: it takes the length of a page, even a negative one, from the address.
    paged.page = paged.paginator.get_page(request.GET.get(paged.prefixed_page_field))
    return paged


def standings_or_404(request: HttpRequest, tournament: Tournament, scope: str) -> AnyStandings:
    """The standings of this scope, as far as the reader may see them; raises Http404."""
    if "\0" in scope:  # possible in a form, not in an address
        raise Http404
    require_sums_not_blind(request, tournament)
    of_season = scope == "season"
    without = tournaments_hidden_from(request, tournament.season_id) if of_season else frozenset()
    ranking = find_standings(tournament, scope, without=without)
    if ranking is None:
        raise Http404
    return ranking


def player_page(row: Row) -> str | None:
    return reverse("entry", args=(row["entry_id"],)) if "entry_id" in row else None


def visible_corrections(
    tournament: Tournament, ranking: AnyStandings
) -> tuple[LateCorrection, ...]:
    """Corrections after closing in the lists that these standings count."""
    scope = ranking.scope
    numbers = {scope.number} if scope.number else None
    if scope.day:
        numbers = set(tournament.series.filter(day=scope.day).values_list("number", flat=True))
    return late_corrections(tournament, numbers)


class TiedRow(NamedTuple):
    """A player or team that only a lot can separate from equals; `pk` is the key of its rank."""

    pk: int
    number: int
    name: str


class TiedGroup(NamedTuple):
    """Players or teams of one rank, in the order of their numbers."""

    rank: int
    rows: list[TiedRow]


def tied_groups(ranking: AnyStandings) -> list[TiedGroup]:
    """The groups that only a lot can separate; a season has no lots."""
    groups: dict[int, list[TiedRow]] = defaultdict(list)
    for row in () if isinstance(ranking, SeasonStandings) else ranking.rows:
        if row.rank.lot_needed:
            number = row.number if isinstance(row, TeamRow) else row.start_number
            groups[row.rank.rank].append(TiedRow(cast(int, row.rank.key), number, row.name))
    by_number = attrgetter("number")
    return [TiedGroup(rank, sorted(group, key=by_number)) for rank, group in groups.items()]


@require_POST
def draw_lot(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Record the order of a lot among equals (TO 5.1)."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    ranking = standings_or_404(request, tournament, request.POST.get("scope", ""))
    rank = request.POST.get("rank")
    groups = (group.rows for group in tied_groups(ranking) if str(group.rank) == rank)
    keys = [row.pk for group in groups for row in group]
    of = Team if ranking.scope in TeamKind.values else Entry
    form = LotForm(request.POST, drawn=of.objects.in_bulk(keys))
    if form.is_valid():
        with notifying(request):
            record_lots(tournament, ranking.scope, form.order, by=actor(request))
    else:
        messages.error(request, form_errors(form) or _("Please give everybody a place."))
    return redirect(ranking.scope.url(tournament.pk))


@require_GET
def show_player(request: HttpRequest, entry_id: int) -> HttpResponse:
    sheet = visible_sheet(request, entry_id)
    entry = sheet.entry
    context = {
        "entry": entry,
        "tournament": entry.tournament,
        "sheet": sheet,
        "reason": reason(sheet.row.rank) if sheet.row else "",
        "adjustments": entry.adjustments.select_related("series", "by").order_by("id"),
        "published_as": PublishedAs.choices,
    }
    return render(request, "standings/player.html", context)


def visible_sheet(request: HttpRequest, entry_id: int) -> PlayerSheet:
    entry = entry_for(request, entry_id)
    blind = blind_lists(request, entry.tournament)
    return player_sheet(entry, drafts=right_of(request).organizer, blind=blind)


# Adjustments: who got them, why, and their reversal.


def show_adjustments(request: HttpRequest, tournament_id: int) -> HttpResponse:
    role = Role.ORGANIZER if request.method == "POST" else Role.VIEWER
    tournament = tournament_for(request, tournament_id, role)
    initial = {"start_number": request.GET.get("player", "")[:5]}
    form = AdjustmentForm(request.POST or None, tournament=tournament, initial=initial)
    if form.is_valid():
        data = dict(form.cleaned_data)
        with refusals(form):
            adjust(data.pop("start_number"), **data, by=actor(request))
            messages.success(request, _("The adjustment is part of the standings."))
            return redirect("adjustments", tournament.pk)
    rows = adjustments_of(tournament)
    return form_page(request, "standings/adjustments.html", form, tournament=tournament, rows=rows)


@require_POST
def reverse_points(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Reverse one by a counter-adjustment; `number` is its place, the oldest is 1."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    rows = list(adjustments_of(tournament))
    if not 1 <= number <= len(rows):
        raise Http404
    with notifying(request):
        data = cleaned_data_of(ReasonForm(request.POST))
        reverse_adjustment(rows[-number], **data, by=actor(request))
    return redirect("adjustments", tournament.pk)


# Rankings as PDF, workbook and csv.


@heavy
@require_GET
def standings_file(
    request: HttpRequest,
    tournament_id: int,
    kind: str,
    number: int | None = None,
    scope: str = "overall",
) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    scope = scope if number is None else Scope.of("series", number)
    ranking = standings_or_404(request, tournament, scope)
    head = head_of(tournament)
    if kind != "xlsx":
        return table_file(ranking.listing(), head, tournament.title, kind)
    with refusals() as refused:
        content = ranking_workbook(ranking, head)
        return attachment(content, kind, tournament.title, ranking.title)
    return no_file(request, tournament, refused.problems)


@require_GET
def player_lists_file(request: HttpRequest, entry_id: int, kind: str) -> HttpResponse:
    sheet = visible_sheet(request, entry_id)
    return listing_file(sheet.entry.tournament, player_listing(sheet), kind)


# The pages of seasons.


@require_GET
def show_seasons(request: HttpRequest) -> HttpResponse:
    query = search_text(request)
    page = page_of_rows(request, visible_seasons(request.user).filter(name__icontains=query))
    context = {"page": page, "query": query, "may_make": organizes_hosts(request.user)}
    return render(request, "standings/seasons.html", context)


def visible_seasons(user: Reader) -> QuerySet[Season]:
    """Where the account has a role: by their newest tournament, latest first, without one last."""
    real = Q(tournaments__sample=False)
    seasons = seasons_seen_by(user).annotate(
        days=Count("tournaments", filter=real), newest=Max("tournaments__date", filter=real)
    )
    return seasons.order_by(F("newest").desc(nulls_last=True), "-pk")


@require_GET
def show_season(request: HttpRequest, season_id: int) -> HttpResponse:
    season = season_for(request, season_id)
    require_season_not_blind(request, season)
    overview = season_overview(season, without=tournaments_hidden_from(request, season.pk))

    def person_page(row: Row) -> str:
        return reverse("season-person", args=[season.pk, row["person_id"]])

    # The evenings stand below with their numbers.
    listing = overview.standings.listing(legend=False)
    days = days_listing(overview.standings)
    context = {
        "season": season,
        "overview": overview,
        "table": table(listing, links={"name": person_page}),
        "days": table(days, links={"name": day_page}),
        "season_link": season_link(request, season),
        "may_make": organizes_host(request.user, season),
        "end": season_end(season),
        "late": changed_since_end(season),
        "chart": chart_of_season(overview.standings),
    }
    return render(request, "standings/season.html", context)


def day_page(row: Row) -> str:
    return reverse("tournament", args=[row["tournament_id"]])


@require_GET
def show_person(request: HttpRequest, season_id: int, person_id: int) -> HttpResponse:
    standings, person = visible_person(request, season_id, person_id)
    listing, style = person_listing(standings, person), style_of(standings.tournaments, person_id)
    context = {
        "season": standings.season,
        "person": person,
        "table": table(listing, links={"name": day_page}),
        "style": style,
        "charts": [*person.charts, *filter(None, [style.chart])],
        "style_table": table(style_listing(style)),
    }
    return render(request, "standings/season_person.html", context)


@require_GET
def show_honours(request: HttpRequest) -> HttpResponse:
    page = page_of_rows(request, visible_seasons(request.user), HONOURS_PER_PAGE)
    listing = honours_listing(visible_honours(request, page.object_list))
    context = {"table": table(listing, links={"season": season_page}), "page": page}
    return render(request, "standings/honours.html", context)


def visible_honours(request: HttpRequest, seasons: Iterable[Season]) -> list[Honour]:
    """The honours of seasons as far as the reader sees their tournaments; leagues have none."""
    chosen = list(seasons)
    require_season_not_blind(request, *chosen)
    hidden = tournaments_hidden_from(request, *(season.pk for season in chosen))
    of_people = [season for season in chosen if season.kind != SeasonKind.LEAGUE]
    return honours_of(standings_of_seasons(of_people, hidden))


def season_page(row: Row) -> str:
    return reverse("season", args=[row["season_id"]])


# The tables of a season as PDF, workbook and csv; the table for the wall.


def visible_standings(request: HttpRequest, season_id: int) -> SeasonStandings:
    season = season_for(request, season_id)
    require_season_not_blind(request, season)
    return season_standings(season, without=tournaments_hidden_from(request, season.pk))


def visible_person(
    request: HttpRequest, season_id: int, person_id: int
) -> tuple[SeasonStandings, PersonInSeason]:
    """The season with a person in it; raises Http404 if the person has no result there."""
    standings = visible_standings(request, season_id)
    person = person_in(standings, person_id)
    if person is None:
        raise Http404
    return standings, person


@require_GET
def season_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    standings = visible_standings(request, season_id)
    head = head_of_season(standings)
    if kind == "xlsx":
        content = season_standings_workbook(standings, head)
        return attachment(content, kind, standings.season.name)
    listing = standings.listing()
    if kind == "pdf":
        return attachment(season_pdf(listing, head), kind, standings.season.name)
    return file_of(standings, listing, kind)


def file_of(standings: SeasonStandings, listing: Listing, kind: str) -> HttpResponse:
    return table_file(listing, head_of_season(standings), standings.season.name, kind)


@require_GET
def picture_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """The chart of the first ten; Http404 before the second tournament."""
    standings = visible_standings(request, season_id)
    return chart_file(chart_of_season(standings), head_of_season(standings), kind)


@require_GET
def poster_file(request: HttpRequest, season_id: int) -> HttpResponse:
    standings = visible_standings(request, season_id)
    content = season_poster(standings.listing(), head_of_season(standings))
    return attachment(content, "pdf", standings.season.name, "poster")


@require_GET
def days_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    standings = visible_standings(request, season_id)
    return file_of(standings, days_listing(standings), kind)


@require_GET
def person_file(request: HttpRequest, season_id: int, person_id: int, kind: str) -> HttpResponse:
    standings, person = visible_person(request, season_id, person_id)
    return file_of(standings, person_listing(standings, person), kind)


@require_GET
def honours_file(request: HttpRequest, kind: str) -> HttpResponse:
    listing = honours_listing(visible_honours(request, visible_seasons(request.user)))
    return table_file(listing, Head(printed_at=timezone.now()), str(listing.title), kind)
