"""The table of infractions: the program's decisions against the oracle's, world by world.

docs/law.md "Infractions". The program asks one question after the other, a world answers them, and
at the end verdict and score have to be the oracle's. A decision that does not rest on a fact is
compared in worlds that differ in it: whatever the program does not ask, it must not need.
"""

from functools import cache

import pytest

from scoring.rules.adjudication import Decision as Found
from scoring.rules.adjudication import decide
from tests.effort import cases
from tests.oracle.happenings import FACTS, worlds
from tests.oracle.judging import JUDGES
from tests.oracle.law_clause import Decision
from tests.oracle.law_values import Contract
from tests.oracle.program import incident_of
from tests.oracle.worlds import Answer, World

ALIKE, STATES = cases(1, 6), cases(2, 6)
OUTCOMES = {
    "won": {"won"},
    "lost": {"lost"},
    "redealt": {"deal_again"},
    "stands": {"stands"},
    "organizer": {"organizer"},
    "play on": {"play_on", "put_right", "stands", "no_offence", "announce"},
}
Told = tuple[tuple[str, Answer], ...]


@cache
def decided(row: str, contract: Contract, told: Told) -> Found:
    return decide(incident_of(row, contract, dict(told)))


def walk(world: World) -> tuple[Found, Told]:
    """The program's decision, and the answers that it asked for."""
    assert world.contract is not None
    told: Told = ()
    while asks := (found := decided(world.row, world.contract, told)).asks:
        told = (*told, (asks[0], world.answer(asks[0])))
    return found, told


def agrees(found: Found, expected: Decision) -> bool:
    if expected.outcome == "another row":
        return bool(found.problems)
    if found.problems:
        return False
    return found.verdict in OUTCOMES[expected.outcome] and found.score == expected.score


@pytest.mark.parametrize("row", sorted(FACTS))
def test_decisions_of_a_row(row):
    decided.cache_clear()
    compared, differ = 0, []
    for world in worlds(row, ALIKE, STATES):
        compared += 1
        expected = JUDGES[row](world)
        found, told = walk(world)
        if not agrees(found, expected):
            differ.append((world, expected, found.verdict, found.score, told))
    assert compared
    assert not differ, f"{len(differ)} of {compared}; first: {differ[0]}"
