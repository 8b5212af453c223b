"""What the desk sends: a line, the foot of the paper, a reason."""

import re
from collections.abc import Mapping
from typing import Any, TypedDict
from urllib.parse import parse_qsl

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import RevisionField
from scoring.desk.forms.figures import FIGURES, FigureField, figure_word, place_of
from scoring.desk.reads.score_list import candidates_for
from scoring.desk.services.changing import AGREED
from scoring.entry import Typed, parse
from scoring.messages.amounts import points
from scoring.models import ScoreList
from scoring.models.score_list import MOST_PLAYERS
from scoring.rules.bare_totals import BareTotal
from scoring.rules.checks import appraise
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line

MOST_POINTS = 99_999
MOST_GAMES = 999
LONGEST_FOOT = 2_000  # characters of a foot as a query string
KNOWN_TOTAL = re.compile(r"[0-9]{1,3}:-?[0-9]{1,5}")  # a game's number, the total behind it


class ListChange(TypedDict):
    """The revision on which a list is changed, and the reason."""

    revision: int
    reason: str


class ListChangeForm(forms.Form):
    """What every change of a list carries: the revision that the page shows, and a reason.

    An entered list is corrected with the agreement of all at the table (SkO 5.5.3), a closed series
    by the organizer with a reason (TO 7.2.5). A row is typed on the revision that the page showed
    when its clerk began (`typed_on`), which may be older than that of the page by now.
    """

    revision = RevisionField()
    typed_on = RevisionField(required=False, min_value=0)
    agreed = forms.BooleanField(required=False)
    correction = forms.CharField(required=False, max_length=400)

    @property
    def why(self) -> str:
        """The reason of a correction; the paragraph where only the table agreed."""
        correction: str = self.cleaned_data.get("correction", "")
        return correction or (AGREED if self.cleaned_data.get("agreed") else "")

    @property
    def typed_at(self) -> int:
        """The revision that a row was typed on; who does not say typed on the newest."""
        self.is_valid()
        typed_on: int | None = self.cleaned_data.get("typed_on")
        return RevisionField.LARGEST if typed_on is None else typed_on

    @property
    def change(self) -> ListChange:
        """Arguments of a service; without a revision it is stale, as no list has revision 0."""
        self.is_valid()
        return {"revision": self.cleaned_data.get("revision", 0), "reason": self.why}


class LineForm(ListChangeForm):
    """One typed line. `seen` is what the page showed of the row when Enter was pressed.

    `content` is the stored list, `present` its line in this row. Typing only the digit of a
    candidate chooses the game of an illegible line (docs/entry-line.md "Illegible").
    """

    line = forms.CharField(required=False, max_length=300)
    seen = forms.CharField(required=False, max_length=300)

    def __init__(self, data: Any, *, score_list: ScoreList, number: int) -> None:
        super().__init__(data)
        self.score_list, self.number = score_list, number
        self.content = score_list.content()
        self.present = self.content.line(number)

    @property
    def typed(self) -> Typed:
        typed: Typed = self.cleaned_data["line"]
        return typed

    @property
    def problems(self) -> list[Problem]:
        """All problems of the line, those of its game by the law included."""
        if "line" not in self.cleaned_data:
            return []
        game = self.typed.game
        return [*self.typed.problems, *(appraise(game).problems if game else ())]

    def clean_line(self) -> Typed:
        text = self.cleaned_data["line"]
        chosen = self.chosen(text)
        if chosen:
            return chosen
        dealer = self.present.dealer if self.present else None
        seats, outline = self.score_list.seats, self.score_list.outline
        typed = parse(
            text,
            system=self.score_list.series.tournament.rule_system,
            seats=seats,
            dealer=outline.idle(self.number, dealer),
            language=get_language() or "de",
            empty=set(range(1, seats + 1)).difference(outline.taken(self.number)),
        )
        if typed.problems:
            self.add_error("line", "")
        return typed

    def chosen(self, text: str) -> Typed | None:
        """The candidate that a single digit names, if this row offers candidates."""
        row = self.present
        if row is None or not row.unread or text not in set("123456789"):
            return None
        games = candidates_for(self.score_list, self.number)
        if int(text) > len(games):
            return None
        return Typed("game", games[int(text) - 1], row.soloist, row.running)

    @property
    def as_line(self) -> Line:
        typed = self.typed
        return Line(
            number=self.number,
            game=typed.game,
            soloist=typed.soloist,
            passed=typed.kind == "passed",
            unread=typed.kind == "unread",
            dealer=self.present.dealer if self.present else None,
            running=typed.running,
        )


