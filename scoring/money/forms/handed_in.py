"""Whose lists and start card have come back: start numbers, whole tables, everybody."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumbersField
from scoring.messages import message
from scoring.rules.problem import Problem


class HandedInForm(Form):
    """`seated` has the start numbers by table of the last series, `missing` who is not ticked."""

    numbers = NumbersField(
        label=_("Start numbers"),
        max_length=400,
        required=False,
        help_text=_("Such as 3 7 12-15, then Enter."),
    )
    tables = NumbersField(
        max_length=400,
        required=False,
        help_text=_("Everybody who sits there, such as 1-12."),
    )
    everybody = forms.BooleanField(required=False)
    take_back = forms.BooleanField(required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        series: int,
        seated: Mapping[int, Sequence[int]],
        missing: Sequence[int],
    ) -> None:
        super().__init__(data)
        self.seated, self.missing = seated, missing
        self.fields["numbers"].widget.attrs |= {"autofocus": True, "autocomplete": "off"}
        self.fields["tables"].label = gettext("Tables of series %(number)s") % {"number": series}

    def clean_tables(self) -> list[int]:
        """The start numbers of who sits at these tables."""
        tables = self.cleaned_data["tables"]
        if without := [table for table in tables if table not in self.seated]:
            problem = Problem("handed-in-no-table", params={"tables": without})
            raise forms.ValidationError(message(problem))
        return [number for table in tables for number in self.seated[table]]

    @property
    def start_numbers(self) -> list[int]:
        """Everybody who is meant. The form is valid."""
        data = self.cleaned_data
        return [*data["numbers"], *data["tables"], *(self.missing if data["everybody"] else ())]
