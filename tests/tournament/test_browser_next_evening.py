"""A club evening follows the last one with three clicks; the pages of its season."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Fees, Person, Role, Season, Tournament
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_entries, make_member, make_series, make_tournament, make_user
from tests.years import club_year

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_evening_two_needs_three_clicks_and_two_keys_a_member(desk, live_server, counted):
    """16 of 18 are here: everybody by a range, two that are missing by their numbers."""
    season = Season.objects.create(name="Vereinsjahr 2026")
    last = make_tournament("Vereinsabend 1", season=season)
    Fees.objects.create(tournament=last, entry_cents=800)
    make_series(last)
    make_entries(last, 18)
    page = signed_in(desk, make_member(last, Role.ORGANIZER), live_server.url)
    clerk = Clerk(page, live_server.url)
    clerk.open("next-evening", last.pk)
    expect(page.get_by_label("Name des Abends")).to_have_value("Vereinsabend 2")
    for ticked in (18, 0):
        page.get_by_label("Alle auswählen").click()
        expect(page.locator("input[name=people]:checked")).to_have_count(ticked)
        expect(page.locator("#attendance-typed")).to_be_focused()
    clerk.enter("1-18", "7 12")
    expect(page.locator("input[name=people]:checked")).to_have_count(16)
    clerk.enter("käth")
    expect(page.locator("#attendance-said")).to_be_empty()
    clerk.enter("käth", "niemand")
    expect(page.locator("#attendance-said")).to_contain_text("niemand")
    expect(page.locator("input[name=people]:checked")).to_have_count(16)
    assert accessibility_violations(page) == []
    page.fill("#attendance-typed", "")
    page.get_by_role("button", name="Abend vorbereiten").click()
    expect(page.locator("#rows tr")).to_have_count(16)
    made = Tournament.objects.exclude(pk=last.pk).get()
    assert made.entries.count() == 16
    assert not made.entries.filter(start_number__in=(7, 12)).exists()
    assert sum(made.bookings.values_list("cents", flat=True)) == 16 * 800
    counted("evening 2 with 16 of 18 members", clerk.keys, 2 * 18)
    # A late member is ticked by a finger.
    page.get_by_role("link", name="Wer ist da?").click()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("label.attendee").filter(has_text="7").first.click()
    count = page.locator("[data-attendance=count]")
    assert count.evaluate("e => getComputedStyle(e).marginLeft") != "0px", "“Enter them 1”"
    page.get_by_role("button", name="Eintragen").click()
    expect(page.locator("#rows tr")).to_have_count(17)
    assert reverse("entries", args=[made.pk]) in page.url


def test_pages_of_a_season_fit_a_phone(phone: Page, live_server):
    """Only a table may be wider than the page: it scrolls by itself."""
    season = club_year(8, 2, 1)
    page = signed_in(phone, make_user(superuser=True), live_server.url)
    of_season = ("season", "season-members", "season-settings")
    person = ("season-person", season.pk, Person.objects.first().pk)
    for name, *ids in (("seasons",), ("honours",), person, *((n, season.pk) for n in of_season)):
        page.goto(live_server.url + reverse(name, args=ids))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
        assert accessibility_violations(page) == [], name
