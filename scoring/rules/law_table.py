"""The law of one rule system as a table (docs/formats.md "The law table"): a phone looks up what
every contract is worth, and what the law has against it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
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
# The values of a contract, in this order: numbers of columns, except `base`.
FIELDS: Final = (
    *("base", "tops", "over", "won", "won_notes", "lost", "own", "lost_notes", "over_notes"),
    *("silent_to", "late_notes"),
)
Column = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class LawTable:
    """`content` is ready for JSON; `notes` are its notes as problems, to be translated."""

    content: dict[str, Any]
    notes: list[tuple[Problem, ...]]


_lock = Lock()


@dataclass(frozen=True, slots=True)
class TappedContract:
    """Everything that a player taps except the tops and the result.

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
        flags = hand, self.announced, self.reached
        return "/".join([self.game_class, str(self.turn or ""), self.game, *flags, self.wenzel])

    def to_game(self, system: System, tops: int, **result: Any) -> PlayedGame:
        """The game of this contract: flags that were not tapped are not stated."""
        flags = "hand" if self.hand else "", self.announced, self.reached
        result |= {flag: True for flag in flags if flag}
        return PlayedGame(
            system, self.game, tops, self.game_class, self.turn, wenzel=self.wenzel, **result
        )


def law_table(system: System) -> LawTable:
    """The table of a system, which is built once; others who ask for one wait meanwhile."""
    with _lock:
        return build_table(system)


@cache
def build_table(system: System) -> LawTable:
    builder, rows = TableBuilder(system), dict[TappedContract, list[int]]()
    for contract in possible_contracts(system):
        if row := builder.row(contract):
            rows[contract] = row
    content = {
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
        "kinds": [
            {"class": game_class.key, "turn": str(turn or ""), "games": list(game_class.bases)}
            for game_class in system.classes
            for turn in game_class.turns or (None,)
        ],
        "nulls": list(dict.fromkeys(null.game for null in system.nulls)),
        "fields": FIELDS,
        "contracts": {contract.key: row for contract, row in rows.items()},
        "columns": list(builder.columns),
        "notes": [[as_record(problem) for problem in problems] for problems in builder.problems],
    }
    return LawTable(content, builder.problems)


def as_record(problem: Problem) -> dict[str, Any]:
    """A problem as docs/formats.md has it, without its sentence and its number."""
    fields = ("code", "field", "severity", "rule", "params")
    return {field: getattr(problem, field) for field in fields}


def possible_contracts(system: System) -> Iterator[TappedContract]:
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
    if is_null(contract.to_game(system, 0)):
        return (0,)
    most = MAX_TOPS[contract.game]
    return (*range(-most, 0), *range(1, most + 1))


class TableBuilder:
    """Asks the law about contracts and numbers the columns and notes of its answers."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.columns: dict[Column, int] = {}
        self.notes: dict[tuple[object, ...], int] = {}
        self.problems: list[tuple[Problem, ...]] = []

    def row(self, contract: TappedContract) -> list[int] | None:
        """The values of a contract; None if the law refuses it with any tops."""
        all_tops = tops_of(self.system, contract)
        lost = [self.appraise(contract, tops, won=False) for tops in all_tops]
        valuation = next((appraisal.worth for appraisal in lost if appraisal.worth), None)
        if valuation is None:
            return None
        won = [self.appraise(contract, tops, won=True) for tops in all_tops]
        own = [value_of(appraisal) for appraisal in lost]
        # A bid above this value is too high even for the won game: the soloist may have made all
        # tricks and lost, and the law does not object that he made none.
        covered = [
            max(lost_value or 0, value_of(appraisal) or 0)
            for lost_value, appraisal in zip(own, won, strict=True)
        ]
        over_notes, late_notes = (
            [
                self.overbid_note(contract, tops, value or 0)
                for tops, value in zip(all_tops, values, strict=True)
            ]
            for values in (own, covered)
        )
        columns = (
            all_tops,
            self.overbid_scores(valuation),
            [score_of(appraisal) for appraisal in won],
            [self.note(appraisal.problems) for appraisal in won],
            [score_of(appraisal) for appraisal in lost],
            own,
            [self.note(appraisal.problems) for appraisal in lost],
            over_notes,
            covered,
            late_notes,
        )
        numbers = [self.columns.setdefault(tuple(col), len(self.columns)) for col in columns]
        return [valuation.base, *numbers]

    def appraise(self, contract: TappedContract, tops: int, **result: Any) -> Appraisal:
        # Bypass the cache of `appraise`: no tournament asks for all of these games again.
        return appraise.__wrapped__(contract.to_game(self.system, tops, **result))

    def overbid_note(self, contract: TappedContract, tops: int, value: int) -> int:
        """What the law has against the game lost at the next bid above a value."""
        bid = next((bid for bid in levels(self.system) if bid > value), None)
        if bid is None or is_null(contract.to_game(self.system, 0)):
            return self.note(())
        return self.note(self.appraise(contract, tops, won=False, bid=bid).problems)

    def overbid_scores(self, lost: Valuation) -> list[int]:
        """The score at each bid if it overbids the game: the multiple that covers it, lost."""
        if lost.multiplier is None:
            return []
        return [-covering(lost.base, bid) * lost.factor for bid in levels(self.system)]

    def note(self, problems: tuple[Problem, ...]) -> int:
        """The number of the note that holds these problems."""
        key = tuple(
            (problem.code, problem.field, problem.severity, problem.rule, *problem.params.items())
            for problem in problems
        )
        if key not in self.notes:
            self.notes[key] = len(self.problems)
            self.problems.append(problems)
        return self.notes[key]


def score_of(appraisal: Appraisal) -> int | None:
    return appraisal.worth.score if appraisal.worth else None


def value_of(appraisal: Appraisal) -> int | None:
    return appraisal.worth.value if appraisal.worth else None
