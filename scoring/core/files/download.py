"""Tables as downloads: PDF, workbook and csv."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify

from scoring.core.answers import UNPROCESSABLE
from scoring.core.files.csv import listing_csv
from scoring.core.files.pdf import listing_pdf
from scoring.core.files.xlsx import listing_workbook
from scoring.core.head import Head, head_of
from scoring.core.listing import Listing
from scoring.models import Tournament
from scoring.rules.problem import Problem

# What the name of a file would lose: "Schießplatz", "Grün-Weiß", "2026/27".
IN_ASCII = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "/": "-"}
)
TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}


def picture(png: bytes) -> HttpResponse:
    """A picture of a page; raises Http404 where there is none."""
    if not png:
        raise Http404
    return HttpResponse(png, content_type="image/png")


def listing_file(tournament: Tournament, listing: Listing, kind: str) -> HttpResponse:
    """A table of a tournament as a download."""
    return table_file(listing, head_of(tournament), tournament.title, kind)


def table_file(listing: Listing, head: Head, owner: str, kind: str) -> HttpResponse:
    """A table as a download; `kind` is one of `KINDS`. All downloads of tables use it."""
    if kind == "csv":
        content = listing_csv(listing)
    else:
        content = listing_pdf(listing, head) if kind == "pdf" else listing_workbook(listing, head)
    return attachment(content, kind, owner, str(listing.title))


def attachment(content: bytes, kind: str, *name: str) -> HttpResponse:
    """A response with a file name in ASCII: "herbstpokal-gesamtrangliste.pdf"."""
    response = HttpResponse(content, content_type=TYPES[kind])
    stem = slugify(" ".join(name).translate(IN_ASCII)) or "skat"
    response["Content-Disposition"] = f'attachment; filename="{stem}.{kind}"'
    return response


def no_file(
    request: HttpRequest, tournament: Tournament, problems: Sequence[Problem]
) -> HttpResponse:
    """The page in the place of a file that could not be written, and why."""
    context = {"tournament": tournament, "problems": problems}
    return render(request, "core/no_file.html", context, status=UNPROCESSABLE)
