"""Letters composed and decomposed: as Unicode says, in linear time."""

import sys
import time
import unicodedata
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from scoring.accounts.services.accounts import ascii_name
from scoring.core.forms import NumbersField, TextField, read_numbers
from scoring.core.listing import printable
from scoring.core.text import MAX_LINE_LENGTH, plain_text
from scoring.models.spelling import MAX_MARKS, compose, decompose, fold, is_mark
from scoring.people.pasting import newcomers_in

MANY = 100_000
# Marks that change places with their neighbours, by themselves or where they are decomposed.
RESTLESS = ("\u0301\u0316", "\u0f73\u0f71", "\u0344\u0316", "\uff9e\u0301")
SECONDS = 1.0  # quadratic time would be a hundred of them


@pytest.fixture(autouse=True)
def _bounded():
    began = time.process_time()
    yield
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize("marks", RESTLESS)
@pytest.mark.parametrize("read", [compose, decompose, plain_text, fold, printable, ascii_name])
def test_marks_cost_no_more_than_letters(read: Callable[[str], str], marks: str):
    assert len(read("a" + marks * MANY)) <= 2 * MAX_MARKS + 1


def test_every_mark_is_known():
    """A version of Unicode may add some; none stands outside of what is looked through."""
    outside = [*range(0x300), *range(0x20000, sys.maxunicode + 1)]
    assert not any(unicodedata.combining(chr(each)) for each in outside)
    assert is_mark("\u0301")
    assert not is_mark("´")


@pytest.mark.parametrize("text", ["Jo\u0308rg", "Nguye\u0302\u0303n", "Łukasz", "שָׁלוֹם", "각", "ﬁ"])
def test_names_are_normalized_as_unicode_says(text: str):
    assert compose(text) == unicodedata.normalize("NFC", text)
    assert decompose(text) == unicodedata.normalize("NFKD", text)


def test_a_long_text_is_refused_before_it_is_cleaned(monkeypatch: pytest.MonkeyPatch):
    field = TextField(max_length=20)
    assert field.clean(" " * 9_000 + "Ada") == "Ada"
    monkeypatch.setattr("scoring.core.forms.plain_text", lambda _text: pytest.fail("cleaned"))
    with pytest.raises(Exception, match=str(MAX_LINE_LENGTH)):
        field.clean("x" * 2_400_000)


@pytest.mark.parametrize(
    "text", [" " * MANY + "x", "1" + " " * MANY + "x", "nr " * MANY, "1" * MANY + "x"]
)
def test_a_pasted_line_is_read_in_the_time_that_it_is_long(text: str):
    assert len(newcomers_in(text)) == 1


def test_numbers_are_read_in_the_time_that_they_are_long():
    assert read_numbers("3 - 5" + " " * MANY + "7") == [3, 4, 5, 7]
    assert NumbersField().clean("3 – 4") == [3, 4]


@pytest.mark.parametrize("text", ["1-400 401-700", "1-600", "1-99999 " * 200])
def test_more_numbers_than_can_be_read_at_once_are_refused_not_cut(text: str):
    """Of "1-400 401-700" the last two hundred players stayed without their category, in silence."""
    with pytest.raises(ValidationError, match="500"):
        NumbersField().clean(text)
    assert len(NumbersField().clean("1-300 1-500")) == 500
