"""The law of one rule system as a table for programs that must not compute it themselves.

A telephone at the table looks up what every contract is worth, won, lost and overbid, and what
the law has against it. The table is made by asking `appraise` for every contract, so that there is
one law; the form is documented in docs/formats.md "The law table".
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from threading import Lock
from typing import Any, Final

from scoring.rules.bids import levels
from scoring.rules.checks import MAX_RAMSCH, Appraisal, appraise
from scoring.rules.game import PlayedGame, Wenzel
from scoring.rules.problem import Problem
from scoring.rules.score_list import OTHERS_LOST, SCHEMES, bonus, per_game
from scoring.rules.systems import MAX_TOPS, System
from scoring.rules.valuation import Valuation, covering, is_null

ANNOUNCED: Final = ("", "schneider_announced", "schwarz_announced", "ouvert")
REACHED: Final = ("", "schneider", "schwarz")
WENZELS: Final[tuple[Wenzel, ...]] = ("J", "Q", "K")
# What stands under the key of a contract, in this order: numbers of columns but for `base`.
FIELDS: Final = (
    *("base", "tops", "over", "won", "won_notes", "lost", "own", "lost_notes", "over_notes"),
    *("silent_to", "late_notes"),
)
Column = tuple[Any, ...]
Made = tuple[dict[str, Any], list[tuple[Problem, ...]]]

_MADE = dict[System, Made]()
_MAKING = Lock()


@dataclass(frozen=True, slots=True)
class TappedContract:
    """What a player taps but for the tops and the result.

    `announced` is the strongest of ANNOUNCED that was said, at a null "ouvert" or nothing;
    `reached` is the level of REACHED that one party suffered, whoever it was.
    """

    game: str
    game_class: str = ""
    turn: int | None = None
    hand: bool = False
    announced: str = ""
    reached: str = ""
    wenzel: Wenzel = "J"

    @property
    def key(self) -> str:
        """The contract as one word, "tournee/2/hearts/hand//schneider/J"."""
        hand = "hand" if self.hand else ""
        said = self.game, hand, self.announced, self.reached, self.wenzel
        return "/".join([self.game_class, str(self.turn or ""), *said])

    def played(self, system: System, tops: int, **result: Any) -> PlayedGame:
        """The game of this contract: flags that were not tapped are not stated."""
        words = "hand" if self.hand else "", self.announced, self.reached
        flags: dict[str, Any] = {word: True for word in words if word}
        flags |= result
        return PlayedGame(
            system, self.game, tops, self.game_class, self.turn, wenzel=self.wenzel, **flags
        )


def law_table(system: System) -> dict[str, Any]:
    """The table of a system with its options, ready for JSON."""
    return law_table_of(system)[0]


def law_notes(system: System) -> list[tuple[Problem, ...]]:
    """The problems of the notes of its table, for those who say them in a language."""
    return law_table_of(system)[1]


def law_table_of(system: System) -> Made:
    """Table and notes of a system, made once: up to two seconds, while others who ask wait."""
    with _MAKING:
        if system not in _MADE:
            _MADE[system] = _make(system)
        return _MADE[system]


def _make(system: System) -> Made:
    maker, contracts = TableMaker(system), dict[str, list[int]]()
    for contract in possible(system):
        if row := maker.row(contract):
            contracts[contract.key] = row
    table = {
        "system": system.key,
        "scheme": system.scheme,
        "columns_of_paper": system.columns,
        "bids": levels(system),
        "ramsch": [-MAX_RAMSCH, -1] if system.ramsch else None,
        "schemes": {
            scheme: {
                "game": per_game(scheme),
                "others": {str(seats): bonus(scheme, seats) for seats in OTHERS_LOST},
            }
            for scheme in SCHEMES
        },
        "kinds": kinds_of(system, contracts),
        "nulls": list(dict.fromkeys(null.game for null in system.nulls)),
        "fields": FIELDS,
        "contracts": contracts,
        "columns": list(maker.columns),
        "notes": [[as_record(problem) for problem in problems] for problems in maker.problems],
    }
    return table, maker.problems


def kinds_of(system: System, contracts: Collection[str]) -> list[dict[str, Any]]:
    """The kinds of game of a system, a single one in most, with the games that each has."""
    games = defaultdict[tuple[str, str], dict[str, None]](dict)
    nulls = {null.game for null in system.nulls}
    for game_class, turn, game, *_marks in (key.split("/") for key in contracts):
        if game not in nulls:
            games[game_class, turn][game] = None
    return [
        {"class": kind, "turn": turn, "games": list(each)} for (kind, turn), each in games.items()
    ]


def as_record(problem: Problem) -> dict[str, Any]:
    """A problem in the words of docs/formats.md, without its sentence and its number."""
    fields = ("code", "field", "severity", "rule", "params")
    return {field: getattr(problem, field) for field in fields}


def possible(system: System) -> Iterator[TappedContract]:
    """Every contract that can be tapped; the law refuses some of them altogether."""
    wenzels = WENZELS if system.wenzels else WENZELS[:1]
    for game_class in system.classes:
        turns = game_class.turns or (None,)
        parts = product(game_class.bases, turns, (False, True), ANNOUNCED, REACHED, wenzels)
        for game, turn, hand, announced, reached, wenzel in parts:
            yield TappedContract(game, game_class.key, turn, hand, announced, reached, wenzel)
    nulls = dict.fromkeys(null.game for null in system.nulls)
    for game, hand, announced in product(nulls, (False, True), ("", "ouvert")):
        yield TappedContract(game, hand=hand, announced=announced)


def tops_of(system: System, contract: TappedContract) -> tuple[int, ...]:
    """The tops that a contract can have, negative without; 0 alone at null."""
    if is_null(contract.played(system, 0)):
        return (0,)
    most = MAX_TOPS[contract.game]
    return (*range(-most, 0), *range(1, most + 1))


class TableMaker:
    """Asks the law for every contract and stores the answers by columns of the tops."""

    def __init__(self, system: System) -> None:
        self.system = system
        # Each column and each group of problems stands once; most contracts share theirs.
        self.columns: dict[Column, int] = {}
        self.notes: dict[Column, int] = {}
        self.problems: list[tuple[Problem, ...]] = []

    def row(self, contract: TappedContract) -> list[int] | None:
        """What stands under a contract; None where the law refuses it with any tops."""
        tops = tops_of(self.system, contract)
        lost = [self.ask(contract, each, won=False) for each in tops]
        valuations = [appraisal.worth for appraisal in lost if appraisal.worth is not None]
        if not valuations:
            return None
        won = [self.ask(contract, each, won=True) for each in tops]
        if not any(appraisal.valuation for appraisal in (*won, *lost)):
            return None
        # Behind the last bid that a won game would cover, all tricks may have been the soloist's.
        bounds = [self.bounds(*pair) for pair in zip(won, lost, strict=True)]
        over, late = (
            [self.over(contract, top, pair[which]) for top, pair in zip(tops, bounds, strict=True)]
            for which in (0, 1)
        )
        numbers = [
            self.columns.setdefault(tuple(column), len(self.columns))
            for column in (
                tops,
                self.raised(valuations[0]),
                [score(appraisal.worth) for appraisal in won],
                [self.note(appraisal.problems) for appraisal in won],
                [score(appraisal.worth) for appraisal in lost],
                [appraisal.worth and appraisal.worth.value for appraisal in lost],
                [self.note(appraisal.problems) for appraisal in lost],
                over,
                [pair[1] for pair in bounds],
                late,
            )
        ]
        return [valuations[0].base, *numbers]

    def ask(self, contract: TappedContract, tops: int, **result: Any) -> Appraisal:
        # Past the cache of `appraise`: no tournament asks for all of these games again.
        return appraise.__wrapped__(contract.played(self.system, tops, **result))

    def bounds(self, won: Appraisal, lost: Appraisal) -> tuple[int, int]:
        """The highest bids that the game covers when it is lost, and when it is won."""
        own = lost.worth.value if lost.worth else 0
        return own, max(own, won.worth.value if won.worth else 0)

    def over(self, contract: TappedContract, tops: int, above: int) -> int:
        """What the law has against the game lost at the next bid above a figure."""
        bids = [bid for bid in levels(self.system) if bid > above]
        if not bids or is_null(contract.played(self.system, 0)):
            return self.note(())
        return self.note(self.ask(contract, tops, won=False, bid=bids[0]).problems)

    def raised(self, lost: Valuation) -> Sequence[int]:
        """The score of an overbid game at each level: the multiple that covers it, lost."""
        if lost.multiplier is None:
            return ()
        return [-covering(lost.base, bid) * lost.factor for bid in levels(self.system)]

    def note(self, problems: tuple[Problem, ...]) -> int:
        key = tuple(
            (each.code, each.field, each.severity, each.rule, *each.params.items())
            for each in problems
        )
        if key not in self.notes:
            self.notes[key] = len(self.problems)
            self.problems.append(problems)
        return self.notes[key]


def score(worth: Valuation | None) -> int | None:
    return None if worth is None else worth.score
