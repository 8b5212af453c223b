"""The register: merging clubs and people, removing names."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import LARGEST_ID, Form, TextField
from scoring.models import Club, Person
from scoring.models.host import Owned
from scoring.models.person import CLUB_LENGTH


class OwnedForm(Form):
    """A form whose clubs and people are those of one host."""

    def __init__(self, *args: Any, owned: Owned, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = field.queryset.of(owned)  # type: ignore[union-attr]


class ClubNameForm(OwnedForm):
    club = forms.ModelChoiceField(queryset=Club.objects.all(), widget=forms.HiddenInput)
    name = TextField(label=_("Name"), max_length=CLUB_LENGTH)


class NewClubForm(Form):
    name = TextField(label=_("Name of the club"), max_length=CLUB_LENGTH)


class MergeClubsForm(OwnedForm):
    """`club` is the spelling that goes, `kept` the one that stays."""

    club = forms.ModelChoiceField(label=_("This spelling goes"), queryset=Club.objects.all())
    kept = forms.ModelChoiceField(label=_("This one stays"), queryset=Club.objects.all())

    def offer(self, clubs: Iterable[Club]) -> None:
        """The clubs to choose from: those that the page shows, not every one of the host."""
        offered = {club.pk: club.name for club in clubs}
        for name, field in self.fields.items():
            with suppress(forms.ValidationError):  # what was chosen before stays
                if chosen := field.to_python(self[name].value()):
                    offered[chosen.pk] = chosen.name
        for field in self.fields.values():
            field.widget.choices = [("", "---------"), *offered.items()]


class PersonForm(Form):
    person = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)


class TwoPeopleForm(PersonForm):
    """`person` goes, `kept` stays."""

    kept = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)


class PeopleField(forms.ModelMultipleChoiceField):
    """Ticked people; invalid ids are ignored."""

    def clean(self, value: Any) -> QuerySet[Person]:
        sent = [each for each in value or [] if each.isascii() and each.isdecimal()]
        ids = [int(each) for each in sent if len(each) < 16]
        # Persons without entries are deleted when their name is removed.
        known = self.queryset.filter(pk__in=ids)  # type: ignore[union-attr]
        there = known.values_list("pk", flat=True)
        return super().clean(list(there))


class PeopleForm(OwnedForm):
    """Ticked people still on record; `seen` once the page has shown what goes."""

    person = PeopleField(
        queryset=Person.objects.select_related("club").order_by("family", "given", "pk")
    )
    seen = forms.BooleanField(required=False)
