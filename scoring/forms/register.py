"""The register: which clubs or people are one, and who is looked for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import Form, TextField
from scoring.forms.registration import LARGEST_ID
from scoring.models import Club
from scoring.services.people import CLUB_LENGTH


class ClubNameForm(Form):
    club = forms.ModelChoiceField(queryset=None, widget=forms.HiddenInput)
    name = TextField(label=_("Name"), max_length=CLUB_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = Club.objects.all()  # type: ignore[attr-defined]


class MergeClubsForm(Form):
    """`club` is the spelling that goes, `kept` the one that stays."""

    club = forms.ModelChoiceField(label=_("This spelling goes"), queryset=None)
    kept = forms.ModelChoiceField(label=_("This one stays"), queryset=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("club", "kept"):
            self.fields[name].queryset = Club.objects.all()  # type: ignore[attr-defined]


class TwoPeopleForm(Form):
    """Whose row goes, and whose stays."""

    person = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)
    kept = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)


class PersonForm(Form):
    person = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)
