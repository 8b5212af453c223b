"""How a tournament is broken off: fees back, or prizes in proportion, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, ReasonForm
from scoring.models.tournament import BrokenOff


class PercentForm(Form):
    """How much of each prize is paid; the preview follows it."""

    percent = NumberField(
        label=_("Percent of each prize"),
        min_value=0,
        max_value=100,
        required=False,
        widget=forms.TextInput(
            attrs={"class": "number-field", "inputmode": "numeric", "autocomplete": "off"}
        ),
    )


class BreakOffForm(PercentForm, ReasonForm):
    """`seen` is the sum that the preview showed, in cents."""

    way = forms.ChoiceField(
        choices=[(broken_off, broken_off) for broken_off in BrokenOff if broken_off]
    )
    seen = forms.IntegerField(min_value=0, max_value=2**31, required=False)

    def terms(self, usual: int) -> dict[str, Any]:
        """The arguments of the service. The form is valid."""
        percent = self.cleaned_data["percent"]
        return {**self.cleaned_data, "percent": usual if percent is None else percent}
