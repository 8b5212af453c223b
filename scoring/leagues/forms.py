"""Forms of leagues, divisions, teams, schedules and meetings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.forms import (
    DateField,
    Form,
    HostedForm,
    NumberField,
    TextField,
    UploadField,
    parse_number,
    set_choices,
)
from scoring.core.text import Name, parse_name, plain_text
from scoring.leagues.services.divisions import MAX_NAME_LENGTH, MAX_REASON_LENGTH, DivisionTerms
from scoring.leagues.services.match_days import RosterLine
from scoring.messages.catalogue import message
from scoring.messages.leagues import CRITERIA
from scoring.models import Division, LeagueTeam, Meeting, ReportedResult, Tournament
from scoring.models.league import (
    MATCH_POINTS,
    MAX_DAYS,
    MAX_PENALTY,
    MAX_SERIES_PER_DAY,
    WithdrawnResults,
)
from scoring.models.person import CLUB_LENGTH
from scoring.models.season import MAX_SEASON_NAME
from scoring.models.team import MAX_TEAM_SIZE, MIN_TEAM_SIZE
from scoring.models.tournament import ROUNDS
from scoring.rules.league.scoring import LeagueScoring
from scoring.rules.league.season import SeriesSums
from scoring.rules.problem import Problem
from scoring.rules.ranking import simplify_figure
from scoring.seating.schedule import MAX_DAYS as MAX_SCHEDULED_DAYS
from scoring.seating.schedule import MAX_VENUE_SIZE, ScheduleFormat

MAX_VENUE_LENGTH, MAX_ADDRESS_LENGTH = 120, 200


class NamesField(forms.CharField):
    """Names, one a line; lines without a visible letter and surrounding spaces are ignored."""

    def __init__(self, rows: int = 8, **options: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows, "autocomplete": "off", "spellcheck": "false"})
        super().__init__(widget=widget, max_length=8_000, **options)

    def clean(self, value: Any) -> list[str]:
        text = super().clean(value)
        names = [line for text_line in text.splitlines() if (line := plain_text(text_line))]
        if self.required and not names:
            raise ValidationError(self.error_messages["required"])
        return names


class TeamNumbersField(TextField):
    """Numbers of teams, with spaces between them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, **options)

    def clean(self, value: Any) -> list[int]:
        words = super().clean(value).replace(",", " ").split()
        numbers = [number for word in words if (number := parse_number(word, 3)) is not None]
        if len(numbers) < len(words):
            raise ValidationError(_("Numbers of the teams: 1 5 7 8."))
        return numbers


class NewLeagueForm(HostedForm):
    name = TextField(label=_("Name of the league"), max_length=MAX_SEASON_NAME)
    division = TextField(
        label=_("Division or group"), max_length=MAX_NAME_LENGTH, initial=_("Group 1")
    )
    teams = NamesField(label=_("Teams, one a line"))


class LeagueForm(Form):
    name = TextField(label=_("Name of the league"), max_length=MAX_SEASON_NAME)
    public = forms.BooleanField(
        label=_("Public: tables, schedule and results without an account"), required=False
    )


class LeaderForm(Form):
    username = TextField(label=_("Sign-in name"), max_length=150)


def number_of_teams(label: object) -> NumberField:
    """Teams above or below a line of the table."""
    return NumberField(label=label, initial=0, min_value=0, max_value=20)


USUAL_CRITERIA = [(key, CRITERIA[key]) for key in ("game", "direct", "difference", "firsts")]


