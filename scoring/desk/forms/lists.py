"""A table number, and at which stake a list is settled."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import RevisionField, StakeField

CONFIRM = "confirm"


class ListTableForm(forms.Form):
    """A table number, and whether its list is to be typed or confirmed."""

    number = forms.IntegerField(min_value=1, max_value=9999)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["for"] = forms.CharField(required=False, max_length=20)


class PresenceForm(forms.Form):
    """An open page: its token, the row of its caret, the revision that it shows.

    `state` is that of the list and what a correction needs, as it shows them: "entered agreement".
    `totals` says that it shows the figures of each seat, `left` that it was left.
    """

    page = forms.RegexField("^[0-9a-f]{32}$")
    row = forms.IntegerField(min_value=1, max_value=999, required=False)
    revision = RevisionField(required=False)
    state = forms.CharField(required=False, max_length=40)
    totals = forms.BooleanField(required=False)
    left = forms.BooleanField(required=False)


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
