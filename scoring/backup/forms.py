"""Backups: a file to take in, and the name to be typed before one is put back."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.forms import MEGABYTE, Form, TextField, UploadField

SUFFIX = ".sqlite3"


class UploadForm(Form):
    """A backup from elsewhere; what is inside it is the service's to examine."""

    file = UploadField(
        most=settings.MAX_REQUEST_BYTES, accept=SUFFIX, label=gettext_lazy("Backup file")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _(
            "Up to %(megabytes)s MB. Copy a larger file into %(folder)s on the computer on which "
            "the program runs, under a name such as %(name)s: then it is in the list above."
        ) % {
            "megabytes": settings.MAX_REQUEST_BYTES // MEGABYTE,
            "folder": settings.DATA_DIR / "backups",
            "name": f"uploaded-1{SUFFIX}",
        }

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if not (file.name or "").endswith(SUFFIX):
            raise forms.ValidationError(
                _("A backup of this program ends in %(suffix)s.") % {"suffix": SUFFIX}
            )
        return file


class RestoreForm(Form):
    """The name of the file has to be typed, to prevent an accidental restore."""

    typed = TextField(
        label=gettext_lazy("Name of the file, to confirm"),
        max_length=100,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
