"""The order that a lot gave."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Entry


class LotForm(forms.Form):
    """Who was drawn first, second, …; every one of the players has his own place."""

    def __init__(self, data: Any = None, *, entries: list[Entry]) -> None:
        super().__init__(data)
        self.entries = entries
        for entry in entries:
            self.fields[f"place_{entry.pk}"] = forms.IntegerField(
                min_value=1, max_value=len(entries)
            )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        places = list(data.values())
        if len(places) == len(self.entries) and len(set(places)) < len(places):
            raise forms.ValidationError(_("Two players cannot have the same place."))
        return data

    @property
    def order(self) -> list[Entry]:
        """The players as the lot gave them, first drawn first."""
        return sorted(self.entries, key=lambda entry: self.cleaned_data[f"place_{entry.pk}"])
