"""docs/law.md "Money of a tournament": what lost and passed games cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.fees import ladder_problems, lost_fee, read_ladder


@pytest.mark.parametrize(
    ("ladder", "fees"),
    [
        (((1, 50), (4, 100)), [0, 50, 100, 150, 250, 350, 450]),
        # In pairs.
        (((1, 50), (3, 100), (5, 150), (7, 200)), [0, 50, 100, 200, 300, 450, 600, 800, 1000]),
        (((1, 50), (4, 100), (6, 300)), [0, 50, 100, 150, 250, 350, 650, 950]),
        ((), [0, 0, 0]),
        (((3, 100),), [0, 0, 0, 100, 200]),
    ],
)
def test_the_ladders_of_the_rules(ladder, fees):
    """docs/law.md "Money of a tournament"."""
    assert [lost_fee(lost, ladder) for lost in range(len(fees))] == fees


LADDERS = st.dictionaries(st.integers(1, 20), st.integers(0, 500), max_size=6).map(
    lambda steps: tuple(sorted(steps.items()))
)


@given(LADDERS, st.integers(0, 48))
def test_one_more_lost_game_costs_what_its_step_says(ladder, lost):
    """An independent reading: go down the ladder game by game."""
    price = 0
    for first, cents in ladder:
        if first <= lost + 1:
            price = cents
    assert lost_fee(lost + 1, ladder) - lost_fee(lost, ladder) == price


@given(LADDERS)
def test_a_ladder_survives_being_stored(ladder):
    stored = [list(step) for step in ladder]
    assert ladder_problems(stored) == []
    assert read_ladder(stored) == ladder


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("1-3", "ladder-malformed"), ([[1]], "ladder-malformed"),
        ([[1, 0.5]], "ladder-malformed"), ([[1, True]], "ladder-malformed"),
        ([[4, 50], [1, 100]], "ladder-not-rising"), ([[1, 50], [1, 100]], "ladder-not-rising"),
        ([[0, 50]], "ladder-not-rising"), ([[1, -50]], "fee-out-of-range"),
        ([[1, 100_001]], "fee-out-of-range"),
        ([[n, 50] for n in range(1, 12)], "ladder-too-long"),
    ],
)  # fmt: skip
def test_invalid_ladders_are_refused(raw, code):
    assert [problem.code for problem in ladder_problems(raw)] == [code]
    with pytest.raises(ValueError, match="no ladder"):
        read_ladder(raw)
