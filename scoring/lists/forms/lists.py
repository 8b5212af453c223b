"""Forms of a whole list, of an illegible game, and of a second entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    Form,
    NumberField,
    NumbersField,
    RevisionField,
    StakeField,
    TextField,
    parse_number,
    set_choices,
)
from scoring.core.listing import Listing
from scoring.lists.forms.lines import LineForm, TotalsForm
from scoring.lists.reads import blind_line, settlement_listing
from scoring.lists.services.second_entry import Choice, differences
from scoring.lists.services.sittings import SeatChange
from scoring.messages.labels import label
from scoring.models import Recheck, ScoreList
from scoring.models.log import MAX_REASON_LENGTH
from scoring.models.person import MAX_START_NUMBER
from scoring.rules.outline import MAX_SEATS
from scoring.rules.score_list import Line
from scoring.rules.systems import LEVELS, MAX_TOPS, System


class StakeForm(forms.Form):
    stake = StakeField(label=_("Stake in cents a point"))
    way = forms.ChoiceField(
        label=_("What is settled"),
        choices=[("totals", _("the totals")), ("games", _("game by game"))],
        required=False,
    )

    @property
    def part(self) -> str:
        """The name of a valid settlement in addresses."""
        return "games" if self.cleaned_data["way"] == "games" else "sums"

    def settle(self, score_list: ScoreList) -> Listing | None:
        """The settlement; None if the form is invalid or nothing can be settled."""
        if not self.is_valid():
            return None
        by_game = self.part == "games"
        return settlement_listing(score_list, self.cleaned_data["stake"], by_game=by_game)


class LeavingForm(Form):
    """Which player leaves after which round, and who joins if that is allowed (TO 9.7)."""

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
        max_value=MAX_START_NUMBER,
        required=False,
        help_text=_("From the next round on. Empty: the table goes on as three."),
    )
    agreed = forms.BooleanField(
        label=_("All others at the table agree (SkO 3.1.2)"), required=False
    )
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH)

    def __init__(self, data: Any = None, *, score_list: ScoreList, joins: str = "") -> None:
        initial: dict[str, Any] = {"revision": score_list.revision}
        # A late player, for whom the table has a free chair.
        if (number := parse_number(joins, digits=6)) is not None:
            initial |= {"seat": MAX_SEATS, "joins": number}
        super().__init__(data, initial=initial)
        seats = seats_with_names(score_list)
        if score_list.series.tournament.substitutes and score_list.seats < MAX_SEATS:
            seats.append((MAX_SEATS, gettext("4 (free: a fourth joins the table)")))
        set_choices(self, "seat", seats)
        if not score_list.series.tournament.substitutes:
            del self.fields["joins"], self.fields["agreed"]

    @property
    def seat_change(self) -> SeatChange:
        names = ("seat", "after_round", "announced", "joins", "agreed")
        return SeatChange(
            **{name: self.cleaned_data[name] for name in names if name in self.fields}
        )


def seats_with_names(score_list: ScoreList) -> list[tuple[int, str]]:
    outline = score_list.outline
    names = {}
    for row in score_list.seat_rows.select_related("entry__person"):
        seat, last = outline.seat_of(row.position), outline.times[row.position - 1].last
        names[seat] = f"{seat} {row.entry.person}"
        if last is not None:
            words = gettext("(left after round %(round)s)") % {"round": outline.round_of(last)}
            names[seat] += f" {words}"
    return sorted(names.items())


MARKS = ("hand", *LEVELS, "ouvert")


def initial_facts(line: Line | None) -> dict[str, object]:
    """What a stored line says, except whether it was won, which is asked anew."""
    if line is None:
        return {}
    if line.game is None:
        return {"soloist": line.soloist}
    marks = [key for key in MARKS if getattr(line.game, key)]
    return {"game": line.game.game, "tops": line.game.tops, "soloist": line.soloist, "marks": marks}


class LowestForm(forms.Form):
    """What is legible of a game (TO 7.2.5, docs/law.md "Corrections"); empty: unreadable."""

    seen = forms.CharField(required=False, max_length=300, widget=forms.HiddenInput)
    layout = RevisionField(required=False, widget=forms.HiddenInput)
    game = forms.ChoiceField(
        required=False, label=_("Contract"), widget=forms.Select({"autofocus": True})
    )
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
        line = score_list.line(number)
        super().__init__(data, initial=initial_facts(line))
        self.initial["layout"] = score_list.layout
        self.offer_contracts(score_list.series.tournament.rule_system)
        self.offer_soloists(score_list, number, line)

    def offer_contracts(self, system: System) -> None:
        unreadable = [("", _("unreadable"))]
        games = dict.fromkeys(
            [game for game_class in system.classes for game in game_class.bases]
            + [null.game for null in system.nulls]
        )
        set_choices(self, "game", unreadable + [(game, label("game", game)) for game in games])
        counts = range(1, max(MAX_TOPS.values()) + 1)
        with_tops = [(tops, _("with %(tops)s") % {"tops": tops}) for tops in counts]
        without = [(-tops, _("without %(tops)s") % {"tops": tops}) for tops in counts]
        set_choices(self, "tops", [*unreadable, *with_tops, *without])
        self.columns = [key for key in MARKS if key in system.columns]
        set_choices(
            self, "marks", ((key, label("step", key.replace("_", " "))) for key in self.columns)
        )

    def offer_soloists(self, score_list: ScoreList, number: int, line: Line | None) -> None:
        outline = score_list.outline
        rows = score_list.seat_rows.select_related("entry__person")
        present = [row for row in rows if row.position in outline.present(number)]
        seats = ((outline.seat_of(row.position), row.entry.person) for row in present)
        idle = outline.idle(number, line.dealer if line else None)
        able = [(seat, f"{seat} {name}") for seat, name in seats if seat != idle]
        set_choices(self, "soloist", able)

    @property
    def facts(self) -> dict[str, object]:
        """The legible parts, as `consistent_games` takes them."""
        data = self.cleaned_data
        facts: dict[str, object] = dict.fromkeys(data["marks"], True)
        if data["nothing_else"]:
            facts |= {key: False for key in self.columns if key not in facts}
        if data["game"]:
            facts["game"] = data["game"]
        if data["tops"] is not None:
            facts["tops"] = data["tops"]
        return facts


class SignedForm(forms.Form):
    """The positions that signed a list (TO 9.11), and the revision that was compared."""

    revision = RevisionField()
    all_signed = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, positions: Sequence[int]) -> None:
        super().__init__(data)
        self.positions = positions
        self.fields["signed"] = forms.TypedMultipleChoiceField(
            coerce=int, choices=[(each, each) for each in positions], required=False
        )

    @property
    def signatures(self) -> list[int]:
        if not self.is_valid():
            return []
        signed: list[int] = self.cleaned_data["signed"]
        return list(self.positions) if self.cleaned_data["all_signed"] else signed


class ResolveForm(SignedForm):
    """Which entry is right at each difference; `steps` are those of the second entry shown."""

    steps = RevisionField(min_value=0)

    def __init__(self, data: Any = None, *, recheck: Recheck) -> None:
        super().__init__(data, positions=recheck.list.outline.positions)
        self.contested = differences(recheck)
        for difference in self.contested:
            self.fields[f"choice_{difference.place}"] = forms.ChoiceField(
                choices=[("first", _("first entry")), ("second", _("second entry"))], required=False
            )
            self.fields[f"shown_{difference.place}"] = forms.CharField(
                required=False, max_length=16
            )

    @property
    def choices(self) -> Mapping[int, Choice]:
        """The choices by place, without those that were made about another difference."""
        data = self.cleaned_data
        return {
            each.place: data[f"choice_{each.place}"]
            for each in self.contested
            if data[f"choice_{each.place}"] and data[f"shown_{each.place}"] == each.mark
        }


class BlindLineForm(LineForm):
    def __init__(self, data: Any, *, recheck: Recheck, number: int) -> None:
        super().__init__(data, score_list=recheck.list, number=number)
        self.present = blind_line(recheck, number)

    def candidate(self, digit: int) -> None:
        """None: candidates would come from the first entry."""


class BlindTotalsForm(TotalsForm):
    """The figures of a second entry."""

    @property
    def games(self) -> int:
        return self.score_list.outline.games_due


KNOWN, UNKNOWN = "known", "unknown"


class DecisionForm(Form):
    """A decision about a list, at the revision that the page shows."""

    revision = RevisionField(widget=forms.HiddenInput)
    reason = TextField(label=_("Reason"), max_length=MAX_REASON_LENGTH)


class AnnulmentForm(DecisionForm):
    """Which game was dealt out of turn (docs/law.md "A score list").

    Whether all have signed matters only for the very last game (SkO 3.2.11), and is asked only once
    that is entered: `last` is its number then.
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
    def misdealt_number(self) -> int | None:
        """The game that the wrong player dealt; None if it is unknown."""
        return self.cleaned_data["number"] if self.cleaned_data["where"] == KNOWN else None


class SignaturesForm(Form):
    """Table numbers as they are called out: "3 7 12-15"."""

    tables = NumbersField(
        label=_("Tables whose lists all players have signed"),
        max_length=400,
        help_text=_("Such as 3 7 12-15, then Enter."),
    )
    tables.widget.attrs["autofocus"] = True
