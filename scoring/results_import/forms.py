"""Results in a file: sent, shown, and brought back to be confirmed.

Between the two nothing is stored: the file travels in a field of the page.
"""

import base64
import lzma
import zipfile

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from scoring.core.foreign.grids import MOST_BYTES, MOST_UNPACKED, Unreadable, without_pictures
from scoring.core.forms import Form, at_most, offer
from scoring.models import Tournament

# So much fits into a field once it is written in letters (DATA_UPLOAD_MAX_MEMORY_SIZE).
MOST_CARRIED = 1_800_000
MOST_MEMORY = 64_000_000
OVERHEAD = 1_000_000  # what a ZIP says about its parts
ACCEPTED = ".xlsx,.ods,.csv,.txt,.vmz"


class ResultsForm(Form):
    file = forms.FileField(
        label=gettext_lazy("File with results"),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text=gettext_lazy(
            "Our own lists, a table with start number or name, points, won and lost (.xlsx, "
            ".ods, .csv), or a backup of “Vereinsmeister” (.vmz)."
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
        offer(self, "series", ((n, str(n)) for n in numbers))

    def clean_file(self) -> UploadedFile:
        return at_most(MOST_BYTES, self.cleaned_data["file"])


def packed(data: bytes) -> str:
    """A file that was read as letters, without its pictures. Raises Unreadable if that is more
    than a page can carry.

    The parts of a workbook are pressed together and not one by one: a hundred lists look alike
    and take a sixth of their file.
    """
    carried = lzma.compress(without_pictures(data, zipfile.ZIP_STORED), preset=1)
    if len(carried) > MOST_CARRIED:
        raise Unreadable("sheet-too-large")
    return base64.urlsafe_b64encode(carried).decode()


def unpacked(text: str) -> bytes | None:
    """The file again; None for anything that no page of ours sent."""
    try:
        reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_MEMORY)
        data = reader.decompress(base64.urlsafe_b64decode(text), MOST_UNPACKED + OVERHEAD)
        return without_pictures(data) if reader.eof else None
    except (ValueError, lzma.LZMAError, zipfile.BadZipFile):
        return None
