"""The table of infractions: the program's decisions against the oracle's, world by world.

docs/law.md "Infractions". A world answers the program's questions, and at the end verdict and score
have to be the oracle's. Whatever the program does not ask, it must not need.
"""

from functools import cache

import pytest

from scoring.rules.adjudication.decision import Decision as Found
from scoring.rules.adjudication.table import ROWS, decide
from tests.effort import cases
from tests.oracle.happenings import FACTS, worlds
from tests.oracle.law_clause import ASK, Decision, needed
from tests.oracle.law_rows import judge
from tests.oracle.law_systems import SCHNEIDER
from tests.oracle.law_values import Contract
from tests.oracle.program import OUTCOMES, incident_of
from tests.oracle.test_deal_and_auction import ROWS as WITHOUT_PLAY
from tests.oracle.worlds import Answer, World
from tests.rules.test_incidents_of_the_texts import INCIDENTS

ALIKE, STATES = cases(1, 4), cases(2, 4)
Answers = tuple[tuple[str, Answer], ...]


@cache
def decided(row: str, contract: Contract, answers: Answers) -> Found:
    return decide(incident_of(row, contract, dict(answers)))


def walk(world: World) -> tuple[Found, Answers]:
    """The program's decision, and the answers that it asked for."""
    assert world.contract is not None
    answers: Answers = ()
    while asks := (found := decided(world.row, world.contract, answers)).asks:
        answers = (*answers, (asks, world.answer(asks)))
    return found, answers


def agrees(found: Found, expected: Decision) -> bool:
    if expected.outcome == "another row":
        return bool(found.problems)
    if found.problems:
        return False
    return OUTCOMES[found.verdict] == expected.outcome and found.score == expected.score


def test_every_row_has_its_oracle():
    """The rows of the play and the end here, the others by themselves and by the texts."""
    without_play = {row for row, _answers, _expected in WITHOUT_PLAY}
    of_the_texts = {row for _rule, _happened, row, *_rest in INCIDENTS}
    assert FACTS.keys() | without_play | of_the_texts == ROWS.keys()


@pytest.mark.parametrize("row", sorted(FACTS))
def test_decisions_of_a_row(row):
    decided.cache_clear()
    compared, differ = 0, []
    for world in worlds(row, ALIKE, STATES):
        compared += 1
        expected = judge(world)
        found, answers = walk(world)
        asked = {key for key, _answer in answers if key.endswith("_impossible")}
        if not agrees(found, expected) or asked != what_to_ask(world, asked):
            differ.append((world, expected, found.verdict, found.score, answers))
    assert compared
    assert not differ, f"{len(differ)} of {compared}; first: {differ[0]}"


def what_to_ask(world: World, asked: set[str]) -> set[str]:
    """5.4.3: what the cards made possible, where a level is needed and no trick decides it."""
    if world.at.tricks == 10 or world.facts.get("inevitable") == "schwarz":
        return asked  # what has happened, or cannot be helped, was possible
    if "level_possible" not in world.facts or judge(world, answered=False).outcome != ASK:
        return set()
    level = "schneider" if needed(world.contract) == SCHNEIDER else "schwarz"
    return {f"{level}_impossible"}
