"""The line of the registration desk: a name, then categories, first series and money.

Ada Becker              the next start number, the fee is booked
be                      the one regular whose name begins so
Ada Becker /d /3        in the category with the key d, plays from series 3 on
Ada Becker /-           in no category, whatever it was last time
Ada Becker =20          pays with 20: the change is shown
Ada Becker =0           pays later: nothing is booked
=20                     paid by who was typed before, or the change for him
"""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.forms import LARGEST_ID, Form, NumberField, TextField, cents
from scoring.core.text import parse_name
from scoring.models.person import CLUB_LENGTH, FAMILY_LENGTH, GIVEN_LENGTH, HIGHEST_START_NUMBER
from scoring.models.tournament import LAST_SERIES
from scoring.players.services.matching import Newcomer

LINE_LENGTH = FAMILY_LENGTH + GIVEN_LENGTH + 80
NO_CATEGORY = "-"
# Without sign or gap: those are typing errors.
GIVEN = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class DeskLine:
    """The parts of the line. `keys` is None if no category was named, `given` is in cents."""

    name: str
    keys: tuple[str, ...] | None = None
    from_series: int = 1
    given: int | None = None


def read_line(text: str) -> DeskLine:
    """The parts of a line; raises ValueError for an invalid amount.

    >>> read_line("Ada Becker /d 3 =20")
    DeskLine(name='Ada Becker', keys=('d',), from_series=3, given=2000)
    >>> read_line("be").keys is None
    True
    """
    before, equals, money = text.partition("=")
    name, slash, rest = before.partition("/")
    keys, from_series = [], 1
    for key in rest.replace("/", " ").replace(",", " ").split():
        if key.isascii() and key.isdigit() and len(key) < 4:
            from_series = int(key)
        else:
            keys.append(key)
    only_series = not keys and rest.strip(" /,") != ""
    chosen = None if not slash or only_series else tuple(k for k in keys if k != NO_CATEGORY)
    if equals and not GIVEN.fullmatch(money.strip(" €")):
        raise ValueError(money)
    return DeskLine(name.strip(), chosen, from_series, cents(money) if equals else None)


class StartNumberField(NumberField):
    """A start number; its refusal is read without the field beside it, and says what was typed."""

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except forms.ValidationError:
            sentence = _("Start number “%(typed)s”: please type a whole number from 1 to %(most)s.")
            params = {"typed": value, "most": self.max_value}
            raise forms.ValidationError(sentence % params) from None


class QuickAddForm(Form):
    name = TextField(label=gettext_lazy("Name"), max_length=LINE_LENGTH)
    club = TextField(label=gettext_lazy("Club"), max_length=CLUB_LENGTH, required=False)
    start_number = StartNumberField(
        label=gettext_lazy("No."), min_value=1, max_value=HIGHEST_START_NUMBER, required=False
    )
    person = forms.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    another = forms.BooleanField(required=False)
    meant = forms.CharField(required=False, max_length=64)

    line: DeskLine

    def clean_name(self) -> str:
        try:
            self.line = read_line(self.cleaned_data["name"])
        except ValueError:
            raise forms.ValidationError(_("Behind = stands an amount, e.g. =20.")) from None
        if not 1 <= self.line.from_series <= LAST_SERIES:
            sentence = _("A series has a number from 1 to %(most)s.")
            raise forms.ValidationError(sentence % {"most": LAST_SERIES})
        return self.line.name

    @property
    def asks_for_change(self) -> bool:
        """Only an amount was typed."""
        return not self.line.name and self.line.given is not None

    @property
    def pays(self) -> bool:
        """Whoever gives nothing (=0) pays later."""
        return self.line.given != 0

    def newcomer(self) -> Newcomer:
        data = self.cleaned_data
        return Newcomer(
            name=parse_name(data["name"]),
            club=data["club"],
            start_number=data["start_number"],
            person=data["person"],
            another=data["another"],
            from_series=self.line.from_series,
            categories=self.line.keys,
            typed=data["name"],
        )
