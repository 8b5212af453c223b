"""Tables as downloads: PDF, workbook and csv."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify

from scoring.core.answers import UNPROCESSABLE
from scoring.core.chart import Chart, chart_listing
from scoring.core.files.csv import listing_csv
from scoring.core.files.kinds import KINDS, PICTURE
from scoring.core.files.pdf import listing_pdf, picture_pdf
from scoring.core.files.pdf_chart import chart_drawing
from scoring.core.files.png import chart_png, listing_png
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
    PICTURE: "image/png",
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
    """A table as a download. All downloads of tables use it."""
    if kind == PICTURE:
        content = listing_png(listing, head)
    elif kind == "csv":
        content = listing_csv(listing)
    else:
        content = listing_pdf(listing, head) if kind == "pdf" else listing_workbook(listing, head)
    return attachment(content, kind, owner, str(listing.title))


def chart_file(chart: Chart, head: Head, owner: str, kind: str, about: str = "") -> HttpResponse:
    """A chart as a download: as PDF the drawing above its figures, else one of the two."""
    if kind == PICTURE:
        return attachment(chart_png(chart, head, about), kind, owner, chart.title, about)
    listing = replace(chart_listing(chart), subtitle=about)
    if kind != "pdf":
        return table_file(listing, head, owner, kind)
    content = picture_pdf(chart_drawing(chart), listing, head)
    return attachment(content, kind, owner, chart.title, about)


def with_files(chart: Chart | None, name: str, *args: object) -> Chart | None:
    """The chart with the addresses of its files; their last argument is the kind."""
    if chart is None:
        return None
    kinds = (PICTURE, *KINDS)
    return replace(chart, files={kind: reverse(name, args=[*args, kind]) for kind in kinds})


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
