"""The marks of a form and what their squares say."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.photo.marks import (
    BITS,
    CORNERS,
    MAX_NUMBER,
    PAGE,
    SIZE,
    Label,
    black_boxes,
    decode,
    encode,
    is_black,
    squares,
)

LABELS = st.builds(Label, st.integers(0, MAX_NUMBER), st.integers(1, 63), st.sampled_from((3, 4)))


@given(LABELS)
def test_the_squares_say_what_was_printed(label):
    bits = encode(label)
    assert len(bits) == len(list(squares())) == BITS
    assert decode(bits) == label


@given(LABELS, st.sets(st.integers(0, BITS - 1), min_size=1, max_size=3))
def test_up_to_three_wrong_squares_never_name_another_list(label, wrong):
    assert decode([bit ^ (place in wrong) for place, bit in enumerate(encode(label))]) is None


@given(st.lists(st.booleans(), max_size=60).filter(lambda bits: len(bits) != BITS))
@example([False] * BITS)
@example([True] * BITS)
def test_too_few_or_too_many_squares_and_those_of_one_colour_say_nothing(bits):
    assert decode(bits) is None


@pytest.mark.parametrize("wrong", [(-1, 48, 4), (MAX_NUMBER + 1, 48, 4), (1, 0, 4), (1, 48, 5)])
def test_a_form_that_cannot_be_written_in_squares_is_refused(wrong):
    with pytest.raises(ValueError, match="not a"):
        Label(*wrong)


def test_no_mark_turned_on_its_side_is_another_mark():
    """So a photo that stands on its head is turned, and no corner is taken for another."""

    def turned(rows, times):
        for _ in range(times):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        return rows

    patterns = [[[is_black(n, x, y) for x in range(1, 5)] for y in range(1, 5)] for n in range(4)]
    different = [
        sum(a != b for mine, his in zip(one, turned(other, times), strict=True)
            for a, b in zip(mine, his, strict=True))
        for place, one in enumerate(patterns)
        for number, other in enumerate(patterns)
        for times in range(4)
        if (number, times) != (place, 0)
    ]  # fmt: skip
    assert min(different) >= 4


def test_everything_black_stands_on_the_page_outside_the_frame():
    for left, top, width, height in black_boxes(Label(5, 48, 4)):
        assert left >= 16
        assert left + width <= PAGE[0] - 9
        assert top + height <= CORNERS[0][1] + SIZE or top >= CORNERS[2][1]
