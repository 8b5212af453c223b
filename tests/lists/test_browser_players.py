"""A player leaves a table in the middle of a series: in a browser (SkO 4.5.9)."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser import accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_member, open_list
from tests.lists.test_services_sittings import (
    LEAGUE,
    change,
    with_fifth,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_organizer_records_it_and_the_list_goes_on_as_three(desk, live_server, browser_errors):
    score_list = open_list(rounds=3)
    signed_in(desk, make_member(score_list.series.tournament, "organizer"), live_server.url)
    desk.goto(live_server.url + reverse("list-players", args=[score_list.pk]))
    assert accessibility_violations(desk) == []
    desk.get_by_label("Nach Runde").fill("1")
    desk.get_by_label("Grund").fill("unwohl")
    desk.get_by_role("button", name="Eintragen").click()
    expect(desk.locator("#grid")).to_contain_text("bis Runde 1")
    expect(desk.locator("#grid .game")).to_have_count(10)
    assert accessibility_violations(desk) == []
    assert browser_errors.unexpected == []


@pytest.mark.long
@pytest.mark.parametrize(("seats", "seat"), [(4, 2), (3, 4)])
def test_a_page_learns_with_its_next_line_who_joined(clerk_at, browser_errors, seats, seat):
    """At a table of three its answers bring twelve rows and a fourth seat."""
    for complaint in ("409", "htmx"):
        browser_errors.expect(complaint)
    score_list = open_list(seats, rounds=3, **LEAGUE)
    clerk = clerk_at(score_list)
    with_fifth(score_list)
    change(score_list, seat, joins=5)
    clerk.enter("g32")
    clerk.wait(1, "stale")
    expect(clerk.page.locator("#other-shape")).to_be_visible()
    clerk.press("ArrowUp")
    clerk.press("Enter")
    clerk.wait(1, "stored")
    expect(clerk.page.locator("#sum-2")).to_have_text("96")
