"""The forms of rankings: lots, and points given or taken."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, TextField, set_choices
from scoring.models import Entry, Series, Team, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.standings.services import MAX_POINTS, MAX_REASON_LENGTH


class LotForm(forms.Form):
    """The place of each player or team in `drawn`, by id; all places are different."""

    def __init__(self, data: Any = None, *, drawn: Mapping[int, Entry | Team]) -> None:
        super().__init__(data)
        self.drawn = drawn
        for pk in drawn:
            self.fields[f"place_{pk}"] = forms.IntegerField(min_value=1, max_value=len(drawn))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        places = list(data.values())
        if len(places) == len(self.drawn) and len(set(places)) < len(places):
            raise forms.ValidationError(_("Every place is drawn only once."))
        return data

    @property
    def order(self) -> list[Entry | Team]:
        ordered = sorted(self.drawn, key=lambda pk: int(self.cleaned_data[f"place_{pk}"]))
        return [self.drawn[pk] for pk in ordered]


# Points that the board gives or takes.


class AdjustmentForm(Form):
    start_number = NumberField(label=_("Start number"), min_value=1, max_value=MAX_START_NUMBER)
    points = NumberField(
        label=_("Points"),
        min_value=-MAX_POINTS,
        max_value=MAX_POINTS,
        help_text=_("With a minus sign they are taken away: -100"),
    )
    series = forms.ChoiceField(
        label=_("Where they count"),
        required=False,
        help_text=_("Points of a series are dropped with it, where only the best series count."),
    )
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH)

    def __init__(self, data: Any = None, *, tournament: Tournament, **options: Any) -> None:
        super().__init__(data, **options)
        self.tournament = tournament
        numbers = tournament.series.values_list("number", flat=True)
        choices: list[tuple[str, object]] = [("", _("on the total"))]
        choices += [(str(n), _("in series %(number)s") % {"number": n}) for n in numbers]
        set_choices(self, "series", choices)

    def clean_start_number(self) -> Entry:
        number = self.cleaned_data["start_number"]
        entry = self.tournament.entries.filter(start_number=number).first()
        if entry is None:
            sentence = _("Nobody has the start number %(number)s.")
            raise forms.ValidationError(sentence % {"number": number})
        return entry

    def clean_series(self) -> Series | None:
        number = self.cleaned_data["series"]
        return self.tournament.series.filter(number=number).first() if number else None
