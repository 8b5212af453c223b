"""What the desk sends about the content of a list."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import RevisionField
from scoring.entry.line import ParsedLine, parse
from scoring.lists.services.games import AGREED, Seen, shown_line
from scoring.lists.services.lists import STOP_REASON_LENGTH, totals_text
from scoring.messages.sentence import points
from scoring.models import ScoreList, Seat
from scoring.models.log import MAX_REASON_LENGTH
from scoring.models.score_list import MAX_PLAYERS
from scoring.rules.bare_totals import BareTotal, count_passed_in
from scoring.rules.checks import appraise
from scoring.rules.illegible import candidates_for
from scoring.rules.outline import MAX_SEATS, Outline
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line

FIGURES = ("points", "won", "lost", "total")
MAX_POINTS = 99_999
MAX_SHOWN_LENGTH = 12  # characters of what was typed instead of a number

_WORDS = {
    "points": _("points"),
    "won": _("games won"),
    "lost": _("games lost"),
    "total": _("total"),
    "passed": _("passed games"),
    "games_played": _("games played"),
    "stop_reason": _("reason"),
}


class FigureField(forms.IntegerField):
    default_error_messages = {
        "required": _("is missing"),
        "min_value": _("%(show_value)s is too little, at least %(limit_value)s is possible"),
        "max_value": _("%(show_value)s is too much, at most %(limit_value)s is possible"),
    }

    def to_python(self, value: Any) -> int | None:
        text = str(value).strip().replace("−", "-") if value is not None else value
        try:
            return super().to_python(text)
        except ValidationError:
            params = {"found": str(text)[:MAX_SHOWN_LENGTH]}
            raise ValidationError(_("“%(found)s” is not a whole number"), params=params) from None


def figure_field(figure: str, *, required: bool) -> FigureField:
    least = 0 if figure in ("won", "lost") else -MAX_POINTS
    return FigureField(min_value=least, max_value=MAX_POINTS, required=required)


def field_place(name: str, outline: Outline | None = None) -> str:
    """A field as sentences name it: "Seat 2, games won" for "won_2".

    With an `outline` the number is a position: "won_5" may be that of who joined at seat 2.
    """
    figure, _underscore, position = name.rpartition("_")
    if position.isdecimal():
        seat = outline.seat_of(int(position)) if outline else position
        return gettext("Seat %(seat)s, %(figure)s") % {"seat": seat, "figure": _WORDS[figure]}
    return str(_WORDS.get(name, name))


MAX_SEEN_LENGTH = 2_000  # characters of a line, a foot or figures as the page showed them
MAX_NUMBER = 999  # of a game in the search for the wrong line: three digits
KNOWN_TOTALS = r"\A([0-9]{1,3}:-?[0-9]{1,5}( |\Z))*\Z"  # numbers of games, each with the total


def error_sentences(form: forms.Form, outline: Outline | None = None) -> list[str]:
    """Every error; those of figures say where."""
    sentences = []
    for name, errors in form.errors.items():
        is_figure = isinstance(form.fields.get(name), FigureField)
        place = f"{field_place(name, outline)}: " if is_figure else ""
        sentences += [f"{place}{error}" for error in errors]
    return sentences


class CorrectionForm(forms.Form):
    """Why a list is changed that was entered (SkO 5.5.3), or whose series is closed (TO 7.2.5)."""

    agreed = forms.BooleanField(required=False)
    correction = forms.CharField(required=False, max_length=MAX_REASON_LENGTH)

    @property
    def why(self) -> str:
        """The reason of the correction; if the table agreed, the paragraph will do."""
        correction: str = self.cleaned_data.get("correction", "")
        return correction or (AGREED if self.cleaned_data.get("agreed") else "")


class ListChangeForm(CorrectionForm):
    """A change of a whole list, at the revision that the page shows."""

    revision = RevisionField()

    @property
    def change(self) -> dict[str, Any]:
        """Arguments of a service; stale without a revision, as no list has revision 0."""
        self.is_valid()
        return {"revision": self.cleaned_data.get("revision", 0), "reason": self.why}


class SeenForm(CorrectionForm):
    """A change of a part of a list: what the page showed of it when its clerk began to type."""

    seen = forms.CharField(required=False, max_length=MAX_SEEN_LENGTH)
    layout = RevisionField(required=False)

    @property
    def base(self) -> Seen:
        """What was seen; stale without a layout, as no list has layout 0."""
        self.is_valid()
        return Seen(self.cleaned_data.get("seen", ""), self.cleaned_data.get("layout") or 0)

    @property
    def change(self) -> dict[str, Any]:
        return {"revision": self.base, "reason": self.why}


def parse_on_list(
    text: str, score_list: ScoreList, number: int, present: Line | None
) -> ParsedLine:
    """A typed line of game `number`; its row `present` says who dealt out of turn."""
    seats, outline = score_list.seats, score_list.outline
    return parse(
        text,
        system=score_list.series.tournament.rule_system,
        seats=seats,
        dealer=outline.idle(number, present.dealer if present else None),
        language=get_language() or "de",
        empty=set(range(1, seats + 1)).difference(outline.taken(number)),
    )


class LineForm(SeenForm):
    """One typed line. What was `seen` of its row may be a line as typed, not answered yet.

    `content` is the stored list and `present` its line in this row; `problems` are those of the
    text and of its game. A digit alone chooses a candidate for an illegible row
    (docs/entry-line.md "Illegible").
    """

    line = forms.CharField(required=False, max_length=300)
    photo = forms.BooleanField(required=False)  # taken from the photo, not typed

    def __init__(self, data: Any, *, score_list: ScoreList, number: int) -> None:
        super().__init__(data)
        self.score_list, self.number = score_list, number
        self.content = score_list.content()
        self.present = self.content.line(number)
        self.kind, self.problems = "", list[Problem]()

    def clean_line(self) -> Line:
        text = self.cleaned_data["line"]
        offers = self.present is not None and self.present.unread and text in set("123456789")
        entry = self.candidate(int(text)) if offers else None
        entry = entry or parse_on_list(text, self.score_list, self.number, self.present)
        self.kind = entry.kind
        if entry.problems:
            of_game = appraise(entry.game).problems if entry.game else ()
            self.problems = [*entry.problems, *of_game]
            self.add_error("line", "")
        return self.line_of(entry)

    def clean_seen(self) -> str:
        text: str = self.cleaned_data["seen"]
        if text == shown_line(self.present):
            return text
        entry = parse_on_list(text, self.score_list, self.number, self.present)
        return text if entry.problems else shown_line(self.line_of(entry))

    def candidate(self, digit: int) -> ParsedLine | None:
        system, outline = self.score_list.series.tournament.rule_system, self.score_list.outline
        games = candidates_for(self.content.lines, outline, system, self.number)
        if self.present is None or digit > len(games):
            return None
        return ParsedLine("game", games[digit - 1], self.present.soloist, self.present.running)

    def line_of(self, entry: ParsedLine) -> Line:
        return Line(
            number=self.number,
            game=entry.game,
            soloist=entry.soloist,
            passed=entry.kind == "passed",
            unread=entry.kind == "unread",
            dealer=self.present.dealer if self.present else None,
            running=entry.running,
        )


class FootForm(SeenForm):
    """The paper's figures below the games, by position; each is given whole or not at all."""

    def __init__(self, data: Any = None, *, score_list: ScoreList) -> None:
        super().__init__(data)
        self.outline, self.positions = score_list.outline, score_list.outline.positions
        for position in self.positions:
            for figure in FIGURES:
                self.fields[f"{figure}_{position}"] = figure_field(figure, required=False)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for position in self.positions:
            names = [f"{figure}_{position}" for figure in FIGURES]
            if self.errors.keys() & set(names):
                continue
            lacking = [figure for figure in FIGURES if data.get(f"{figure}_{position}") is None]
            if lacking and len(lacking) < len(names):
                words = ", ".join(str(_WORDS[figure]) for figure in lacking)
                sentence = _(
                    "Seat %(seat)s: %(figures)s missing. Give all four figures of a seat, or none."
                )
                seat = self.outline.seat_of(position)
                self.add_error(None, sentence % {"seat": seat, "figures": words})
        return data

    def differences(self, seats: Iterable[Seat]) -> list[str]:
        """A sentence for each figure that is stored otherwise than it was typed."""
        sentence = gettext(
            "%(place)s: somebody else has stored %(now)s. Compare once more to store yours."
        )
        sentences, by_position = [], {seat.position: seat for seat in seats}
        for position in self.positions:
            for figure in FIGURES:
                name = f"{figure}_{position}"
                stored = getattr(by_position.get(position), f"paper_{figure}", None)
                if self.cleaned_data[name] != stored:
                    now = "–" if stored is None else points(stored)
                    place = field_place(name, self.outline)
                    sentences.append(sentence % {"place": place, "now": now})
        return sentences

    @property
    def papers(self) -> dict[int, BareTotal | None]:
        """The figures by position; None where the fields were left empty."""
        papers: dict[int, BareTotal | None] = {}
        for position in self.positions:
            figures = [self.cleaned_data[f"{figure}_{position}"] for figure in FIGURES]
            papers[position] = None if None in figures else BareTotal(*figures)
        return papers


