"""Three figures a player, and the paper's total as a check."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.lines import FIGURES, MAX_POINTS, FigureField, SeenForm
from scoring.lists.services.changing import Seen
from scoring.lists.services.totals import totals_text
from scoring.models import ScoreList
from scoring.rules.bare_totals import BareTotal, passed_in

# From the names in the rules to the fields of this form.
FIELD_NAMES = {"game_points": "points", "won": "won", "lost": "lost", "paper_total": "total"}


class TotalsForm(SeenForm):
    """Per seat points, won, lost and, if the tournament asks for it, the paper's total.

    If `passed` is empty, it is what remains of the games. `seen` are the figures of before, as a
    query string.
    """

    def __init__(self, data: Any = None, *, score_list: ScoreList) -> None:
        super().__init__(data)
        self.score_list = score_list
        self.figures = FIGURES if score_list.series.tournament.paper_total else FIGURES[:3]
        for seat in range(1, score_list.seats + 1):
            for figure in self.figures:
                least = 0 if figure in ("won", "lost") else -MAX_POINTS
                self.fields[f"{figure}_{seat}"] = FigureField(min_value=least, max_value=MAX_POINTS)
        self.fields["passed"] = FigureField(min_value=0, max_value=MAX_POINTS, required=False)
        self.fields["games_played"] = FigureField(
            min_value=0, max_value=score_list.outline.games_planned, required=False
        )
        self.fields["stop_reason"] = forms.CharField(required=False, max_length=200)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("games_played") is not None and not data.get("stop_reason"):
            self.add_error("stop_reason", _("is missing: why did the table stop early?"))
        if (
            data.get("stop_reason")
            and data.get("games_played") is None
            and "games_played" not in self.errors
        ):
            self.add_error("games_played", _("is missing: after which game did the table stop?"))
        return data

    @property
    def base(self) -> Seen:
        typed = super().base
        before = type(self)(QueryDict(typed.text), score_list=self.score_list)
        return Seen(before.text, typed.layout)

    @property
    def text(self) -> str:
        """The figures as one line; "" where none are given, or not all."""
        names = [name for name in self.fields if name[-1].isdigit()]
        self.is_valid()
        if not all(name in self.cleaned_data for name in names):
            return ""
        return totals_text(self.totals, self.cleaned_data.get("games_played"))

    @property
    def totals(self) -> list[BareTotal]:
        """The figures of every seat, in seat order."""
        data = self.cleaned_data
        return [
            BareTotal(*(data[f"{figure}_{seat}"] for figure in self.figures))
            for seat in range(1, self.score_list.seats + 1)
        ]

    @property
    def passed(self) -> int:
        typed = self.cleaned_data["passed"]
        return int(typed) if typed is not None else passed_in(self.games, self.totals)

    @property
    def games(self) -> int:
        """The number of games of the list."""
        played = self.cleaned_data["games_played"]
        return int(played) if played is not None else self.score_list.outline.games_planned


class PassedForm(forms.Form):
    """The counts typed so far, from which the passed games follow."""

    games_played = forms.IntegerField(required=False, min_value=0, max_value=999)

    def __init__(self, data: Any, *, score_list: ScoreList) -> None:
        super().__init__(data)
        self.score_list = score_list
        for seat in range(1, score_list.seats + 1):
            for figure in ("won", "lost"):
                self.fields[f"{figure}_{seat}"] = forms.IntegerField(min_value=0, max_value=999)

    @property
    def passed(self) -> int | None:
        """The passed games; None while a count is missing, or if there are too many."""
        if not self.is_valid():
            return None
        data = dict(self.cleaned_data)
        played = data.pop("games_played")
        due = self.score_list.outline.games_planned if played is None else played
        left = int(due) - sum(data.values())
        return left if left >= 0 else None
