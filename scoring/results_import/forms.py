"""A file with results, and the series of one that names none."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from scoring.core.foreign.grids import MOST_BYTES_OF_LISTS
from scoring.core.forms import Form, UploadField, offer
from scoring.models import Tournament
from scoring.results_import.reads import FileAnswers

# What the fields of questions about a file begin with.
QUESTIONS = ("who-", "series-", "column-", "person-", "sums-")
LEAVE = "leave"
ACCEPTED = ".xlsx,.ods,.csv,.txt"


class ResultsForm(Form):
    file = UploadField(
        most=MOST_BYTES_OF_LISTS,
        accept=ACCEPTED,
        label=gettext_lazy("File with results"),
        help_text=gettext_lazy(
            "Our own lists, or a table with start number or name, points, won and lost (.xlsx, "
            ".ods, .csv)."
        ),
    )
    series = forms.TypedChoiceField(
        label=gettext_lazy("Series, where the file names none"),
        coerce=int,
        required=False,
        empty_value=None,
    )

    def __init__(self, *args: object, tournament: Tournament, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        numbers = tournament.series.values_list("number", flat=True)
        # None is chosen beforehand: a series that nobody named is asked for.
        offer(self, "series", [("", "–"), *((n, str(n)) for n in numbers)])


def answers_of(sent: QueryDict) -> FileAnswers:
    """What somebody answered about a file, and the rows that he leaves out."""
    chosen = {
        name: str(value) for name, value in sent.items() if name.startswith(QUESTIONS) and value
    }
    return FileAnswers(chosen, frozenset(map(str, sent.getlist(LEAVE))))