class FootForm(ListChangeForm):
    """The paper's figures below the games, per seat; a seat is given whole or not at all.

    `seen` is the stored foot that the page showed when its clerk began to type, as a query string.
    """

    def __init__(self, data: Any = None, *, score_list: ScoreList) -> None:
        super().__init__(data)
        self.positions = score_list.outline.positions
        for seat in self.positions:
            for figure in FIGURES:
                least = 0 if figure in ("won", "lost") else -MOST_POINTS
                self.fields[f"{figure}_{seat}"] = FigureField(
                    min_value=least, max_value=MOST_POINTS, required=False
                )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for seat in self.positions:
            names = [f"{figure}_{seat}" for figure in FIGURES]
            if self.errors.keys() & set(names):
                continue
            lacking = [name for name in names if data.get(name) is None]
            if lacking and len(lacking) < len(names):
                words = ", ".join(figure_word(name.rpartition("_")[0]) for name in lacking)
                sentence = _(
                    "Seat %(seat)s: %(figures)s missing. Give all four figures of a seat, or none."
                )
                self.add_error(None, sentence % {"seat": seat, "figures": words})
        return data

    @property
    def sentences(self) -> list[str]:
        """Every error with its place."""
        return [
            str(error) if name == NON_FIELD_ERRORS else f"{place_of(name)}: {error}"
            for name, errors in self.errors.items()
            for error in errors
        ]

    def unseen(self, stored: Mapping[str, int]) -> list[str]:
        """Figures that somebody else stored since, and that would be overwritten: a sentence each.

        A page that does not say what it has seen overwrites.
        """
        if "seen" not in self.data:
            return []
        seen = dict(parse_qsl(self.data["seen"][:LONGEST_FOOT]))
        names = (f"{figure}_{seat}" for seat in self.positions for figure in FIGURES)
        return [
            gettext(
                "%(place)s: somebody else has stored %(now)s. Compare once more to store yours."
            )
            % {"place": place_of(name), "now": points(now) if now is not None else "–"}
            for name in names
            for now in [stored.get(name)]
            if self.cleaned_data[name] != now
            and seen.get(name) != (None if now is None else str(now))
        ]

    @property
    def papers(self) -> dict[int, BareTotal | None]:
        """The figures of each seat; None where the fields were left empty."""
        data = self.cleaned_data
        return {
            seat: BareTotal(*(data[f"{figure}_{seat}"] for figure in FIGURES))
            if data[f"points_{seat}"] is not None
            else None
            for seat in self.positions
        }


class TraceForm(forms.Form):
    """The search for the wrong line: the answers so far, and a new one."""

    seat = forms.IntegerField(min_value=1, max_value=MOST_PLAYERS)
    known = forms.CharField(required=False, max_length=300)
    number = forms.IntegerField(required=False, min_value=1, max_value=MOST_GAMES)
    total = FigureField(required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS)

    @property
    def sentences(self) -> list[str]:
        """What is wrong with the total; a page whose search cannot be read begins it again."""
        again = [
            str(error) for name, found in self.errors.items() if name != "total" for error in found
        ]
        return again or [f"{place_of('total')}: {each}" for each in self.errors.get("total", [])]

    @property
    def answers(self) -> dict[int, int]:
        """Game numbers and the running totals that the paper shows after them."""
        pairs = [pair.split(":") for pair in self.cleaned_data["known"].split()]
        known = {int(number): int(total) for number, total in pairs}
        if self.cleaned_data["number"] and self.cleaned_data["total"] is not None:
            known[self.cleaned_data["number"]] = self.cleaned_data["total"]
        return known

    def clean_known(self) -> str:
        known: str = self.cleaned_data["known"]
        for pair in known.split():
            if not KNOWN_TOTAL.fullmatch(pair):
                raise forms.ValidationError(_("Please start the search again."))
        return known


class CloseForm(ListChangeForm):
    """`foot_differs`: the games count although the paper's foot says otherwise."""

    stop_reason = forms.CharField(required=False, max_length=200)
    foot_differs = forms.BooleanField(required=False)


class SeatsForm(ListChangeForm):
    """Two seats whose players are to be exchanged."""

    first = forms.IntegerField(min_value=1, max_value=4)
    second = forms.IntegerField(min_value=1, max_value=4)


class ListReasonForm(ListChangeForm):
    reason = forms.CharField(max_length=400, label=_("Reason"))

    @property
    def why(self) -> str:
        return str(self.cleaned_data["reason"])
