"""An incident: its row in the table of infractions, its contract and the answers of the referee."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from functools import cached_property
from typing import Literal

from scoring.rules.checks import check
from scoring.rules.game import ALL_POINTS, PlayedGame
from scoring.rules.problem import Problem, errors
from scoring.rules.records import read_line, write_line
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO, System
from scoring.rules.valuation import RAMSCH, complete, is_null

Answer = str | int | bool
Kind = Literal["choice", "yesno", "number", "contract"]

SOLOIST, DEFENDER, OUTSIDER = "soloist", "defender", "outsider"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the referee. Numbers are between `least` and `most`, both included."""

    key: str
    kind: Kind
    options: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def admits(self, answer: object) -> bool:
        if self.kind == "yesno":
            return isinstance(answer, bool)
        if self.kind == "number":
            return type(answer) is int and self.least <= answer <= self.most  # True is not a number
        return answer in self.options


CHOICES: Mapping[str, tuple[str, ...]] = {
    "exposed": ("shuffling", "deal"),
    "wrong_side": (SOLOIST, DEFENDER, "both"),
    "seats": ("3", "4"),
    "seen_by": (SOLOIST, "other"),
    "choice": ("play", "pass"),
    "announced": ("hand", "level", "ouvert"),
    "offender": (SOLOIST, DEFENDER, OUTSIDER),
    "party": (SOLOIST, DEFENDER),
    "harmed": (SOLOIST, DEFENDER, "nobody"),
    "noticed": ("at_once", "trick_turned", "last_trick"),
    "found": ("at_once", "later", "gathered"),
    "which_trick": ("before_lead", "unclear", "closed"),
    "how": ("to_trick", "influence", "neither"),
    "inevitable": ("none", "schneider", "schwarz"),
    "cards": ("nine_or_ten", "fewer"),
}
MAX_BID = 999  # above every bid: with steps for queens and kings they go to 312
NUMBERS: Mapping[str, tuple[int, int]] = {
    "bid": (0, MAX_BID),  # the last bid in points; 0: the contract covers it, whatever it was
    "wrong_number": (0, 100),  # 0: the deal cannot be located
    "played": (0, 100),
    "rounds": (1, 24),
    # Of a table with four seats: the last game before it was at three, the first at four again.
    "left_after": (0, 100),
    "joined_with": (2, 100),
    "named_bid": (1, MAX_BID),
    # Card-points in completed tricks, the skat with the soloist; "taken" without won tricks that he
    # left lying with a false claim (ST 4.4.5).
    "soloist_points": (0, ALL_POINTS),
    "defender_points": (0, ALL_POINTS),
    "soloist_points_taken": (0, ALL_POINTS),
    "defender_points_taken": (0, ALL_POINTS),
}
# "ended": whether the list ended early, with the last game entered. "…_impossible": whether the
# cards excluded the needed level from the first trick on (SkO 5.4.3).
YES_NO = (
    *("lifted", "reserved", "deal_right", "auction_over", "plays_on", "ended", "signed"),
    *("has_hand", "old_skat", "answered", "bidder_known", "skat_taken", "at_once"),
    *("same_contract", "was_forehand", "position_known", "demand", "defender_trick"),
    *("soloist_trick", "finished", "wrong_discard", "schneider_impossible", "schwarz_impossible"),
    *("first_trick", "consent", "explained", "claim_true", "proved"),
)
QUESTIONS: Mapping[str, Question] = {
    "contract": Question("contract", "contract"),
    **{key: Question(key, "choice", options) for key, options in CHOICES.items()},
    **{key: Question(key, "number", (), *bounds) for key, bounds in NUMBERS.items()},
    **{key: Question(key, "yesno") for key in YES_NO},
}


@dataclass(frozen=True, slots=True)
class Incident:
    """An infraction, as far as the referee has described it.

    `row` is a key of `table.ROWS`, `contract` the announced game (its result is ignored), `answers`
    are those to QUESTIONS by their keys.
    """

    row: str
    system: System = ISKO
    contract: PlayedGame | None = None
    answers: Mapping[str, Answer] = with_default(default_factory=dict)

    def problems(self) -> list[Problem]:
        """A problem for each answer that no question admits."""
        problems = []
        for key, answer in self.answers.items():
            question = QUESTIONS.get(key)
            if question is None or not question.admits(answer):
                problems.append(Problem("answer-not-possible", key, {"answer": str(answer)[:40]}))
        return problems

    def as_record(self) -> dict[str, object]:
        """The JSON form, for a stored ruling."""
        record: dict[str, object] = {"row": self.row, "answers": dict(self.answers)}
        if self.contract is not None:
            record["contract"] = write_line(Line(0, self.contract))
        return record


