"""The bridge from the oracle to the program: the only module here that knows both."""

from typing import Any

from scoring.rules.adjudication.incident import Incident
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS, System, variant
from tests.oracle.law_systems import SCHNEIDER, SCHWARZ
from tests.oracle.law_values import Contract

SYSTEMS = {"isko": ISKO, "texas": TEXAS, "nasl1975": NASL_1975, "nasl1898": NASL_1898}
WENZELS = ("J", "Q", "K")
OUTCOMES = {
    "won": "won",
    "lost": "lost",
    "play_on": "play on",
    "put_right": "put right",
    "stands": "stands",
    "result_stands": "stands",
    "games_stand": "stands",
    "no_offence": "no offence",
    "deal_again": "redealt",
    "announce": "announce",
    "annulment": "annulled",
    "round_anew": "annulled",
}
"""The oracle's word for each verdict of a row that may end a game, or annul some."""


def system_of(contract: Contract, *, bonus: bool = False) -> System:
    found = SYSTEMS[contract.system]
    hand_loss = contract.hand_loss if contract.hand_loss != 2 else None
    return variant(found, hand_loss=hand_loss, wenzel_bonus=bonus or contract.bonus > 0)


def game_of(contract: Contract, **result: Any) -> PlayedGame:
    """The program's game for a contract; flags that the contract does not have are not stated."""
    trump = not contract.is_null
    stated = {
        "hand": contract.family == "hand" or "hand" in contract.game or None,
        "ouvert": contract.ouvert or "ouvert" in contract.game or None,
        "schneider_announced": (trump and contract.announced >= SCHNEIDER) or None,
        "schwarz_announced": (trump and contract.announced == SCHWARZ) or None,
        "turn": contract.turn if contract.family == "tournee" else None,
        "bid": contract.bid,
        "wenzel": WENZELS[contract.bonus],
    }
    return PlayedGame(
        system_of(contract),
        contract.game if trump or contract.game == "revolution" else "null",
        contract.tops,
        contract.family if trump and "skat" not in contract.law.families else "",
        **(stated | result),
    )


def incident_of(row: str, contract: Contract, answers: dict[str, Any]) -> Incident:
    """An incident as the program takes it: the game as announced; the bid is an answer."""
    return Incident(row, system_of(contract), game_of(contract, bid=None), answers)
