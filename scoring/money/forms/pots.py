"""A pot and its prize plan."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.forms import DateInput, Form, MoneyField, NumberField, TextField, offer
from scoring.messages import label, message
from scoring.messages.amounts import plain_amount
from scoring.messages.money import CURVES, METHODS, SHARING
from scoring.models import Pot, Tournament
from scoring.models.money import PotKind
from scoring.money.services.pots import TITLE_LENGTH, PotTerms
from scoring.rules.prizes import MOST_PLACES, SOURCES, PrizePlan
from scoring.standings.reads.special import specials_of

ROUNDINGS = ((100, _("whole euros")), (10, _("10 cents")), (1, _("cents")))


class AmountsField(forms.CharField):
    """Amounts by place, one a line or between semicolons; the value is a tuple of cents."""

    def to_python(self, value: object) -> tuple[int, ...]:  # type: ignore[override]
        texts = [each for each in re.split(r"[;\s]+", str(value or "").replace("€", " ")) if each]
        if len(texts) > MOST_PLACES:
            raise ValidationError(_("These are too many amounts."), code="invalid")
        field = MoneyField()
        return tuple(cents for text in texts if (cents := field.to_python(text)) is not None)

    def prepare_value(self, value: object) -> object:
        if isinstance(value, tuple | list):
            return "\n".join(plain_amount(int(cents)) for cents in value)
        return value

    def validate(self, value: object) -> None:
        """An empty table is the service's business."""

    def run_validators(self, value: object) -> None:
        """The rules know which amounts there can be."""


class PotForm(Form):
    """What the pot is for, what flows into it, and how it is given away."""

    title = TextField(
        label=_("Title"),
        max_length=TITLE_LENGTH,
        required=False,
        help_text=_("Empty: what decides it, for example “Series 2”."),
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    kind = forms.ChoiceField(label=_("Decided by"), choices=PotKind.choices)
    series = forms.ChoiceField(label=pgettext_lazy("one", "Series"), required=False)
    category = forms.ChoiceField(label=_("Category"), required=False)
    day = forms.DateField(label=_("Day"), required=False, widget=DateInput)
    special = forms.ChoiceField(label=_("Special ranking"), required=False)
    stake = MoneyField(
        label=_("Stake of each player"),
        required=False,
        help_text=_("Paid at registration, beside the entry fee."),
    )
    optional = forms.BooleanField(
        label=_("Only who pays the stake plays for this pot"), required=False
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
        label=_("One of how many players wins"),
        min_value=1,
        max_value=MOST_PLACES,
        initial=4,
        required=False,
        help_text=_("4: every fourth player wins; 1: everybody does."),
    )
    places = NumberField(
        label=_("Number of places"), min_value=1, max_value=MOST_PLACES, initial=3, required=False
    )
    curve = forms.ChoiceField(
        label=_("How the prizes fall"), choices=list(CURVES.items()), initial="falling"
    )
    amounts = AmountsField(
        label=_("Amounts by place"),
        required=False,
        max_length=20_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "inputmode": "decimal"}),
        help_text=_("One a line, from the first place."),
    )
    rounding = forms.TypedChoiceField(
        label=_("Rounded to"), choices=ROUNDINGS, coerce=int, initial=100
    )
    least = MoneyField(label=_("No prize under"), required=False)
    ties = forms.ChoiceField(label=_("Equal players"), choices=list(SHARING.items()))
    one_each = forms.BooleanField(
        label=_("One prize a person: who won in a pot before this one is passed over"),
        required=False,
    )
    contest = ("series", "category", "day", "special")
    giving = (
        "percent",
        "method",
        "every",
        "places",
        "curve",
        "amounts",
        "rounding",
        "least",
        "ties",
        "one_each",
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.serieses = {str(series.number): series for series in tournament.series.all()}
        self.categories = {
            str(category.pk): category
            for category in tournament.categories.all()
            if category.ranked
        }
        numbers = {key: _("Series %(number)s") % {"number": key} for key in self.serieses}
        self.one_or_none("series", numbers)
        self.one_or_none(
            "category", {key: category.name for key, category in self.categories.items()}
        )
        self.one_or_none(
            "special", {code: label("special", code) for code in specials_of(tournament)}
        )
        for kind in SOURCES:
            field = NumberField(
                label=label("booking_kind", kind), min_value=0, max_value=100, required=False
            )
            field.widget.attrs["class"] = "form-control"
            self.fields[f"source_{kind}"] = field

    def one_or_none(self, name: str, choices: Mapping[str, object]) -> None:
        offer(self, name, [("", "–"), *((key, str(word)) for key, word in choices.items())])

    @property
    def sources(self) -> list[forms.BoundField]:
        return [self[f"source_{kind}"] for kind in SOURCES]

    @staticmethod
    def values(pot: Pot, plan: PrizePlan) -> dict[str, object]:
        """A stored pot as the form shows it."""
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

    def lend(self, pot: Pot) -> None:
        """Give a pot, for its preview, who plays for it as far as that is typed."""
        data = self.cleaned_data
        pot.kind = data.get("kind", pot.kind)
        pot.category = self.categories.get(data.get("category", ""))
        pot.stake_cents = data.get("stake") or 0
        pot.optional = data.get("optional", False)

    def usual_title(self) -> str:
        """What decides it: "Series 2", "Ladies", "Grand ouverts", a day, else the kind of pot."""
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
            data["title"] or self.usual_title()[:TITLE_LENGTH],
            data["kind"],
            self.plan(),
            series=self.serieses.get(data["series"]),
            category=self.categories.get(data["category"]),
            day=data["day"],
            special=data["special"],
            stake_cents=data["stake"] or 0,
            optional=data["optional"],
        )

    def plan(self) -> PrizePlan:
        data, usual = self.cleaned_data, PrizePlan()
        sources = ((kind, data[f"source_{kind}"] or 0) for kind in SOURCES)
        return PrizePlan(
            percent=data["percent"],
            method=data["method"],
            every=data["every"] or usual.every,
            places=data["places"] or usual.places,
            curve=data["curve"],
            amounts=data["amounts"],
            rounding=data["rounding"],
            least=data["least"] or 0,
            ties=data["ties"],
            one_each=data["one_each"],
            sources=tuple((kind, part) for kind, part in sources if part),
        )

    def refuse(self, refused: Any) -> None:
        """Problems of the service at the fields that this form calls otherwise."""
        names = {"stake_cents": "stake", "sources": f"source_{SOURCES[0]}"}
        for problem in refused.problems:
            kind = problem.params.get("booking_kind")
            field = f"source_{kind}" if kind else names.get(problem.field, problem.field)
            self.add_error(field if field in self.fields else None, message(problem))


def plan_values(plan: PrizePlan) -> dict[str, object]:
    """A plan as the form shows it."""
    shown = {name: getattr(plan, name) for name in PotForm.giving}
    return {**shown, **{f"source_{kind}": part for kind, part in plan.sources}}
