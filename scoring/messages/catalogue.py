"""The sentences of problems, by their codes, in the language of the reader."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring.entry.contracts import Contract
from scoring.messages.exchange import DOCUMENTS
from scoring.messages.games import GAMES
from scoring.messages.grounds import GROUNDS
from scoring.messages.labels import label
from scoring.messages.leagues import LEAGUES
from scoring.messages.lists import LISTS
from scoring.messages.money import MONEY
from scoring.messages.people import PEOPLE
from scoring.messages.referee import RULINGS
from scoring.messages.sentence import Either, Sentence, amount, figure_text
from scoring.messages.series import SERIES
from scoring.rules.adjudication.decision import Ground
from scoring.rules.problem import Problem
from scoring.rules.systems import SYSTEMS

SUIT_SIGNS = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣"}

CODES: Mapping[str, Sentence] = {
    **DOCUMENTS,
    **GAMES,
    **LEAGUES,
    **LISTS,
    **MONEY,
    **PEOPLE,
    **RULINGS,
    **SERIES,
}

# Parameters that hold codes, by the kind of label that they are shown with.
_KINDS = {
    "game": "game",
    "games": "game",
    "class": "class",
    "classes": "class",
    "announcement": "announcement",
    "by": "announcement",
    "level": "announcement",
    "logged": "action",
    "mark": "mark",
    "system": "system",
    "wenzel": "wenzel",
    "depth": "depth",
    "figure": "figure",
    "state": "list_state",
    "becomes": "list_state",
    "old": "series_state",
    "new": "series_state",
    "booking_kind": "booking_kind",
    "item": "announcement_item",
    "rows": "incident",
}

# Classes with a single game are named by the class: a guckser is always a grand.
_OF_ONE_GAME = {
    each.key for system in SYSTEMS.values() for each in system.classes if len(each.bases) == 1
}


def contract_label(game_class: str, game: str, turn: int | None = None) -> str:
    """A game with its class and turn: "tournee hearts, second turn", "guckser", "grand"."""
    names = [label("class", game_class)] if game_class else []
    if game_class not in _OF_ONE_GAME:
        names.append(label("game", game))
    name = " ".join(names)
    return gettext("%(game)s, second turn") % {"game": name} if turn == 2 else name


def sign_and_name(contract: Contract) -> tuple[str, str]:
    """A contract on its button: ♥, "Hearts"."""
    name = contract_label(contract.game_class, contract.game, contract.turn)
    return SUIT_SIGNS.get(contract.game, label("game", contract.game)[:1].upper()), name


def null_label(name: str, *, hand: bool | None, ouvert: bool | None) -> str:
    """A null as SkO 5.1.2 calls it: "null", "null ouvert", "null ouvert hand"."""
    flags = {"ouvert": ouvert, "hand": hand}
    return " ".join([name, *(label("null", key) for key in flags if flags[key])])


def message(problem: Problem) -> str:
    """The sentence of a problem in the active language.

    A code without a sentence is shown unchanged, so that a clerk can report it; a missing parameter
    becomes an ellipsis.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     message(Problem("announcement-needs-hand", params={"announcement": "ouvert"}))
    'Open can be announced only in a hand game.'
    """
    sentence = CODES.get(problem.code)
    if sentence is None:
        return problem.code
    while isinstance(sentence, Either):
        sentence = sentence.choose(problem.params)
    text = _filled_in(str(sentence), problem.params)
    # The names of files and accounts keep their small letter.
    return text if str(sentence).startswith(("%(path)s", "%(value)s")) else capfirst(text)


def ground_text(ground: Ground) -> str:
    """One reason of a referee's decision in the active language; the code if it has no sentence."""
    sentence = GROUNDS.get(ground.code)
    return ground.code if sentence is None else _filled_in(str(sentence), ground.params)


def _filled_in(sentence: str, params: Mapping[str, object]) -> str:
    """The sentence with its parameters; an ellipsis for those that a document left out."""
    words = {name: _parameter_text(name, value) for name, value in params.items()}
    return sentence % defaultdict(lambda: "…", words)


def _parameter_text(name: str, value: object) -> str:
    """One parameter as a sentence shows it."""
    if isinstance(value, tuple | list):
        return ", ".join(_parameter_text(name, each) for each in value)
    if name == "cents" and isinstance(value, int):
        return amount(value)
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        if name == "tops" and value < 0:  # playing without: only the number counts (SkO 2.4.3)
            value = -value
        return ("+" if name == "difference" and value > 0 else "") + figure_text(value)
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    is_label = name in _KINDS and isinstance(value, str)
    return label(_KINDS[name], str(value)) if is_label else str(value)
