"""The general clause: docs/law.md "General clause" (SkO 4.1.3–4.1.6, 5.4.3)."""

from dataclasses import dataclass

from tests.oracle.law_systems import SCHNEIDER, SCHWARZ
from tests.oracle.law_values import (
    Contract,
    contract_value,
    covering,
    game_value,
    lost,
    made_level,
    multiplier,
    settle,
    won,
)

UNREACHABLE = 3
SOLOIST, DEFENDERS = "soloist", "defenders"


@dataclass(frozen=True)
class Position:
    """Card-points, the soloist's with the skat, and tricks in completed tricks."""

    soloist: int = 0
    soloist_tricks: int = 0
    defenders: int = 0
    defender_tricks: int = 0

    @property
    def tricks(self) -> int:
        return self.soloist_tricks + self.defender_tricks


@dataclass(frozen=True)
class Decision:
    """`outcome` is a word of `law_rows`; `asks` names the fact that is still unknown."""

    outcome: str
    score: int | None = None
    asks: str = ""


ASK = "ask"
START = Position()


def ask(fact: str) -> Decision:
    return Decision(ASK, asks=fact)


def as_won(contract: Contract, value: int) -> Decision:
    return Decision("won", won(contract, value).score)


def as_lost(contract: Contract, value: int) -> Decision:
    return Decision("lost", lost(contract, value).score)


def lost_at_contract_value(contract: Contract) -> Decision:
    return as_lost(contract, contract_value(contract))


def needed(contract: Contract) -> int:
    """The level that announcement and bid demand together; UNREACHABLE where there is none."""
    if contract.is_null:
        return 0
    level = contract.undertaken
    factor = 2 if contract.ouvert and contract.law.ouvert == "doubled" else 1
    demanded = -(-(contract.bid or 0) // (contract.base * factor))
    level += max(0, demanded - multiplier(contract, 0))
    if level > SCHWARZ or (level == SCHWARZ and contract.tops < 0):
        return UNREACHABLE
    return level


def established(contract: Contract, at: Position) -> str:
    """For whom the completed tricks have decided the game; "" if for nobody."""
    if contract.is_null:
        if at.soloist_tricks:
            return DEFENDERS
        return SOLOIST if at.tricks == 10 else ""
    need = needed(contract)
    if need == UNREACHABLE or at.defenders >= 60:
        return DEFENDERS
    if need >= SCHNEIDER and at.defenders > 120 - contract.law.schneider:
        return DEFENDERS
    if need == SCHWARZ and at.defender_tricks:
        return DEFENDERS
    reached = made_level(contract, at.soloist, at.soloist_tricks)
    return SOLOIST if at.soloist >= 61 and reached >= need else ""


def as_established(contract: Contract, party: str, at: Position) -> Decision:
    """The winner stays the winner; a level counts if its points or tricks are already in."""
    if contract.is_null:
        return (as_won if party == SOLOIST else as_lost)(contract, game_value(contract))
    made = made_level(contract, at.soloist, at.soloist_tricks)
    if party == SOLOIST:
        return as_won(contract, game_value(contract, made))
    own = 0
    if not contract.undertaken:
        own = SCHNEIDER if at.defenders >= 90 else 0
        own = SCHWARZ if at.defender_tricks == 10 else own
    value = game_value(contract, max(made, own))
    return as_lost(contract, max(value, covering(contract.base, contract.bid)))


def general(
    contract: Contract, offender: str, at: Position, possible: bool | None = None
) -> Decision:
    """An irregularity of the soloist or of the defenders, without a demand to play on.

    `possible` is the referee's answer to whether the cards left the needed level possible before
    the first trick (SkO 5.4.3); None where he has not been asked.
    """
    party = established(contract, at)
    if party:
        return as_established(contract, party, at)
    if offender == SOLOIST:
        return lost_at_contract_value(contract)
    need = needed(contract)
    if need and possible is None:
        return ask("possible")
    if need and not possible:
        return lost_at_contract_value(contract)
    return as_won(contract, game_value(contract, need))


def as_played(contract: Contract, at: Position) -> Decision:
    """The result when all ten tricks are given to somebody."""
    if contract.is_null:
        return as_established(contract, DEFENDERS if at.soloist_tricks else SOLOIST, at)
    level = made_level(contract, at.soloist, at.soloist_tricks)
    if at.soloist >= 61 and level >= contract.undertaken:
        result = settle(contract, True, level)
    else:
        own = 0
        if not contract.undertaken:
            own = SCHNEIDER if at.soloist <= 30 else 0
            own = SCHWARZ if at.soloist_tricks == 0 else own
        result = settle(contract, False, own)
    return Decision("won" if result.won else "lost", result.score)


def rest_to(party: str, at: Position) -> Position:
    """The position at the end when all remaining cards go to one party."""
    if party == SOLOIST:
        return Position(
            120 - at.defenders, 10 - at.defender_tricks, at.defenders, at.defender_tricks
        )
    return Position(at.soloist, at.soloist_tricks, 120 - at.soloist, 10 - at.soloist_tricks)
