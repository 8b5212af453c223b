"""What the page of photos sends."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, ReasonForm, TextField, UploadField
from scoring.lists.photos.reading import MAX_PAGES
from scoring.models.score_list import MAX_TABLE_NUMBER

MAX_BYTES = 20_000_000
ACCEPTED = "image/jpeg,image/png,application/pdf"


class PhotoForm(Form):
    """A file, and the table where the number of its list cannot be read."""

    file = UploadField(most=MAX_BYTES, accept=ACCEPTED, label=_("Photos or scans"))
    table = NumberField(label=_("Table"), min_value=1, max_value=MAX_TABLE_NUMBER, required=False)
    page = forms.IntegerField(min_value=1, max_value=MAX_PAGES, required=False)


class RemovalForm(ReasonForm):
    reason = TextField(label=_("Reason"), max_length=400)
