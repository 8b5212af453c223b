"""The form that searches the log."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.forms import MAX_CHOICES, DateField, Form, TextField, set_choices

ABOUT = {
    "": pgettext_lazy("log", "everything"),
    "list": _("Score lists"),
    "entry": _("Players"),
    "series": _("Series"),
    "tournament": _("Tournament"),
    "account": _("Accounts"),
    "booking": _("Bookings"),
    "pot": _("Pots and prizes"),
    "team": _("Teams"),
    "category": _("Categories"),
    "ruling": _("Decisions"),
}


class LogForm(Form):
    """Invalid values are reported and do not filter."""

    text = TextField(
        label=pgettext_lazy("log", "Search"),
        required=False,
        max_length=100,
        help_text=_("Part of what was done or of its reason: drawn, till, late"),
    )
    person = forms.ChoiceField(label=_("Who"), required=False)
    about = forms.ChoiceField(
        label=pgettext_lazy("log", "About"), required=False, choices=list(ABOUT.items())
    )
    number = TextField(
        label=_("Number"),
        required=False,
        max_length=60,
        help_text=_("17 is a start number or a series, 1/3 table 3 of series 1"),
    )
    day = DateField(label=_("Day"), required=False)

    def __init__(self, *args: Any, people: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = list(people)
        if len(names) <= MAX_CHOICES:
            everybody = ("", pgettext_lazy("log", "everybody"))
            set_choices(self, "person", [everybody, *((name, name) for name in names)])
        else:
            self.fields["person"] = TextField(
                label=_("Who"), required=False, max_length=150, help_text=_("The sign-in name.")
            )

    def filters(self) -> dict[str, Any]:
        self.is_valid()
        return self.cleaned_data
