"""The rows of a document are written by few statements."""

import json
from datetime import UTC
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.exchange import document as parts
from scoring.exchange.part import Moment
from scoring.exchange.reads.export import export_text
from scoring.exchange.services.tournament import import_tournament
from scoring.exchange.services.writing import find_people, get_or_create_stand_ins
from scoring.models import Actor, Club, Game, Person, User
from tests.factories import make_host
from tests.simulated import finished

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def text() -> bytes:
    return export_text(finished(players=24, series=2)).encode()


def test_games_are_written_by_few_statements(text: bytes) -> None:
    with CaptureQueriesContext(connection) as queries:
        made = import_tournament(text, by=BY)
    assert Game.objects.filter(list__series__tournament=made).count() == 96
    writing = [each for each in queries if 'INTO "scoring_game"' in each["sql"]]
    assert 1 <= len(writing) <= 4  # Django gives SQLite at most 999 values at once
    assert len(queries) < 120


def test_the_log_keeps_its_order_and_its_accounts(text: bytes) -> None:
    document = json.loads(text)
    document["log"][0]["user"], document["log"][1]["user"] = "ada", None
    made = import_tournament(json.dumps(document).encode(), by=BY)
    rows = list(made.log.order_by("id").values_list("action", "subject", "user__username"))
    told = [(each["action"], each.get("subject", "")) for each in document["log"]]
    assert [row[:2] for row in rows] == told
    stand_in = get_or_create_stand_ins(["ada"])["ada"]
    assert (rows[0][2], rows[1][2]) == (stand_in.username, None)
    assert not stand_in.is_active


def test_many_accounts_are_stood_in_for_by_few_statements() -> None:
    with CaptureQueriesContext(connection) as queries:
        found = get_or_create_stand_ins([f"helper{number}" for number in range(60)])
    assert len({user.pk for user in found.values()}) == 60
    assert len(queries) <= 4
    before = User.objects.count()
    assert get_or_create_stand_ins(["helper7"]) == {"helper7": found["helper7"]}
    assert User.objects.count() == before


def described(family: str, **more: Any) -> parts.PersonPart:
    return parts.PersonPart(family=family, given="Ada", **more)


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
        described("Bexker", club="Verein 1", anonymised_at=Moment(2026, 1, 1, tzinfo=UTC)),
        described("Bexker", club="Verein 1"),
        described("Bexker", club="Verein 1"),
    ]
    alone, gone, known, again = find_people(nodes, host, ())
    assert known == of_club
    assert not {alone.pk, gone.pk, again.pk} & {plain.pk, of_club.pk}
