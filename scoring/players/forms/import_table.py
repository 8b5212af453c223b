"""A table of players: the file that is sent, and what was read from it until it is confirmed.

Between the two nothing is stored: the rows travel in a field of the page, where nobody could
write anything that he could not have typed.
"""

import json
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.foreign.grids import MOST_BYTES, MOST_ROWS
from scoring.core.forms import Form, at_most
from scoring.players.files.read_players import COLUMNS, PlayersSheet
from scoring.players.services.import_table import LONGEST_CELL, RawRow

ACCEPTED = ".xlsx,.ods,.csv,.txt"


class PlayersTableForm(Form):
    file = forms.FileField(
        label=gettext_lazy("Table of players"),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text=gettext_lazy("Excel (.xlsx), LibreOffice (.ods) or .csv, columns in any order."),
    )

    def clean_file(self) -> UploadedFile:
        return at_most(MOST_BYTES, self.cleaned_data["file"])


class RowsForm(Form):
    """What a table said, brought back to be confirmed."""

    rows = forms.CharField(max_length=2_000_000, strip=False, widget=forms.HiddenInput)
    expected = forms.IntegerField(min_value=0, max_value=MOST_ROWS, required=False)

    def clean_rows(self) -> list[RawRow]:
        try:
            return unpacked(self.cleaned_data["rows"])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise forms.ValidationError(
                _("This table got lost on its way. Please send the file again.")
            ) from None


def packed(sheet: PlayersSheet) -> str:
    """The rows as text, for the field of the page."""
    rows = [[raw.row, raw.values] for raw in sheet.rows]
    return json.dumps({"letters": dict(sheet.letters), "rows": rows}, ensure_ascii=False)


def unpacked(text: str) -> list[RawRow]:
    """The rows of a text; raises ValueError, TypeError, KeyError or AttributeError if it is none.

    >>> [row] = unpacked('{"letters": {"name": "A"}, "rows": [[2, {"name": "Ada Becker"}]]}')
    >>> row.cell("name")
    'A2'
    """
    document: Any = json.loads(text)
    letters = {
        column: str(letter)[:3]
        for column, letter in document["letters"].items()
        if column in COLUMNS
    }
    rows = []
    for number, values in document["rows"][:MOST_ROWS]:
        told = {
            column: str(value)[:LONGEST_CELL]
            for column, value in values.items()
            if column in letters
        }
        rows.append(RawRow(min(max(int(number), 1), 9_999_999), told, letters))
    return rows
