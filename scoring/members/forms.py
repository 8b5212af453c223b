"""Members of a club: searched, added, changed, moved."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    LARGEST_ID,
    DateInput,
    Form,
    NamedField,
    NumberField,
    TextField,
    add_css_class,
)
from scoring.core.text import Details, Name, parse_name
from scoring.hosts.reads import hosts_in_use
from scoring.members.reads.offers import offers_to
from scoring.members.services.members import OLDEST_LIMIT, MemberTerms
from scoring.messages import message
from scoring.models import Club, Host, MemberOffer
from scoring.models.host import Owned
from scoring.models.person import (
    CLUB_LENGTH,
    FAMILY_LENGTH,
    GIVEN_LENGTH,
    HIGHEST_MEMBER_NUMBER,
    PASSPORT_LENGTH,
)
from scoring.rules.problem import Problem

ANOTHER = "new"


class SearchForm(Form):
    """Whom the list shows, and on which day; nonsense shows today's members."""

    q = TextField(label=_("Number or name"), max_length=80, required=False)
    on = forms.DateField(label=_("On the day"), widget=DateInput, required=False)
    everybody = forms.BooleanField(label=_("Also former members"), required=False)

    def wanted(self) -> tuple[date, str, bool]:
        """Day, text and whether former members are shown, as far as the request can be read."""
        self.is_valid()
        data = self.cleaned_data
        day = data.get("on") or timezone.localdate()
        return day, data.get("q", ""), data.get("everybody", False)


class ClubMemberForm(Form):
    """What a membership says; the fields of the person stand above them."""

    number = NumberField(
        label=_("Member number"), min_value=1, max_value=HIGHEST_MEMBER_NUMBER, required=False
    )
    birth_year = NumberField(label=_("Year of birth"), max_value=9999, required=False)
    joined = forms.DateField(label=_("Member since"), widget=DateInput, required=False)
    passport = TextField(label=_("Passport number"), max_length=PASSPORT_LENGTH, required=False)
    lady = forms.BooleanField(label=_("Counts among the ladies"), required=False)

    def terms(self) -> MemberTerms:
        data = self.cleaned_data
        return MemberTerms(data["number"], data["joined"], data.get("left"), data["lady"])

    def details(self) -> Details:
        return Details(self.cleaned_data["passport"], self.cleaned_data["birth_year"])


class AddMemberForm(ClubMemberForm):
    """A new member; `who` is asked where people of this name are on record."""

    name = TextField(label=_("Name"), max_length=FAMILY_LENGTH + GIVEN_LENGTH + 2)
    who = forms.CharField(max_length=20, required=False)
    field_order = ("name", "number")

    def name_given(self) -> Name:
        return parse_name(self.cleaned_data["name"])

    @property
    def person(self) -> int | None:
        """The id of who was chosen."""
        who = self.cleaned_data["who"]
        is_id = who.isascii() and who.isdecimal() and int(who) <= LARGEST_ID
        return int(who) if is_id else None

    @property
    def another(self) -> bool:
        """Whether none of the namesakes is meant."""
        return bool(self.cleaned_data["who"] == ANOTHER)


class ChangeMemberForm(ClubMemberForm):
    family = TextField(label=_("Family name"), max_length=FAMILY_LENGTH)
    given = TextField(label=_("Given name"), max_length=GIVEN_LENGTH, required=False)
    left = forms.DateField(
        label=_("Left on"),
        widget=DateInput,
        required=False,
        help_text=_("The last day. Empty: still a member."),
    )
    field_order = ("family", "given", "number", "joined", "left")


class RejoinForm(Form):
    joined = forms.DateField(label=_("Member again since"), widget=DateInput)


class MoveMemberForm(Form):
    """To another club from a day on."""

    club = NamedField(label=_("To the club"), queryset=Club.objects.none())
    on = forms.DateField(label=_("Member there since"), widget=DateInput)
    number = NumberField(
        label=_("Member number there"),
        min_value=1,
        max_value=HIGHEST_MEMBER_NUMBER,
        required=False,
    )

    def __init__(self, *args: Any, leaving: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Club.objects.of(leaving).exclude(pk=leaving.pk)
        self.fields["club"].among(others)  # type: ignore[attr-defined]


class OfferForm(Form):
    """To a club of another host: who takes him says to which."""

    to = NamedField(label=_("To a club of"), queryset=Host.objects.none())
    on = forms.DateField(label=_("Member there since"), widget=DateInput)

    def __init__(self, *args: Any, leaving: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = hosts_in_use().exclude(pk=leaving.host_id)
        self.fields["to"].among(others)  # type: ignore[attr-defined]


class AnswerOfferForm(Form):
    """A member whom another host offers."""

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
        help_text=_("Who offers the member reads it."),
    )


class TakeForm(AnswerOfferForm):
    """The club that takes a member who is offered; a host that has none names its first one."""

    club = NamedField(label=_("Club"), queryset=Club.objects.none())
    number = NumberField(
        label=_("Member number"), min_value=1, max_value=HIGHEST_MEMBER_NUMBER, required=False
    )

    def __init__(self, *args: Any, owned: Owned, **kwargs: Any) -> None:
        super().__init__(*args, owned=owned, **kwargs)
        self.owned = owned
        clubs = Club.objects.of(owned)
        if clubs.exists():
            self.fields["club"].among(clubs)  # type: ignore[attr-defined]
        else:
            self.fields["club"] = TextField(label=_("Name of the new club"), max_length=CLUB_LENGTH)
            add_css_class(self.fields["club"].widget)

    def clean_club(self) -> Club:
        """A club on record, or the first one of the host, which is not saved yet."""
        club: Club | str = self.cleaned_data["club"]
        return Club(host_id=self.owned.host_id, name=club) if isinstance(club, str) else club


class AgeLimitsForm(Form):
    """Completed years at the beginning of the calendar year."""

    junior_below = NumberField(
        label=_("Juniors have not completed"), min_value=0, max_value=OLDEST_LIMIT
    )
    senior_from = NumberField(
        label=_("Seniors have completed"), min_value=0, max_value=OLDEST_LIMIT
    )


def number_offered(form: Form, number: int) -> None:
    """Show the number that is given where none is typed."""
    form.fields["number"].widget.attrs["placeholder"] = str(number)
