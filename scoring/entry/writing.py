"""A stored line as the shortest thing to type for it."""

from scoring.entry import contracts
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line
from scoring.rules.valuation import complete

_LETTERS = {"hand": "h", "schneider": "s", "schwarz": "z", "lost": "-", "equals": "="}
_NUMPAD = {"hand": "*", "schneider": "+", "schwarz": "++", "lost": "-", "equals": ","}
_QUEENS = {"de": "d", "en": "q"}
_OVERBID = {"de": "ü", "en": "/"}


def canonical(line: Line, *, language: str = "de", numpad: bool = False) -> str:
    """The shortest input for a line: `parse(canonical(line))` gives the same game.

    With letters, or with the keys of the numpad as far as it has them. Figures that a line
    cannot contain (card-points, how the game ended) are left out; the levels they led to are not.

    >>> from scoring.rules.systems import ISKO
    >>> lost = PlayedGame(ISKO, "grand", tops=-3, won=False)
    >>> canonical(Line(7, lost, soloist=2, running=-144))
    'g-3-2=-144'
    >>> canonical(Line(7, lost, soloist=2), numpad=True)
    '24-3-2'
    """
    keys = _NUMPAD if numpad else _LETTERS
    if line.passed:
        return "0"
    body = "?" if line.game is None else _body(line.game, _known(language), numpad=numpad)
    seat = "" if line.soloist is None else str(line.soloist)
    control = "" if line.running is None else f"{keys['equals']}{line.running}"
    return body + seat + control


def _known(language: str) -> str:
    return "de" if language.startswith("de") else "en"


def _body(game: PlayedGame, language: str, *, numpad: bool) -> str:
    if game.game == "ramsch":
        return f"{contracts.RAMSCH}{-(game.score or 0)}"
    keys = _NUMPAD if numpad else _LETTERS
    full = complete(game)
    contract = contracts.contract_of(full, language, digits=numpad)
    if contract.null:
        hand = keys["hand"] if full.hand and not contract.hand else ""
        steps = hand + ("o" if full.ouvert and not contract.ouvert else "")
    else:
        steps = str(full.tops) + _wenzel(full, language) + _steps(full, keys)
    return contract.code + steps + _bid(full, language, numpad=numpad) + _lost(full, keys)


def _wenzel(game: PlayedGame, language: str) -> str:
    return {"J": "", "Q": _QUEENS[language], "K": "k"}[game.wenzel]


def _steps(game: PlayedGame, keys: dict[str, str]) -> str:
    """The marks of a trump game without those that others imply (`_implied` in parsing)."""
    how = game.system.class_named(game.game_class)
    always_open = how is not None and how.ouvert == "implied"
    opened = bool(game.ouvert) and not always_open
    implies_hand = opened and how is not None and how.announces == "from-hand"
    marks = keys["hand"] if game.hand and not implies_hand else ""
    if opened:
        marks += "o"
    elif not always_open:
        marks += "zz" if game.schwarz_announced else "ss" if game.schneider_announced else ""
    if game.schwarz and not (game.won and game.schwarz_announced):
        marks += keys["schwarz"]
    elif game.schneider and not (game.won and game.schneider_announced):
        marks += keys["schneider"]
    return marks


def _bid(game: PlayedGame, language: str, *, numpad: bool) -> str:
    if game.bid is not None:
        return f"/{game.bid}"
    if not game.overbid:
        return ""
    return "/" if numpad else _OVERBID[language]


def _lost(game: PlayedGame, keys: dict[str, str]) -> str:
    if game.won:
        return ""
    marked_only = game.overbid and game.bid is None
    return keys["lost"] + (str(-(game.score or 0)) if marked_only else "")
