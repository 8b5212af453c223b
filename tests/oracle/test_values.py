"""The values of the program against those of the oracle: docs/law.md "The value of one game"."""

from pathlib import Path
from random import Random

import pytest

from scoring.rules.bids import cells as program_cells
from scoring.rules.bids import levels as program_levels
from scoring.rules.checks import appraise
from scoring.rules.systems import variant
from scoring.rules.valuation import Valuation
from tests.effort import cases
from tests.oracle.drawing import Play, a_contract, a_play
from tests.oracle.law_systems import LAW, SCHNEIDER, SCHWARZ, cells, legal_bids
from tests.oracle.law_values import (
    Contract,
    Result,
    contract_value,
    covering,
    game_value,
    loss_factor,
    played,
)
from tests.oracle.program import SYSTEMS, game_of

GAMES = 4000
RUNS = cases(1, 5)


def worth(contract: Contract, **result: object) -> Valuation | None:
    """What the program makes of an entry; None where it refuses it."""
    return appraise(game_of(contract, **result)).valuation


def agrees(found: Valuation | None, expected: Result) -> bool:
    return all(getattr(found, each, None) == value for each, value in vars(expected).items())


def suffered(contract: Contract, play: Play) -> int:
    """The level that one party suffered, whoever it was."""
    if play.tricks in (0, 10):
        return SCHWARZ
    ends = play.points <= 30 or play.points >= contract.law.schneider
    return SCHNEIDER if ends else 0


def plays(kind: str) -> list[Play]:
    rng = Random(f"{kind} of the oracle")
    return [a_play(rng) for _ in range(GAMES * RUNS)]


def test_the_oracle_takes_nothing_from_the_program():
    """Its law is written from docs/law.md alone; only the tests and their bridge know both."""
    for path in Path(__file__).parent.glob("law_*.py"):
        assert "scoring" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("system", LAW)
def test_cells_and_levels_of_the_bid_tables(system, bonus):
    """82/63, 77/58, 138/71, 191/85; with the bonus 92/71, 87/65, 162/84, 223/95."""
    found = variant(SYSTEMS[system], wenzel_bonus=bonus)
    numbers = (len(program_cells(found)), len(program_levels(found)))
    assert numbers == LAW[system].levels[2:] if bonus else LAW[system].levels[:2]
    assert list(program_levels(found)) == sorted(legal_bids(system, bonus))
    ours = sorted((value, times or 0) for value, _family, _game, times in cells(system, bonus))
    theirs = sorted((cell.value, cell.multiplier or 0) for cell in program_cells(found))
    assert theirs == ours
    assert 19 not in legal_bids(system)


def test_games_played_out_by_points_and_tricks():
    """Card-points, tricks and the bid alone decide sign, value and overbid."""
    for play in plays("points"):
        expected = played(play.contract, play.points, play.tricks)
        points = None if play.contract.is_null else play.points
        found = worth(play.contract, card_points=points, tricks=play.tricks)
        assert agrees(found, expected), (play, found, expected)


def test_games_played_out_by_what_is_ticked():
    """The same without card-points and tricks: won, schneider, schwarz."""
    for play in plays("ticks"):
        contract, expected = play.contract, played(play.contract, play.points, play.tricks)
        ticked: dict[str, object] = {"won": expected.won}
        if not contract.is_null:
            level = suffered(contract, play)
            if level == SCHWARZ and contract.undertaken == SCHNEIDER and not expected.won:
                continue  # a tick does not say whose level it was, and here that matters
            ticked |= {"schneider": level >= SCHNEIDER, "schwarz": level == SCHWARZ}
        found = worth(contract, **ticked)
        assert agrees(found, expected), (play, found, expected)


def test_contract_values_of_games_lost_early():
    """docs/law.md "Lost games": no level that was not announced."""
    rng = Random("contracts of the oracle")
    for _ in range(GAMES * RUNS):
        contract = a_contract(rng)
        game = game_of(contract, won=False, end="infraction")
        value = contract_value(contract)
        assert appraise(game).valuation.score == -value * loss_factor(contract), contract


def test_overbid_without_a_bid_is_what_the_paper_says():
    """SkO 5.4.1: a multiple of the base above the game's own value, doubled."""
    rng = Random("marks of the oracle")
    for _ in range(GAMES * RUNS // 4):
        contract = a_contract(rng)
        if contract.is_null or contract.bid is None or contract.ouvert:
            continue
        lifted = covering(contract.base, contract.bid)
        silent = {"won": False, "bid": None, "overbid": True}
        found = worth(contract, **silent, score=-lifted * loss_factor(contract))
        if lifted > game_value(contract):
            assert found.value == lifted, contract
        else:
            assert found is None, contract
        if contract.base * loss_factor(contract) > 1:
            assert worth(contract, **silent, score=-lifted * loss_factor(contract) - 1) is None
