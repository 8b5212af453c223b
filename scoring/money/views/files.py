"""The fees of a series and the winners of a pot to take along: PDF, workbook and csv."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scoring.core.access import ask_not_blind, pot_for, right_of, series_for
from scoring.core.files.download import listing_file
from scoring.models import Role
from scoring.money.reads.ledger import series_dues, series_listing
from scoring.money.reads.prizes import award_of
from scoring.money.reads.report import winners_listing


@require_GET
def series_fees_file(request: HttpRequest, series_id: int, kind: str) -> HttpResponse:
    """What each seat of a series owes for its lost games."""
    series = series_for(request, series_id, Role.CLERK)
    ask_not_blind(request, series.tournament, series)
    list_dueses = series_dues(series, drafts=right_of(request).organizer)
    return listing_file(series.tournament, series_listing(series, list_dueses), kind)


@require_GET
def pot_file(request: HttpRequest, pot_id: int, kind: str) -> HttpResponse:
    """The winners of a pot with their prizes."""
    pot = pot_for(request, pot_id, Role.CLERK)
    return listing_file(pot.tournament, winners_listing(award_of(pot)), kind)