class DivisionForm(Form):
    """A division, how it is played and counted; only a new one has `teams`.

    `scoring` is the stored one: a document may have brought more of it than the form shows.
    """

    scoring: Mapping[str, Any] = {}
    name = TextField(label=_("Division or group"), max_length=MAX_NAME_LENGTH)
    teams = NamesField(label=_("Teams, one a line"), required=False)
    level = NumberField(label=_("Level, 1 is the highest"), initial=1, min_value=1, max_value=20)
    size = NumberField(
        label=_("Players of a team"), initial=4, min_value=MIN_TEAM_SIZE, max_value=MAX_TEAM_SIZE
    )
    series = NumberField(
        label=_("Series of a match day"), initial=3, min_value=1, max_value=MAX_SERIES_PER_DAY
    )
    rounds = NumberField(
        label=_("Rounds of a series"), initial=12, min_value=ROUNDS[0], max_value=ROUNDS[-1]
    )
    promoted = number_of_teams(_("Teams promoted"))
    promotion_playoff = number_of_teams(_("In the promotion play-off"))
    relegation_playoff = number_of_teams(_("In the relegation play-off"))
    relegated = number_of_teams(_("Teams relegated"))
    per = forms.ChoiceField(
        label=_("Match points"),
        choices=[("series", _("for every series")), ("day", _("for the sum of the match day"))],
    )
    points = TextField(
        label=_("Match points by place"),
        max_length=80,
        required=False,
        help_text=_("Best place first: 3 2 1 0. Empty: one for every team left behind."),
    )
    ranked_by = forms.ChoiceField(
        label=_("Teams are ranked by"),
        choices=[("performance", _("performance")), ("points", _("game points"))],
    )
    ties = forms.ChoiceField(
        label=_("Equal teams at a venue"),
        choices=[
            ("share", _("share the points of their places")),
            ("higher", _("all have those of the better place")),
            ("lower", _("all have those of the worse place")),
        ],
    )
    counter = forms.BooleanField(label=_("Counter-points"), required=False, initial=True)
    scale_short = forms.BooleanField(
        label=_("Short teams are reckoned up to full strength"), required=False
    )
    order = forms.ChoiceField(
        label=_("Equal match points: next decides"),
        choices=USUAL_CRITERIA,
    )

    def clean_points(self) -> list[list[int | str]]:
        """As the scoring stores it: JSON cannot hold a fraction exactly."""
        words = self.cleaned_data["points"].replace(",", ".").split()
        if not all(re.match(MATCH_POINTS, word) for word in words):
            raise ValidationError(_("Match points, best place first: 3 2 1 0."))
        figures = [simplify_figure(Fraction(word)) for word in words]
        points = [figure if isinstance(figure, int) else str(figure) for figure in figures]
        return [points] if points else []

    def terms(self) -> DivisionTerms:
        """The terms; their scoring contains only what differs from the defaults."""
        data = self.cleaned_data
        usual = LeagueScoring()
        rest = [criterion for criterion in usual.order if criterion not in ("match", data["order"])]
        chosen = {
            "per": data["per"],
            "points": data["points"],
            "ranked_by": data["ranked_by"],
            "ties": data["ties"],
            "counter": "mirrored" if data["counter"] else "none",
            "scale_short": data["scale_short"],
            "order": ["match", data["order"], *rest],
        }
        changed = {key: value for key, value in chosen.items() if key in self.changed_data}
        defaults = {**asdict(usual), "points": [], "order": list(usual.order)}
        scoring = {
            key: value
            for key, value in {**self.scoring, **changed}.items()
            if value != defaults.get(key)
        }
        columns = DivisionTerms.__dataclass_fields__.keys() - {"scoring"}
        return DivisionTerms(**{key: data[key] for key in columns}, scoring=scoring)

    @classmethod
    def of(cls, division: Division, data: Any = None) -> "DivisionForm":
        scoring = division.league_scoring
        initial: dict[str, Any] = {
            key: getattr(division, key) for key in cls.base_fields if hasattr(division, key)
        }
        copied = ("per", "ranked_by", "ties", "scale_short")
        initial |= {key: getattr(scoring, key) for key in copied}
        initial["counter"] = scoring.counter != "none"
        initial["points"] = " ".join(map(str, scoring.points[0])) if scoring.points else ""
        initial["order"] = next((value for value in scoring.order if value != "match"), "game")
        form = cls(data, initial=initial)
        form.scoring = division.scoring
        if (criterion := initial["order"]) not in dict(USUAL_CRITERIA):  # a document brought it
            own = criterion, CRITERIA.get(criterion, criterion)
            set_choices(form, "order", [own, *USUAL_CRITERIA])
        del form.fields["teams"]
        return form


class TeamsForm(Form):
    teams = NamesField(label=_("Teams, one a line"))


class LeagueTeamForm(Form):
    name = TextField(label=_("Team"), max_length=MAX_NAME_LENGTH)
    club = TextField(label=_("Club"), max_length=CLUB_LENGTH, required=False)
    home = TextField(
        label=_("Plays at home at"),
        max_length=MAX_VENUE_LENGTH,
        required=False,
        help_text=_("The venue when this team hosts."),
    )
    cannot_host = forms.BooleanField(
        label=_("Cannot host: the schedule lets others host"), required=False
    )

    @classmethod
    def of(cls, team: LeagueTeam) -> "LeagueTeamForm":
        initial = {key: getattr(team, key) for key in cls.base_fields}
        return cls(initial=initial, auto_id="team_%s")


