"""The tables of a tournament, of a series, of a player, of a list: each as PDF, sheet and csv.

A file asks for the same role as the page whose table it holds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.accounts.reads import members_listing
from scoring.clubs import reads as register
from scoring.clubs.reads import clubs_listing, register_listing
from scoring.core.access import (
    actor,
    ask_not_blind,
    ask_sums_not_blind,
    blind_lists,
    entry_for,
    list_for,
    right_of,
    series_for,
    tournament_for,
)
from scoring.core.files.download import attachment, listing_file
from scoring.core.head import head_of
from scoring.core.listing import Listing
from scoring.desk.forms.lists import StakeForm
from scoring.desk.reads.score_list import settlement_of
from scoring.desk.reads.settlement import settlement_listings
from scoring.log.forms import LogForm
from scoring.log.reads.history import list_history
from scoring.log.reads.listings import changes_listing, log_listing
from scoring.log.reads.search import actors, log_rows
from scoring.models import Role, Series, Tournament
from scoring.models.series import SeriesState
from scoring.printed_list.reads.xlsx_rows import live_lists
from scoring.prints import registry
from scoring.prints.files.tournament_xlsx import tournament_workbook
from scoring.prints.reads.prints import by_name_listing, by_table_listing
from scoring.prints.registry import whole_tournament
from scoring.public.reads.releases import releases_listing
from scoring.series.reads.draw_report import report_listing, seating_report
from scoring.series.reads.series import one_series
from scoring.standings.reads.adjustments import adjustments_listing
from scoring.standings.reads.player import player_listing, player_sheet
from scoring.teams.reads.categories import categories_listing

Asked = Callable[[HttpRequest, Tournament], Listing]


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table with the least role that its page asks for."""

    build: Asked
    role: Role = Role.VIEWER


def log(request: HttpRequest, tournament: Tournament) -> Listing:
    """What the form of the page looks for."""
    form = LogForm(request.GET, people=actors(tournament))
    return log_listing(log_rows(tournament, form.wanted()))


def people_on_record(request: HttpRequest, tournament: Tournament) -> Listing:
    """Who is looked for; without a name those whose time to be forgotten has come."""
    sought = request.GET.get("q", "")[:80]
    if sought:
        return register_listing(register.found(sought), sought)
    return register_listing(
        register.may_be_forgotten(actor(request)), _("Names that may be removed")
    )


def plain(build: Callable[[Tournament], Listing], role: Role = Role.VIEWER) -> TableFile:
    """A table that the tournament alone decides."""
    return TableFile(lambda _request, tournament: build(tournament), role)


ROLES = {"money": Role.CLERK}
TABLES: Mapping[str, TableFile] = MappingProxyType(
    {
        **{
            key: plain(build, ROLES.get(key, Role.VIEWER)) for key, build in registry.TABLES.items()
        },
        "categories": plain(categories_listing),
        "adjustments": plain(adjustments_listing),
        "clubs": plain(clubs_listing, Role.CLERK),
        "log": TableFile(log, Role.REFEREE),
        "people": plain(members_listing, Role.ORGANIZER),
        "releases": plain(releases_listing, Role.ORGANIZER),
        "register": TableFile(people_on_record, Role.ORGANIZER),
    }
)
# The tables that tell what single lists gave.
FIRST_ENTRIES = ("results", "log")
SUMS = ("standings",)  # the tables that count them


@require_GET
def table_file(request: HttpRequest, tournament_id: int, what: str, kind: str) -> HttpResponse:
    """One table of a tournament; `kind` is "pdf", "xlsx" or "csv"."""
    table = TABLES.get(what)
    tournament = tournament_for(request, tournament_id, table.role if table else Role.VIEWER)
    if table is None:
        raise Http404
    if what in FIRST_ENTRIES:
        ask_not_blind(request, tournament)
    if what in SUMS:
        ask_sums_not_blind(request, tournament)
    return listing_file(tournament, table.build(request, tournament), kind)


def names(series: Series, *, drafts: bool) -> Listing:
    return by_name_listing(one_series(series, drafts=drafts))


def tables(series: Series, *, drafts: bool) -> Listing:
    return by_table_listing(one_series(series, drafts=drafts))


def report(series: Series, *, drafts: bool) -> Listing:
    """The report tells names, as the seating does: not before it is released."""
    if series.state == SeriesState.DRAFT and not drafts:
        raise Http404
    return report_listing(seating_report(series), series.number)


OF_SERIES: Mapping[str, Callable[..., Listing]] = MappingProxyType(
    {"names": names, "tables": tables, "report": report}
)


@require_GET
def series_table_file(request: HttpRequest, series_id: int, order: str, kind: str) -> HttpResponse:
    """The seating of a series by name or by table, or the report of it."""
    series = series_for(request, series_id)
    if order not in OF_SERIES:
        raise Http404
    listing = OF_SERIES[order](series, drafts=right_of(request).organizer)
    return listing_file(series.tournament, listing, kind)


@require_GET
def player_file(request: HttpRequest, entry_id: int, kind: str) -> HttpResponse:
    """How the total of a player came about."""
    entry = entry_for(request, entry_id)
    blind = blind_lists(request, entry.tournament)
    sheet = player_sheet(entry, drafts=right_of(request).organizer, blind=blind)
    return listing_file(entry.tournament, player_listing(sheet), kind)


@require_GET
def list_table_file(request: HttpRequest, list_id: int, part: str, kind: str) -> HttpResponse:
    """The settlement of a list at a stake, by sum or by pairs, or its history."""
    role = Role.CLERK if part == "history" else Role.VIEWER
    score_list = list_for(request, list_id, role)
    tournament = score_list.series.tournament
    if part == "history":
        title = _("History of series %(series)s, table %(table)s")
        numbers = {"series": score_list.series.number, "table": score_list.table_number}
        told = list_history(score_list)
        return listing_file(tournament, changes_listing(told, title % numbers), kind)
    form = StakeForm(request.GET)
    settled = settlement_of(score_list, form.cleaned_data["stake"]) if form.is_valid() else None
    if settled is None or part not in ("sums", "pairs"):
        raise Http404
    sums, pairs = settlement_listings(score_list, settled)
    return listing_file(tournament, sums if part == "sums" else pairs, kind)


@require_GET
def whole_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything of a tournament in one workbook."""
    tournament = tournament_for(request, tournament_id)
    ask_not_blind(request, tournament)
    clerk = right_of(request).clerk
    content = tournament_workbook(
        tournament.name,
        whole_tournament(tournament, money=clerk),
        live_lists(tournament) if clerk else [],
        head_of(tournament),
    )
    return attachment(content, "xlsx", tournament.name)
