"""The till's tables to take along: PDF, workbook and csv."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scoring.core.access import ask_not_blind, pot_for, right_of, series_for, tournament_for
from scoring.core.files.download import listing_file
from scoring.core.listing import Listing
from scoring.models import Role, Tournament
from scoring.money.forms.till import LedgerForm
from scoring.money.reads.ledger import (
    bookings,
    ledger_listing,
    open_fees,
    open_listing,
    series_dues,
    series_listing,
)
from scoring.money.reads.prizes import award_of, awards
from scoring.money.reads.report import (
    cash_report,
    pots_listing,
    report_listing,
    till_listing,
    winners_listing,
)
from scoring.money.reads.till import counts_listing, till

MONEY: Mapping[str, Callable[[Tournament], Listing]] = {
    "report": lambda tournament: report_listing(cash_report(tournament)),
    "pots": lambda tournament: pots_listing(awards(tournament)),
    "open": lambda tournament: open_listing(open_fees(tournament)),
    "till": lambda tournament: till_listing(till(tournament)),
    "counts": counts_listing,
}


@require_GET
def money_file(request: HttpRequest, tournament_id: int, sheet: str, kind: str) -> HttpResponse:
    """One of the till's tables; of the ledger what the address looks for."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    if sheet == "ledger":
        listing = ledger_listing(bookings(tournament, LedgerForm(request.GET).sought()))
    elif sheet in MONEY:
        if sheet == "open":
            ask_not_blind(request, tournament)
        listing = MONEY[sheet](tournament)
    else:
        raise Http404
    return listing_file(tournament, listing, kind)


@require_GET
def series_fees_file(request: HttpRequest, series_id: int, kind: str) -> HttpResponse:
    """What each seat of a series owes for its lost games."""
    series = series_for(request, series_id, Role.CLERK)
    ask_not_blind(request, series.tournament, series)
    found = series_dues(series, drafts=right_of(request).organizer)
    return listing_file(series.tournament, series_listing(series, found), kind)


@require_GET
def pot_file(request: HttpRequest, pot_id: int, kind: str) -> HttpResponse:
    """The winners of a pot with their prizes."""
    pot = pot_for(request, pot_id, Role.CLERK)
    return listing_file(pot.tournament, winners_listing(award_of(pot)), kind)
