"""Fitting of texts: smaller type first, then wrapping, shortening last."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.files.pdf_style import (
    BOLD,
    LEADING,
    MAX_LINES,
    MIN_UNBROKEN,
    REGULAR,
    fit_text,
    in_box,
    width_of,
    wrap_text,
)

words = st.text(alphabet="abcdefghijklmnoprstuwzäöüßŁżş -", min_size=1, max_size=80)
widths = st.floats(min_value=20, max_value=300)


@given(words, widths, st.sampled_from((1, 2, 3, 1000)))
def test_wrapped_lines_fit_and_are_complete_or_as_many_as_asked_for(text, width, most):
    lines = wrap_text(text, REGULAR, 9, width, lines=most)
    assert len(lines) <= most
    assert all(width_of(line, REGULAR, 9) <= width + 0.1 for line in lines)
    if most == 1000:
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(words, widths)
def test_a_fitted_text_fits(text, width):
    shown, size = fit_text(text, BOLD, 14, width)
    assert width_of(shown, BOLD, size) <= width + 0.1
    assert 6 <= size <= 14


def test_a_text_is_made_smaller_before_it_is_shortened():
    text = "Stadtmeisterschaft"
    assert fit_text(text, BOLD, 14, width_of(text, BOLD, 10)) == (text, pytest.approx(10))
    assert fit_text(text, REGULAR, 9, 40)[0].endswith("…")


def test_a_double_name_is_broken_at_its_hyphen():
    width = width_of("Schulze-Delitzsch-", REGULAR, 9) + 1
    assert wrap_text("Schulze-Delitzsch-Wolken", REGULAR, 9, width) == [
        "Schulze-Delitzsch-",
        "Wolken",
    ]


def test_a_word_is_smaller_rather_than_broken():
    """Only very long words are broken."""
    lines, size = in_box("Norbert Ulmenmooser", BOLD, 9, 56, 24)
    assert lines == ["Norbert", "Ulmenmooser"]
    assert 9 * MIN_UNBROKEN <= size < 9
    lines, _size = in_box("Ulmenmooserhausenbergwaldstettenfeld", BOLD, 9, 110, 24)
    assert len(lines) == 2
    assert "".join(lines) == "Ulmenmooserhausenbergwaldstettenfeld"


@given(words, widths, st.floats(min_value=12, max_value=80))
def test_text_in_a_box_is_complete_and_fits(text, width, height):
    lines, size = in_box(text, BOLD, 14, width, height)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line, BOLD, size) <= width + 0.1 for line in lines)
    assert len(lines) * size * LEADING <= height + 0.1
    assert size >= 7 or len(wrap_text(text, BOLD, 7, width, lines=MAX_LINES)) * 7 * LEADING > height


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_a_no_break_space_keeps_a_name_or_a_figure_on_its_line(space: str):
    text = f"Ada{space}Becker, 12{space}345{space}678"
    assert wrap_text(text, REGULAR, 10, 70) == [f"Ada{space}Becker,", f"12{space}345{space}678"]
