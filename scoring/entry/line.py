"""The clerk's line (docs/entry-line.md): parsed, and written as the shortest thing to type."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from scoring.entry import contracts
from scoring.entry.contracts import Contract
from scoring.rules.bids import levels
from scoring.rules.game import PlayedGame, Wenzel
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line
from scoring.rules.systems import MAX_TOPS, System
from scoring.rules.valuation import complete

Kind = Literal["game", "passed", "unread", "insert", "remove"]

MAX_LENGTH = 60  # characters; the longest meaningful line has about 20
_WORDS: dict[str, Kind] = {"0": "passed", "e": "passed", "+": "insert", "--": "remove"}
_MARK = re.compile(
    r"(?P<flag>ss|zz|\+\+|[szohdqk*+])|(?P<bid>[/ü])(?P<bid_digits>\d*)|[-v](?P<loss>\d*)"
)
_BID_AT_THE_END = re.compile(r"[/ü]([0-9]{2,})$")
_MEANING = {
    "*": "hand",
    "h": "hand",
    "+": "schneider",
    "s": "schneider",
    "++": "schwarz",
    "z": "schwarz",
    "ss": "schneider_announced",
    "zz": "schwarz_announced",
    "o": "ouvert",
    "d": "wenzel",
    "q": "wenzel",
    "k": "wenzel",
}
_WENZELS: dict[str, Wenzel] = {"d": "Q", "q": "Q", "k": "K"}
_MAX_DIGITS = 5  # of a bid, a score or a running total; 48 times 264 has five


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A parsed line. It may be stored only if it has no `problems`.

    `game` is None if there is none or it cannot be read. Flags that were neither typed nor implied
    are None (PlayedGame).
    """

    kind: Kind
    game: PlayedGame | None = None
    soloist: int | None = None
    running: int | None = None
    problems: tuple[Problem, ...] = ()


class _Unreadable(Exception):
    def __init__(self, code: str, rule: str = "", **params: object) -> None:
        super().__init__(code)
        self.problem = Problem(code, "line", params, rule)


def parse(
    text: str,
    *,
    system: System,
    seats: int,
    dealer: int | None,
    language: str = "de",
    empty: Collection[int] = (),
) -> ParsedLine:
    """Read one line of a list of `seats` seats whose game `dealer` deals; never raises.

    No message proposes an `empty` seat, which its player has left or not yet taken.
    `language` (of the interface) decides the letters: "de" a h p x g n, otherwise d h s c g n.

    >>> from scoring.rules.systems import ISKO
    >>> line = parse("24-3-2", system=ISKO, seats=4, dealer=1)
    >>> line.game.game, line.game.tops, line.game.won, line.soloist
    ('grand', -3, False, 2)
    >>> parse("k12", system=ISKO, seats=4, dealer=1).problems[0].code
    'line-suit-ambiguous'
    """
    # Without spaces and capitals, ü as one character, and every dash a minus.
    line = unicodedata.normalize("NFC", "".join(text.split()).lower())
    line = re.sub("[‐‑‒–—−]", "-", line)
    if len(line) > MAX_LENGTH or len(text) > 4 * MAX_LENGTH:
        too_long = Problem("line-too-long", "line", {"most": MAX_LENGTH})
        return ParsedLine("game", problems=(too_long,))
    if line in _WORDS:
        return ParsedLine(_WORDS[line])
    body, control, figure = re.sub("[,.]", "=", line).partition("=")
    table = _Table(system, seats, dealer, _letters_of(language), empty)
    parsed = _unread(body, table) if body.startswith("?") else _read_game_line(body, table)
    if not control:
        return parsed
    if re.fullmatch(rf"-?[0-9]{{1,{_MAX_DIGITS}}}", figure):
        return replace(parsed, running=int(figure))
    problem = Problem("line-running-unreadable", "line", {"found": figure})
    if not figure:
        problem = Problem("line-running-missing", "line", {"found": line})
    return replace(parsed, problems=(*parsed.problems, problem))


def _letters_of(language: str) -> str:
    return "de" if language.startswith("de") else "en"


@dataclass(frozen=True, slots=True)
class _Table:
    system: System
    seats: int
    dealer: int | None
    language: str
    empty: Collection[int]

    def seat_problems(self, seat: int) -> Iterator[Problem]:
        if not 1 <= seat <= self.seats:
            params: dict[str, object] = {"seat": seat, "seats": self.seats}
            yield Problem("seat-out-of-range", "line", params, "TO 7.1.1")
        elif self.seats > 3 and seat == self.dealer:
            params = {"seat": seat, "free": self.free_seats}
            yield Problem("dealer-is-soloist", "line", params, "SkO 3.2.7")

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that may play this game: at four not the dealer's (SkO 3.2.7)."""
        idle = {*self.empty, self.dealer if self.seats > 3 else None}
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in idle)


