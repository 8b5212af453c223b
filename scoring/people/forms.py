"""Forms of the registration desk, of players, of the register, and of members."""

import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    MAX_ID,
    DateField,
    Form,
    NamedField,
    NumberField,
    NumbersField,
    ReasonForm,
    Refused,
    TextField,
    add_css_class,
    cents,
    parse_number,
    set_choices,
)
from scoring.core.scope import hosts_in_use
from scoring.core.text import Details, parse_name
from scoring.messages.catalogue import message
from scoring.models import Club, Entry, Host, MemberOffer, Person, Season, SeasonMember
from scoring.models.host import Owned
from scoring.models.person import (
    CLUB_LENGTH,
    FAMILY_LENGTH,
    GIVEN_LENGTH,
    MAX_MEMBER_NUMBER,
    MAX_START_NUMBER,
    PASSPORT_LENGTH,
    EntryState,
)
from scoring.models.score_list import MAX_TABLE_NUMBER
from scoring.models.spelling import PublishedAs
from scoring.models.tournament import LAST_SERIES_NUMBER
from scoring.people.pasting import newcomers_in, split_number
from scoring.people.reads.members import offers_to
from scoring.people.services.matching import Newcomer
from scoring.people.services.members import MAX_AGE_LIMIT, MemberTerms
from scoring.rules.problem import Problem

# Without sign or gap: those are typing errors.
AMOUNT = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class DeskLine:
    """The line of the registration desk: a name, then categories, first series and money.

    Ada Becker              the next start number, the fee is booked
    12 Ada Becker           with start number 12
    be                      the one regular whose name begins so
    Ada Becker /d /3        in the category with the key d, plays from series 3 on
    Ada Becker /-           in no category, whatever it was last time
    Ada Becker !            initials only on the public pages
    Ada Becker =20          pays with 20: the change is shown
    Ada Becker =0           pays later: nothing is booked
    =20                     paid by the player typed before, or the change for him

    `keys` is None if no category was named, `cash` is in cents.
    """

    name: str
    keys: tuple[str, ...] | None = None
    from_series: int = 1
    cash: int | None = None
    published_as: str = ""
    number: int | None = None


def read_desk_line(text: str) -> DeskLine:
    """The parts of a line; raises ValueError for an invalid amount.

    >>> line = read_desk_line("12 Ada Becker /d 3 =20")
    >>> line.number, line.name, line.keys, line.from_series, line.cash
    (12, 'Ada Becker', ('d',), 3, 2000)
    >>> read_desk_line("Ada Becker!").published_as
    'initials'
    >>> read_desk_line("be").keys is None
    True
    """
    published_as = PublishedAs.INITIALS.value if "!" in text else ""
    before, equals, money = text.replace("!", " ").partition("=")
    line, slash, rest = before.partition("/")
    number, name = split_number(line)
    keys, from_series = [], 1
    for key in rest.replace("/", " ").replace(",", " ").split():
        if (number_of_series := parse_number(key, digits=3)) is not None:
            from_series = number_of_series
        else:
            keys.append(key)
    only_series = not keys and rest.strip(" /,") != ""
    chosen = None if not slash or only_series else tuple(k for k in keys if k != "-")
    if equals and not AMOUNT.fullmatch(money.strip(" €")):
        raise ValueError(money)
    return DeskLine(
        name.strip(),
        chosen,
        from_series,
        cents(money) if equals else None,
        published_as,
        int(number) if number else None,
    )


class StartNumberField(NumberField):
    """Its error stands away from the field, and so repeats the input."""

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except forms.ValidationError:
            sentence = _("Start number “%(typed)s”: please type a whole number from 1 to %(most)s.")
            params = {"typed": value, "most": self.max_value}
            raise forms.ValidationError(sentence % params) from None


