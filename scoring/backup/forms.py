"""Backups: a file to upload, and the name typed before a restore."""

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.forms import Form, TextField, at_most

SUFFIX = ".sqlite3"


class UploadForm(Form):
    """A backup from elsewhere; the service examines it."""

    file = forms.FileField(
        label=gettext_lazy("Backup file"), widget=forms.FileInput(attrs={"accept": SUFFIX})
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if not (file.name or "").endswith(SUFFIX):
            raise forms.ValidationError(
                _("A backup of this program ends in %(suffix)s.") % {"suffix": SUFFIX}
            )
        return at_most(settings.LARGEST_REQUEST, file)


class RestoreForm(Form):
    """The typed name of the file prevents an accidental restore."""

    typed = TextField(
        label=gettext_lazy("Name of the file, to confirm"),
        max_length=100,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
