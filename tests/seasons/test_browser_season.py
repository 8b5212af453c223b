"""A club's year of ten evenings: prepared with three clicks each, and one table for everybody."""

from datetime import date
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.models import Actor, Fees, Role, Season, Tournament
from scoring.series.services.series import create_series
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_entries, make_member, make_tournament
from tests.seasons.reckoning import table_of
from tests.seasons.years import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MEMBERS, EVENINGS = 18, 10
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


class Clicks:
    """Presses buttons and links of a page, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def on(self, role: str, name: str) -> None:
        self.count += 1
        self.page.get_by_role(role, name=name, exact=True).first.click()


@pytest.mark.long
def test_a_clubs_year_of_ten_evenings(desk: Page, live_server, first: Tournament, counted):
    """Evening 2 to 10: at most three clicks and two keys a member; the best 7 of 10 count."""
    rng = Random("year")
    page = signed_in(desk, make_member(first, Role.ORGANIZER), live_server.url)
    clerk = Clerk(page, live_server.url)
    played(first, rng)
    season = first.season
    clerk.open("season-members", season.pk)
    page.get_by_role("button", name="Übernehmen").click()
    expect(page.locator("main table tbody tr")).to_have_count(MEMBERS)
    most_clicks = most_keys = 0
    for evening in range(2, EVENINGS + 1):
        clerk.open("season", season.pk)
        clicks, clerk.keys = Clicks(page), 0
        clicks.on("link", "Nächster Abend")
        expect(page.locator("#attendance-typed")).to_be_focused()
        missing = sorted(rng.sample(range(1, MEMBERS + 1), 2))
        clerk.enter(f"1-{MEMBERS}", f"{missing[0]} {missing[1]}")
        clicks.on("button", "Abend vorbereiten")
        expect(page.locator("#rows tr")).to_have_count(MEMBERS - 2)
        made = Tournament.objects.get(name=f"Vereinsabend {evening}")
        numbers = set(made.entries.values_list("start_number", flat=True))
        assert numbers == set(range(1, MEMBERS + 1)) - set(missing)
        most_clicks, most_keys = max(most_clicks, clicks.count), max(most_keys, clerk.keys)
        played(made, rng)
    assert most_clicks <= 3
    counted("keys of an evening before the draw", most_keys, 2 * MEMBERS)
    clerk.open("season", season.pk)
    assert accessibility_violations(page) == []
    page.get_by_role("button", name="Saison für alle öffnen").click()
    expect(page.get_by_role("button", name="Saison und ihre Turniere schließen")).to_be_visible()
    page.context.clear_cookies()
    page.goto(live_server.url + reverse("room-season", args=[season.pk]))
    rows = page.locator("tbody tr").all()
    shown = [each.locator("td").all_inner_texts()[:4] for each in rows]
    plain = [(rank, name, "".join(filter(str.isdigit, figure))) for rank, name, figure, _ in shown]
    assert [(int(rank), name, int(figure)) for rank, name, figure in plain] == [
        row[:3] for row in table_of(season)
    ]
    assert len(shown) == MEMBERS
    assert all(isinstance(row[2], int | Fraction) for row in table_of(season))
    assert accessibility_violations(page) == []


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
