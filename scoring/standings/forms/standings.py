"""The order of a drawn lot."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class LotForm(forms.Form):
    """The place of each who drew, all different.

    `drawn` are the players or teams by the id in their field's name.
    """

    def __init__(self, data: Any = None, *, drawn: Mapping[int, Any]) -> None:
        super().__init__(data)
        self.drawn = drawn
        for pk in drawn:
            self.fields[f"place_{pk}"] = forms.IntegerField(min_value=1, max_value=len(drawn))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        places = list(data.values())
        if len(places) == len(self.drawn) and len(set(places)) < len(places):
            raise forms.ValidationError(_("Two players cannot have the same place."))
        return data

    @property
    def order(self) -> list[Any]:
        """Players or teams in the drawn order."""
        return [self.drawn[pk] for pk in sorted(self.drawn, key=self.place)]

    def place(self, pk: int) -> int:
        return int(self.cleaned_data[f"place_{pk}"])
