"""The buttons of the desk: each appends to the line what the keyboard would type."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring.entry.contracts import RAMSCH, contracts
from scoring.messages import contract_label, label
from scoring.models import ScoreList
from scoring.rules.systems import System

SUIT_SIGNS = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣"}


@dataclass(frozen=True, slots=True)
class PadKey:
    """A button: what it appends to the line, its sign and its name."""

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
    """The groups in the order in which the paper is read."""
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
        name = contract_label(contract.game_class, contract.game)
        if contract.turn == 2:
            name = _("%(game)s, second turn") % {"game": name}
        sign = SUIT_SIGNS.get(contract.game, label("game", contract.game)[:1].upper())
        yield PadKey(code, sign, name, contract.game)
    if system.ramsch:
        name = label("game", "ramsch")
        yield PadKey(RAMSCH, name[:1].upper(), name, "ramsch")


def digits() -> list[PadKey]:
    return [PadKey(str(digit), str(digit)) for digit in range(1, 12)]


def mark_keys(system: System) -> Iterator[PadKey]:
    """Only the steps that some game of the system can have."""
    nulls, classes = system.nulls, system.classes
    if system.wenzel_bonus:
        for wenzel, letter in (("Q", "q"), ("K", "k")):
            name = label("wenzel", wenzel)
            yield PadKey(letter, name[:1].upper(), name)
    if any(each.hand for each in classes) or any(each.hand for each in nulls):
        yield PadKey("*", "H", label("step", "hand"))
    yield PadKey("+", "S", label("step", "schneider"))
    yield PadKey("++", "Z", label("step", "schwarz"))
    if any(each.announces != "never" for each in classes):
        yield PadKey("ss", "SA", label("step", "schneider announced"))
        yield PadKey("zz", "ZA", label("step", "schwarz announced"))
    if any(each.ouvert in ("step", "doubles") for each in classes) or any(
        each.ouvert for each in nulls
    ):
        yield PadKey("o", "O", label("step", "ouvert"))


def result_keys() -> Iterator[PadKey]:
    yield PadKey("v", "−", pgettext("result", "lost"))
    yield PadKey("/", "/", _("bid"))
    yield PadKey("=", "=", _("running total"))
    yield PadKey("0", "E", _("passed"))
    yield PadKey("?", "?", _("unreadable"))
