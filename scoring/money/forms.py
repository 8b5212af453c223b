"""Forms for prizes, pots, fees and the till."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    DateField,
    Form,
    MoneyField,
    NumberField,
    NumbersField,
    ReasonForm,
    TextField,
    set_choices,
)
from scoring.messages.catalogue import message
from scoring.messages.labels import label
from scoring.messages.money import CURVES, METHODS, SHARING
from scoring.messages.sentence import plain_amount
from scoring.models import Fees, Pot, Tournament
from scoring.models.money import BookingKind, FeeColumns, PotKind
from scoring.models.person import MAX_START_NUMBER
from scoring.models.tournament import LAST_SERIES_NUMBER, BrokenOff
from scoring.money.reads.ledger import Till
from scoring.money.services.ledger import MAX_NOTE_LENGTH, PRICE_FIELDS
from scoring.money.services.pots import (
    MAX_POT_TITLE_LENGTH,
    MAX_PRIZE_TITLE_LENGTH,
    MAX_THINGS,
    PotTerms,
)
from scoring.rules.fees import MAX_LOST
from scoring.rules.prizes import MAX_PLACES, SOURCES, PrizePlan
from scoring.rules.problem import Problem
from scoring.rules.ranking import specials_in

# Prizes in kind.

# "5 × Wine", "5xWine" and "5 x Wine" are five prizes, "1 Xbox" is one.
_MULTIPLE = re.compile(r"\s*(\d{1,3})(?:\s*[×*]\s*|[xX]\s*|\s+[xX]\s+)(\S.*)")


class PrizesForm(Form):
    """Things that winners can choose from, one a line."""

    titles = forms.CharField(
        label=_("Prizes in kind"),
        max_length=20_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line; “5 × bottle of wine” means five. The winners choose in order."),
    )

    def clean_titles(self) -> list[str]:
        titles: list[str] = []
        for line in self.cleaned_data["titles"].splitlines():
            multiple = _MULTIPLE.fullmatch(line)
            count, title = (int(multiple[1]), multiple[2]) if multiple else (1, line)
            if len(title) > MAX_PRIZE_TITLE_LENGTH:
                raise ValidationError(
                    _("Please write at most %(most)s characters a line."),
                    params={"most": MAX_PRIZE_TITLE_LENGTH},
                )
            if not 1 <= count <= MAX_THINGS or len(titles) + count > MAX_THINGS:
                raise ValidationError(
                    _("Between 1 and %(most)s prizes, please."), params={"most": MAX_THINGS}
                )
            titles += [title] * count
        return titles


# Breaking off a tournament.


class PercentForm(Form):
    """The percentage of each prize that is paid; the preview changes with it."""

    percent = NumberField(
        label=_("Percent of each prize"),
        min_value=0,
        max_value=100,
        required=False,
        widget=forms.TextInput(
            attrs={"class": "number-field", "inputmode": "numeric", "autocomplete": "off"}
        ),
    )


class BreakOffForm(PercentForm, ReasonForm):
    """`seen` is the sum that the preview showed, in cents."""

    way = forms.ChoiceField(choices=[(way, way) for way in BrokenOff if way])
    seen = forms.IntegerField(min_value=0, max_value=2**31, required=False)

    def terms(self, usual: int) -> dict[str, Any]:
        percent = self.cleaned_data["percent"]
        return {**self.cleaned_data, "percent": usual if percent is None else percent}


# Lists and start cards that came back.


class HandedInForm(Form):
    """Ticks players off by start number, by table (`seated`), or all that are `missing`."""

    numbers = NumbersField(
        label=_("Start numbers"),
        max_length=400,
        required=False,
        help_text=_("Such as 3 7 12-15, then Enter."),
    )
    tables = NumbersField(
        max_length=400, required=False, help_text=_("Everybody who sits there, such as 1-12.")
    )
    everybody = forms.BooleanField(required=False)
    take_back = forms.BooleanField(required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        series: int,
        seated: Mapping[int, Sequence[int]],
        missing: Sequence[int],
    ) -> None:
        super().__init__(data)
        self.seated, self.missing = seated, missing
        self.fields["numbers"].widget.attrs |= {"autofocus": True, "autocomplete": "off"}
        self.fields["tables"].label = gettext("Tables of series %(number)s") % {"number": series}

    def clean_tables(self) -> list[int]:
        tables = self.cleaned_data["tables"]
        if unknown := [table for table in tables if table not in self.seated]:
            problem = Problem("handed-in-no-table", params={"tables": unknown})
            raise ValidationError(message(problem))
        return [number for table in tables for number in self.seated[table]]

    @property
    def start_numbers(self) -> list[int]:
        data = self.cleaned_data
        return [*data["numbers"], *data["tables"], *(self.missing if data["everybody"] else ())]


# A pot and its prize plan.

ROUNDINGS = ((100, _("whole euros")), (10, _("10 cents")), (1, _("cents")))


class AmountsField(forms.Field):
    """Amounts by place, one a line or between semicolons; the value is a tuple of cents."""

    def to_python(self, value: object) -> tuple[int, ...]:
        texts = [text for text in re.split(r"[;\s]+", str(value or "").replace("€", " ")) if text]
        if len(texts) > MAX_PLACES:
            raise ValidationError(_("These are too many amounts."), code="invalid")
        field = MoneyField()
        return tuple(cents for text in texts if (cents := field.to_python(text)) is not None)

    def prepare_value(self, value: object) -> object:
        if isinstance(value, tuple | list):
            return "\n".join(plain_amount(int(cents)) for cents in value)
        return value


class PotForm(Form):
    title = TextField(
        label=_("Title"),
        max_length=MAX_POT_TITLE_LENGTH,
        required=False,
        help_text=_("Empty: what decides it, for example “Series 2”."),
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    kind = forms.ChoiceField(label=_("Decided by"), choices=PotKind.choices)
    series = forms.ChoiceField(label=pgettext_lazy("one", "Series"), required=False)
    category = forms.ChoiceField(label=_("Category"), required=False)
    day = DateField(label=_("Day"), required=False)
    special = forms.ChoiceField(label=_("Special ranking"), required=False)
    stake = MoneyField(
        label=_("Stake of each player"),
        required=False,
        help_text=_("Paid at registration, beside the entry fee."),
    )
    optional = forms.BooleanField(
        label=_("Only those who pay the stake play for this pot"), required=False
    )
    percent = NumberField(
        label=_("Percent given away"),
        min_value=0,
        max_value=100,
        initial=100,
        help_text=_("The rest is kept, for the season or the club."),
    )
    method = forms.ChoiceField(label=_("Who wins"), choices=list(METHODS.items()))
    every = NumberField(
        label=_("One winner for how many players"),
        min_value=1,
        max_value=MAX_PLACES,
        initial=4,
        required=False,
        help_text=_("4: every fourth player wins; 1: everybody does."),
    )
    places = NumberField(
        label=_("Number of places"), min_value=1, max_value=MAX_PLACES, initial=3, required=False
    )
    curve = forms.ChoiceField(
        label=_("How the prizes decrease"), choices=list(CURVES.items()), initial="falling"
    )
    amounts = AmountsField(
        label=_("Amounts by place"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "maxlength": 20_000, "spellcheck": "false"}),
        help_text=_("One a line, from the first place."),
    )
    rounding = forms.TypedChoiceField(
        label=_("Rounded to"), choices=ROUNDINGS, coerce=int, initial=100
    )
    least = MoneyField(label=_("No prize under"), required=False)
    ties = forms.ChoiceField(label=_("Equal players"), choices=list(SHARING.items()))
    one_each = forms.BooleanField(
        label=_("One prize a person: winners in a pot before this one are passed over"),
        required=False,
    )
    contest_fields = ("series", "category", "day", "special")
    plan_fields = tuple(field.name for field in fields(PrizePlan) if field.name != "sources")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.series_by_number = {str(series.number): series for series in tournament.series.all()}
        self.categories = {
            str(category.pk): category
            for category in tournament.categories.all()
            if category.ranked
        }
        numbers = {key: _("Series %(number)s") % {"number": key} for key in self.series_by_number}
        self.offer_choices("series", numbers)
        self.offer_choices(
            "category", {key: category.name for key, category in self.categories.items()}
        )
        self.offer_choices(
            "special", {code: label("special", code) for code in specials_in(tournament.system)}
        )
        for kind in SOURCES:
            field = NumberField(
                label=label("booking_kind", kind), min_value=0, max_value=100, required=False
            )
            field.widget.attrs["class"] = "form-control"
            self.fields[f"source_{kind}"] = field

    def offer_choices(self, name: str, choices: Mapping[str, object]) -> None:
        """Offer these choices, and none of them as "–"."""
        set_choices(self, name, [("", "–"), *((key, str(word)) for key, word in choices.items())])

    @property
    def sources(self) -> list[forms.BoundField]:
        return [self[f"source_{kind}"] for kind in SOURCES]

    @staticmethod
    def values(pot: Pot, plan: PrizePlan) -> dict[str, object]:
        return {
            "title": pot.title,
            "kind": pot.kind,
            "day": pot.day,
            "special": pot.special,
            "series": pot.series.number if pot.series else "",
            "category": pot.category_id or "",
            "stake": pot.stake_cents,
            "optional": pot.optional,
            **plan_values(plan),
        }

    def usual_title(self) -> str:
        """The title for an empty field: "Series 2", "Ladies", "Grand ouverts", a day, the kind."""
        data, kind = self.cleaned_data, PotKind(self.cleaned_data["kind"])
        if kind == PotKind.SERIES and data["series"]:
            return _("Series %(number)s") % {"number": data["series"]}
        if kind == PotKind.CATEGORY and data["category"]:
            return self.categories[data["category"]].name
        if kind == PotKind.SPECIAL and data["special"]:
            return label("special", data["special"])
        if kind == PotKind.DAY and data["day"]:
            return date_format(data["day"], "SHORT_DATE_FORMAT")
        return str(capfirst(kind.label))

    def terms(self) -> PotTerms:
        data = self.cleaned_data
        return PotTerms(
            data["title"] or self.usual_title()[:MAX_POT_TITLE_LENGTH],
            data["kind"],
            self.plan(),
            series=self.series_by_number.get(data["series"]),
            category=self.categories.get(data["category"]),
            day=data["day"],
            special=data["special"],
            stake_cents=data["stake"] or 0,
            optional=data["optional"],
        )

    def plan(self) -> PrizePlan:
        """The plan; an empty field has the default of `PrizePlan`."""
        data = self.cleaned_data
        sources = ((kind, data[f"source_{kind}"] or 0) for kind in SOURCES)
        chosen = {name: data[name] for name in self.plan_fields if data[name] is not None}
        return PrizePlan(**chosen, sources=tuple((kind, part) for kind, part in sources if part))

    def field_of(self, problem: Problem) -> str:
        if kind := problem.params.get("booking_kind"):
            return f"source_{kind}"
        names = {"stake_cents": "stake", "sources": f"source_{SOURCES[0]}"}
        return names.get(problem.field, problem.field)


def plan_values(plan: PrizePlan) -> dict[str, object]:
    values = {name: getattr(plan, name) for name in PotForm.plan_fields}
    return {**values, **{f"source_{kind}": part for kind, part in plan.sources}}


# Fees, bookings, the till, and the filter of the ledger.

LADDER_STEPS = 5


class FeesForm(Form):
    """The fees of a tournament, and the ladder of lost-game fees step by step."""

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
        # An imported ladder may have more steps than the page offers at first.
        stored = sum(name.startswith("from_") for name in self.initial)
        self.numbers = range(1, max(LADDER_STEPS, stored) + 1)
        for step in self.numbers:
            self.fields[f"from_{step}"] = NumberField(
                label=_("From the lost game number"),
                min_value=1,
                max_value=MAX_LOST,
                required=False,
            )
            self.fields[f"each_{step}"] = MoneyField(label=_("Each costs"), required=False)
            for name in ("from", "each"):
                self.fields[f"{name}_{step}"].widget.attrs["class"] = "form-control"

    @staticmethod
    def values(fees: FeeColumns) -> dict[str, object]:
        values: dict[str, object] = {name: getattr(fees, name) for name in PRICE_FIELDS}
        for number, (first, cents) in enumerate(fees.lost_ladder, 1):
            values |= {f"from_{number}": first, f"each_{number}": cents}
        return values

    @property
    def steps(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"from_{step}"], self[f"each_{step}"]) for step in self.numbers]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for step in self.steps:
            missing = [field.name for field in step if data.get(field.name) is None]
            if len(missing) == 1 and missing[0] not in self.errors:
                self.add_error(missing[0], _("A step needs both figures."))
        return data

    def field_of(self, problem: Problem) -> str:
        return "from_1" if problem.field == "lost_ladder" else problem.field

    def prices(self) -> Fees:
        data = self.cleaned_data
        steps = [(data[f"from_{step}"], data[f"each_{step}"]) for step in self.numbers]
        ladder = [list(step) for step in steps if step != (None, None)]
        return Fees(**{name: data[name] or 0 for name in PRICE_FIELDS}, lost_ladder=ladder)


class BookForm(Form):
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
        max_value=MAX_START_NUMBER,
        required=False,
        help_text=_("Whose money it is; a refund needs it."),
    )
    pot = forms.ChoiceField(
        label=_("Pot"), required=False, help_text=_("A donation for prizes goes into their pot.")
    )
    reason = TextField(label=_("Reason"), max_length=MAX_NOTE_LENGTH)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pots = [(str(pot.pk), pot.title) for pot in tournament.pots.all()]
        set_choices(self, "pot", [("", _("none")), *pots])
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
        if (data.get("cents") or 0) < 0:
            self.add_error("cents", _("Please type the amount without a minus sign."))
        return data


class JoinForm(Form):
    start_number = NumberField(label=_("Start number"), min_value=1, max_value=MAX_START_NUMBER)


class TillForm(Form):
    """A count: the whole till, or each kind of money by itself."""

    counted_all = MoneyField(label=_("Counted in the till"), required=False)
    note = TextField(label=_("Note"), max_length=MAX_NOTE_LENGTH, required=False)

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

    def amounts_by_kind(self) -> dict[str, int]:
        data = self.cleaned_data
        amounts = {kind: data[f"counted_{kind}"] for kind in self.kinds}
        amounts[""] = data["counted_all"]
        return {kind: cents for kind, cents in amounts.items() if cents is not None}


class LedgerForm(Form):
    """Filters the ledger. Every field may be empty; an invalid value is reported and ignored."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("booking", "What for"),
        required=False,
        choices=[("", pgettext_lazy("ledger", "everything")), *BookingKind.choices],
    )
    start_number = NumberField(
        label=_("Start number"), min_value=1, max_value=MAX_START_NUMBER, required=False
    )
    series = NumberField(
        label=pgettext_lazy("one", "Series"),
        min_value=1,
        max_value=LAST_SERIES_NUMBER,
        required=False,
    )
    table = NumberField(label=_("Table"), min_value=1, max_value=9_999, required=False)
    pot = NumberField(label=_("Pot no."), min_value=1, max_value=999, required=False)
    text = TextField(label=_("Text in the note"), max_length=80, required=False)

    def filters(self) -> dict[str, Any]:
        self.is_valid()
        return self.cleaned_data