def _unread(body: str, table: _Table) -> ParsedLine:
    seat = body[1:]
    if not seat:
        return ParsedLine("unread")
    if not re.fullmatch("[0-9]", seat):
        problem = Problem("line-unread-only-seat", "line", {"found": seat})
        return ParsedLine("unread", problems=(problem,))
    return ParsedLine("unread", None, int(seat), problems=tuple(table.seat_problems(int(seat))))


def _read_game_line(body: str, table: _Table) -> ParsedLine:
    """A line with a game: the seat is its last digit."""
    problems: list[Problem] = []
    game, soloist, rest = None, None, body
    try:
        if not body:
            raise _Unreadable("line-empty")
        if body[-1] in "0123456789" and not _is_without_seat(body, table):
            soloist, rest = int(body[-1]), body[:-1]
            problems.extend(table.seat_problems(soloist))
        game = _game(rest, table, body)
        if soloist is None:
            free = table.free_seats
            raise _Unreadable("line-seat-missing", found=body, free=free, example=free[0])
    except _Unreadable as unreadable:
        if unreadable.problem.code == "line-tops-missing":
            problems.clear()  # the digit may be the tops, and the seat be missing
        problems.append(unreadable.problem)
    return ParsedLine("game", game, soloist, problems=tuple(problems))


def _is_without_seat(body: str, table: _Table) -> bool:
    """Whether the last digit is of a contract alone ("23"), or of a bid ("h1/36"), not a seat."""
    contract = contracts.leading_contract(body, table.system, table.language)
    if contract is not None and contract.code == body:
        return True
    bid = _BID_AT_THE_END.search(body)
    if bid is None or len(bid[1]) > _MAX_DIGITS:
        return False
    bid_levels = levels(table.system)
    shorter = int(bid[1][:-1])
    return shorter < bid_levels[0] and (shorter < 10 or int(bid[1]) in bid_levels)


def _game(text: str, table: _Table, body: str) -> PlayedGame:
    """The game of `text`, which is `body` without its seat."""
    contract = contracts.leading_contract(text, table.system, table.language)
    if contract is None:
        if text.startswith(contracts.RAMSCH):
            return _ramsch(text, table.system)
        classes = table.system.classes
        tokens = [token for each in classes for token, _turn in contracts.class_tokens(each)]
        if table.language == "de" and text.startswith(tuple(f"{token}k" for token in tokens)):
            raise _Unreadable("line-suit-ambiguous", found=text[:8])
        codes = " ".join(contracts.contracts(table.system, table.language))
        code = "line-contract-unknown" if text else "line-contract-missing"
        raise _Unreadable(code, found=text[:8], contracts=codes)
    rest = text[len(contract.code) :]
    if contract.null:
        game = PlayedGame(
            table.system, contract.game, hand=contract.hand or None, ouvert=contract.ouvert or None
        )
        if rest[:1].isdecimal():
            raise _Unreadable("line-tops-at-null", "SkO 2.4.3", found=rest[:8])
        return _with_marks(game, rest, contract)
    tops, marks = _tops(rest, contract, table, body)
    game = PlayedGame(table.system, contract.game, tops, contract.game_class, contract.turn)
    return _with_marks(game, marks, contract)


def _ramsch(text: str, system: System) -> PlayedGame:
    if not system.ramsch_allowed:
        raise _Unreadable("ramsch-not-in-system", system.citations.ramsch)
    if not system.ramsch:
        raise _Unreadable("ramsch-not-chosen", "TO 6.2")
    match = re.fullmatch(rf"r-?([0-9]{{1,{_MAX_DIGITS}}})", text)
    if match is None:
        raise _Unreadable("line-ramsch-points")
    return PlayedGame(system, "ramsch", won=False, score=-int(match[1]))


def _tops(rest: str, contract: Contract, table: _Table, body: str) -> tuple[int, str]:
    """The tops, negative for "without", and the text behind them."""
    without, unsigned = rest.startswith("-"), rest.removeprefix("-")
    marks = unsigned.lstrip("0123456789")
    digits = unsigned.removesuffix(marks)
    most = MAX_TOPS[contract.game]
    if not digits:
        free = table.free_seats
        raise _Unreadable(
            "line-tops-missing",
            found=body,
            contract=contract.code,
            most=most,
            free=free,
            example=free[0],
        )
    if len(digits) > 2 or not 1 <= int(digits) <= most:
        rule = table.system.citations.tops
        raise _Unreadable(
            "line-tops-out-of-range", rule, found=digits, game=contract.game, most=most
        )
    return (-int(digits) if without else int(digits)), marks


