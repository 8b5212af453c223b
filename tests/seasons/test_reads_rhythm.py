"""The day and the name of the next evening."""

from datetime import date

import pytest

from scoring.seasons.reads import following_name, next_day, season_name

FRIDAY = date(2026, 10, 9)


@pytest.mark.parametrize(
    ("days", "today", "following"),
    [
        ([FRIDAY], FRIDAY, date(2026, 10, 16)),
        ([date(2026, 10, 2), FRIDAY], FRIDAY, date(2026, 10, 16)),
        ([date(2026, 9, 25), FRIDAY], FRIDAY, date(2026, 10, 23)),
        ([date(2026, 9, 11), FRIDAY], FRIDAY, date(2026, 11, 13)),
        ([date(2026, 7, 31), date(2026, 8, 28)], date(2026, 8, 29), date(2026, 9, 25)),
        ([date(2025, 12, 12), date(2026, 1, 9)], date(2026, 1, 9), date(2026, 2, 13)),
        ([FRIDAY], date(2026, 11, 21), date(2026, 11, 27)),
        ([date(2025, 5, 2), FRIDAY], FRIDAY, date(2026, 10, 16)),
    ],
)
def test_the_next_evening_follows_the_rhythm_and_is_never_past(days, today, following):
    assert next_day(days, today) == following


def test_a_numbered_evening_is_followed_by_the_next_number():
    """More stand in its docstring."""
    assert following_name("Vereinsabend Nr. 9 (Herbst)") == "Vereinsabend Nr. 10 (Herbst)"
    assert following_name("Vereinsabend") == "Vereinsabend"


def test_a_season_is_named_after_its_evenings():
    assert season_name("12", FRIDAY) == "12 2026"
    assert season_name("Vereinsabend 9", FRIDAY) == "Vereinsabend 2026"
