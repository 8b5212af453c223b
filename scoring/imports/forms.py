"""A file with a table, and what was answered about it."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from scoring.core.forms import Form, UploadField, set_choices
from scoring.core.spreadsheets import MAX_BYTES
from scoring.core.text import plain_text
from scoring.imports.reads import FIELDS, FileAnswers
from scoring.models import Tournament

ACCEPTED = ".xlsx,.ods,.xls,.csv,.txt"
MAX_ANSWER = 200  # letters


class TableForm(Form):
    file = UploadField(
        most=MAX_BYTES,
        accept=ACCEPTED,
        label=gettext_lazy("File with the table"),
        help_text=gettext_lazy("Excel, LibreOffice or .csv, columns in any order."),
    )


class ResultsForm(TableForm):
    series = forms.TypedChoiceField(
        label=gettext_lazy("Series, where the file names none"),
        coerce=int,
        required=False,
        empty_value=None,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = tournament.series.values_list("number", flat=True)
        # None is chosen beforehand: a series that nobody named is asked for.
        set_choices(self, "series", [("", "–"), *((n, str(n)) for n in numbers)])


def answers_of(data: QueryDict) -> FileAnswers:
    """What somebody answered about a file, and the rows that he leaves out."""
    chosen = {
        name: text
        for name, value in data.items()
        # An emptied cell is an answer, too.
        if name.startswith(FIELDS)
        and ((text := plain_text(str(value))[:MAX_ANSWER]) or name.startswith("fix-"))
    }
    offered = frozenset(data.get("offered", "").split())
    return FileAnswers(chosen, offered, frozenset(map(str, data.getlist("take"))))
