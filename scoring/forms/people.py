"""Players: quick-add, corrections, states."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import Form, NumberField, ReasonForm, TextField
from scoring.models import Entry
from scoring.models.person import EntryState
from scoring.services.entries import HIGHEST_START_NUMBER, LAST_SERIES, Newcomer
from scoring.services.people import CLUB_LENGTH, FAMILY_LENGTH, GIVEN_LENGTH, parse_name

FULL_NAME_LENGTH = FAMILY_LENGTH + GIVEN_LENGTH + 2
LARGEST_ID = 2**63 - 1  # the databases hold no larger one, and SQLite chokes on it


class QuickAddForm(Form):
    """A name and Enter."""

    name = TextField(
        label=_("Name"),
        max_length=FULL_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    club = TextField(
        label=_("Club"),
        max_length=CLUB_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    start_number = NumberField(
        label=_("No."), min_value=1, max_value=HIGHEST_START_NUMBER, required=False
    )
    person = forms.IntegerField(
        min_value=1, max_value=LARGEST_ID, required=False, widget=forms.HiddenInput
    )
    another = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def newcomer(self) -> Newcomer:
        data = self.cleaned_data
        return Newcomer(
            name=parse_name(data["name"]),
            club=data["club"],
            start_number=data["start_number"],
            person=data["person"],
            another=data["another"],
        )


class EntryForm(Form):
    """What was typed at the door, to be corrected."""

    start_number = NumberField(label=_("Start number"), min_value=1, max_value=HIGHEST_START_NUMBER)
    given = TextField(label=_("Given name"), max_length=GIVEN_LENGTH, required=False)
    family = TextField(label=_("Family name"), max_length=FAMILY_LENGTH)
    club = TextField(label=_("Club"), max_length=CLUB_LENGTH, required=False)
    from_series = NumberField(
        label=_("Plays from series"), min_value=1, max_value=LAST_SERIES, initial=1
    )
    until_series = NumberField(
        label=_("Plays until series"),
        min_value=1,
        max_value=LAST_SERIES,
        required=False,
        help_text=_("Empty: until the end."),
    )

    @staticmethod
    def values(entry: Entry) -> dict[str, object]:
        return {
            "start_number": entry.start_number,
            "given": entry.person.given,
            "family": entry.person.family,
            "club": entry.club_name,
            "from_series": entry.from_series,
            "until_series": entry.until_series,
        }


class EntryStateForm(ReasonForm):
    state = forms.ChoiceField(label=_("State"), choices=EntryState.choices)
    field_order = ("state", "reason")


class PasteForm(Form):
    """A list of players from anywhere."""

    text = forms.CharField(
        label=_("List of players"),
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
    )
