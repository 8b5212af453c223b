"""Classes: what they are called and cost, and who belongs to them."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.forms import Form, TextField
from scoring.messages import message
from scoring.models import Category
from scoring.players.forms.registration import LARGEST_ID, cents, read_numbers
from scoring.rules.problem import Problem
from scoring.teams.services.categories import NAME_LENGTH, Terms


class EurosField(forms.CharField):
    """An amount as it is typed, "12,50"; empty is None. Its value is in cents."""

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": "decimal", "autocomplete": "off"}
        options.setdefault("widget", forms.TextInput(attrs=attributes))
        super().__init__(max_length=12, **options)

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return cents(text)
        except ValueError:
            raise forms.ValidationError(_("An amount in euros, e.g. 12.50")) from None

    def prepare_value(self, value: object) -> object:
        return number_format(Decimal(value) / 100, 2) if isinstance(value, int) else value


class CategoryForm(Form):
    name = TextField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    entry_cents = EurosField(
        label=gettext_lazy("Entry fee in €"),
        required=False,
        help_text=gettext_lazy("Empty: the fee of the tournament."),
    )
    ranked = forms.BooleanField(
        label=gettext_lazy("Has standings of its own"), required=False, initial=True
    )

    @property
    def terms(self) -> Terms:
        data = self.cleaned_data
        return Terms(data["name"], data["entry_cents"], data["ranked"])

    @staticmethod
    def of(category: Category) -> "CategoryForm":
        """As the page shows it, one for each class; the prefix keeps their ids apart."""
        values = {
            "name": category.name,
            "entry_cents": category.entry_cents,
            "ranked": category.ranked,
        }
        return CategoryForm(initial=values, auto_id=f"category-{category.pk}-%s")


class ChosenForm(Form):
    """Which one of this tournament's classes."""

    category = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)


class NumbersField(TextField):
    """Start numbers, "3 7 12-15"."""

    def clean(self, value: object) -> list[int]:
        text = super().clean(value)
        try:
            return read_numbers(text)
        except ValueError as unread:
            problem = Problem("numbers-unreadable", "numbers", {"text": str(unread)[:20]})
            raise forms.ValidationError(message(problem)) from None


class AssignForm(ChosenForm):
    numbers = NumbersField(label=gettext_lazy("Start numbers"), max_length=2_000)
    away = forms.BooleanField(required=False)
