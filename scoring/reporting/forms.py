"""Keys for computers, and the server to which is reported."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, TextField
from scoring.models.report import ADDRESS_LENGTH, KEY_NAME_LENGTH


class KeyNameForm(Form):
    name = TextField(label=_("For which computer?"), max_length=KEY_NAME_LENGTH)


class AddressForm(Form):
    address = TextField(
        label=_("Address of the server"),
        max_length=ADDRESS_LENGTH,
        help_text=_("As it was given out with the key, such as https://skat.example.org"),
    )


class TargetForm(AddressForm):
    key = TextField(
        label=_("Key"),
        max_length=100,
        help_text=_("32 letters and digits; capitals and hyphens do not matter."),
    )


def number_in(request: HttpRequest, name: str) -> int | None:
    """The id that a button sends under this name; None for what is none."""
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 19 else None
