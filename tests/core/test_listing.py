"""Columns of a listing: formatting of values, spans, shared columns."""

from datetime import UTC, date, datetime
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.listing import NAME, WON, Column, cell_text, printable, rows_of


def column(kind: str, **more: object) -> Column:
    return Column("key", "Heading", kind, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "value", "german", "english"),
    [
        ("points", -96, "−96", "−96"),
        ("points", 1234, "1\u202f234", "1\u202f234"),
        ("int", "E", "E", "E"),
        ("cents", -1250, "−12,50 €", "−€12.50"),
        ("cents", 302490, "3.024,90 €", "€3,024.90"),
        ("fraction", Fraction(32092, 3), "10\u202f697,33", "10\u202f697.33"),
        ("fraction", Fraction(5), "5", "5"),
        ("fraction", Fraction(-2, 3), "−0,67", "−0.67"),
        ("points", Fraction(201, 200), "1,01", "1.01"),
        ("mark", True, "×", "×"),
        ("mark", False, "", ""),
        ("date", date(2026, 11, 21), "21.11.2026", "21 Nov 2026"),
        ("date", datetime(2026, 11, 21, 18, 30, tzinfo=UTC), "21.11.2026 19:30", None),
        ("text", "=1+1", "=1+1", "=1+1"),
    ],
)
def test_values_are_formatted_in_the_readers_language(kind, value, german, english):
    with translation.override("de"):
        assert cell_text(column(kind), value) == german
    with translation.override("en"):
        assert english in (cell_text(column(kind), value), None)


def test_alignment_of_figures_texts_and_marks():
    kinds = ("text", "mark", "int", "points", "rank", "cents", "fraction", "date")
    aligned = [column(kind).alignment for kind in kinds]
    assert aligned == ["start", "center", "end", "end", "end", "end", "end", "start"]
    assert column("int", align="center").alignment == "center"


@given(st.text())
def test_a_printable_text_has_no_character_that_a_sheet_or_printer_refuses(text):
    found = printable(text)
    assert not any(ord(char) < 32 or 0xD800 <= ord(char) < 0xE000 for char in found)
    assert printable(found) == found


def test_rows_have_the_values_of_columns_and_extra_keys():
    club = Column("club", "Club", value=lambda each: each.entry.club or "–")
    objects = [SimpleNamespace(won=3, pk=7, entry=SimpleNamespace(name="Ada", club=""))]
    rows = rows_of([NAME.of("entry.name"), WON, club], objects, id="pk")
    assert rows == [{"name": "Ada", "won": 3, "club": "–", "id": 7}]
    narrow = NAME.of(width=12, minor=True)  # with the other attributes of the shared column
    assert (narrow.key, narrow.width, narrow.minor, narrow.value) == ("name", 12, True, "")