class RosterForm(Form):
    """The players of a team, one a line; a number before the name is a fixed position."""

    players = NamesField(
        label=_("Players, one a line"),
        rows=10,
        required=False,
        help_text=_("Ada Becker; with fixed positions 1 Ada Becker, substitutes from 9 on."),
    )
    from_day = NumberField(label=_("From match day"), initial=1, min_value=1, max_value=MAX_DAYS)

    def clean_players(self) -> list[RosterLine]:
        roster = []
        for line in self.cleaned_data["players"]:
            first, _space, rest = line.partition(" ")
            number = parse_number(first.rstrip(".)"), digits=3)
            name = parse_name(line if number is None else rest)
            roster.append(RosterLine(name, number))
        return roster


class WithdrawForm(Form):
    from_day = NumberField(
        label=_("Withdraws from match day"),
        required=False,
        max_value=MAX_DAYS,
        help_text=_("Empty: the team stays."),
    )
    results = forms.ChoiceField(label=_("Its results"), choices=WithdrawnResults.choices)
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH)

    @classmethod
    def of(cls, team: LeagueTeam) -> "WithdrawForm":
        initial = {key: getattr(team, f"withdrawn_{key}") for key in ("results", "reason")}
        return cls(initial={"from_day": team.withdrawn_from, **initial}, auto_id="withdraw_%s")


class PenaltyForm(Form):
    """Points by decision; a negative figure takes points away."""

    match_points = NumberField(
        label=_("Match points"), required=False, min_value=-MAX_PENALTY, max_value=MAX_PENALTY
    )
    counter_points = NumberField(
        label=_("Counter-points"), required=False, min_value=-MAX_PENALTY, max_value=MAX_PENALTY
    )
    points = NumberField(
        label=_("Game points"), required=False, min_value=-99_999, max_value=99_999
    )
    day = NumberField(label=_("Of match day"), required=False, max_value=MAX_DAYS)
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH)


class ScheduleForm(Form):
    days = NumberField(label=_("Match days"), initial=5, max_value=MAX_SCHEDULED_DAYS)
    size = NumberField(
        label=_("Teams at a venue"),
        initial=4,
        max_value=MAX_VENUE_SIZE,
        help_text=_("Usually four."),
    )
    venues = NumberField(
        label=_("Venues a day"),
        required=False,
        max_value=20,
        help_text=_("Empty: as many as are needed."),
    )
    central = NumberField(
        label=_("Last days at one place without a host"), initial=1, max_value=MAX_SCHEDULED_DAYS
    )
    central_size = NumberField(
        label=_("Teams that meet there"),
        required=False,
        max_value=MAX_VENUE_SIZE,
        help_text=_("Empty: as on the other days. 5: five teams on the last day."),
    )
    first = DateField(label=_("First match day"), required=False)
    weeks = NumberField(label=_("Weeks between match days"), initial=4, min_value=0, max_value=52)
    lot = forms.BooleanField(
        label=_("Draw by lot which team has which number"), required=False, initial=True
    )

    def format(self) -> ScheduleFormat:
        names = (field.name for field in fields(ScheduleFormat))
        return ScheduleFormat(**{name: self.cleaned_data[name] or 0 for name in names})

    @property
    def dates(self) -> list[date]:
        """The dates of all match days by their rhythm; none without the first one."""
        first, weeks = self.cleaned_data["first"], self.cleaned_data["weeks"]
        days = range(self.cleaned_data["days"] if first else 0)
        return [first + timedelta(weeks=weeks * day) for day in days]


class VenueForm(Form):
    name = TextField(label=_("Venue"), max_length=MAX_VENUE_LENGTH)
    address = TextField(label=_("Address"), max_length=MAX_ADDRESS_LENGTH, required=False)


class LeagueLotForm(Form):
    """The order in which equal teams were drawn; with `draw` it is drawn now."""

    order = TeamNumbersField(label=_("Order drawn, by number"))
    draw = forms.BooleanField(required=False)


class MatchDayForm(Form):
    date = DateField(label=_("Date"), required=False)


# Forms of a meeting.


def team_choices(teams: Sequence[LeagueTeam]) -> list[tuple[int, str]]:
    return [(team.number, f"{team.number} {team.name}") for team in teams]


class MeetingForm(Form):
    """Who meets where; a new meeting has no number."""

    day = NumberField(max_value=MAX_DAYS)
    number = NumberField(required=False, max_value=99)
    venue = TextField(label=_("Venue"), max_length=MAX_VENUE_LENGTH, required=False)
    host = NumberField(label=_("Host (number)"), required=False, max_value=99)
    teams = TeamNumbersField(label=_("Numbers of the teams"))


class LineUpForm(Form):
    """The players of each team, one a line, and the date of the match day if there is none yet."""

    date = DateField(label=_("Date of the match day"))

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
        self.numbers = [team.number for team in teams]
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
            number: [parse_name(name) for name in self.cleaned_data[f"team_{number}"]]
            for number in self.numbers
        }


