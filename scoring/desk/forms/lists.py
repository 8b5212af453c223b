"""A table number, and at which stake a list is settled."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import StakeField

CONFIRM = "confirm"


class ListTableForm(forms.Form):
    """A table number, and whether its list is to be typed or confirmed."""

    number = forms.IntegerField(min_value=1, max_value=9999)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["for"] = forms.CharField(required=False, max_length=20)


class StakeForm(forms.Form):
    """At which stake a list is settled, and whether its totals are settled or each game."""

    stake = StakeField(label=_("Stake in cents a point"))
    way = forms.ChoiceField(
        label=_("What is settled"),
        choices=[("totals", _("the totals")), ("games", _("game by game"))],
        required=False,
    )

    @property
    def by_game(self) -> bool:
        return bool(self.cleaned_data["way"] == "games")
