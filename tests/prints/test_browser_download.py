"""The page of prints: how far the workbook is that the browser fetches."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Role
from tests.clerk import signed_in
from tests.factories import make_member
from tests.simulated import finished

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_page_of_prints_says_when_the_workbook_is_there(desk: Page, live_server):
    tournament = finished(players=7, series=1)
    page = signed_in(desk, make_member(tournament, Role.ORGANIZER), live_server.url)
    page.goto(live_server.url + reverse("prints", args=[tournament.pk]))
    page.click("#sheets summary")
    with page.expect_download():
        page.click("a[data-wait]")
    note = page.locator("a[data-wait] + [role=status]")
    expect(note).to_have_text("Die Mappe ist fertig.")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")
    expect(note).to_have_count(0)  # after a page that came in place of the file
