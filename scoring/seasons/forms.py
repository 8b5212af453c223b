"""The next evening of a season, and who is here."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import DateInput, Form, TextField, offer
from scoring.seasons.reads.attendance import Attendee
from scoring.standings.services.seasons import SEASON_LENGTH
from scoring.tournament.services.terms import NAME_LENGTH


class AttendanceForm(Form):
    """People who played before, ticked by who is here. `paid` books what is due at the door."""

    people = forms.TypedMultipleChoiceField(label=_("Who is here?"), coerce=int, required=False)
    paid = forms.BooleanField(label=_("Entry fees are collected now"), required=False, initial=True)

    def __init__(self, *args: Any, known: Sequence[Attendee], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "people", [(each.person.pk, str(each.person)) for each in known])

    @property
    def ticked(self) -> set[int]:
        """The ids that were ticked, also when something else was wrong."""
        values = self["people"].value() or []
        return {int(each) for each in values if str(each).isdecimal() and len(str(each)) < 19}


class NextEveningForm(AttendanceForm):
    """The next evening, with the people who are here already, if any."""

    name = TextField(label=_("Name of the evening"), max_length=NAME_LENGTH)
    date = forms.DateField(label=_("Date"), widget=DateInput)
    season = TextField(
        label=_("Season"),
        max_length=SEASON_LENGTH,
        help_text=_("Evenings of the same season are counted together."),
    )
    field_order = ("name", "date", "season", "people", "paid")