def read_incident(record: object, system: System) -> Incident | None:
    """An incident as `as_record` wrote it; None for an invalid record."""
    if not isinstance(record, Mapping) or not isinstance(record.get("row"), str):
        return None
    answers = record.get("answers", {})
    if not isinstance(answers, Mapping):
        return None
    contract = None
    if record.get("contract") is not None:
        line, _problems = read_line(record["contract"], system=system, bare=True)
        contract = line.game if line else None
    return Incident(record["row"], system, contract, dict(answers))


class Unknown(Exception):
    """A question that has to be answered first."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


class Impossible(Exception):
    """The answers contradict the law of the game, or each other."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


class Facts:
    """The answers of an incident; raises `Unknown` for a missing one.

    `instead` maps questions of the rules to those that are asked in their place.
    """

    def __init__(self, incident: Incident, instead: Mapping[str, str] | None = None) -> None:
        self.incident = incident
        self.instead = instead or {}

    @property
    def system(self) -> System:
        return self.incident.system

    def choice(self, key: str) -> str:
        return str(self._answer(key))

    def yes(self, key: str) -> bool:
        return bool(self._answer(key))

    def number(self, key: str) -> int:
        return int(self._answer(key))

    def knows(self, key: str) -> bool:
        return self.instead.get(key, key) in self.incident.answers

    def assuming(self, **answers: Answer) -> "Facts":
        """The same facts with answers that need no question."""
        incident = replace(self.incident, answers={**self.incident.answers, **answers})
        return Facts(incident, self.instead)

    def _answer(self, key: str) -> Answer:
        key = self.instead.get(key, key)
        if key not in self.incident.answers:
            raise Unknown(key)
        return self.incident.answers[key]

    @cached_property
    def announced(self) -> PlayedGame:
        """The announced game without its result; its bid may be unknown."""
        named = self.incident.contract
        if named is None:
            raise Unknown("contract")
        if named.game == RAMSCH:
            raise Impossible([Problem("contract-without-soloist", "contract")])
        return possible_contract(without_result(named))

    @cached_property
    def contract(self) -> PlayedGame:
        """The announced game with its bid, which a null has to cover too (SkO 3.4.4)."""
        contract = self.announced
        if contract.bid is not None:
            return contract
        bid = self.number("bid")
        return possible_contract(replace(contract, bid=bid)) if bid else contract

    @property
    def is_null(self) -> bool:
        return is_null(self.contract)

    def points(self, party: str) -> int:
        """Card-points of a party in completed tricks."""
        key = f"{party}_points"
        other = "defender_points" if party == SOLOIST else "soloist_points"
        own = self.number(key)
        others = self.number(other) if self.knows(other) else 0
        if own + others > ALL_POINTS:
            field, params = self.instead.get(key, key), {"sum": own + others}
            raise Impossible([Problem("points-above-120", field, params, "SkO 1.2.2")])
        return own


def possible_contract(contract: PlayedGame) -> PlayedGame:
    """The contract; raises `Impossible` if the law knows no such game."""
    if problems := errors(check(replace(contract, won=False, end="infraction"))):
        raise Impossible(problems)
    return contract


def without_result(entry: PlayedGame) -> PlayedGame:
    """The contract of an entry: the announced game and its bid, without the result."""
    completed = complete(replace(entry, won=True, end="played", card_points=None, tricks=None))
    return PlayedGame(
        entry.system,
        entry.game,
        entry.tops,
        entry.game_class,
        entry.turn,
        hand=completed.hand or None,
        schneider_announced=completed.schneider_announced or None,
        schwarz_announced=completed.schwarz_announced or None,
        ouvert=completed.ouvert or None,
        bid=entry.bid,
        wenzel=entry.wenzel,
    )
