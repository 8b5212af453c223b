"""A club's year of ten evenings: prepared with three clicks each, and one table for everybody."""

from datetime import date
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from scoring.models import Actor, Fees, Role, Season, Tournament
from scoring.series.services.series import create_series
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_entries, make_member, make_tournament
from tests.seasons.years import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MEMBERS = 18
BY = Actor(name="test")


@pytest.fixture
def first(db) -> Tournament:
    season = Season.objects.create(name="Vereinsjahr 2026", best_of=7)
    found = make_tournament("Vereinsabend 1", season=season, date=date(2026, 11, 20))
    Fees.objects.create(tournament=found, entry_cents=800)
    for _number in range(3):
        create_series(found, rounds=12, by=BY)
    for number, entry in enumerate(make_entries(found, MEMBERS), 1):
        entry.person.family += f" {number}"
        entry.person.save()
    return found


def played(tournament: Tournament, rng: Random) -> None:
    """The evening is over: every list is in, the result is final."""
    entries = list(tournament.entries.order_by("start_number"))
    for series in tournament.series.all():
        play(tournament, series.number, entries[: len(entries) // 4 * 4], rng)
    tournament.series.update(results_public_at=timezone.now())
    Tournament.objects.filter(pk=tournament.pk).update(state="final")


@pytest.mark.parametrize("width", repeats(390, 1280))
def test_pages_of_a_season_fit_their_screen(desk: Page, live_server, first: Tournament, width):
    """Only a table may be wider than the page: it scrolls by itself."""
    rng = Random("page")
    user = make_member(first, Role.ORGANIZER)
    page = signed_in(desk, user, live_server.url)
    clerk = Clerk(page, live_server.url)
    played(first, rng)
    season = first.season
    page.set_viewport_size({"width": width, "height": 844})
    person = first.entries.first().person_id
    places = [
        ("seasons", []),
        ("season", [season.pk]),
        ("season-members", [season.pk]),
        ("season-settings", [season.pk]),
        ("season-person", [season.pk, person]),
        ("honours", []),
    ]
    for name, args in places:
        clerk.open(name, *args)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert accessibility_violations(page) == [], name
