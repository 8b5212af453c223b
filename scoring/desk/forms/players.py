"""Who leaves or joins a table at a round."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, RevisionField, TextField, offer
from scoring.desk.services.sittings import SeatChange
from scoring.models import ScoreList
from scoring.rules.outline import MOST, Outline

HIGHEST_START_NUMBER = 99_999


class LeavingForm(Form):
    """A seat, the round after which its player leaves, who joins then, and why.

    Nobody can join where the tournament allows no substitutes (TO 9.7).
    """

    revision = RevisionField(widget=forms.HiddenInput)
    seat = forms.TypedChoiceField(label=_("Whose seat"), coerce=int)
    after_round = NumberField(
        label=_("After round"),
        min_value=1,
        max_value=99,
        help_text=_("The round is played to its end."),
    )
    announced = forms.BooleanField(
        label=_("Announced before that round (SkO 4.5.9)"), required=False
    )
    joins = NumberField(
        label=_("Who takes the seat: start number"),
        min_value=1,
        max_value=HIGHEST_START_NUMBER,
        required=False,
        help_text=_("From the next round on. Empty: the table goes on as three."),
    )
    agreed = forms.BooleanField(
        label=_("All others at the table agree (SkO 3.1.2)"), required=False
    )
    reason = TextField(label=_("Reason"), max_length=400)

    def __init__(self, data: Any = None, *, score_list: ScoreList, joins: str = "") -> None:
        initial: dict[str, Any] = {"revision": score_list.revision}
        if joins.isascii() and joins.isdecimal():  # a late player, for whom a table has a chair
            initial |= {"seat": MOST, "joins": joins[:6]}
        super().__init__(data, initial=initial)
        seats = seats_with_names(score_list)
        if score_list.series.tournament.substitutes and score_list.seats < MOST:
            seats.append((MOST, gettext("4 (free: a fourth joins the table)")))
        offer(self, "seat", seats)
        if not score_list.series.tournament.substitutes:
            del self.fields["joins"], self.fields["agreed"]

    @property
    def wanted(self) -> SeatChange:
        """What was typed, as the service wants it. The form is valid."""
        names = ("seat", "after_round", "announced", "joins", "agreed")
        return SeatChange(
            **{name: self.cleaned_data[name] for name in names if name in self.fields}
        )


def seats_with_names(score_list: ScoreList) -> list[tuple[int, str]]:
    """Every seat of the table with its last player."""
    outline = score_list.outline
    found = {}
    for row in score_list.seat_rows.select_related("entry__person"):
        seat = outline.seat_of(row.position)
        found[seat] = f"{seat} {row.entry.person}" + (empty_text(outline, row.position))
    return sorted(found.items())


def empty_text(outline: Outline, position: int) -> str:
    last = outline.times[position - 1].last
    if last is None:
        return ""
    return " " + gettext("(left after round %(round)s)") % {"round": outline.round_of(last)}
