"""Pages stay as cheap as they are among many people, tournaments and hosts: PostgreSQL is asked
for its plans on a small server. `python -m tools.bench addresses` measures a large one.
"""

from datetime import date

import pytest
from django.db import connection

from scoring.models import Actor
from tests.world import a_world
from tools.bench.addresses import Address, asked, places, readers_of, urls_of
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


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL for its plans")
def test_no_hot_page_reads_through_a_large_table():
    """Where an index can be taken it is: what still is read through has none that fits."""
    plan = ServerPlan(hosts=12, people=3_000, tournaments=90, seed="large", day=date(2026, 11, 21))
    simulate_server(plan, by=Actor(name="test"))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        # The other ways are dear in a large table only; this one is small.
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
    world = a_world()
    here, found = places(world), []
    # Who sees most, and who sees the public pages; the others see parts of the same.
    for reader in (each for each in readers_of(world) if each.name in ("organizer", "public")):
        for name in HOT:
            for url in urls_of(name, world, here[0]):
                answer = asked(reader, Address(name, url, reader.name), 0)
                found += read_through(answer.queries) if answer else []
    # People whose six months are over are counted once after a change of a final tournament.
    found = [each for each in found if '"anonymised_at" IS NULL AND NOT' not in each]
    assert sorted(set(found)) == []
