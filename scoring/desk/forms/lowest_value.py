"""What is legible of an illegible game (TO 7.2.5)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import RevisionField, offer
from scoring.messages import label
from scoring.models import ScoreList
from scoring.rules.score_list import Line
from scoring.rules.systems import LEVELS, MOST_TOPS

SHOWN, ABSENT = "yes", "no"
MARKS = ("hand", *LEVELS, "ouvert")


def legible(line: Line | None) -> dict[str, object]:
    """What a stored line says, as the initial values of the form.

    Whether the game was won is asked anew (docs/law.md "Corrections").
    """
    if line is None or line.game is None:
        return {"soloist": line.soloist} if line else {}
    marks = [key for key in MARKS if getattr(line.game, key)]
    return {"game": line.game.game, "tops": line.game.tops, "soloist": line.soloist, "marks": marks}


class LowestForm(forms.Form):
    """Empty means "unreadable"; won or lost is never guessed (docs/law.md "Corrections")."""

    # What the row showed when the question was opened.
    seen = forms.CharField(required=False, max_length=300, widget=forms.HiddenInput)
    layout = RevisionField(required=False, widget=forms.HiddenInput)
    game = forms.ChoiceField(required=False, label=_("Contract"))
    tops = forms.TypedChoiceField(required=False, label=_("Tops"), coerce=int, empty_value=None)
    marks = forms.MultipleChoiceField(
        required=False, label=_("Clearly marked"), widget=forms.CheckboxSelectMultiple
    )
    nothing_else = forms.BooleanField(required=False, label=_("Nothing else is marked"))
    soloist = forms.TypedChoiceField(label=_("Seat"), coerce=int, widget=forms.RadioSelect)
    won = forms.TypedChoiceField(
        label=_("Result"),
        coerce=lambda value: value == "won",
        choices=[("won", _("won")), ("lost", _("lost"))],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, score_list: ScoreList, number: int) -> None:
        super().__init__(data, initial=legible(score_list.line(number)))
        self.initial["layout"] = score_list.layout
        system = score_list.series.tournament.rule_system
        unreadable = [("", _("unreadable"))]
        games = dict.fromkeys(
            [game for each in system.classes for game in each.bases]
            + [null.game for null in system.nulls]
        )
        offer(self, "game", unreadable + [(game, label("game", game)) for game in games])
        most = max(MOST_TOPS.values())
        offer(
            self,
            "tops",
            unreadable
            + [(tops, _("with %(tops)s") % {"tops": tops}) for tops in range(1, most + 1)]
            + [(-tops, _("without %(tops)s") % {"tops": tops}) for tops in range(1, most + 1)],
        )
        self.columns = [key for key in MARKS if key in system.columns]
        offer(self, "marks", ((key, label("step", key.replace("_", " "))) for key in self.columns))
        outline = score_list.outline
        seats = score_list.seat_rows.select_related("entry__person")
        offer(
            self,
            "soloist",
            (
                (
                    outline.seat_of(seat.position),
                    f"{outline.seat_of(seat.position)} {seat.entry.person}",
                )
                for seat in seats
                if seat.position in outline.present(number)
                and outline.may_play(outline.seat_of(seat.position), number)
            ),
        )

    @property
    def facts(self) -> dict[str, object]:
        """The legible parts of the entry, as `consistent` takes them."""
        data = self.cleaned_data
        facts: dict[str, object] = dict.fromkeys(data["marks"], True)
        if data["nothing_else"]:
            facts |= {key: False for key in self.columns if key not in facts}
        if data["game"]:
            facts["game"] = data["game"]
        if data["tops"] is not None:
            facts["tops"] = data["tops"]
        return facts