class TraceForm(forms.Form):
    """The search for the wrong line: the `earlier` totals, and a new one."""

    seat = forms.IntegerField(min_value=1, max_value=MAX_PLAYERS)
    earlier = forms.RegexField(
        KNOWN_TOTALS,
        required=False,
        max_length=300,
        error_messages={"invalid": _("Please start the search again.")},
    )
    number = forms.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    total = FigureField(required=False, min_value=-MAX_POINTS, max_value=MAX_POINTS)

    @property
    def totals(self) -> dict[int, int]:
        """The paper's running totals by the number of the game before them."""
        pairs = [pair.split(":") for pair in self.cleaned_data["earlier"].split()]
        totals = {int(number): int(total) for number, total in pairs}
        if self.cleaned_data["number"] and self.cleaned_data["total"] is not None:
            totals[self.cleaned_data["number"]] = self.cleaned_data["total"]
        return totals


class CloseForm(ListChangeForm):
    """`foot_differs`: the games count although the paper's foot says otherwise."""

    stop_reason = forms.CharField(required=False, max_length=STOP_REASON_LENGTH)
    foot_differs = forms.BooleanField(required=False)


class SeatsForm(ListChangeForm):
    first = forms.IntegerField(min_value=1, max_value=MAX_SEATS)
    second = forms.IntegerField(min_value=1, max_value=MAX_SEATS)


