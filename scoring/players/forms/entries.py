"""Players: corrections, states, a pasted list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, NumbersField, ReasonForm, TextField, offer
from scoring.core.text import EARLIEST_BIRTH
from scoring.models import Entry
from scoring.models.person import (
    CLUB_LENGTH,
    FAMILY_LENGTH,
    GIVEN_LENGTH,
    HIGHEST_START_NUMBER,
    PASSPORT_LENGTH,
    EntryState,
)
from scoring.models.score_list import HIGHEST_TABLE
from scoring.models.tournament import LAST_SERIES


class EntryForm(Form):
    """The details of an entry, to be corrected."""

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
    fixed_table = NumberField(
        label=_("Fixed table"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        required=False,
        help_text=_("For who cannot walk far: every draw seats him there."),
    )
    three_seats = forms.BooleanField(label=_("Likes to sit at a table of three"), required=False)
    passport = TextField(label=_("Passport number"), max_length=PASSPORT_LENGTH, required=False)
    birth_year = NumberField(
        label=_("Year of birth"), min_value=EARLIEST_BIRTH, max_value=2100, required=False
    )
    categories = forms.TypedMultipleChoiceField(
        label=_("Categories"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    pots = forms.TypedMultipleChoiceField(
        label=_("Optional pots"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "The stake is owed from now on. What is paid already is given back by the till."
        ),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, initial=self.values(entry), **kwargs)
        choices = [(category.pk, category.name) for category in entry.tournament.categories.all()]
        offer(self, "categories", choices)
        if not choices:
            del self.fields["categories"]
        optional = entry.tournament.pots.filter(optional=True, stake_cents__gt=0)
        offer(self, "pots", [(pot.pk, pot.title) for pot in optional])
        if not optional:
            del self.fields["pots"]

    @staticmethod
    def values(entry: Entry) -> dict[str, object]:
        return {
            "start_number": entry.start_number,
            "given": entry.person.given,
            "family": entry.person.family,
            "club": entry.club_name,
            "from_series": entry.from_series,
            "until_series": entry.until_series,
            "fixed_table": entry.fixed_table,
            "three_seats": entry.three_seats,
            "passport": entry.person.passport,
            "birth_year": entry.person.birth_year,
            "pots": list(entry.pot_choices.values_list("pot", flat=True)),
            "categories": [in_category.category_id for in_category in entry.in_categories.all()],
        }


class EntryStateForm(ReasonForm):
    state = forms.ChoiceField(label=_("State"), choices=EntryState.choices)
    field_order = ("state", "reason")


class ExclusionForm(ReasonForm):
    """Start numbers of who is excluded over a decision; none: nobody is."""

    numbers = NumbersField(label=_("Start numbers"), max_length=400, required=False)


class PasteForm(Form):
    text = forms.CharField(
        label=_("List of players"),
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
    )
