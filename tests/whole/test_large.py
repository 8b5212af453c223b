"""Pages stay as cheap as they are among many people, tournaments and hosts.

`python -m tools.bench addresses` measures them on a server that `python -m tools.simulate_server`
has filled; here is a small one, on which the queries are counted and PostgreSQL is asked for its
plans.
"""

from datetime import date

import pytest
from django.db import connection

from scoring.models import Actor
from tests.snapshots import built_once
from tests.world import World, a_world, names, parameters
from tools.bench.addresses import (
    FILES,
    Address,
    Reader,
    asked,
    places,
    readers_of,
    urls_of,
)
from tools.bench.plans import read_through
from tools.simulate_server.server import ServerPlan, simulate_server

pytestmark = pytest.mark.django_db
# What is asked again and again while people play, and what the public opens.
HOT = (
    *("entries-suggest", "tournament", "next-steps", "entries", "standings", "series-standings"),
    *("series", "list", "log", "installation-log", "find", "phone-tables"),
    *("room", "room-standings", "room-seating", "room-tables", "room-player", "room-list"),
    *("room-wall-pages", "room-plan", "room-kind-standings"),
)


@built_once
def large_server() -> None:
    plan = ServerPlan(hosts=12, people=3_000, tournaments=90, seed="large", day=date(2026, 11, 21))
    simulate_server(plan, by=Actor(name="test"))


@pytest.fixture
def world(db: None) -> World:
    large_server()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # rows that are inserted again are unknown to the planner
    return a_world()


def some_readers(world: World) -> list[Reader]:
    """Who sees most, and who sees the public pages; the others see parts of the same."""
    return [each for each in readers_of(world) if each.name in ("organizer", "public")]


@pytest.mark.long
@pytest.mark.slow
def test_no_page_asks_too_many_queries(world: World):
    here, above = places(world), []
    for reader in some_readers(world):
        for name in sorted(names() - FILES.keys()):
            for place in here if parameters(name) else here[:1]:
                urls = urls_of(name, world, place)
                found = [asked(reader, Address(name, url, reader.name), 0) for url in urls]
                pages = [each for each in found if each and not each.is_file]
                above += [str(each) for each in pages if each.asks_too_much]
                if any(found):
                    break
    assert above == []


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL for its plans")
def test_no_hot_page_reads_through_a_large_table(world: World):
    """Where an index can be taken it is: what still is read through has none that fits."""
    # The other ways are dear in a large table only; this one is small.
    with connection.cursor() as cursor:
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
    here, found = places(world), []
    for reader in some_readers(world):
        for name in HOT:
            for url in urls_of(name, world, here[0]):
                answer = asked(reader, Address(name, url, reader.name), 0)
                found += read_through(answer.queries) if answer else []
    # People whose six months are over are counted once after a change of a final tournament.
    found = [each for each in found if '"anonymised_at" IS NULL AND NOT' not in each]
    assert sorted(set(found)) == []
