"""The answers of an incident, read one by one: a missing answer stops the decision.

Where a rule needs an answer that is missing, `Unknown` names the question and `decide` returns it.
So only questions that matter are asked, and nothing is guessed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

from scoring.rules.adjudication.incident import Incident
from scoring.rules.checks import check
from scoring.rules.game import PlayedGame
from scoring.rules.problem import Problem, errors
from scoring.rules.systems import System
from scoring.rules.tricks import ALL_POINTS
from scoring.rules.valuation import RAMSCH, class_of, complete, is_null


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


NOTHING_ELSE: Mapping[str, str] = MappingProxyType({})


class Facts:
    """The answers of an incident; raises `Unknown` for a missing one.

    `instead` maps questions of the rules to the variants that a row asks.
    """

    def __init__(self, incident: Incident, instead: Mapping[str, str] = NOTHING_ELSE) -> None:
        self.incident = incident
        self.instead = instead

    @property
    def system(self) -> System:
        return self.incident.system

    def choice(self, key: str) -> str:
        """The answer of a choice."""
        return str(self._answer(key))

    def yes(self, key: str) -> bool:
        return bool(self._answer(key))

    def number(self, key: str) -> int:
        return int(self._answer(key))

    def knows(self, key: str) -> bool:
        """Whether the question is answered."""
        return self.instead.get(key, key) in self.incident.answers

    def _answer(self, key: str) -> str | int | bool:
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
        contract = bare(named)
        problems = errors(check(replace(contract, won=False, end="infraction")))
        if contract.game == RAMSCH:
            problems = [Problem("contract-without-soloist", "contract")]
        if problems:
            raise Impossible(problems)
        return contract

    @cached_property
    def contract(self) -> PlayedGame:
        """The announced game with its bid.

        The bid is asked for at a null, too: one that does not cover it is no valid game, and
        the soloist owes a suit or grand game (SkO 3.4.4).
        """
        contract = self.announced
        if contract.bid is not None:
            return contract
        bid = self.number("bid")
        if not bid:
            return contract
        contract = replace(contract, bid=bid)
        if wrong := errors(check(replace(contract, won=False, end="infraction"))):
            raise Impossible(wrong)
        return contract

    @property
    def trump_contract(self) -> PlayedGame:
        """The contract, which has to be a suit or grand game."""
        if class_of(self.contract) is None:
            raise Impossible([Problem("contract-must-be-trump-game", "contract", rule="SkO 3.4.4")])
        return self.contract

    @property
    def is_null(self) -> bool:
        return is_null(self.contract)

    def points(self, party: str) -> int:
        """Card-points of a party in completed tricks; both parties together have at most 120."""
        key, other = (
            f"{party}_points",
            "defender_points" if party == "soloist" else "soloist_points",
        )
        own = self.number(key)
        others = self.number(other) if self.knows(other) else 0
        if own + others > ALL_POINTS:
            field, params = self.instead.get(key, key), {"sum": own + others}
            raise Impossible([Problem("points-above-120", field, params, "SkO 1.2.2")])
        return own


def bare(entry: PlayedGame) -> PlayedGame:
    """The contract within an entry: what was announced, and the bid."""
    done = complete(replace(entry, won=True, end="played", card_points=None, tricks=None))
    return PlayedGame(
        entry.system,
        entry.game,
        entry.tops,
        entry.game_class,
        entry.turn,
        hand=done.hand or None,
        schneider_announced=done.schneider_announced or None,
        schwarz_announced=done.schwarz_announced or None,
        ouvert=done.ouvert or None,
        bid=entry.bid,
        wenzel=entry.wenzel,
    )
