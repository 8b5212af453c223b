"""What a second person sends: signatures, second entries, and decisions by the paper."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, NumbersField, RevisionField, TextField
from scoring.lists.forms.lines import LineForm
from scoring.lists.forms.totals import TotalsForm
from scoring.lists.reads.second_entry import EntryDifference, typed_line
from scoring.lists.services.second_entry import Choice
from scoring.models import Recheck

FIRST, SECOND = "first", "second"


class SignedForm(forms.Form):
    """The positions of the list that signed it (TO 9.11), and the revision compared with it."""

    revision = RevisionField()
    all_signed = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, seats: Sequence[int]) -> None:
        super().__init__(data)
        self.seats = seats
        self.fields["signed"] = forms.TypedMultipleChoiceField(
            coerce=int, choices=[(seat, seat) for seat in self.seats], required=False
        )

    @property
    def signatures(self) -> list[int]:
        """The signed seats, even if the rest of the form is invalid."""
        data = self.cleaned_data if self.is_bound and not self.errors else {}
        if data.get("all_signed"):
            return list(self.seats)
        return list(data.get("signed", []))


class ResolveForm(SignedForm):
    """Which entry is right at each difference; `steps` is that of the entry shown."""

    steps = RevisionField(min_value=0)

    def __init__(
        self, data: Any = None, *, seats: Sequence[int], contested: Sequence[EntryDifference]
    ) -> None:
        super().__init__(data, seats=seats)
        self.contested = contested
        for each in contested:
            self.fields[f"choice_{each.place}"] = forms.ChoiceField(
                choices=[(FIRST, _("first entry")), (SECOND, _("second entry"))], required=False
            )
            self.fields[f"shown_{each.place}"] = forms.CharField(required=False, max_length=16)

    @property
    def choices(self) -> Mapping[int, Choice]:
        """The decided places, but for those at which another difference was shown."""
        data = self.cleaned_data
        return {
            each.place: data[f"choice_{each.place}"]
            for each in self.contested
            if data[f"choice_{each.place}"] and data[f"shown_{each.place}"] in ("", each.mark)
        }


class BlindLineForm(LineForm):
    """A line of a second entry, without the list's own lines."""

    def __init__(self, data: Any, *, recheck: Recheck, number: int) -> None:
        super().__init__(data, score_list=recheck.list, number=number)
        self.present = typed_line(recheck, number)

    def chosen(self, text: str) -> None:
        """Candidates would come from the first entry: there are none."""
        return


class BlindTotalsForm(TotalsForm):
    """The figures of a second entry."""

    @property
    def games(self) -> int:
        return self.score_list.outline.games_due


# Decisions of a referee or the organizer about a list.

KNOWN, UNKNOWN = "known", "unknown"


class DecisionForm(Form):
    """The reason of a decision, and the revision that was looked at."""

    revision = RevisionField(widget=forms.HiddenInput)
    reason = TextField(label=_("Reason"), max_length=400)


class AnnulmentForm(DecisionForm):
    """Which game was dealt out of turn (docs/law.md "A score list").

    `last` is the very last game where it is entered: its deal alone depends on the signatures
    (SkO 3.2.11), so they are asked for only then.
    """

    where = forms.ChoiceField(
        label=_("Which deal was out of turn?"),
        choices=[
            (KNOWN, _("the deal of this game:")),
            (UNKNOWN, _("it cannot be located, or was inherited from a finished round")),
        ],
        initial=KNOWN,
        widget=forms.RadioSelect,
    )
    number = NumberField(label=_("Game"), min_value=1, max_value=100, required=False)
    signed = forms.BooleanField(label=_("All have signed the list"), required=False)

    def __init__(self, *args: Any, last: int | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["where"].widget.attrs["class"] = "form-check-input"
        if last is None:
            del self.fields["signed"]
        else:
            words = _("Matters for game %(number)s only, the last one.") % {"number": last}
            self.fields["signed"].help_text = words

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("where") == KNOWN and data.get("number") is None and "number" in data:
            self.add_error("number", _("Which game? Please type its number."))
        return data

    @property
    def wrong_number(self) -> int | None:
        """The game dealt by the wrong player; None if unknown."""
        return self.cleaned_data["number"] if self.cleaned_data["where"] == KNOWN else None

    @property
    def all_signed(self) -> bool:
        """Whether all have signed; False where that is not asked."""
        return bool(self.cleaned_data.get("signed"))


# Tables whose lists all players have signed.


class SignaturesForm(Form):
    """Table numbers as they are called out: "3 7 12-15"."""

    tables = NumbersField(
        label=_("Tables whose lists all players have signed"),
        max_length=400,
        help_text=_("Such as 3 7 12-15, then Enter."),
    )
    tables.widget.attrs["autofocus"] = True
