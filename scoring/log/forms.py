"""The search in the log."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.forms import MAX_CHOICES, DateField, Form, TextField, set_choices
from scoring.hosts.reads import has_pages
from scoring.log.reads import Wanted
from scoring.models.log import Action
from scoring.models.tournament import FIRST_DAY, LAST_DAY

EVERYTHING = ("", pgettext_lazy("log", "everything"))
EVERYBODY = ("", pgettext_lazy("log", "everybody"))
ABOUT = {
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
# What is done only where there are pages of hosts.
AMONG_HOSTS = {
    Action.HOST_ADDED,
    Action.HOST_CHANGED,
    Action.HOST_DEFAULTS_CHANGED,
    Action.HOST_LOGO_REMOVED,
    Action.HOST_LOGO_SET,
    Action.HOST_ROLE_GIVEN,
    Action.HOST_ROLE_TAKEN,
    Action.MEMBER_OFFERED,
    Action.MEMBER_GONE,
    Action.MEMBER_OFFER_REFUSED,
    Action.MEMBER_OFFER_WITHDRAWN,
    Action.MEMBER_TAKEN,
    Action.REPORT_KEY_GIVEN,
    Action.REPORT_KEY_WITHDRAWN,
    Action.REPORT_RECEIVED,
    Action.REPORT_TURNED_AWAY,
}
ALONE = [choice for choice in Action.choices if choice[0] not in AMONG_HOSTS]


class LogForm(Form):
    """Every field may be empty; an invalid value is reported and does not filter."""

    action = forms.ChoiceField(label=_("What"), required=False)
    person = forms.ChoiceField(label=_("Who"), required=False)
    about = forms.ChoiceField(
        label=pgettext_lazy("log", "About"), required=False, choices=[EVERYTHING, *ABOUT.items()]
    )
    number = TextField(
        label=_("Number"),
        required=False,
        max_length=60,
        help_text=_("17 is a start number or a series, 1/3 table 3 of series 1"),
    )
    day = DateField(
        label=_("Day"),
        required=False,
        validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
    )
    text = TextField(label=_("Text in the reason"), required=False, max_length=100)

    def __init__(self, *args: Any, people: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        action_choices = Action.choices if has_pages() else ALONE
        actions = sorted(action_choices, key=lambda choice: str(choice[1]))
        set_choices(self, "action", [EVERYTHING, *actions])
        everybody = list(people)
        if len(everybody) <= MAX_CHOICES:
            set_choices(self, "person", [EVERYBODY, *((each, each) for each in everybody)])
        else:
            self.fields["person"] = TextField(
                label=_("Who"), required=False, max_length=150, help_text=_("The sign-in name.")
            )

    def wanted(self) -> Wanted:
        """The filter of the valid fields."""
        self.is_valid()
        data = self.cleaned_data
        return Wanted(
            action=data.get("action", ""),
            actor=data.get("person", ""),
            about=data.get("about", ""),
            number=data.get("number", "").strip("/ "),
            day=data.get("day"),
            text=data.get("text", ""),
        )
