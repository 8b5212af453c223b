"""Forms of a meeting: who plays, who comes in, what was reached elsewhere."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.forms import DateInput, Form, NumberField, TextField, UploadField, offer
from scoring.core.text import Name, parse_name
from scoring.leagues.forms.leagues import VENUE_LENGTH, NamesField, NumbersOfTeams
from scoring.leagues.services.divisions import REASON_LENGTH
from scoring.leagues.services.results import TypedResult
from scoring.messages import message
from scoring.models import LeagueTeam, Meeting, Tournament
from scoring.rules.problem import Problem

MOST_BYTES = 30_000_000


class MeetingForm(Form):
    """Who meets where; a new meeting has no number."""

    day = NumberField(max_value=60)
    number = NumberField(required=False, max_value=99)
    venue = TextField(label=_("Venue"), max_length=VENUE_LENGTH, required=False)
    host = NumberField(label=_("Host (number)"), required=False, max_value=99)
    teams = NumbersOfTeams(label=_("Numbers of the teams"))


class LineUpForm(Form):
    """A team's players by position, one a line; `usual` are those that are proposed.

    The date of the match day is asked for where it has none.
    """

    date = forms.DateField(label=_("Date of the match day"), widget=DateInput)

    def __init__(
        self,
        *args: Any,
        teams: Sequence[LeagueTeam],
        size: int,
        usual: Mapping[int, Sequence[str]],
        has_date: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = [league_team.number for league_team in teams]
        if has_date:
            del self.fields["date"]
        for team in teams:
            field = NamesField(
                rows=size,
                label=f"{team.number} {team.name}",
                required=False,
                initial="\n".join(usual.get(team.number, ())),
            )
            field.widget.attrs["class"] = "form-control"
            self.fields[f"team_{team.number}"] = field

    def lineups(self) -> dict[int, list[Name]]:
        return {
            number: [parse_name(each) for each in self.cleaned_data[f"team_{number}"]]
            for number in self.numbers
        }


class SubstituteForm(Form):
    out = forms.TypedChoiceField(label=_("Goes out"), coerce=int)
    name = TextField(label=_("Comes in"), max_length=160)
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def __init__(
        self,
        *args: Any,
        playing: Sequence[tuple[int, str]] = (),
        series: Sequence[int] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "out", playing)
        offer(self, "from_series", [(each, each) for each in series])
        self.fields["name"].widget.attrs["list"] = "roster"


class AbsentForm(Form):
    """A team that did not come, or lost a single series by decision."""

    team = forms.TypedChoiceField(label=_("Team"), coerce=int)
    series = NumberField(
        label=pgettext_lazy("one of several", "Series"),
        required=False,
        max_value=12,
        help_text=_("Empty: the whole match day."),
    )
    absent = forms.BooleanField(required=False)
    reason = TextField(label=_("Reason"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, teams: Sequence[LeagueTeam], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "team", [(team.number, f"{team.number} {team.name}") for team in teams])


class LateForm(Form):
    """Players of a team who came late, and from which series on they play."""

    team = forms.TypedChoiceField(label=_("Team"), coerce=int)
    names = NamesField(rows=2, label=_("Players, one a line"))
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def __init__(
        self,
        *args: Any,
        teams: Sequence[LeagueTeam],
        series: Sequence[int] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "team", [(team.number, f"{team.number} {team.name}") for team in teams])
        offer(self, "from_series", [(each, each) for each in series])

    def clean_names(self) -> list[Name]:
        return [parse_name(each) for each in self.cleaned_data["names"]]


class ImportForm(Form):
    file = UploadField(
        label=_("File of the tournament (.json)"), most=MOST_BYTES, accept=".json,application/json"
    )
    reason = TextField(label=_("Reason"), max_length=REASON_LENGTH, required=False)


class ReportedDayForm(Form):
    """A match day that its venue has reported."""

    day = forms.ModelChoiceField(
        Tournament.objects.none(), label=_("Reported result"), empty_label=None
    )
    reason = TextField(label=_("Reason"), max_length=REASON_LENGTH, required=False)

    def __init__(self, *args: Any, days: QuerySet[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["day"]
        assert isinstance(choice, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        choice.queryset = days


class ReportedForm(Form):
    reported = forms.BooleanField(required=False)
    reason = TextField(label=_("Reason"), max_length=REASON_LENGTH, required=False)


class MeetingResultsForm(Form):
    """A cell for each team and series: performance, or performance, games won and lost."""

    def __init__(self, *args: Any, meeting: Meeting, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows: list[tuple[LeagueTeam, list[str]]] = []
        self.series = range(1, meeting.division.series + 1)
        for team in meeting.teams.select_related("team").prefetch_related("results"):
            reported_results = {row.series: row for row in team.results.all()}
            keys = [f"t{team.team.number}_s{number}" for number in self.series]
            self.rows.append((team.team, keys))
            for number, key in zip(self.series, keys, strict=True):
                row = reported_results.get(number)
                field = TextField(
                    label=f"{team.team.name}, {number}",
                    max_length=40,
                    required=False,
                    initial=f"{row.performance} {row.won} {row.lost}" if row else "",
                )
                field.widget.attrs |= {"class": "form-control", "inputmode": "numeric"}
                self.fields[key] = field

    @property
    def lines(self) -> list[tuple[LeagueTeam, list[forms.BoundField]]]:
        return [(team, [self[key] for key in keys]) for team, keys in self.rows]

    def clean(self) -> dict[str, Any]:
        self.results: dict[tuple[int, int], TypedResult] = {}
        for team, keys in self.rows:
            for number, key in zip(self.series, keys, strict=True):
                if text := self.cleaned_data.get(key, ""):
                    try:
                        self.results[team.number, number] = read_result(text)
                    except ValueError:
                        problem = Problem("result-unreadable", key, {"text": text})
                        self.add_error(key, message(problem))
        return self.cleaned_data


def read_result(text: str) -> TypedResult:
    """A cell of results; raises ValueError.

    >>> read_result("4512"), read_result("4512 31 9").lost
    (TypedResult(performance=4512, points=0, won=0, lost=0, players=4), 9)
    """
    words = text.replace("−", "-").replace("/", " ").replace(";", " ").split()
    if len(words) not in (1, 3) or any(len(word) > 7 for word in words):
        raise ValueError(text)
    performance, *games = (int(word) for word in words)
    won, lost = games or (0, 0)
    # A scheme adds bonus points to the game points; without them it is what the table sums up.
    return TypedResult(performance, 0, won, lost)
