"""A table number, and a stake as an exact fraction of a cent."""

from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.rules.settlement import read_stake

LARGEST_STAKE = 1000  # cents a point
CONFIRM = "confirm"


class ListTableForm(forms.Form):
    """A table number, and whether its list is to be typed or confirmed."""

    number = forms.IntegerField(min_value=1, max_value=9999)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["for"] = forms.CharField(required=False, max_length=20)


class StakeForm(forms.Form):
    """Cents a point, an exact fraction: "1/4", "0,25" and "1"."""

    stake = forms.CharField(
        label=_("Stake in cents a point"),
        max_length=20,
        help_text=_("A fraction or a decimal number: 1/10, 1/4, 0,5 or 1."),
    )

    def clean_stake(self) -> Fraction:
        text = self.cleaned_data["stake"].replace(",", ".").replace(" ", "")
        try:
            stake = read_stake(text)
        except ValueError:
            raise ValidationError(_("This is no fraction: 1/10, 1/4, 0,5 or 1.")) from None
        if not 0 <= stake <= LARGEST_STAKE:
            raise ValidationError(_("The stake must lie between 0 and 1000 cents a point."))
        return stake
