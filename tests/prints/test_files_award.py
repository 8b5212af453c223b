"""The award list of a large tournament: no page is empty, none has a single row."""

from types import SimpleNamespace as Fake
from typing import Any, cast

import pytest
from django.utils.translation import override

from scoring.money.reads.award import Ceremony, CeremonyLine, CeremonyPot
from scoring.money.reads.award import ceremony_people as people_of
from scoring.money.reads.prizes import Contender
from scoring.prints.files.award import award_pdf
from tests.effort import repeats
from tests.papers import HEAD, pages


def pot(title: str, winners: int) -> CeremonyPot:
    found: Any = Fake(pot=Fake(title=title, kind="overall"))
    return CeremonyPot(cast("Any", found), tuple(map(line, range(winners, 0, -1))))


def line(number: int) -> CeremonyLine:
    who = Contender(number, number, False, (number,), number, f"Winner, Ada {number}", "Skatclub")
    return CeremonyLine(who, 1_000, rest=1_000)


def rows_of_pages(*winners: int) -> list[int]:
    """How many winners stand on each page of an award with pots of so many."""
    pots = [pot(f"Series {number}", count) for number, count in enumerate(winners, 1)]
    with override("en"):
        data = award_pdf(Ceremony(tuple(pots), tuple(people_of(pots))), HEAD)
    return [text.count("Ada ") for text in pages(data)]


@pytest.mark.parametrize("overall", repeats(34, 33, 35, 36, 80))
def test_no_page_of_a_long_award_is_empty_or_has_a_single_row(overall: int):
    """At 240 players: series with 45, 60 and 38 winners, classes with 20 and 41, teams with 12."""
    winners = (45, 60, 38, 20, 41, 12, overall)
    rows = rows_of_pages(*winners)
    assert min(rows) > 1, rows
    assert sum(rows) == sum(winners) + max(winners)
    assert len(rows) <= 14


def test_a_short_award_is_one_page():
    assert rows_of_pages(3, 3, 5) == [3 + 3 + 5 + 5]
