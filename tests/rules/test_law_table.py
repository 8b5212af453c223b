"""The table that telephones look values up in says what the law says, entry by entry."""

import gzip
import json
from bisect import bisect
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest

from scoring.rules.bids import levels, lifted_values
from scoring.rules.checks import Appraisal, appraise
from scoring.rules.law_table import (
    ANNOUNCED,
    FIELDS,
    REACHED,
    WENZELS,
    TappedContract,
    law_table,
    tops_of,
)
from scoring.rules.problem import errors
from scoring.rules.systems import GRAND, ISKO, NASL_1898, NASL_1975, SUITS, TEXAS, System, variant
from scoring.rules.valuation import is_null, loss_factor
from tests.effort import repeats
from tests.rules.games import FIFTH

WITH_OPTIONS = (variant(TEXAS, hand_loss=1, ramsch=True), variant(NASL_1898, wenzel_bonus=True))
# A system without classes and one with them decide.
SOME = [NASL_1975, TEXAS, *repeats(ISKO, FIFTH, *WITH_OPTIONS)]


def named(system: System) -> str:
    marks = {"loss": system.hand_loss, "ramsch": system.ramsch, "wenzels": system.wenzels}
    return " ".join([system.key, *(name for name, there in marks.items() if there)])


def ask(system: System, contract: TappedContract, tops: int, **result: Any) -> Appraisal:
    return appraise.__wrapped__(contract.to_game(system, tops, **result))


def all_contracts(system: System) -> Iterator[TappedContract]:
    """Everything that could be said, most of it refused by every system."""
    classes = ["", *(each.key for each in system.classes if each.key)]
    games = [*SUITS, GRAND, "null", "revolution", "misere"]
    parts = classes, (None, 1, 2), games, (False, True), ANNOUNCED, REACHED, WENZELS
    for game_class, turn, game, *rest in product(*parts):
        yield TappedContract(game, game_class, turn, *rest)


class Looking:
    """Looks values up as a telephone does."""

    def __init__(self, system: System) -> None:
        table = law_table(system)
        self.system, self.table, self.notes = system, table.content, table.notes
        self.bids = levels(system)

    def columns(self, contract: TappedContract) -> dict[str, Any] | None:
        found = self.table["contracts"].get(contract.key)
        if found is None:
            return None
        named = dict(zip(FIELDS, found, strict=True))
        base = named.pop("base")
        return {key: self.table["columns"][place] for key, place in named.items()} | {"base": base}

    def look_up(
        self, columns: dict[str, Any], place: int, *, won: bool, bid: int | None
    ) -> tuple[int | None, list[Any]]:
        """The score and what the law has against it, "below" for a bid that is not covered."""
        if won:
            score = columns["won"][place]
            below = ["below"] if bid is not None and score is not None and score < bid else []
            return score, [*self.notes[columns["won_notes"][place]], *below]
        own = columns["own"][place]
        if bid is None or bid <= own:
            return columns["lost"][place], [*self.notes[columns["lost_notes"][place]]]
        if not columns["over"]:
            return columns["lost"][place], ["below"]
        late = bid > columns["silent_to"][place]
        notes = columns["late_notes" if late else "over_notes"][place]
        return columns["over"][bisect(self.bids, bid) - 1], [*self.notes[notes]]


def compare(looking: Looking, bids: Iterable[int]) -> int:
    """Compares every contract, with every tops, won and lost, at some bids; returns how many."""
    system, compared = looking.system, 0
    for contract in all_contracts(system):
        columns = looking.columns(contract)
        if columns is None:
            continue
        assert columns["tops"] == tops_of(system, contract)
        for place, tops in enumerate(columns["tops"]):
            for won, bid in product((True, False), (None, *bids)):
                compared += 1
                right = ask(system, contract, tops, won=won, bid=bid)
                score, notes = looking.look_up(columns, place, won=won, bid=bid)
                where = (contract.key, tops, won, bid)
                below = [each for each in right.problems if each.code.endswith("-below-bid")]
                assert ("below" in notes) == bool(below), where
                if below:
                    assert won or is_null(right.game)
                    continue
                assert notes == list(right.problems), where
                assert score == (right.worth and right.worth.score), where
    return compared


@pytest.mark.parametrize("system", SOME, ids=named)
def test_every_entry_of_the_table_is_what_the_law_says(system):
    """Without a bid and at some levels, the highest among them; the table is small."""
    looking = Looking(system)
    assert compare(looking, [*looking.bids[::30], looking.bids[-1]]) > 1_000
    assert len(gzip.compress(json.dumps(looking.table).encode())) < 60_000


@pytest.mark.parametrize("system", SOME, ids=named)
def test_what_the_table_lacks_the_law_refuses_with_any_tops(system):
    """A contract that stands there twice, with a class or without, is looked up in one way."""
    looking, lacking = Looking(system), 0
    for contract in all_contracts(system):
        if looking.columns(contract) is not None:
            continue
        lacking += 1
        for tops, won in product(
            tops_of(system, contract)[:3] if contract.game in (*SUITS, GRAND) else (0,),
            (True, False),
        ):
            right = ask(system, contract, tops, won=won)
            said_otherwise = is_null(right.game) and contract.game_class
            turns = system.class_named(contract.game_class)
            turn_open = turns is not None and turns.turns and contract.turn is None
            assert errors(right.problems) or said_otherwise or turn_open, (contract.key, tops)
    assert lacking > 100


@pytest.mark.parametrize("system", SOME, ids=named)
def test_games_marked_overbid_without_a_bid_have_the_scores_of_the_levels_above(system):
    """docs/law.md "Lost games", overbid without a bid."""
    looking = Looking(system)
    for contract in all_contracts(system):
        columns = looking.columns(contract)
        if columns is None or not columns["over"] or contract.wenzel == "K":
            continue
        for place in range(0, len(columns["tops"]), 3):
            tops, own = columns["tops"][place], columns["own"][place]
            offered = {
                score for bid, score in zip(looking.bids, columns["over"], strict=True) if bid > own
            }
            game = ask(system, contract, tops, won=False).game
            factor = loss_factor(game, system.class_named(contract.game_class))
            lifted = lifted_values(system, columns["base"], own)
            assert offered == {-value * factor for value in lifted}
            for score in sorted(offered)[::7]:
                right = ask(system, contract, tops, won=False, overbid=True, score=score)
                assert list(right.problems) == [*looking.notes[columns["late_notes"][place]]]
