"""The table of infractions: the program's decisions against the oracle's, world by world.

docs/law.md "Infractions". The program asks one question after the other, a world answers them, and
at the end verdict and score have to be the oracle's. A decision that does not rest on a fact is
compared in worlds that differ in it: whatever the program does not ask, it must not need.
"""

from functools import cache

import pytest

from scoring.rules.adjudication import ROWS, Incident, decide
from scoring.rules.adjudication import Decision as Found
from tests.effort import LONG, cases
from tests.oracle.happenings import FACTS, worlds
from tests.oracle.judging import judge
from tests.oracle.law_clause import ASK, Decision, needed
from tests.oracle.law_systems import SCHNEIDER
from tests.oracle.law_values import Contract
from tests.oracle.program import OUTCOMES, incident_of
from tests.oracle.test_deal_and_auction import ROWS as WITHOUT_PLAY
from tests.oracle.worlds import Answer, World

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
        answers = (*answers, (asks[0], world.answer(asks[0])))
    return found, answers


def agrees(found: Found, expected: Decision) -> bool:
    if expected.outcome == "another row":
        return bool(found.problems)
    if found.problems:
        return False
    return OUTCOMES[found.verdict] == expected.outcome and found.score == expected.score


def rows_without_play() -> set[str]:
    asked = {"announced_too_much", "bid_no_level", "dealt_out_of_turn", "dealt_twice"}
    return asked | {row for row, _answers, _expected in WITHOUT_PLAY}


def test_every_row_has_its_oracle():
    """The rows of the play and the end here, the others in test_deal_and_auction.py."""
    assert FACTS.keys() | rows_without_play() == ROWS.keys()


@pytest.mark.parametrize("row", sorted(FACTS))
def test_decisions_of_a_row(row):
    decided.cache_clear()
    compared, differ = 0, []
    for world in worlds(row, ALIKE, STATES, every=LONG):
        compared += 1
        expected = judge(world)
        found, answers = walk(world)
        if not agrees(found, expected):
            differ.append((world, expected, found.verdict, found.score, answers))
    assert compared
    assert not differ, f"{len(differ)} of {compared}; first: {differ[0]}"


@pytest.mark.parametrize("row", sorted(row for row in FACTS if "level_possible" in FACTS[row]))
def test_the_referee_is_asked_what_the_cards_made_possible(row):
    """5.4.3: where a level is needed and no trick decides it, and only there."""
    decided.cache_clear()
    for world in worlds(row, ALIKE, STATES):
        if world.at.tricks == 10 or world.facts.get("inevitable") == "schwarz":
            continue  # what has happened, or cannot be helped, was possible
        asked = {key for key, _answer in walk(world)[1] if key.endswith("_impossible")}
        expected = set()
        if judge(world, answered=False).outcome == ASK:
            level = "schneider" if needed(world.contract) == SCHNEIDER else "schwarz"
            expected.add(f"{level}_impossible")
        assert asked == expected, world


@pytest.mark.parametrize(
    ("row", "answers", "question"),
    [
        ("wrong_count", {}, "deal_right"),
        ("wrong_count_in_play", {}, "deal_right"),
        ("announced_with_wrong_count", {}, "deal_right"),
        ("led_before_announcing", {}, "was_forehand"),
        ("card_pulled", {"party": "defender"}, "how"),
        ("skat_seen_noticed_late", {}, "seen_by"),
        ("old_trick_seen", {}, "which_trick"),
        ("revoke", {"found": "later", "party": "defender"}, "position_known"),
        ("revoke", {"found": "at_once", "party": "defender"}, "demand"),
    ],
)
def test_what_the_table_says_is_asked(row, answers, question):
    assert decide(Incident(row, answers=answers)).asks == (question,)