class SubstituteForm(Form):
    out = forms.TypedChoiceField(label=_("Goes out"), coerce=int)
    name = TextField(label=_("Comes in"), max_length=160)
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def __init__(
        self,
        *args: Any,
        playing: Sequence[tuple[int, str]],
        series: Sequence[int],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "out", playing)
        set_choices(self, "from_series", [(number, number) for number in series])
        self.fields["name"].widget.attrs["list"] = "roster"

    def clean_name(self) -> Name:
        return parse_name(self.cleaned_data["name"])


class AbsentForm(Form):
    """A team that did not come, or lost a single series by decision."""

    team = forms.TypedChoiceField(label=_("Team"), coerce=int)
    series = NumberField(
        label=pgettext_lazy("one of several", "Series"),
        required=False,
        max_value=MAX_SERIES_PER_DAY,
        help_text=_("Empty: the whole match day."),
    )
    absent = forms.BooleanField(required=False)
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH)

    def __init__(self, *args: Any, teams: Sequence[LeagueTeam], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "team", team_choices(teams))


class LateForm(Form):
    """Late players of a team, and the series from which they play."""

    team = forms.TypedChoiceField(label=_("Team"), coerce=int)
    names = NamesField(rows=2, label=_("Players, one a line"))
    from_series = forms.TypedChoiceField(label=_("From series"), coerce=int)

    def __init__(
        self, *args: Any, teams: Sequence[LeagueTeam], series: Sequence[int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "team", team_choices(teams))
        set_choices(self, "from_series", [(number, number) for number in series])

    def clean_names(self) -> list[Name]:
        return [parse_name(name) for name in self.cleaned_data["names"]]


class ImportForm(Form):
    file = UploadField(
        label=_("File of the tournament (.json)"), most=30_000_000, accept=".json,application/json"
    )
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH, required=False)


class ReportedDayForm(Form):
    day = forms.ModelChoiceField(
        Tournament.objects.none(), label=_("Reported result"), empty_label=None
    )
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH, required=False)

    def __init__(self, *args: Any, days: QuerySet[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].queryset = days  # type: ignore[attr-defined]  # a ModelChoiceField


class ReportedForm(Form):
    reported = forms.BooleanField(required=False)
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH, required=False)


class ResultField(TextField):
    """The result of a team in a series: performance, or performance, games won and lost.

    A result whose cell was not changed stays as it is: one from a document may say more.
    """

    def __init__(self, division: Division, stored: ReportedResult | None, label: str) -> None:
        self.division, self.stored = division, stored
        widget = forms.TextInput(attrs={"class": "form-control"})
        initial = f"{stored.performance} {stored.won} {stored.lost}" if stored else ""
        super().__init__(widget=widget, label=label, max_length=40, required=False, initial=initial)

    def clean(self, value: Any) -> SeriesSums | None:
        if self.stored and not self.has_changed(self.initial, value):
            return self.stored.sums
        text = super().clean(value)
        try:
            return read_result(text, self.division) if text else None
        except ValueError:
            problem = Problem("result-unreadable", params={"text": text})
            raise ValidationError(message(problem)) from None


class MeetingResultsForm(Form):
    def __init__(self, *args: Any, meeting: Meeting, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[tuple[LeagueTeam, list[forms.BoundField]]] = []
        for row in meeting.teams.select_related("team").prefetch_related("results"):
            stored = {result.series: result for result in row.results.all()}
            cells = []
            for series in range(1, meeting.division.series + 1):
                key, label = f"t{row.team.number}_s{series}", f"{row.team.name}, {series}"
                self.fields[key] = ResultField(meeting.division, stored.get(series), label)
                cells.append(self[key])
            self.lines.append((row.team, cells))

    @property
    def results(self) -> dict[tuple[int, int], SeriesSums]:
        return {
            (team.number, series): result
            for team, cells in self.lines
            for series, cell in enumerate(cells, 1)
            if (result := self.cleaned_data[cell.name])
        }


def read_result(text: str, division: Division) -> SeriesSums:
    """Parse a cell of results, those of a full team; raises ValueError.

    >>> read_result("4512 31 9", Division(size=6))
    SeriesSums(performance=4512, points=0, won=31, lost=9, players=6)
    """
    words = text.replace("−", "-").replace("/", " ").replace(";", " ").split()
    if len(words) not in (1, 3) or any(len(word) > 7 for word in words):
        raise ValueError(text)
    figure, *games = (int(word) for word in words)
    won, lost = games or (0, 0)
    # The figure that ranks the teams; not every report has the other one.
    points = figure if division.league_scoring.ranked_by == "points" else 0
    return SeriesSums(figure, points, won, lost, players=division.size)
