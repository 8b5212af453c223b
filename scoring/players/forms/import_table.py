"""A table of players."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.core.foreign.grids import MOST_BYTES
from scoring.core.forms import Form, UploadField

ACCEPTED = ".xlsx,.ods,.csv,.txt"


def table_field(label: str | Promise) -> UploadField:
    """A file with a table of people."""
    return UploadField(
        most=MOST_BYTES,
        accept=ACCEPTED,
        label=label,
        help_text=gettext_lazy("Excel (.xlsx), LibreOffice (.ods) or .csv, columns in any order."),
    )


class PlayersTableForm(Form):
    file = table_field(gettext_lazy("Table of players"))