def _with_marks(game: PlayedGame, text: str, contract: Contract) -> PlayedGame:
    """The game with its marks, and with what they imply."""
    marks: dict[str, Any] = {}
    loss = ""
    for field, value, digits in _marks(text):
        if field in marks:
            raise _Unreadable("line-mark-twice", mark=field)
        marks[field] = value
        loss += digits
    if loss and not {"bid", "overbid"} & marks.keys():
        raise _Unreadable("line-digits-after-lost", found=loss)
    if marks.get("overbid"):
        if not loss:
            raise _Unreadable("line-overbid-needs-value", "SkO 5.4.1")
        marks["lost"] = True
    if loss:
        marks["score"] = -_figure(loss)
    lost = marks.pop("lost", False)
    full = _with_implied_marks(replace(game, **marks), contract, lost=lost)
    full = replace(full, won=not lost)
    # A game not marked lost is won, unless its value does not cover the bid (SkO 5.4.1).
    if not lost and full.bid is not None and full.tops:
        return replace(full, won=not complete(full).overbid)
    return full


def _marks(text: str) -> Iterator[tuple[str, object, str]]:
    """The marks: field, value, and the digits behind a "lost"."""
    at = 0
    while at < len(text):
        match = _MARK.match(text, at)
        if match is None:
            code = "line-digits-unexpected" if text[at].isdecimal() else "line-mark-unknown"
            raise _Unreadable(code, found=text[at:][:8])
        at = match.end()
        if mark := match["flag"]:
            yield _MEANING[mark], _WENZELS.get(mark, True), ""
        elif match["bid"]:
            bid = match["bid_digits"]
            yield ("bid", _figure(bid), "") if bid else ("overbid", True, "")
        else:
            yield "lost", True, match["loss"]


def _figure(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _Unreadable("line-digits-unexpected", found=digits[:8])
    return int(digits)


def _with_implied_marks(game: PlayedGame, contract: Contract, *, lost: bool) -> PlayedGame:
    """Add what marks imply (docs/entry-line.md).

    zz implies ss; an open game both, and hand where announcing needs it; an announcement that it
    was reached, unless the game is lost.
    """
    game_class = game.system.class_named(contract.game_class)
    if contract.null or game_class is None:
        return game
    opened = game_class.ouvert == "implied" or (bool(game.ouvert) and game_class.ouvert != "never")
    schwarz = opened or game.schwarz_announced
    schneider = schwarz or game.schneider_announced
    hand = (opened and game_class.announces == "from-hand") or game.hand
    # "hand" is not marked for a game with the skat: where hand exists, no mark means False.
    return replace(
        game,
        hand=hand or (False if game_class.hand else None),
        schneider_announced=schneider or None,
        schwarz_announced=schwarz or None,
        schneider=game.schneider or (None if lost else schneider) or None,
        schwarz=game.schwarz or (None if lost else schwarz) or None,
    )


_LETTERS = {"hand": "h", "schneider": "s", "schwarz": "z", "lost": "-", "equals": "="}
_NUMPAD = {"hand": "*", "schneider": "+", "schwarz": "++", "lost": "-", "equals": ","}
_QUEENS = {"de": "d", "en": "q"}
_OVERBID = {"de": "ü", "en": "/"}


def canonical(line: Line, *, language: str = "de", numpad: bool = False) -> str:
    """The shortest input for a line, in letters or with the keys of the numpad.

    `parse` gives the same game, without figures that a line cannot contain (card-points, how the
    game ended).

    >>> from scoring.rules.systems import ISKO
    >>> lost = PlayedGame(ISKO, "grand", tops=-3, won=False)
    >>> canonical(Line(7, lost, soloist=2, running=-144))
    'g-3-2=-144'
    >>> canonical(Line(7, lost, soloist=2), numpad=True)
    '24-3-2'
    """
    if line.passed:
        return "0"
    keys = _NUMPAD if numpad else _LETTERS
    body = "?" if line.game is None else _body(line.game, _letters_of(language), numpad=numpad)
    seat = "" if line.soloist is None else str(line.soloist)
    control = "" if line.running is None else f"{keys['equals']}{line.running}"
    return body + seat + control


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
        wenzel = {"J": "", "Q": _QUEENS[language], "K": "k"}[full.wenzel]
        steps = str(full.tops) + wenzel + _steps(full, keys)
    bid = "" if full.bid is None else f"/{full.bid}"
    lost = "" if full.won else keys["lost"]
    if full.overbid and full.bid is None:
        bid = "/" if numpad else _OVERBID[language]
        lost += "" if full.won else str(-(full.score or 0))
    return contract.code + steps + bid + lost


def _steps(game: PlayedGame, keys: dict[str, str]) -> str:
    """The marks of a trump game without those that others imply (`_with_implied_marks`)."""
    game_class = game.system.class_named(game.game_class)
    always_open = game_class is not None and game_class.ouvert == "implied"
    opened = bool(game.ouvert) and not always_open
    implies_hand = opened and game_class is not None and game_class.announces == "from-hand"
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
