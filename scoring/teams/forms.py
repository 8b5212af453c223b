"""Forms of teams and categories; a team is typed as one line, a name and start numbers."""

import re
from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    Form,
    MoneyField,
    NumberField,
    NumbersField,
    Refused,
    TextField,
    set_choices,
)
from scoring.messages import message
from scoring.models import Category, TeamContest, Tournament
from scoring.models.team import TeamKind
from scoring.rules.problem import Problem
from scoring.teams.reads import Member, max_lineup
from scoring.teams.services.categories import MAX_CATEGORY_NAME_LENGTH, CategoryTerms
from scoring.teams.services.teams import (
    MAX_SEED_LENGTH,
    MAX_SIZE,
    MAX_TEAM_NAME_LENGTH,
    MIN_SIZE,
)

# A start number, and in brackets the first and last series: 12(-2), 40(3-), 7(2-4).
_MEMBER = re.compile(r"(\d{1,5})(?:\(\s*(\d{1,2})?\s*[-–]\s*(\d{1,2})?\s*\))?")
_PART = re.compile(r"\d+\s*\([^)]*\)|[^\s,;]+")


def read_members(text: str) -> list[Member]:
    """Parse start numbers with the series of substitutes.

    Raises ValueError with the part that cannot be read.

    >>> read_members("3, 12 (–2) 40(3-)")[1:]
    [Member(start_number=12, from_series=1, until_series=2), \
    Member(start_number=40, from_series=3, until_series=None)]
    """
    members = []
    for part in _PART.findall(text):
        match = _MEMBER.fullmatch(re.sub(r"\s", "", part))
        if match is None:
            raise ValueError(part)
        until = int(match[3]) if match[3] else None
        members.append(Member(int(match[1]), int(match[2] or 1), until))
    return members


def write_members(members: Any) -> str:
    """Write the members of a team as `read_members` reads them."""
    return "  ".join(
        str(member.entry.start_number)
        if member.from_series == 1 and member.until_series is None
        else f"{member.entry.start_number}"
        f"({member.from_series if member.from_series > 1 else ''}–{member.until_series or ''})"
        for member in members
    )


def read_team(text: str, size: int) -> tuple[str, list[Member]]:
    """Parse the name of a team and its players: "Herzbuben 3 7 12 15", or "Herzbuben: 3 7 12 15".

    Without a colon the last numbers are the players, at most a full team: "Grün 1 3 7 12 15" is the
    first team of Grün. Raises ValueError with the part that cannot be read.

    >>> name, members = read_team("Asse 1 2 3 4(–1) 5(2–)", 4)
    >>> name, [member.start_number for member in members]
    ('Asse', [1, 2, 3, 4, 5])
    """
    name, colon, rest = text.rpartition(":")
    if colon:
        return name.strip(), read_members(rest)
    words = text.replace(",", " ").split()
    first, members = len(words), list[Member]()
    while first and _MEMBER.fullmatch(words[first - 1]):
        more = [*read_members(words[first - 1]), *members]
        if max_lineup(more) > size:
            break
        first, members = first - 1, more
    return " ".join(words[:first]), members


def unreadable_error(part: object) -> forms.ValidationError:
    problem = Problem("members-unreadable", "members", {"text": str(part)[:20]})
    return forms.ValidationError(message(problem))


class TeamLineForm(Form):
    """A new team: name and start numbers in one line."""

    line = TextField(label=_("Team and start numbers"), max_length=300)

    def __init__(self, *args: Any, contest: TeamContest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest

    def clean_line(self) -> tuple[str, list[Member]]:
        try:
            return read_team(self.cleaned_data["line"], self.contest.size)
        except ValueError as part:
            raise unreadable_error(part) from None

    def refuse(self, refused: Refused) -> None:
        for problem in refused.problems:
            self.add_error("line", message(problem))


class TeamForm(Form):
    """An existing team."""

    name = TextField(label=_("Name"), max_length=MAX_TEAM_NAME_LENGTH)
    members = TextField(
        label=_("Start numbers"),
        max_length=300,
        help_text=_("For a change of players: 12(–2) plays until series 2, 40(3–) from series 3."),
    )

    def clean_members(self) -> list[Member]:
        try:
            return read_members(self.cleaned_data["members"])
        except ValueError as part:
            raise unreadable_error(part) from None


class ContestForm(Form):
    """How teams of one kind are counted: those of `contest`, or of a kind not counted yet."""

    kind = forms.ChoiceField(label=_("Kind"), choices=TeamKind.choices)
    size = NumberField(
        label=_("Players of a team"),
        min_value=MIN_SIZE,
        max_value=MAX_SIZE,
        required=False,
        help_text=_("Empty: four; tandems and mixed pairs are two."),
    )
    scaled = forms.BooleanField(
        label=_("Short teams are scaled (three of four count 4/3)"), required=False
    )
    one_of = forms.ModelChoiceField(
        queryset=Category.objects.none(),
        label=_("One member belongs to"),
        required=False,
        help_text=_("For mixed pairs: you are warned where that is not so."),
    )

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        contest: TeamContest | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["one_of"].queryset = tournament.categories.all()  # type: ignore[attr-defined]
        if contest is None:
            counted = set(tournament.team_contests.values_list("kind", flat=True))
            choices = [choice for choice in TeamKind.choices if choice[0] not in counted]
            set_choices(self, "kind", choices)

    @staticmethod
    def of(contest: TeamContest, data: QueryDict | None = None) -> "ContestForm":
        values, ids = model_to_dict(contest, ContestForm.base_fields), f"{contest.kind}-%s"
        tournament = contest.tournament
        return ContestForm(
            data, initial=values, tournament=tournament, contest=contest, auto_id=ids
        )


class DrawTeamsForm(Form):
    """Draw teams from all players without one."""

    seed = TextField(
        label=_("Seed"),
        max_length=MAX_SEED_LENGTH,
        required=False,
        help_text=_("Empty: one is drawn and recorded."),
    )
    short = forms.BooleanField(
        label=_("Whoever is left over forms a short team"), required=False, initial=True
    )


# Categories.


class CategoryForm(Form):
    name = TextField(label=_("Name"), max_length=MAX_CATEGORY_NAME_LENGTH)
    entry_cents = MoneyField(
        label=_("Entry fee in €"),
        required=False,
        help_text=_("Empty: the fee of the tournament."),
    )
    ranked = forms.BooleanField(label=_("Has standings of its own"), required=False, initial=True)

    @property
    def terms(self) -> CategoryTerms:
        data = self.cleaned_data
        return CategoryTerms(data["name"], data["entry_cents"], data["ranked"])

    @staticmethod
    def of(category: Category) -> "CategoryForm":
        """The form of one category; `auto_id` keeps the ids of several forms on a page apart."""
        values = model_to_dict(category, CategoryForm.base_fields)
        return CategoryForm(initial=values, auto_id=f"category-{category.pk}-%s")


class AssignForm(Form):
    numbers = NumbersField(label=_("Start numbers"), max_length=2_000)
    away = forms.BooleanField(required=False)
