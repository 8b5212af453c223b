"""The next evening of a season, and who is here; what a season is; its members."""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    DateField,
    Form,
    HostedForm,
    NamedField,
    NumberField,
    Refused,
    TextField,
    set_choices,
)
from scoring.messages import message
from scoring.models import Club, Person, Season, SeasonMember, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.models.season import SeasonKind, SeasonOrder
from scoring.models.tournament import ROUNDS
from scoring.people.files import newcomers_in
from scoring.people.services.matching import Newcomer
from scoring.seasons.reads import Attendee
from scoring.seasons.services import SeasonTerms
from scoring.standings.services import MAX_KEPT, SEASON_LENGTH
from scoring.tournament.services import MAX_NAME_LENGTH, MAX_SERIES_AT_CREATION


class AttendanceForm(Form):
    """People who played before, those here ticked. `paid` books what is due at the door."""

    people = forms.TypedMultipleChoiceField(label=_("Who is here?"), coerce=int, required=False)
    paid = forms.BooleanField(label=_("Entry fees are collected now"), required=False, initial=True)

    def __init__(self, *args: Any, people: Sequence[Attendee], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(
            self, "people", [(attendee.person.pk, str(attendee.person)) for attendee in people]
        )

    @property
    def ticked(self) -> set[int]:
        """The ids that were ticked, also when something else was wrong."""
        values = self["people"].value() or []
        return {int(value) for value in values if str(value).isdecimal() and len(str(value)) < 19}


class EveningForm(Form):
    name = TextField(label=_("Name of the evening"), max_length=MAX_NAME_LENGTH)
    date = DateField(label=_("Date"))


class NextEveningForm(AttendanceForm, EveningForm):
    """The next evening, with the people who are here already, if any."""

    season = TextField(
        label=_("Season"),
        max_length=SEASON_LENGTH,
        help_text=_("Evenings of the same season are counted together."),
    )
    field_order = ("name", "date", "season", "people", "paid")


class FirstEveningForm(EveningForm):
    """The first evening of a season; what else is agreed stands in its settings."""

    series = NumberField(
        label=_("Number of series"), min_value=0, max_value=MAX_SERIES_AT_CREATION, initial=3
    )
    rounds = NumberField(
        label=_("Rounds of a series"), min_value=ROUNDS[0], max_value=ROUNDS[-1], initial=12
    )


class SeasonForm(Form):
    """What a season is and how it counts."""

    name = TextField(label=_("Name of the season"), max_length=SEASON_LENGTH)
    kind = forms.ChoiceField(label=_("Kind"), choices=SeasonKind.choices)
    order = forms.ChoiceField(label=_("Ranked by"), choices=SeasonOrder.choices)
    best_of = NumberField(
        label=_("How many evenings count"),
        min_value=1,
        max_value=MAX_KEPT,
        required=False,
        help_text=_("The best of each person. Empty: all of them."),
    )
    least = NumberField(
        label=_("Evenings needed for a rank"),
        min_value=1,
        max_value=MAX_KEPT,
        required=False,
        help_text=_("Whoever came less often stands at the end, without a rank."),
    )

    def terms(self) -> SeasonTerms:
        return SeasonTerms(**{key: self.cleaned_data[key] for key in SeasonForm.base_fields})


class NewSeasonForm(HostedForm, SeasonForm):
    """A season before its first evening."""


class TournamentForm(Form):
    """A tournament that joins a season or leaves it."""

    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int)

    def __init__(self, *args: Any, offered: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = {tournament.pk: tournament for tournament in offered}
        names = {
            pk: f"{tournament.name}, {date_format(tournament.date, 'SHORT_DATE_FORMAT')}"
            for pk, tournament in self.offered.items()
        }
        set_choices(self, "tournament", names.items())

    @property
    def chosen(self) -> Tournament:
        return self.offered[self.cleaned_data["tournament"]]


class MembersForm(Form):
    """The number of every member; who has none is a member no longer."""

    def __init__(self, *args: Any, members: Sequence[SeasonMember], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.members = members
        if self.is_bound:
            # Somebody who became a member since the page was shown keeps his number.
            data: Any = copy(self.data)
            for member in members:
                data.setdefault(f"number_{member.person_id}", member.number)
            self.data = data
        for member in members:
            field = NumberField(
                label=str(member.person),
                min_value=1,
                max_value=MAX_START_NUMBER,
                required=False,
                initial=member.number,
            )
            field.widget.attrs["class"] = "form-control form-control-sm number"
            self.fields[f"number_{member.person_id}"] = field

    @property
    def rows(self) -> list[tuple[SeasonMember, forms.BoundField]]:
        return [(member, self[f"number_{member.person_id}"]) for member in self.members]

    @property
    def wanted(self) -> dict[int, int]:
        """The numbers by the id of the person."""
        data = self.cleaned_data
        numbers = {member.person_id: data[f"number_{member.person_id}"] for member in self.members}
        return {who: number for who, number in numbers.items() if number is not None}


class FillForm(Form):
    """From where members are taken: a club, or (None) who has played in the season."""

    source = NamedField(
        label=_("Take over as members"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=_("everybody who has played here"),
    )

    def __init__(self, *args: Any, season: Season, played: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.played = played
        field = self.fields["source"]
        assert isinstance(field, NamedField)  # noqa: S101 - for the type checker
        people = Person.objects.of(season).filter(anonymised_at=None, club=OuterRef("pk"))
        field.among(Club.objects.of(season).filter(Exists(people)))
        if not played:
            field.empty_label = None

    @property
    def offers(self) -> bool:
        """Whether there is anybody to take over."""
        clubs: QuerySet[Club] = self.fields["source"].queryset  # type: ignore[attr-defined]
        return self.played or clubs.exists()


class NewMembersForm(Form):
    """Members by their names, one a line or as a table; a single word is the beginning of a name
    on record.
    """

    names = forms.CharField(
        label=_("Names, one a line"),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "As it comes: “12 Ada Becker; Skat Club”, “Becker, Ada”, or columns copied from a "
            "spreadsheet. Whoever is not on record yet is entered there."
        ),
    )

    def clean_names(self) -> list[Newcomer]:
        """The readable rows; all problems at once."""
        try:
            return newcomers_in(self.cleaned_data["names"])
        except Refused as refused:
            raise ValidationError(list(map(message, refused.problems))) from refused
