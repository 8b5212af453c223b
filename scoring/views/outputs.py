"""Standings and lists to take along: PDF and workbook."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from scoring.access import list_for, tournament_for
from scoring.documents.listing import listing_pdf
from scoring.documents.score_list import score_list_pdf
from scoring.models import ScoreList
from scoring.reads.kinds import find_standings, ranking_listing
from scoring.reads.live import live_standings
from scoring.reads.output import head_of, paper_of
from scoring.reads.standings import Standings
from scoring.workbooks.comma import listing_csv
from scoring.workbooks.listing import listing_workbook
from scoring.workbooks.score_list import score_list_workbook
from scoring.workbooks.standings import standings_workbook

TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}


@require_GET
def standings_file(
    request: HttpRequest,
    tournament_id: int,
    kind: str,
    number: int | None = None,
    scope: str = "overall",
) -> HttpResponse:
    """Standings of any kind to take along; `kind` is "pdf", "xlsx" or "csv"."""
    tournament = tournament_for(request, tournament_id)
    found = find_standings(tournament, scope if number is None else f"series/{number}")
    if found is None:
        raise Http404
    listing, head = ranking_listing(found), head_of(tournament)
    if kind == "pdf":
        content = listing_pdf(listing, head)
    elif kind == "csv":
        content = listing_csv(listing)
    elif isinstance(found, Standings) and (found.series or found.scope == "overall"):
        content = standings_workbook(live_standings(found), listing, head)
    else:
        content = listing_workbook(listing, head)
    return attachment(content, kind, tournament.name, str(listing.title))


@require_GET
def list_file(request: HttpRequest, list_id: int, kind: str) -> HttpResponse:
    """One score list as the paper form, filled as far as it is typed."""
    score_list = list_for(request, list_id)
    paper = paper_of(score_list)
    content = score_list_pdf(paper) if kind == "pdf" else score_list_workbook(paper)
    return attachment(content, kind, *list_name(score_list))


def list_name(score_list: ScoreList) -> tuple[str, ...]:
    series = score_list.series
    return series.tournament.name, f"{series.number}-{score_list.table_number}"


def attachment(content: bytes, kind: str, *name: str) -> HttpResponse:
    """A file with a name that every system can keep: "herbstpokal-gesamtrangliste.pdf"."""
    response = HttpResponse(content, content_type=TYPES[kind])
    stem = slugify(" ".join(name)) or "skat"
    response["Content-Disposition"] = f'attachment; filename="{stem}.{kind}"'
    return response
