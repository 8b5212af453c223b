"""Tables and other files as downloads."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import BytesIO, StringIO

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls.converters import StringConverter
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from openpyxl import load_workbook

from scoring.core.chart import Chart, chart_listing
from scoring.core.files.pdf import chart_pdf, listing_pdf
from scoring.core.files.picture import chart_png, listing_png
from scoring.core.files.xlsx import FORMULA_STARTS, listing_workbook
from scoring.core.forms import UNPROCESSABLE
from scoring.core.listing import (
    Column,
    Head,
    Listing,
    Text,
    cell_text,
    exact_decimal,
    head_of,
    printable,
)
from scoring.core.text import language
from scoring.messages.sentence import to_hundredths
from scoring.models import Tournament
from scoring.rules.problem import Problem

# A listing, or the sheet of a list, as `.csv`, figures as numbers.

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def listing_csv(listing: Listing) -> bytes:
    """Headings, rows and foot; decimal commas in German."""
    german = language() == "de"
    headings = [_not_computed(printable(column.heading)) for column in listing.columns]
    rows = (
        [_cell(column, row.get(column.key), german=german) for column in listing.columns]
        for row in (*listing.rows, *listing.foot)
    )
    return rows_csv([headings, *rows])


def workbook_csv(workbook: bytes) -> bytes:
    """The first sheet of a workbook of ours, with what its formulas give."""
    sheet = load_workbook(BytesIO(workbook), data_only=True).worksheets[0]
    return rows_csv(
        [_not_computed(cell) if isinstance(cell, str) else cell for cell in row]
        for row in sheet.iter_rows(values_only=True)
    )


def rows_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """UTF-8 with the BOM that Excel needs; semicolons in German."""
    text = StringIO()
    csv.writer(text, delimiter=";" if language() == "de" else ",").writerows(rows)
    return (BOM + text.getvalue()).encode()


def _not_computed(text: str) -> str:
    """An apostrophe before a text that a spreadsheet would compute."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _cell(column: Column, value: object, *, german: bool) -> str:
    """A figure as a number, anything else as a text."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return _not_computed(cell_text(column, value))
    if column.kind != "cents" and value % 1 == 0:
        return str(int(value))
    figure = str(to_hundredths(exact_decimal(column, value)))
    return figure.replace(".", ",") if german else figure


# The file kinds of a table, `<file:kind>`, with their labels, and the feeds of public pages,
# `<feed:feed>`, with their types and what they are for (docs/formats.md "Feeds").

PICTURE = "png"  # of rankings and charts, to share
KINDS = {"pdf": "PDF", "xlsx": _("Workbook (xlsx)"), "csv": "csv"}
WITH_PICTURE = KINDS | {PICTURE: _("Picture for the group")}
FEEDS: Mapping[str, tuple[str, Text]] = {
    "results.json": ("application/json", _("results for programs")),
    "standings.csv": ("text/csv; charset=utf-8", _("the standings as a table")),
    "calendar.ics": ("text/calendar; charset=utf-8", _("the days for calendars")),
    "snippet.html": (
        "text/html; charset=utf-8",
        _("the first places, to be shown on another page"),
    ),
}
WEBMASTER = "webmaster/"  # the page that lists them


class FileKindConverter(StringConverter):
    """One of `WITH_PICTURE`; `ScoringConfig.ready` registers it as "file"."""

    regex = "|".join(WITH_PICTURE)


class FeedConverter(StringConverter):
    """One of `FEEDS`, or the page that lists them; registered as "feed"."""

    regex = "|".join(map(re.escape, (*FEEDS, WEBMASTER)))


# What the name of a file would lose: "Schießplatz", "Grün-Weiß", "2026/27".
IN_ASCII = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "/": "-"}
)
TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json; charset=utf-8",
    PICTURE: "image/png",
}


def picture(png: bytes) -> HttpResponse:
    """A picture for a page; raises Http404 if it is empty."""
    if not png:
        raise Http404
    return HttpResponse(png, content_type="image/png")


def listing_file(tournament: Tournament, listing: Listing, kind: str) -> HttpResponse:
    return table_file(listing, head_of(tournament), tournament.title, kind)


def table_file(listing: Listing, head: Head, owner: str, kind: str) -> HttpResponse:
    """A table as a download."""
    if kind == PICTURE:
        content = listing_png(listing, head)
    elif kind == "csv":
        content = listing_csv(listing)
    else:
        content = listing_pdf(listing, head) if kind == "pdf" else listing_workbook(listing, head)
    return attachment(content, kind, owner, str(listing.title))


def chart_file(chart: Chart | None, head: Head, kind: str) -> HttpResponse:
    """A chart as a download, as a workbook or csv its figures; raises Http404 for None."""
    if chart is None:
        raise Http404
    if kind not in ("pdf", PICTURE):
        return table_file(chart_listing(chart), head, head.tournament, kind)
    content = (chart_pdf if kind == "pdf" else chart_png)(chart, head)
    return attachment(content, kind, head.tournament, chart.title, chart.subtitle)


def attachment(content: bytes, kind: str, *name: str) -> HttpResponse:
    """A response with a file name in ASCII: "herbstpokal-gesamtrangliste.pdf"."""
    response = HttpResponse(content, content_type=TYPES[kind])
    stem = slugify(" ".join(name).translate(IN_ASCII)) or "skat"
    response["Content-Disposition"] = f'attachment; filename="{stem}.{kind}"'
    return response


def no_file(
    request: HttpRequest, tournament: Tournament, problems: Sequence[Problem]
) -> HttpResponse:
    """The page in place of a file that could not be written, and why."""
    context = {"tournament": tournament, "problems": problems}
    return render(request, "core/no_file.html", context, status=UNPROCESSABLE)
