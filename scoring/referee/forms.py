"""A referee's answers as read from an address or a form; forms of rulings and objections."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, RevisionField, TextField, parse_number
from scoring.core.text import language
from scoring.entry.contracts import contracts
from scoring.entry.line import ParsedLine, canonical, parse
from scoring.lists.forms.lines import parse_on_list
from scoring.lists.services.lists import last_number
from scoring.models import Entry, ScoreList
from scoring.models.person import MAX_START_NUMBER
from scoring.rules.adjudication.incident import QUESTIONS, Answer, Incident
from scoring.rules.adjudication.table import ROWS
from scoring.rules.outline import MIN_SEATS, Outline
from scoring.rules.problem import Problem
from scoring.rules.systems import System

YES, NO = "yes", "no"
MAX_DIGITS = 4
MAX_ANSWER_LENGTH = 20  # longer than the longest option
# Questions that a list answers itself.
FROM_LIST = ("seats", "rounds", "played", "ended", "left_after", "joined_with")


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers so far: `line` is the game as typed, `soloist` its seat, `number` its row."""

    incident: Incident
    score_list: ScoreList | None = None
    number: int | None = None
    soloist: int | None = None
    line: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def params(self) -> list[tuple[str, str]]:
        """The query parameters of these answers, without those that the list gives."""
        pairs = [
            ("row", self.incident.row),
            ("list", "" if self.score_list is None else str(self.score_list.pk)),
            ("game", "" if self.number is None else str(self.number)),
            ("line", self.line),
        ]
        answers = self.incident.answers.items()
        pairs += [(key, _as_text(answer)) for key, answer in answers if key not in self.from_list]
        return [(key, text) for key, text in pairs if text]

    @property
    def from_list(self) -> tuple[str, ...]:
        return () if self.score_list is None else FROM_LIST


def read_answers(query: Mapping[str, str], system: System, score_list: ScoreList | None) -> Answers:
    """Instead of a game that the list does not have, the next one is taken, or its last."""
    row, number = query.get("row", ""), parse_number(query.get("game", ""), MAX_DIGITS)
    if score_list is not None and not 1 <= (number or 0) <= score_list.outline.games_due:
        number = min(last_number(score_list) + 1, score_list.outline.games_due) or None
    answers = {key: _answer(key, query[key]) for key in QUESTIONS if query.get(key)}
    text = query.get("line")
    if score_list is not None:
        answers |= answers_of_list(score_list)
        if text is None and number:
            stored = score_list.line(number)
            text = canonical(stored, language=language()) if stored and stored.game else ""
    line = parse_contract(text or "", system, score_list, number)
    return Answers(
        incident=Incident(row if row in ROWS else "", system, line.game, answers),
        score_list=score_list,
        number=number,
        soloist=line.soloist,
        line=text or "",
        problems=line.problems,
    )


def answers_of_list(score_list: ScoreList) -> dict[str, Answer]:
    outline, played = score_list.outline, last_number(score_list)
    return {
        "seats": str(score_list.seats),
        "rounds": outline.rounds,
        "played": played,
        "ended": outline.ended_after is not None and played >= outline.ended_after,
        **player_changes(outline),
    }


def player_changes(outline: Outline) -> dict[str, Answer]:
    """After which game a table with four seats was first at three, and when it was again at four.

    0 if it began with three, as where a late player of a league joined.
    """
    of_three = [period for period in outline.periods if len(period.present) == MIN_SEATS]
    if outline.seats == MIN_SEATS or not of_three:
        return {}
    first = of_three[0].first
    later = (period for period in outline.periods if period.first > first)
    refilled = next((period for period in later if len(period.present) > MIN_SEATS), None)
    changes: dict[str, Answer] = {"left_after": first - 1}
    return changes | ({"joined_with": refilled.first} if refilled else {})


def parse_contract(
    text: str, system: System, score_list: ScoreList | None, number: int | None
) -> ParsedLine:
    """The contract with its seat, which may be missing outside a list."""
    if not text.strip():
        return ParsedLine("game")
    if score_list is not None and number:
        line = parse_on_list(text, score_list, number, score_list.line(number))
    else:
        line = parse(text, system=system, seats=4, dealer=None, language=language())
        if line.problems:
            # With a seat, whichever: its own problem must not hide that the contract is right.
            bare = parse(f"{text}1", system=system, seats=4, dealer=None, language=language())
            if not bare.problems:
                return ParsedLine("game", bare.game)
    if line.game or line.problems:
        return line
    codes = " ".join(contracts(system, language()))
    problem = Problem("line-contract-missing", "line", {"contracts": codes})
    return ParsedLine("game", problems=(problem,))


def _answer(key: str, text: str) -> Answer:
    kind, text = QUESTIONS[key].kind, text[:MAX_ANSWER_LENGTH]
    if kind == "yesno" and text in (YES, NO):
        return text == YES
    if kind == "number":
        number = parse_number(text, MAX_DIGITS)
        return text if number is None else number
    return text


def _as_text(answer: Answer) -> str:
    if isinstance(answer, bool):
        return YES if answer else NO
    return str(answer)


class KeepForm(Form):
    note = TextField(label=_("Note"), max_length=300, required=False)
    revision = RevisionField(min_value=0, widget=forms.HiddenInput, required=False)


class ObjectionForm(Form):
    """An objection; `entry` is its author, None if not stated."""

    text = forms.CharField(
        label=_("Text of the objection"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    start_number = NumberField(
        label=_("Start number of the objecting player"),
        min_value=1,
        max_value=MAX_START_NUMBER,
        required=False,
    )

    def __init__(self, *args: Any, entries: QuerySet[Entry] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = Entry.objects.none() if entries is None else entries
        self.entry: Entry | None = None

    def clean_start_number(self) -> int | None:
        number: int | None = self.cleaned_data["start_number"]
        self.entry = self.entries.filter(start_number=number).first() if number else None
        if number and self.entry is None:
            raise forms.ValidationError(_("Nobody has this start number."))
        return number


class BoardForm(Form):
    reason = forms.CharField(
        label=_("Reason of the board"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )
