"""Forms of series, draws and seats, of teams (a name and start numbers) and of categories."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    DateField,
    Form,
    MoneyField,
    NumberField,
    NumbersField,
    ReasonForm,
    TextField,
    TimeField,
    set_choices,
)
from scoring.messages.catalogue import message
from scoring.messages.series import APART, DRAW_MODES, THREE_SEATS
from scoring.models import Category, TeamContest, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.models.score_list import MAX_TABLE_NUMBER
from scoring.models.team import MAX_TEAM_SIZE, MIN_TEAM_SIZE, Member, TeamKind, max_lineup
from scoring.models.tournament import LAST_SERIES_NUMBER, MAX_TIME_LIMIT, ROUNDS
from scoring.rules.problem import Problem
from scoring.series.reads.draw_request import LEAGUE, MANUAL, DrawOptions, Tables
from scoring.series.services.categories import CategoryTerms
from scoring.series.services.teams import MAX_TEAM_NAME_LENGTH

MAX_SEED_LENGTH = 80
MAX_CATEGORY_NAME_LENGTH = 40  # shorter than the column: the name is part of a log subject
MAX_REASON_LENGTH = 200  # of the columns of a draw and of a player without a list


def choices_of(
    words: Mapping[str, str | Promise], *without: str
) -> list[tuple[str, str | Promise]]:
    return [(code, word) for code, word in words.items() if code not in without]


class DrawForm(Form):
    """Mode and options of a draw, and a reason if an earlier draw was `shown` to others.

    A draw of a later series that was shown (`later_shown`) needs the reason only if that series is
    drawn, too.
    """

    mode = forms.ChoiceField(label=_("Way of drawing"), choices=choices_of(DRAW_MODES, MANUAL))
    series = forms.TypedChoiceField(label=_("Series drawn at once"), coerce=int)
    clubs = forms.ChoiceField(label=_("Players of one club"), choices=choices_of(APART))
    teams = forms.ChoiceField(label=_("Players of one team"), choices=choices_of(APART))
    three_seats = forms.ChoiceField(
        label=_("At the tables of three sit"), choices=choices_of(THREE_SEATS)
    )
    provable = forms.BooleanField(
        label=_("Provable draw: show the hash first, then throw dice for the seed"),
        required=False,
    )
    reason = TextField(label=_("Why is it to be drawn again?"), max_length=MAX_REASON_LENGTH)
    options = ("mode", "series", "clubs", "teams", "three_seats")

    def __init__(
        self,
        data: Any,
        *,
        draw_options: DrawOptions,
        max_series: int,
        shown: bool,
        later_shown: bool,
        league: bool = False,
    ) -> None:
        super().__init__(
            data,
            initial={**draw_options.document(), "series": min(draw_options.series, max_series)},
        )
        several = [
            (
                count,
                ngettext("this one and %(count)s more", "this one and %(count)s more", count - 1)
                % {"count": count - 1},
            )
            for count in range(2, max_series + 1)
        ]
        set_choices(self, "series", [(1, gettext("this one alone")), *several])
        if not league:
            set_choices(self, "mode", choices_of(DRAW_MODES, MANUAL, LEAGUE))
        self.fields["reason"].required = shown
        if not (shown or later_shown):
            del self.fields["reason"]

    @property
    def draw_options(self) -> DrawOptions:
        return DrawOptions(**{name: self.cleaned_data[name] for name in self.options})


class ThrowForm(Form):
    seed = TextField(
        label=_("What was thrown"),
        max_length=MAX_SEED_LENGTH,
        help_text=_("Exactly as everybody saw it, such as 4 6 1 3 2 5. Six dice or more."),
    )


class ByHandForm(Form):
    """The whole seating as text: a line for each table, start numbers in the order of the seats."""

    tables = forms.CharField(
        label=_("Tables"),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "class": "figures"}),
        help_text=_(
            "One line for each table, from table 1: the start numbers in the order of the seats, "
            "such as 3 17 8 21."
        ),
    )
    reason = TextField(
        label=_("Why is it to be seated again?"), max_length=MAX_REASON_LENGTH, required=False
    )

    def __init__(self, data: Any, *, tables: Tables, shown: bool) -> None:
        lines = [" ".join(map(str, seated)) for seated in tables.values()]
        super().__init__(data, initial={"tables": "\n".join(lines)})
        self.fields["reason"].required = shown
        if not shown:
            self.fields["reason"].label = _("Reason")
            self.fields["reason"].help_text = _(
                "Needed only for more than three tables of three (TO 7.1.1)."
            )

    def clean_tables(self) -> Tables:
        """Table number → start numbers; empty lines are skipped."""
        tables: Tables = {}
        lines = (line.strip(" \t,;/") for line in self.cleaned_data["tables"].splitlines())
        for table, line in enumerate(filter(None, lines), 1):
            words = re.split(r"[\s,;/]+", line)
            if not all(re.fullmatch(r"[0-9]{1,5}", word) for word in words):
                sentence = gettext("Table %(table)s: only start numbers, please.")
                raise forms.ValidationError(sentence % {"table": table})
            tables[table] = [int(word) for word in words]
        if not tables:
            raise forms.ValidationError(gettext("Nobody is seated yet."))
        if len(tables) > MAX_TABLE_NUMBER:
            sentence = gettext("At most %(most)s tables.")
            raise forms.ValidationError(sentence % {"most": MAX_TABLE_NUMBER})
        return tables


class SeatChangeForm(ReasonForm):
    """A change of a released seating; players by start number, tables by number."""

    player = NumberField(min_value=1, max_value=MAX_START_NUMBER, required=False)
    latecomer = NumberField(min_value=1, max_value=MAX_START_NUMBER, required=False)
    table = NumberField(min_value=1, max_value=MAX_TABLE_NUMBER, required=False)
    other_table = NumberField(min_value=1, max_value=MAX_TABLE_NUMBER, required=False)
    no_show = forms.BooleanField(required=False)


class TimeLimitForm(Form):
    """How long the lists of a series may take; empty: no limit."""

    minutes = NumberField(
        label=_("Time limit in minutes"), min_value=1, max_value=MAX_TIME_LIMIT, required=False
    )


class NoListForm(Form):
    """Why players have no list: "reason-7" is that of start number 7."""

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        for name in data:
            if re.fullmatch(r"reason-[0-9]{1,5}", name):
                self.fields[name] = TextField(max_length=MAX_REASON_LENGTH, required=False)

    @property
    def reasons(self) -> dict[int, str]:
        """The typed reasons by start number."""
        texts = self.cleaned_data.items()
        return {int(name.removeprefix("reason-")): text for name, text in texts}


class SeriesForm(Form):
    rounds = NumberField(label=_("Rounds"), min_value=ROUNDS[0], max_value=ROUNDS[-1], initial=12)
    day = DateField(label=_("Day"), required=False)
    minutes = NumberField(
        label=_("Time limit in minutes"),
        min_value=1,
        max_value=MAX_TIME_LIMIT,
        required=False,
        help_text=_("130 minutes are usual for 12 rounds. Empty: no limit."),
    )


class TimesForm(Form):
    """The plan of a day; with a wanted end and a number of series, how many games fit."""

    begins_at = TimeField(label=_("Beginning"), required=False)
    series_minutes = NumberField(
        label=_("Minutes of a series"),
        min_value=1,
        max_value=MAX_TIME_LIMIT,
        required=False,
        help_text=_("Empty: the time limit of the series, else 130 minutes for 12 rounds."),
    )
    break_minutes = NumberField(
        label=_("Minutes of a break"), min_value=0, max_value=MAX_TIME_LIMIT, initial=15
    )
    ends_at = TimeField(label=_("Wanted end"), required=False)
    count = NumberField(
        label=_("Series"), min_value=1, max_value=LAST_SERIES_NUMBER, required=False
    )


class OpenListForm(ReasonForm):
    """A list as on the paper; a fourth table of three needs a `reason` (TO 7.1.1)."""

    table = NumberField(label=_("Table"), min_value=1, max_value=MAX_TABLE_NUMBER)
    seat1 = NumberField(label=_("Seat 1"), min_value=1, max_value=MAX_START_NUMBER)
    seat2 = NumberField(label=_("Seat 2"), min_value=1, max_value=MAX_START_NUMBER)
    seat3 = NumberField(label=_("Seat 3"), min_value=1, max_value=MAX_START_NUMBER)
    seat4 = NumberField(label=_("Seat 4"), min_value=1, max_value=MAX_START_NUMBER, required=False)

    @property
    def start_numbers(self) -> list[int]:
        seats = [self.cleaned_data[f"seat{position}"] for position in range(1, 5)]
        return [number for number in seats if number is not None]


# Teams.

# A start number, and in brackets the first and last series: 12(-2), 40(3-), 7(2-4).
_MEMBER = re.compile(r"(\d{1,5})(?:\(\s*(\d{1,2})?\s*[-–]\s*(\d{1,2})?\s*\))?")
_PART = re.compile(r"\d+\s*\([^)]*\)|[^\s,;]+")


def read_members(text: str) -> list[Member]:
    """Parse start numbers with the series of substitutes, as typed or as `describe` writes them.

    Raises ValidationError.

    >>> read_members("3, 12 (–2) 40(3-)")[1:]
    [Member(start_number=12, from_series=1, until_series=2), \
    Member(start_number=40, from_series=3, until_series=None)]
    """
    members = []
    for part in _PART.findall(text):
        match = _MEMBER.fullmatch(re.sub(r"\s", "", part))
        if match is None:
            problem = Problem("members-unreadable", "members", {"text": part[:20]})
            raise forms.ValidationError(message(problem))
        until = int(match[3]) if match[3] else None
        members.append(Member(int(match[1]), int(match[2] or 1), until))
    return members


def read_team(text: str, size: int) -> tuple[str, list[Member]]:
    """Parse the name of a team and its players: "Herzbuben 3 7 12 15", or "Herzbuben: 3 7 12 15".

    Without a colon the last numbers are the players, at most a full team: "Grün 1 3 7 12 15" is the
    first team of Grün. Raises ValidationError.

    >>> name, members = read_team("Asse 1 2 3 4(–1) 5(2–)", 4)
    >>> name, [member.start_number for member in members]
    ('Asse', [1, 2, 3, 4, 5])
    >>> name, members = read_team("Meier, Schulze 1; 2; 3, 4 (–1)", 4)
    >>> name, [member.start_number for member in members]
    ('Meier, Schulze', [1, 2, 3, 4])
    """
    name, colon, rest = text.rpartition(":")
    if colon:
        return name.strip(), read_members(rest)
    end, members = len(text), list[Member]()
    for part in reversed(list(_PART.finditer(text))):
        if not _MEMBER.fullmatch(re.sub(r"\s", "", part[0])):
            break
        more = [*read_members(part[0]), *members]
        if max_lineup(more) > size:
            break
        end, members = part.start(), more
    return " ".join(text[:end].split()).rstrip(" ,;"), members


class TeamLineForm(Form):
    line = TextField(label=_("Team and start numbers"), max_length=300)

    def __init__(self, *args: Any, contest: TeamContest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest

    def clean_line(self) -> tuple[str, list[Member]]:
        return read_team(self.cleaned_data["line"], self.contest.size)

    def field_of(self, problem: Problem) -> str:
        return "line"


class TeamForm(Form):
    name = TextField(label=_("Name"), max_length=MAX_TEAM_NAME_LENGTH)
    members = TextField(
        label=_("Start numbers"),
        max_length=300,
        help_text=_("For a change of players: 12(–2) plays until series 2, 40(3–) from series 3."),
    )

    def clean_members(self) -> list[Member]:
        return read_members(self.cleaned_data["members"])


class ContestForm(Form):
    """How teams of one kind are counted: those of `contest`, or of a kind not counted yet."""

    kind = forms.ChoiceField(label=_("Kind"), choices=TeamKind.choices)
    size = NumberField(
        label=_("Players of a team"),
        min_value=MIN_TEAM_SIZE,
        max_value=MAX_TEAM_SIZE,
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
        self, *args: Any, tournament: Tournament, contest: TeamContest | None = None, **kwargs: Any
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
    seed = TextField(
        label=_("Seed"),
        max_length=MAX_SEED_LENGTH,
        required=False,
        help_text=_("Empty: one is drawn and recorded."),
    )
    short = forms.BooleanField(
        label=_("Players left over form a short team"), required=False, initial=True
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
        return CategoryTerms(**self.cleaned_data)

    @staticmethod
    def of(category: Category) -> "CategoryForm":
        """The form of one category; `auto_id` keeps the ids of several forms on a page apart."""
        values = model_to_dict(category, CategoryForm.base_fields)
        return CategoryForm(initial=values, auto_id=f"category-{category.pk}-%s")


class AssignForm(Form):
    numbers = NumbersField(label=_("Start numbers"), max_length=2_000)
    away = forms.BooleanField(required=False)
