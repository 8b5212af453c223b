"""Categories: name, fee, members."""

from django import forms
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy

from scoring.core.forms import LARGEST_ID, Form, MoneyField, NumbersField, TextField
from scoring.models import Category
from scoring.teams.services.categories import NAME_LENGTH, CategoryTerms


class CategoryForm(Form):
    name = TextField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    entry_cents = MoneyField(
        label=gettext_lazy("Entry fee in €"),
        required=False,
        help_text=gettext_lazy("Empty: the fee of the tournament."),
    )
    ranked = forms.BooleanField(
        label=gettext_lazy("Has standings of its own"), required=False, initial=True
    )

    @property
    def terms(self) -> CategoryTerms:
        data = self.cleaned_data
        return CategoryTerms(data["name"], data["entry_cents"], data["ranked"])

    @staticmethod
    def of(category: Category) -> "CategoryForm":
        """The form of one category; the prefix keeps the ids on the page apart."""
        values = model_to_dict(category, CategoryForm.base_fields)
        return CategoryForm(initial=values, auto_id=f"category-{category.pk}-%s")


class ChosenForm(Form):
    category = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)


class AssignForm(ChosenForm):
    numbers = NumbersField(label=gettext_lazy("Start numbers"), max_length=2_000)
    away = forms.BooleanField(required=False)
