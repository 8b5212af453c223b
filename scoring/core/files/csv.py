"""A listing, or the sheet of a list, as `.csv`, figures as numbers."""

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import BytesIO, StringIO

from django.utils.translation import get_language
from openpyxl import load_workbook

from scoring.core.listing import Column, Listing, cell_text, exact_decimal, printable

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t")


def listing_csv(listing: Listing) -> bytes:
    """Headings, rows and foot; decimal commas in German."""
    german = is_german()
    headings = [printable(column.heading) for column in listing.columns]
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
    csv.writer(text, delimiter=";" if is_german() else ",").writerows(rows)
    return (BOM + text.getvalue()).encode()


def is_german() -> bool:
    return (get_language() or "").startswith("de")


def _not_computed(text: str) -> str:
    """An apostrophe before a text that a spreadsheet would compute."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _cell(column: Column, value: object, *, german: bool) -> str:
    """A figure as a number, anything else as a text."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return _not_computed(cell_text(column, value))
    if isinstance(value, int) and column.kind not in ("cents", "fraction"):
        return str(value)
    figure = f"{exact_decimal(column, value):.2f}"
    return figure.replace(".", ",") if german else figure
