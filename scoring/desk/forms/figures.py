"""Figures copied from the foot of a paper: their fields, and which of them a sentence is about."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

FIGURES = ("points", "won", "lost", "total")
LONGEST_SHOWN = 12  # characters of what was typed instead of a number

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
    """A figure; 0 is legal, empty is not."""

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
            found = {"found": str(text)[:LONGEST_SHOWN]}
            raise ValidationError(_("“%(found)s” is no whole number"), params=found) from None


def figure_word(figure: str) -> str:
    """A figure as sentences name it: "games won"."""
    return str(_WORDS.get(figure, figure))


def place_of(name: str) -> str:
    """Where a field stands: "Seat 2, games won" for "won_2", else the word for it."""
    figure, _underscore, seat = name.rpartition("_")
    if seat.isdecimal():
        return gettext("Seat %(seat)s, %(figure)s") % {"seat": seat, "figure": figure_word(figure)}
    return figure_word(name)
