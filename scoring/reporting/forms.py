"""Keys for clubs, documents by hand, and the server to which is reported."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, TextField, UploadField, parse_number
from scoring.models.report import ADDRESS_LENGTH, KEY_LENGTH, KEY_NAME_LENGTH

MAX_UPLOAD = settings.MAX_REQUEST_BYTES - 100_000  # bytes; the rest is the form around it


class KeyNameForm(Form):
    name = TextField(label=_("For which club?"), max_length=KEY_NAME_LENGTH)


class DocumentForm(Form):
    document = UploadField(label=_("File of the club"), most=MAX_UPLOAD, accept=".json,.gz")


class TargetForm(Form):
    """The key stays as it is where none is typed."""

    address = TextField(
        label=_("Address of the server"),
        max_length=ADDRESS_LENGTH,
        help_text=_("As it was given out with the key, such as https://skat.example.org"),
    )
    key = TextField(label=_("Key"), max_length=KEY_LENGTH)

    def __init__(self, *args: Any, has_key: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].required = not has_key


def number_in(request: HttpRequest, name: str) -> int | None:
    """The id that a button sends under this name; None for what is none."""
    return parse_number(request.POST.get(name, ""), digits=18)