class QuickAddForm(Form):
    name = TextField(label=_("Name"), max_length=FAMILY_LENGTH + GIVEN_LENGTH + 80)
    club = TextField(label=_("Club"), max_length=CLUB_LENGTH, required=False)
    start_number = StartNumberField(
        label=_("No."), min_value=1, max_value=MAX_START_NUMBER, required=False
    )
    person = forms.IntegerField(min_value=1, max_value=MAX_ID, required=False)
    another = forms.BooleanField(required=False)
    meant = forms.CharField(required=False, max_length=64)

    line: DeskLine

    def clean_name(self) -> str:
        try:
            self.line = read_desk_line(self.cleaned_data["name"])
        except ValueError:
            raise forms.ValidationError(_("Please type an amount after =, e.g. =20.")) from None
        if not 1 <= self.line.from_series <= LAST_SERIES_NUMBER:
            sentence = _("A series has a number from 1 to %(most)s.")
            raise forms.ValidationError(sentence % {"most": LAST_SERIES_NUMBER})
        return self.line.name

    @property
    def asks_for_change(self) -> bool:
        line = self.line
        return not line.name and line.number is None and line.cash is not None

    def newcomer(self) -> Newcomer:
        data = self.cleaned_data
        return Newcomer(
            name=parse_name(data["name"]),
            club=data["club"],
            start_number=data["start_number"] or self.line.number,
            person=data["person"],
            another=data["another"],
            from_series=self.line.from_series,
            categories=self.line.keys,
            typed=data["name"],
            published_as=self.line.published_as,
        )


