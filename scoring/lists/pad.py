"""The buttons of the desk: each appends to the line what the keyboard would type."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring.entry.contracts import RAMSCH, Contract, contracts
from scoring.messages import contract_label, label
from scoring.models import ScoreList
from scoring.rules.systems import System

# Steps in the order of the buttons: what they type, and their sign.
MARKS = (
    ("hand", "*", "H"),
    ("schneider", "+", "S"),
    ("schwarz", "++", "Z"),
    ("schneider_announced", "ss", "SA"),
    ("schwarz_announced", "zz", "ZA"),
    ("ouvert", "o", "O"),
)
SUIT_SIGNS = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣"}


@dataclass(frozen=True, slots=True)
class PadKey:
    """A button: the text it appends to the line, its sign and its name."""

    types: str
    sign: str
    name: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Buttons under one heading; `key` names the group for the style sheet."""

    key: str
    name: str
    keys: list[PadKey]


def pad_of(score_list: ScoreList) -> list[KeyGroup]:
    """The groups in the order in which a line is typed."""
    system = score_list.series.tournament.rule_system
    language = "de" if (get_language() or "de").startswith("de") else "en"
    return [
        KeyGroup("contracts", _("Contract"), list(contract_keys(system, language))),
        KeyGroup("tops", _("Tops"), [PadKey("-", "−", _("without")), *digits()]),
        KeyGroup("marks", _("Steps"), list(mark_keys(system))),
        KeyGroup("result", _("Result"), list(result_keys())),
    ]


def contract_keys(system: System, language: str) -> Iterator[PadKey]:
    for code, contract in contracts(system, language).items():
        if code.isdigit():
            continue
        yield PadKey(code, *sign_and_name(contract), contract.game)
    if system.ramsch:
        name = label("game", "ramsch")
        yield PadKey(RAMSCH, name[:1].upper(), name, "ramsch")


def sign_and_name(contract: Contract) -> tuple[str, str]:
    """A contract on its button: ♥, "Hearts"."""
    name = contract_label(contract.game_class, contract.game)
    if contract.turn == 2:
        name = _("%(game)s, second turn") % {"game": name}
    return SUIT_SIGNS.get(contract.game, label("game", contract.game)[:1].upper()), name


def digits() -> list[PadKey]:
    return [PadKey(str(digit), str(digit)) for digit in range(1, 12)]


def mark_keys(system: System) -> Iterator[PadKey]:
    """Only the steps that some game of the system can have."""
    if system.wenzels:
        for wenzel, letter in (("Q", "q"), ("K", "k")):
            name = label("wenzel", wenzel)
            yield PadKey(letter, name[:1].upper(), name)
    possible = possible_marks(system)
    for mark, typed, sign in MARKS:
        if mark in possible:
            yield PadKey(typed, sign, label("step", mark.replace("_", " ")))


def possible_marks(system: System) -> list[str]:
    """The steps that some game of the system can have, in the order of the paper."""
    classes = system.classes
    possible = {
        "hand": any(each.hand for each in classes) or any(each.hand for each in system.nulls),
        "schneider": True,
        "schneider_announced": any(each.announces != "never" for each in classes),
        "schwarz": True,
        "schwarz_announced": any(each.announces != "never" for each in classes),
        "ouvert": any(each.ouvert in ("step", "doubles") for each in classes)
        or any(each.ouvert for each in system.nulls),
    }
    return [mark for mark, there in possible.items() if there]


def result_keys() -> Iterator[PadKey]:
    yield PadKey("v", "−", pgettext("result", "lost"))
    yield PadKey("/", "/", _("bid"))
    yield PadKey("=", "=", _("running total"))
    yield PadKey("0", "E", _("passed"))
    yield PadKey("?", "?", _("unreadable"))
