"""Many players at once: SQLite has one writer, and clerks wait as long as it writes them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Actor, Club, Entry, Person, Tournament
from scoring.models.spelling import Spellings
from scoring.people.imports.services import people
from scoring.people.pasting import newcomers_in
from scoring.people.services.entries import add_entries
from scoring.people.services.matching import RawRow
from tests.factories import make_tournament

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def paste(tournament: Tournament, count: int, start: int = 0) -> list[Entry]:
    lines = [f"Becker{at}, Ada; Verein {at % 30}" for at in range(start, start + count)]
    return add_entries(tournament, newcomers_in("\n".join(lines)), by=BY)


def test_a_list_is_written_in_few_statements_however_long() -> None:
    counts = []
    for count in (60, 90):
        Person.objects.all().update(anonymised_at="2026-01-01T00:00:00Z")
        with CaptureQueriesContext(connection) as queries:
            paste(make_tournament(), count)
        counts.append(len(queries))
    assert max(counts) <= 20


def test_who_is_known_is_written_only_where_something_is_new() -> None:
    paste(make_tournament(), 60)
    with CaptureQueriesContext(connection) as queries:
        made = paste(make_tournament(), 60)
    assert len(made) == 60
    assert Person.objects.count() == 60
    assert not [each for each in queries if "UPDATE" in each["sql"] and "person" in each["sql"]]


def test_clubs_are_found_whatever_their_case_and_made_once() -> None:
    Club.objects.create(name="verein 1")
    made = paste(make_tournament(), 60)
    assert Club.objects.count() == 30
    assert made[1].club_name == made[31].club_name == "verein 1"
    assert [each.start_number for each in made] == list(range(1, 61))


def test_the_names_of_a_table_are_compared_once_before_anybody_waits(monkeypatch) -> None:
    paste(make_tournament(), 5)
    compared: list[str] = []
    near, changing = Spellings.near, people.changing

    def compare(self: Spellings, sought: str) -> set[tuple[str, str]]:
        compared.append("near")
        return near(self, sought)

    def lock(*args: Any, **options: Any) -> Any:
        compared.append("locked")
        return changing(*args, **options)

    monkeypatch.setattr(Spellings, "near", compare)
    monkeypatch.setattr(people, "changing", lock)
    rows = [RawRow(at, {"name": f"Cel{at} Ada"}, {"name": "A"}) for at in range(2, 7)]
    people.import_people(people.PlayerImport(make_tournament(), {}), rows, by=BY)
    assert compared == ["near"] * 5 + ["locked"]
