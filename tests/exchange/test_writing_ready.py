"""The rows of a document are ready before the block in which everybody who saves waits."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.core.refusals import Refused
from scoring.exchange import services
from scoring.exchange.reads.export import export_text
from scoring.exchange.services import import_tournament, writing
from scoring.exchange.services.writing import find_people, stand_ins
from scoring.models import Actor, Club, Game, Person, Tournament, User
from scoring.models.prepared import PreparedInsert
from scoring.models.staged import StagedRows
from tests.factories import make_host
from tests.simulated import finished

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def text() -> bytes:
    return export_text(finished(players=24, series=2)).encode()


def staged_tables() -> list[str]:
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_temp_master WHERE name LIKE 'staged%'")
        return [name for (name,) in cursor.fetchall()]


def test_all_games_are_written_by_one_statement(text: bytes) -> None:
    with CaptureQueriesContext(connection) as queries:
        made = import_tournament(text, by=BY)
    assert Game.objects.filter(list__series__tournament=made).count() == 96
    writing_games = [
        each["sql"] for each in queries if "INTO" in each["sql"] and '"scoring_game"' in each["sql"]
    ]
    assert len(writing_games) == 1
    assert len(queries) < 100


def test_rows_are_made_and_in_tables_before_the_block_opens(text: bytes, monkeypatch: Any) -> None:
    seen: list[str] = []
    add, insert, import_block = StagedRows.add, StagedRows.insert, writing.import_block

    def noted(self: StagedRows, *row: Any) -> None:
        seen.append("row")
        add(self, *row)

    def handed_over(self: StagedRows, table: str, columns: str, rows: Any) -> None:
        if rows and table == self.table and self.staging.in_tables:
            seen.append("row")
        insert(self, table, columns, rows)

    @contextmanager
    def opened() -> Iterator[None]:
        seen.append("block")
        with import_block():
            yield

    monkeypatch.setattr(StagedRows, "add", noted)
    monkeypatch.setattr(StagedRows, "insert", handed_over)
    monkeypatch.setattr(services, "import_block", opened)
    import_tournament(text, by=BY)
    assert seen.index("block") == len(seen) - 1 > 150


def test_nothing_stays_behind_whether_it_is_taken_in_or_not(text: bytes, monkeypatch: Any) -> None:
    import_tournament(text, by=BY)
    assert staged_tables() == []

    def refuse(*_arguments: object) -> list[object]:
        raise Refused([])

    monkeypatch.setattr(services, "season_problems", refuse)
    with pytest.raises(Refused):
        import_tournament(text, by=BY)
    assert staged_tables() == []
    assert Tournament.objects.count() == 2


def test_the_log_keeps_its_order_and_its_accounts(text: bytes) -> None:
    document = json.loads(text)
    document["log"][0]["user"], document["log"][1]["user"] = "ada", None
    made = import_tournament(json.dumps(document).encode(), by=BY)
    rows = list(made.log.order_by("id").values_list("action", "subject", "user__username"))
    told = [(each["action"], each.get("subject", "")) for each in document["log"]]
    assert [row[:2] for row in rows] == told
    stand_in = stand_ins(["ada"])["ada"]
    assert (rows[0][2], rows[1][2]) == (stand_in.username, None)
    assert not stand_in.is_active


def test_many_accounts_are_stood_in_for_by_few_statements() -> None:
    with CaptureQueriesContext(connection) as queries:
        found = stand_ins([f"helper{number}" for number in range(60)])
    assert len({user.pk for user in found.values()}) == 60
    assert len(queries) <= 4
    before = User.objects.count()
    assert stand_ins(["helper7"]) == {"helper7": found["helper7"]}
    assert User.objects.count() == before


def described(family: str, **more: Any) -> Any:
    empty = {"given": "Ada", "club": None, "passport": "", "birth_year": None}
    return {"family": family, **empty, "anonymised_at": None, **more}


def test_people_on_record_are_found_by_few_statements() -> None:
    host = make_host("Verein Nord")
    club = Club.objects.create(host=host, name="Verein 1")
    here = [
        Person.objects.create(host=host, family=f"Bexker{at}", given="Ada", club=club)
        for at in range(40)
    ]
    nodes = [described(f"Bexker{at}", club="Verein 1") for at in range(40)]
    nodes += [described("Neuling", club="Verein 2"), described("Neuling", club="Verein 2")]
    with CaptureQueriesContext(connection) as queries:
        found = find_people(nodes, host, {here[5].pk})
    assert found[:5] == here[:5]
    assert found[5].pk not in {each.pk for each in here}  # who is taken is somebody else
    assert found[-1].pk != found[-2].pk
    assert found[-1].club == found[-2].club
    assert Person.objects.get(pk=found[-1].pk).sought  # is found by his name
    assert len(queries) <= 8


def test_a_name_alone_or_an_anonymised_person_is_nobody_on_record() -> None:
    host = make_host("Verein Nord")
    club = Club.objects.create(host=host, name="Verein 1")
    plain = Person.objects.create(host=host, family="Bexker", given="Ada")
    of_club = Person.objects.create(host=host, family="Bexker", given="Ada", club=club)
    nodes = [
        described("Bexker"),
        described("Bexker", club="Verein 1", anonymised_at="2026-01-01T00:00:00+00:00"),
        described("Bexker", club="Verein 1"),
        described("Bexker", club="Verein 1"),
    ]
    alone, gone, known, again = find_people(nodes, host, ())
    assert known == of_club
    assert not {alone.pk, gone.pk, again.pk} & {plain.pk, of_club.pk}


def test_many_rows_get_their_ids_in_their_order() -> None:
    host = make_host("Verein Nord")
    clubs = [Club(host=host, name=f"Verein {number}") for number in range(70)]
    with CaptureQueriesContext(connection) as queries:
        PreparedInsert(Club).write_many(clubs)
    assert len(queries) == 1
    stored = dict(Club.objects.filter(host=host).values_list("pk", "name"))
    assert {club.pk: club.name for club in clubs} == stored
