"""A listing as `.csv`, figures as numbers."""

import csv
from fractions import Fraction
from io import StringIO

from django.utils.translation import get_language

from scoring.core.listing import Column, Listing, exact_decimal, printable, shown

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t")


def listing_csv(listing: Listing) -> bytes:
    """UTF-8 with the BOM that Excel needs; semicolons and decimal commas in German."""
    german = (get_language() or "").startswith("de")
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if german else ",")
    writer.writerow([printable(column.heading) for column in listing.columns])
    for row in (*listing.rows, *listing.foot):
        writer.writerow(
            [_cell(column, row.get(column.key), german=german) for column in listing.columns]
        )
    return (BOM + text.getvalue()).encode()


def _cell(column: Column, value: object, *, german: bool) -> str:
    """A figure as a number; an apostrophe before a text that a spreadsheet would compute."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        text = shown(column, value)
        return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
    if isinstance(value, int) and column.kind not in ("cents", "fraction"):
        return str(value)
    figure = f"{exact_decimal(column, value):.2f}"
    return figure.replace(".", ",") if german else figure
