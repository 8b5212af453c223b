"""At the end of a tournament with pots and fees, what several questions need is read once."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Actor, Tournament
from scoring.simulation.services.championship import simulate_championship
from scoring.tournament.reads.day import day_end
from tests.simulated import plan
from tests.visitors import member

BY = Actor(name="test")
pytestmark = pytest.mark.django_db

MOST = 70  # what a page may ask, also the first one after a change
PAGES = (
    "tournament",
    "entries",
    "money",
    "money-open",
    "money-fees",
    "pots",
    "award",
    "till",
    "ledger",
    "handed-in",
    "break-off",
    "standings",
    "teams",
    "categories",
    "prints",
    "log",
    "next-steps",
)
# What is asked of a championship with pots of every kind: the terms and the money; with that what
# is owed and what rankings ask, each once; the best games.
MAX_AT_THE_END = 35


def queries_of(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def addresses(tournament: Tournament) -> dict[str, str]:
    found = {name: reverse(name, args=[tournament.pk]) for name in PAGES}
    found["series"] = reverse("series", args=[tournament.series.get(number=1).pk])
    found["pot"] = reverse("pot", args=[tournament.pots.get(number=1).pk])
    return found


@pytest.mark.long
def test_every_page_at_the_end_asks_for_each_thing_once():
    tournament = simulate_championship(plan(players=24, series=2), by=BY)
    client = member(tournament, "organizer")
    client.get(reverse("tournaments"))  # the first page of a session writes it
    for state in ("review", "final"):
        Tournament.objects.update(state=state)
        tournament.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            day_end(tournament)
        assert len(queries) <= MAX_AT_THE_END, state
        for name, url in addresses(tournament).items():
            client.get(url)  # words and fonts are loaded once
            cache.clear()
            first, later = queries_of(client, url), queries_of(client, url)
            assert later <= first <= MOST, (state, name)
            # What is open at the end, and how far the series are.
            assert first - later <= MAX_AT_THE_END + 2, (state, name)
