"""The tables of a tournament, a series, a player or a list: as PDF, workbook and csv.

A file requires the role of the page with its table.
"""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scoring.backup.reads import head_of_installation
from scoring.core.access import (
    administrator,
    ask_not_blind,
    blind_lists,
    entry_for,
    list_for,
    right_of,
    series_for,
    tournament_for,
)
from scoring.core.answers import refusals
from scoring.core.files import download
from scoring.core.files.download import attachment, listing_file, no_file
from scoring.core.head import Head, logo_of_host
from scoring.core.heavy import heavy, how_far, progress_of
from scoring.hosts.access import host_to_administer
from scoring.lists.forms.lists import StakeForm
from scoring.lists.reads.settlement import settlement_listing, settlement_of
from scoring.log.reads import events_listing, list_history
from scoring.models import Role
from scoring.prints.table_files import (
    INSTALLATION,
    SEATINGS,
    TABLES,
    TableFile,
    log,
)
from scoring.prints.workbooks import steps_of, whole_workbook
from scoring.standings.reads.player import player_listing, player_sheet


@heavy
@require_GET
def table_file(
    request: HttpRequest,
    tournament_id: int,
    what: str,
    kind: str,
    tables: Mapping[str, TableFile] = TABLES,
) -> HttpResponse:
    """One table of a tournament; `kind` is "pdf", "xlsx" or "csv"."""
    found = tables.get(what)
    tournament = tournament_for(request, tournament_id, found.role if found else Role.VIEWER)
    if found is None:
        raise Http404
    if found.ask:
        found.ask(request, tournament)
    return listing_file(tournament, found.build(request, tournament), kind)


@heavy
@never_cache
@require_GET
def installation_file(request: HttpRequest, what: str, kind: str) -> HttpResponse:
    """One table of the installation."""
    administrator(request)
    if what not in INSTALLATION:
        raise Http404
    owner = _("Skat tournament")
    return download.table_file(INSTALLATION[what](request), head_of_installation(), owner, kind)


@heavy
@never_cache
@require_GET
def host_log_file(request: HttpRequest, host_id: int, kind: str) -> HttpResponse:
    """The log of a host, as its page shows it."""
    _user, host = host_to_administer(request, host_id)
    head = Head(tournament=host.name, printed_at=timezone.now(), logo=logo_of_host(host))
    return download.table_file(log(request, host), head, host.name, kind)


@require_GET
def series_table_file(request: HttpRequest, series_id: int, order: str, kind: str) -> HttpResponse:
    """The seating of a series by name or by table, or the report of its draw."""
    series = series_for(request, series_id)
    if order not in SEATINGS:
        raise Http404
    listing = SEATINGS[order](series, drafts=right_of(request).organizer)
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
    """The settlement of a list at a stake, by sum, by pairs or game by game, or its history."""
    role = Role.CLERK if part == "history" else Role.VIEWER
    score_list = list_for(request, list_id, role)
    tournament = score_list.series.tournament
    if part == "history":
        title = _("History of series %(series)s, table %(table)s")
        numbers = {"series": score_list.series.number, "table": score_list.table_number}
        listing = events_listing(list_history(score_list), title % numbers)
        return listing_file(tournament, listing, kind)
    form = StakeForm(request.GET)
    settled = None
    if form.is_valid():
        settled = settlement_of(score_list, form.cleaned_data["stake"], by_game=form.by_game)
    if settled is None or part not in settled.parts:
        raise Http404
    return listing_file(tournament, settlement_listing(score_list, settled, part), kind)


@heavy
@require_GET
def whole_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A whole tournament in one workbook; money and lists only for clerks.

    `?job=…` names the request, so that the page can ask how far it is.
    """
    tournament = tournament_for(request, tournament_id)
    ask_not_blind(request, tournament)
    right = right_of(request)
    steps = steps_of(tournament, clerk=right.clerk)
    with refusals() as refused, progress_of(job_of(request), steps) as done:
        content = whole_workbook(tournament, clerk=right.clerk, done=done)
        return attachment(content, "xlsx", tournament.title)
    return no_file(request, tournament, refused.problems)


@never_cache
@require_GET
def whole_file_progress(request: HttpRequest, tournament_id: int) -> JsonResponse:
    """How many lists of the workbook are written; empty before the first and after the last."""
    tournament_for(request, tournament_id)
    found = how_far(job_of(request))
    return JsonResponse({"done": found[0], "of": found[1]} if found else {})


def job_of(request: HttpRequest) -> str:
    """The name that the page gave its request, within the session."""
    job = request.GET.get("job", "")[:40]
    return f"{request.session.session_key}/{job}" if job else ""
