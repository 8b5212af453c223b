"""Juniors and seniors, docs/law.md "Categories by age". Pure: years in, a class out."""

from typing import Literal

AgeClass = Literal["junior", "senior", ""]


def age_class(birth_year: int | None, year: int, junior_below: int, senior_from: int) -> AgeClass:
    """The class in a calendar year, by the years completed at its beginning; "" for neither.

    >>> age_class(2005, 2026, 21, 60), age_class(2004, 2026, 21, 60)
    ('junior', '')
    >>> age_class(1965, 2026, 21, 60), age_class(1966, 2026, 21, 60)
    ('senior', '')
    """
    if birth_year is None:
        return ""
    completed = year - birth_year - 1
    if completed < junior_below:
        return "junior"
    return "senior" if completed >= senior_from else ""