class EntryForm(Form):
    start_number = NumberField(label=_("Start number"), min_value=1, max_value=MAX_START_NUMBER)
    given = TextField(label=_("Given name"), max_length=GIVEN_LENGTH, required=False)
    family = TextField(label=_("Family name"), max_length=FAMILY_LENGTH)
    club = TextField(label=_("Club"), max_length=CLUB_LENGTH, required=False)
    from_series = NumberField(
        label=_("Plays from series"), min_value=1, max_value=LAST_SERIES_NUMBER, initial=1
    )
    until_series = NumberField(
        label=_("Plays until series"),
        min_value=1,
        max_value=LAST_SERIES_NUMBER,
        required=False,
        help_text=_("Empty: until the end."),
    )
    fixed_table = NumberField(
        label=_("Fixed table"),
        min_value=1,
        max_value=MAX_TABLE_NUMBER,
        required=False,
        help_text=_("For players who cannot walk far: every draw seats them there."),
    )
    three_seats = forms.BooleanField(label=_("Likes to sit at a table of three"), required=False)
    passport = TextField(label=_("Passport number"), max_length=PASSPORT_LENGTH, required=False)
    birth_year = NumberField(label=_("Year of birth"), max_value=9999, required=False)
    categories = forms.TypedMultipleChoiceField(
        label=_("Categories"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    pots = forms.TypedMultipleChoiceField(
        label=_("Optional pots"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "The stake is owed from now on. What is paid already is given back by the till."
        ),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        initial = {
            **vars(entry.person),
            **vars(entry),
            "club": entry.club_name,
            "pots": list(entry.pot_choices.values_list("pot", flat=True)),
            "categories": [in_category.category_id for in_category in entry.in_categories.all()],
        }
        super().__init__(*args, initial=initial, **kwargs)
        choices = [(category.pk, category.name) for category in entry.tournament.categories.all()]
        set_choices(self, "categories", choices)
        if not choices:
            del self.fields["categories"]
        optional = entry.tournament.pots.filter(optional=True, stake_cents__gt=0)
        set_choices(self, "pots", [(pot.pk, pot.title) for pot in optional])
        if not optional:
            del self.fields["pots"]


class EntryStateForm(ReasonForm):
    state = forms.ChoiceField(label=_("State"), choices=EntryState.choices)
    field_order = ("state", "reason")


class PublishedAsForm(Form):
    published_as = forms.ChoiceField(label=_("On public pages"), choices=PublishedAs.choices)


class ExclusionForm(ReasonForm):
    """Without numbers nobody is excluded."""

    numbers = NumbersField(label=_("Start numbers"), max_length=400, required=False)


class PasteForm(Form):
    text = forms.CharField(
        label=_("List of players"),
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
    )


class MaxPlayersForm(Form):
    most = NumberField(
        label=_("Places"),
        min_value=1,
        max_value=MAX_START_NUMBER,
        required=False,
        help_text=_("Empty: as many as come."),
    )


# The register: merging clubs and people, removing names.


class OwnedForm(Form):
    def __init__(self, *args: Any, owned: Owned, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, NamedField):
                field.set_queryset(field.queryset.of(owned))  # type: ignore[union-attr]
            elif isinstance(field, forms.ModelChoiceField):
                field.queryset = field.queryset.of(owned)  # type: ignore[union-attr]


class ClubNameForm(OwnedForm):
    club = forms.ModelChoiceField(queryset=Club.objects.all(), widget=forms.HiddenInput)
    name = TextField(label=_("Name"), max_length=CLUB_LENGTH)


class NewClubForm(Form):
    name = TextField(label=_("Name of the club"), max_length=CLUB_LENGTH)


class MergeClubsForm(OwnedForm):
    """`club` is the spelling that goes, `kept` the one that stays."""

    club = NamedField(label=_("This spelling goes"), queryset=Club.objects.all())
    kept = NamedField(label=_("This one stays"), queryset=Club.objects.all())


class PersonForm(OwnedForm):
    person = forms.ModelChoiceField(Person.objects.select_related("club"))


class TwoPeopleForm(PersonForm):
    """`person` goes, `kept` stays."""

    kept = forms.ModelChoiceField(Person.objects.select_related("club"))


class PeopleField(forms.ModelMultipleChoiceField):
    """Ticked people; invalid ids are ignored."""

    def clean(self, value: Any) -> QuerySet[Person]:
        ids = [pk for text in value or [] if (pk := parse_number(text, digits=15)) is not None]
        # Persons without entries are deleted when their name is removed.
        on_record = self.queryset.filter(pk__in=ids)  # type: ignore[union-attr]
        return super().clean(list(on_record.values_list("pk", flat=True)))


class PeopleForm(OwnedForm):
    """`seen` once the page has shown what is removed."""

    person = PeopleField(
        queryset=Person.objects.select_related("club").order_by("family", "given", "pk")
    )
    seen = forms.BooleanField(required=False)


# Members of a club: searched, added, changed, moved.


class SearchForm(Form):
    """Invalid fields are ignored."""

    q = TextField(label=_("Number or name"), max_length=80, required=False)
    on = DateField(label=_("On the day"), required=False)
    everybody = forms.BooleanField(label=_("Also former members"), required=False)

    def query(self) -> tuple[date, str, bool]:
        self.is_valid()
        data = self.cleaned_data
        day = data.get("on") or timezone.localdate()
        return day, data.get("q", ""), data.get("everybody", False)


def member_number_field(label: str | Promise) -> NumberField:
    return NumberField(label=label, min_value=1, max_value=MAX_MEMBER_NUMBER, required=False)


class ClubMemberForm(Form):
    number = member_number_field(_("Member number"))
    birth_year = NumberField(label=_("Year of birth"), max_value=9999, required=False)
    joined = DateField(label=_("Member since"), required=False)
    passport = TextField(label=_("Passport number"), max_length=PASSPORT_LENGTH, required=False)
    lady = forms.BooleanField(label=_("Counts among the ladies"), required=False)

    def terms(self) -> MemberTerms:
        data = self.cleaned_data
        return MemberTerms(data["number"], data["joined"], data.get("left"), data["lady"])

    def details(self) -> Details:
        return Details(self.cleaned_data["passport"], self.cleaned_data["birth_year"])


class AddMemberForm(ClubMemberForm):
    """`who` is the answer if people of this name are on record: an id, or "new"."""

    name = TextField(label=_("Name"), max_length=FAMILY_LENGTH + GIVEN_LENGTH + 2)
    who = forms.CharField(max_length=20, required=False)
    field_order = ("name", "number")


class ChangeMemberForm(ClubMemberForm):
    family = TextField(label=_("Family name"), max_length=FAMILY_LENGTH)
    given = TextField(label=_("Given name"), max_length=GIVEN_LENGTH, required=False)
    left = DateField(
        label=_("Left on"),
        required=False,
        help_text=_("The last day. Empty: still a member."),
    )
    field_order = ("family", "given", "number", "joined", "left")


class RejoinForm(Form):
    joined = DateField(label=_("Member again since"))


class MoveMemberForm(Form):
    club = NamedField(label=_("To the club"), queryset=Club.objects.none())
    on = DateField(label=_("Member there since"))
    number = member_number_field(_("Member number there"))

    def __init__(self, *args: Any, leaving: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Club.objects.of(leaving).exclude(pk=leaving.pk)
        self.fields["club"].set_queryset(others)  # type: ignore[attr-defined]


class OfferForm(Form):
    to = NamedField(label=_("To a club of"), queryset=Host.objects.none())
    on = DateField(label=_("Member there since"))

    def __init__(self, *args: Any, leaving: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = hosts_in_use().exclude(pk=leaving.host_id)
        self.fields["to"].set_queryset(others)  # type: ignore[attr-defined]


class AnswerOfferForm(Form):
    offer = forms.ModelChoiceField(queryset=MemberOffer.objects.none(), widget=forms.HiddenInput)

    def __init__(self, *args: Any, owned: Owned, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["offer"]
        field.queryset = offers_to(owned)  # type: ignore[attr-defined]
        field.error_messages["invalid_choice"] = message(Problem("member-offer-gone"))


class RefuseOfferForm(AnswerOfferForm):
    reason = TextField(
        label=_("Reason"),
        max_length=400,
        required=False,
        help_text=_("The host that offers the member reads it."),
    )


class TakeForm(AnswerOfferForm):
    """A host that has no club names its first one."""

    club = NamedField(label=_("Club"), queryset=Club.objects.none())
    number = member_number_field(_("Member number"))

    def __init__(self, *args: Any, owned: Owned, **kwargs: Any) -> None:
        super().__init__(*args, owned=owned, **kwargs)
        self.owned = owned
        clubs = Club.objects.of(owned)
        if clubs.exists():
            self.fields["club"].set_queryset(clubs)  # type: ignore[attr-defined]
        else:
            self.fields["club"] = TextField(label=_("Name of the new club"), max_length=CLUB_LENGTH)
            add_css_class(self.fields["club"].widget)

    def clean_club(self) -> Club:
        """The first club of a host is not saved yet."""
        club: Club | str = self.cleaned_data["club"]
        return Club(host_id=self.owned.host_id, name=club) if isinstance(club, str) else club


class AgeLimitsForm(Form):
    """Completed years at the beginning of a calendar year."""

    junior_below = NumberField(
        label=_("Juniors have not completed"), min_value=0, max_value=MAX_AGE_LIMIT
    )
    senior_from = NumberField(
        label=_("Seniors have completed"), min_value=0, max_value=MAX_AGE_LIMIT
    )


class MembersForm(Form):
    """The numbers of the members; who has none any more leaves the season."""

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
    def numbers(self) -> dict[int, int]:
        """By the id of the person."""
        data = self.cleaned_data
        numbers = {member.person_id: data[f"number_{member.person_id}"] for member in self.members}
        return {person: number for person, number in numbers.items() if number is not None}


class FillForm(Form):
    """The club whose people become members; None for all who have played in the season."""

    source = NamedField(
        label=_("Take over as members"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=_("everybody who has played here"),
    )

    def __init__(self, *args: Any, season: Season, has_players: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.has_players = has_players
        field = self.fields["source"]
        assert isinstance(field, NamedField)  # noqa: S101 - for the type checker
        people = Person.objects.of(season).filter(anonymised_at=None, club=OuterRef("pk"))
        field.set_queryset(Club.objects.of(season).filter(Exists(people)))
        if not has_players:
            field.empty_label = None

    @property
    def has_choices(self) -> bool:
        clubs: QuerySet[Club] = self.fields["source"].queryset  # type: ignore[attr-defined]
        return self.has_players or clubs.exists()


class NewMembersForm(Form):
    names = forms.CharField(
        label=_("Names, one a line"),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "As it comes: “12 Ada Becker; Skat Club”, “Becker, Ada”, or columns copied from a "
            "spreadsheet. People who are not on record yet are added."
        ),
    )

    def clean_names(self) -> Sequence[Newcomer]:
        try:
            return newcomers_in(self.cleaned_data["names"])
        except Refused as refused:
            raise forms.ValidationError(list(map(message, refused.problems))) from refused
