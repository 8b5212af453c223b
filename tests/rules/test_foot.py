"""The foot of the paper differs: six questions find the line (docs/entry-line.md "Foot")."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.foot import Ask, WrongSum, next_question
from tests.rules.lists import line, passed


def search(lines, seat, paper):
    """Answer every question from `paper` (number → running total); the line and the questions."""
    known = {}
    while isinstance(question := next_question(lines, seat, known), Ask):
        assert question.number not in known
        known[question.number] = paper[question.number]
    return question, len(known)


def running(scores):
    """The paper's running totals of one seat from {number: score}."""
    total, totals = 0, {}
    for number, score in scores.items():
        total += score
        totals[number] = total
    return totals


def test_only_games_of_that_seat_are_asked_for():
    lines = [
        line(1, 1, 18),
        line(2, 2, 18),
        line(3, 1, 18),
        passed(4),
        line(5, 1, 18, annulled=True),
    ]
    found, _ = search(lines, 1, running({1: 18, 3: 27}))
    assert found == WrongSum(3, after=1)


def test_wrongly_added_foot_blames_no_line():
    """docs/practice.md: 458 + 741 printed as 1226."""
    lines = [line(number, 1, 18) for number in range(1, 9)]
    assert search(lines, 1, running(dict.fromkeys(range(1, 9), 18)))[0] == WrongSum(None, after=8)


def test_a_game_that_the_paper_gives_to_this_seat_lies_between_two_of_its_lines():
    """Typed at another seat: the totals part between the games 2 and 5."""
    lines = [line(2, 1, 18), line(4, 3, 27), line(5, 1, 18)]
    assert search(lines, 1, {2: 18, 5: 63})[0] == WrongSum(5, after=2)


def test_a_seat_without_a_game_leaves_nothing_to_ask():
    assert next_question([line(1, 2, 18)], 1, {}) == WrongSum(None, after=0)


@given(st.integers(1, 48), st.integers(1, 48), st.sampled_from([9, -18, 180]), st.randoms())
def test_at_most_six_questions_find_any_line(games, wrong, error, random):
    """docs/entry-line.md: at most six numbers name the line, even if one seat played all 48
    games.
    """
    lines = [line(number, 1, 18) for number in range(1, games + 1)]
    random.shuffle(lines)
    paper = running({each: 18 + error * (each == wrong) for each in range(1, games + 1)})
    found, questions = search(lines, 1, paper)
    assert found == (WrongSum(wrong, wrong - 1) if wrong <= games else WrongSum(None, games))
    assert questions <= 6
