"""The codes of contracts as typed, derived from the data of a rule system.

A suit has a letter in the language of the screen, after the token of its class if that has one
("lx": solo, clubs), which is doubled for the second turn ("tta"); grand alone in a class has no
letter ("u"). Nulls have letters of their own. Games of classes without a token also have their base
value, and nulls their value, as a code of digits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from scoring.rules.game import PlayedGame
from scoring.rules.systems import GRAND, GameClass, System

_SUIT_LETTERS = {
    "de": {"diamonds": "a", "hearts": "h", "spades": "p", "clubs": "x", GRAND: "g"},
    "en": {"diamonds": "d", "hearts": "h", "spades": "s", "clubs": "c", GRAND: "g"},
}
_NULL_LETTERS = {"null": "n", "revolution": "nr"}
RAMSCH = "r"
NOUGHT = "0"  # a null in one key, with a seat after it; alone it is "passed in"


@dataclass(frozen=True, slots=True)
class Contract:
    """A game and what its code alone implies ("35": null from the hand)."""

    code: str
    game: str
    game_class: str = ""
    turn: int | None = None
    null: bool = False
    hand: bool = False
    ouvert: bool = False


@lru_cache
def contracts(system: System, language: str) -> Mapping[str, Contract]:
    """Every code of a system: letters, then digits. Only null codes begin one another (n, nr).

    >>> from scoring.rules.systems import ISKO
    >>> list(contracts(ISKO, "de"))
    ['a', 'h', 'p', 'x', 'g', 'n', '9', '10', '11', '12', '24', '23', '35', '46', '59', '0']
    """
    all_contracts = (*_letter_codes(system, language), *_digit_codes(system))
    return MappingProxyType({contract.code: contract for contract in all_contracts})


def leading_contract(text: str, system: System, language: str) -> Contract | None:
    """The contract that a cleaned line begins with."""
    codes = contracts(system, language)
    fitting = (code for code in codes if text.startswith(code))
    return codes.get(max(fitting, key=len, default=""))


def contract_of(game: PlayedGame, language: str, *, digits: bool) -> Contract:
    """The contract to type for this game, by digits where the system has them.

    The digits of a null include hand and ouvert; with letters, marks state them. A tournee that
    does not say its turn is written as on the first.
    """
    matching = [
        contract
        for contract in contracts(game.system, language).values()
        if (contract.game, contract.game_class) == (game.game, game.game_class)
        and game.turn in (None, contract.turn)
        and (not contract.hand or game.hand)
        and (not contract.ouvert or game.ouvert)
    ]
    return min(
        matching,
        key=lambda contract: (
            contract.code.isdigit() is not digits,
            -contract.hand - contract.ouvert,
            len(contract.code),
        ),
    )


def class_tokens(game_class: GameClass) -> Iterator[tuple[str, int | None]]:
    if not game_class.turns:
        yield game_class.token, None
    for turn in game_class.turns:
        yield game_class.token * turn, turn


def _letter_codes(system: System, language: str) -> Iterator[Contract]:
    letters = _SUIT_LETTERS[language]
    for game_class in system.classes:
        only_grand = bool(game_class.token) and tuple(game_class.bases) == (GRAND,)
        for token, turn in class_tokens(game_class):
            for game in game_class.bases:
                code = token if only_grand else token + letters[game]
                yield Contract(code, game, game_class.key, turn)
    for game in dict.fromkeys(null.game for null in system.nulls):
        if game in _NULL_LETTERS:
            yield Contract(_NULL_LETTERS[game], game, null=True)


def _digit_codes(system: System) -> Iterator[Contract]:
    for game_class in system.classes:
        if not game_class.token:
            for game, base in game_class.bases.items():
                yield Contract(str(base), game, game_class.key)
    for null in system.nulls:
        yield Contract(str(null.value), null.game, null=True, hand=null.hand, ouvert=null.ouvert)
    if any(null.game == "null" for null in system.nulls):
        yield Contract(NOUGHT, "null", null=True)
