"""What visitors ask the look-ups: a system with its options, a game, a bid."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from scoring.core.forms import Form, NumberField, TextField, set_choices
from scoring.core.labels_of_systems import contract_words
from scoring.core.text import language
from scoring.entry.contracts import contract_of, contracts
from scoring.messages.catalogue import SUIT_SIGNS
from scoring.messages.citing import with_paragraph
from scoring.messages.labels import SYSTEMS as SYSTEM_NAMES
from scoring.messages.labels import label, step_label
from scoring.rules import systems
from scoring.rules.contract_checks import level_problems
from scoring.rules.game import CARDS, MAX_CARDS, SUIT_LETTERS, PlayedGame, tops
from scoring.rules.systems import ISKO, MAX_TOPS, System

MAX_BID = 999  # a larger figure is a typing error
WITH, WITHOUT = "with", "without"
MARKS = {
    "hand": "h",
    "schneider_announced": "ss",
    "schwarz_announced": "zz",
    "ouvert": "o",
    "schneider": "s",
    "schwarz": "z",
}
WENZELS = {"J": "", "Q": "q", "K": "k"}
SIGNS = {SUIT_LETTERS[suit]: sign for suit, sign in SUIT_SIGNS.items()}


class SystemForm(Form):
    system = forms.ChoiceField(label=_("Rules"), choices=list(SYSTEM_NAMES.items()), required=False)
    bonus = forms.BooleanField(label=_("Bonus for queens and kings as wenzels"), required=False)
    single = forms.BooleanField(label=_("Lost hand games count once"), required=False)

    @property
    def chosen_system(self) -> System:
        """The system with these options; ISkO if the form is invalid."""
        self.full_clean()
        system = systems.find(self.cleaned_data.get("system", "")) or ISKO
        once = self.cleaned_data.get("single") and 1 in system.hand_loss_options
        return systems.variant(
            system,
            hand_loss=1 if once else None,
            ramsch=False,
            wenzels=True,
            wenzel_bonus=bool(self.cleaned_data.get("bonus")),
        )


def query_of(system: System) -> dict[str, str]:
    query = {"system": (system.origin or system).key}
    if system.wenzel_bonus:
        query["bonus"] = "on"
    if system.hand_loss == 1:
        query["single"] = "on"
    return query


class BidForm(Form):
    bid = NumberField(
        label=_("What can still be played at this bid?"),
        min_value=1,
        max_value=MAX_BID,
        required=False,
    )


class GameForm(Form):
    line = TextField(label=_("Game"), max_length=80, required=False)


class TapForm(Form):
    contract = forms.ChoiceField(label=_("Contract"), widget=forms.RadioSelect)
    side = forms.ChoiceField(
        label=_("Tops"),
        choices=[(WITH, _("with")), (WITHOUT, _("without"))],
        widget=forms.RadioSelect,
        required=False,
        initial=WITH,
    )
    tops = forms.TypedChoiceField(
        label=_("how many"),
        choices=[(str(n), str(n)) for n in range(1, max(MAX_TOPS.values()) + 1)],
        coerce=int,
        required=False,
        initial="1",
    )
    marks = forms.MultipleChoiceField(
        label=_("Steps"), required=False, widget=forms.CheckboxSelectMultiple
    )
    wenzel = forms.ChoiceField(label=_("Permanent trumps"), required=False, choices=[])
    bid = NumberField(label=_("Bid"), min_value=1, max_value=MAX_BID, required=False)
    lost = forms.BooleanField(label=_("lost"), required=False)
    cards = forms.MultipleChoiceField(
        label=_("Cards held and found in the skat"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, system: System, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        codes = contracts(system, language())
        self.by_code = {code: contract for code, contract in codes.items() if code.isalpha()}
        set_choices(self, "contract", ((code, code) for code in self.by_code))
        set_choices(self, "marks", ((mark, label("mark", mark)) for mark in system.possible_marks))
        set_choices(self, "cards", ((card, card_label(card)) for card in CARDS))
        set_choices(self, "wenzel", ((key, label("wenzel", key)) for key in WENZELS))
        for name in ("contract", "side", "marks", "cards"):
            self.fields[name].widget.attrs["class"] = "btn-check"

    def clean_bid(self) -> int | None:
        bid: int | None = self.cleaned_data["bid"]
        for problem in level_problems(self.system, bid) if bid else ():
            raise forms.ValidationError(with_paragraph(problem))
        return bid

    def clean_cards(self) -> list[str]:
        cards: list[str] = self.cleaned_data["cards"]
        if len(cards) > MAX_CARDS:
            sentence = _("A soloist has ten cards and the two of the skat, %(count)s are ticked.")
            raise forms.ValidationError(sentence % {"count": len(cards)})
        return cards

    @property
    def ticked_tops(self) -> int:
        """The tops of the ticked cards, 0 if none are ticked."""
        contract = self.by_code.get(self.cleaned_data.get("contract", ""))
        cards = self.cleaned_data.get("cards")
        if contract is None or not cards:
            return 0
        return tops(cards, contract.game, self.cleaned_data.get("wenzel") or "J")

    @property
    def ticked_words(self) -> str:
        """The ticked tops in words, such as "without 2"."""
        return step_label(f"{WITH if self.ticked_tops > 0 else WITHOUT} {abs(self.ticked_tops)}")

    @property
    def text(self) -> str:
        """The tapped game as a line without a seat; the form must be valid."""
        data = self.cleaned_data
        contract = self.by_code[data["contract"]]
        text = contract.code
        if not contract.null:
            sign = -1 if data["side"] == WITHOUT else 1
            text += str(self.ticked_tops or sign * (data["tops"] or 1))
            text += WENZELS[data["wenzel"] or "J"]
        text += "".join(MARKS[mark] for mark in MARKS if mark in data["marks"])
        text += f"/{data['bid']}" if data["bid"] else ""
        return text + ("v" if data["lost"] else "")


def card_label(card: str) -> str:
    """A card as people see it: ♣J; in German B and D for jack and queen."""
    ranks = {
        "J": pgettext("card", "J"),
        "Q": pgettext("card", "Q"),
        "K": pgettext("card", "K"),
        "A": pgettext("card", "A"),
    }
    return SIGNS[card[0]] + ranks.get(card[1:], card[1:])


def example(system: System) -> dict[str, str]:
    """A line of this system, what it says, and the letters of what may be announced.

    >>> from scoring.rules.systems import NASL_1975
    >>> example(NASL_1975)["line"]
    'lh2/30 2'
    """
    game_classes = (game_class for game_class in system.classes if "hearts" in game_class.bases)
    best = max(game_classes, key=lambda game_class: game_class.bases["hearts"])
    game = PlayedGame(system, "hearts", 2, best.key, bid=30)
    announced = set(system.possible_marks) - {"schneider", "schwarz"}
    letters = [f"{MARKS[mark]} {label('mark', mark)}" for mark in MARKS if mark in announced]
    return {
        "line": f"{best.token}h2/30 2",
        "words": contract_words(game, 2),
        "letters": ", ".join(letters),
    }


def tapped_choices(game: PlayedGame) -> dict[str, object]:
    """The initial data of a TapForm for this game."""
    return {
        "contract": contract_of(game, language(), digits=False).code,
        "side": WITHOUT if game.tops < 0 else WITH,
        "tops": str(abs(game.tops) or 1),
        "marks": [mark for mark in MARKS if getattr(game, mark)],
        "wenzel": game.wenzel,
        "bid": game.bid,
        "lost": game.won is False,
    }
