"""Fees, bookings, the till, and what is looked for in the ledger."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.forms import Form, MoneyField, NumberField, TextField, offer
from scoring.core.refusals import Refused
from scoring.messages import message
from scoring.models import Tournament
from scoring.models.money import BookingKind, FeeColumns
from scoring.models.person import HIGHEST_START_NUMBER
from scoring.models.series import LAST_SERIES
from scoring.money.reads.ledger import Sought
from scoring.money.reads.till import Till
from scoring.money.services.bookings import NOTE_LENGTH
from scoring.money.services.fees import Prices
from scoring.rules.fees import MOST_LOST

STEPS = 5
EVERYTHING = ("", pgettext_lazy("ledger", "everything"))


class FeesForm(Form):
    """The fees of a tournament, and the ladder of the lost games step by step."""

    entry_cents = MoneyField(label=_("Entry fee"), required=False)
    card_cents = MoneyField(label=_("Card money"), required=False)
    table_cents = MoneyField(label=_("Table money"), required=False)
    passed_cents = MoneyField(
        label=_("Passed-game fee"),
        required=False,
        help_text=_("What each player of the table pays for a game that is passed in."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for step in range(1, STEPS + 1):
            self.fields[f"from_{step}"] = NumberField(
                label=_("From the lost game number"),
                min_value=1,
                max_value=MOST_LOST,
                required=False,
            )
            self.fields[f"each_{step}"] = MoneyField(label=_("Each costs"), required=False)
            for name in ("from", "each"):
                self.fields[f"{name}_{step}"].widget.attrs["class"] = "form-control"

    @staticmethod
    def values(fees: FeeColumns) -> dict[str, object]:
        names = ("entry_cents", "card_cents", "table_cents", "passed_cents")
        steps: dict[str, object] = {}
        for number, (first, cents) in enumerate(fees.lost_ladder, 1):
            steps |= {f"from_{number}": first, f"each_{number}": cents}
        return {**{name: getattr(fees, name) for name in names}, **steps}

    @property
    def steps(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"from_{step}"], self[f"each_{step}"]) for step in range(1, STEPS + 1)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for step in range(1, STEPS + 1):
            first, cents = data.get(f"from_{step}"), data.get(f"each_{step}")
            if (first is None) != (cents is None) and not self.errors:
                missing = f"from_{step}" if first is None else f"each_{step}"
                self.add_error(missing, _("A step needs both figures."))
        return data

    def refuse(self, refused: Refused) -> None:
        """What is wrong with the ladder stands at its first step."""
        ladder = [each for each in refused.problems if each.field == "lost_ladder"]
        super().refuse(Refused(each for each in refused.problems if each not in ladder))
        for problem in ladder:
            self.add_error("from_1", message(problem))

    def prices(self) -> Prices:
        data = self.cleaned_data
        steps = [(data[f"from_{step}"], data[f"each_{step}"]) for step in range(1, STEPS + 1)]
        return Prices(
            data["entry_cents"] or 0,
            data["card_cents"] or 0,
            data["table_cents"] or 0,
            data["passed_cents"] or 0,
            [[first, cents] for first, cents in steps if first is not None],
        )


class BookForm(Form):
    """One movement by hand: into the till, out of it, or back to a player."""

    IN, OUT, REFUND = "in", "out", "refund"
    DIRECTIONS = (
        (IN, _("into the till")),
        (OUT, _("out of the till")),
        (REFUND, _("back to a player")),
    )
    direction = forms.ChoiceField(label=_("The money goes"), choices=DIRECTIONS)
    cents = MoneyField(
        label=_("Amount"),
        required=False,
        help_text=_("Empty, for money back to a player: all that was paid at the door."),
    )
    kind = forms.ChoiceField(
        label=pgettext_lazy("booking", "What for"),
        choices=[choice for choice in BookingKind.choices if choice[0] != BookingKind.PAYOUT],
        initial=BookingKind.OTHER,
    )
    start_number = NumberField(
        label=_("Start number"),
        min_value=1,
        max_value=HIGHEST_START_NUMBER,
        required=False,
        help_text=_("Whose money it is; a refund needs it."),
    )
    pot = forms.ChoiceField(
        label=_("Pot"),
        required=False,
        help_text=_("A donation for prizes goes into their pot."),
    )
    reason = TextField(label=_("Reason"), max_length=NOTE_LENGTH)
    field_order = ("direction", "cents", "kind", "start_number", "pot", "reason")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pots = [(str(pot.pk), pot.title) for pot in tournament.pots.all()]
        offer(self, "pot", [("", _("none")), *pots])
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        number = data.get("start_number")
        data["entry"] = None
        if number is not None:
            data["entry"] = self.tournament.entries.filter(start_number=number).first()
            if data["entry"] is None:
                self.add_error("start_number", _("Nobody has this start number."))
        elif data.get("direction") == self.REFUND and not self.errors:
            self.add_error("start_number", _("Please say to whom the money goes back."))
        if data.get("cents") is None and data.get("direction") != self.REFUND:
            self.add_error("cents", _("Please type an amount."))
        if (data.get("cents") or 0) < 0:
            self.add_error("cents", _("Please type the amount without a minus sign."))
        return data


class JoinForm(Form):
    """Who else plays for an optional pot."""

    start_number = NumberField(label=_("Start number"), min_value=1, max_value=HIGHEST_START_NUMBER)


class TillForm(Form):
    """What was counted: the whole till, or each kind of money by itself."""

    counted_all = MoneyField(label=_("Counted in the till"), required=False)
    note = TextField(label=_("Note"), max_length=NOTE_LENGTH, required=False)

    def __init__(self, *args: Any, till: Till, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kinds = [line.kind for line in till.lines]
        for kind in self.kinds:
            field = MoneyField(label=BookingKind(kind).label, required=False)
            field.widget.attrs["class"] = "form-control"
            self.fields[f"counted_{kind}"] = field

    @property
    def by_kind(self) -> list[forms.BoundField]:
        return [self[f"counted_{kind}"] for kind in self.kinds]

    def counted(self) -> dict[str, int]:
        data = self.cleaned_data
        found = {kind: data[f"counted_{kind}"] for kind in self.kinds}
        found[""] = data["counted_all"]
        return {kind: cents for kind, cents in found.items() if cents is not None}


class LedgerForm(Form):
    """Every field may be empty; an invalid value is reported and does not filter."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("booking", "What for"),
        required=False,
        choices=[EVERYTHING, *BookingKind.choices],
    )
    start_number = NumberField(
        label=_("Start number"), min_value=1, max_value=HIGHEST_START_NUMBER, required=False
    )
    series = NumberField(
        label=pgettext_lazy("one", "Series"), min_value=1, max_value=LAST_SERIES, required=False
    )
    table = NumberField(label=_("Table"), min_value=1, max_value=9_999, required=False)
    pot = NumberField(label=_("Pot no."), min_value=1, max_value=999, required=False)
    text = TextField(label=_("Text in the note"), max_length=80, required=False)

    def sought(self) -> Sought:
        """What was asked for, as far as it could be understood."""
        self.is_valid()
        data = self.cleaned_data
        return Sought(
            data.get("kind", ""),
            data.get("start_number"),
            data.get("series"),
            data.get("table"),
            data.get("pot"),
            data.get("text", ""),
        )