class TotalsForm(SeenForm):
    """Points, won and lost of each seat and, if the tournament asks for it, the paper's total.

    `seen` are the figures that the page showed, as a query string.
    """

    def __init__(self, data: Any = None, *, score_list: ScoreList) -> None:
        super().__init__(data)
        self.score_list = score_list
        self.figures = FIGURES if score_list.series.tournament.paper_total else FIGURES[:3]
        for seat in range(1, score_list.seats + 1):
            for figure in self.figures:
                self.fields[f"{figure}_{seat}"] = figure_field(figure, required=True)
        self.fields["passed"] = FigureField(min_value=0, max_value=MAX_POINTS, required=False)
        self.fields["games_played"] = FigureField(
            min_value=0, max_value=score_list.outline.games_planned, required=False
        )
        self.fields["stop_reason"] = forms.CharField(required=False, max_length=STOP_REASON_LENGTH)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        played, reason = data.get("games_played"), data.get("stop_reason")
        if played is not None and not reason:
            self.add_error("stop_reason", _("is missing: why did the table stop early?"))
        if reason and played is None and "games_played" not in self.errors:
            self.add_error("games_played", _("is missing: after which game did the table stop?"))
        return data

    @property
    def base(self) -> Seen:
        seen = super().base
        before = type(self)(QueryDict(seen.text), score_list=self.score_list)
        for name, field in before.fields.items():  # the control may have been set since
            field.required = field.required and not name.startswith("total")
        return Seen(before.text, seen.layout)

    @property
    def text(self) -> str:
        """The figures as one line; "" if one is missing."""
        names = [name for name in self.fields if name[-1].isdigit()]
        self.is_valid()
        if not all(name in self.cleaned_data for name in names):
            return ""
        played = self.cleaned_data.get("games_played")
        return totals_text(self.score_list, self.totals, played)

    @property
    def totals(self) -> list[BareTotal]:
        data = self.cleaned_data
        return [
            BareTotal(*(data[f"{figure}_{seat}"] for figure in self.figures))
            for seat in range(1, self.score_list.seats + 1)
        ]

    @property
    def passed(self) -> int:
        """The passed games; if not typed, what remains of the games."""
        passed: int | None = self.cleaned_data["passed"]
        return count_passed_in(self.games, self.totals) if passed is None else passed

    @property
    def games(self) -> int:
        played = self.cleaned_data.get("games_played")
        return int(played) if played is not None else self.score_list.outline.games_planned
