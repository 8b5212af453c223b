"""The page of prints: how far the workbook is that a script fetches."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Role
from scoring.prints import views
from tests.browser import Errors
from tests.clerk import signed_in
from tests.factories import make_member
from tests.prints.test_child import takes_too_long
from tests.simulated import finished

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_page_of_prints_says_why_there_is_no_workbook(
    desk: Page, live_server, browser_errors: Errors, monkeypatch
):
    """docs/server.md "Dear work": the answer's own sentence, not that one should try again."""
    monkeypatch.setattr(views, "whole_workbook", takes_too_long)
    browser_errors.expect("422")
    tournament = finished(players=7, series=1)
    page = signed_in(desk, make_member(tournament, Role.ORGANIZER), live_server.url)
    page.goto(live_server.url + reverse("prints", args=[tournament.pk]))
    page.click("#sheets summary")
    link = page.locator("a[data-wait]")
    link.click()
    note = link.locator("xpath=following-sibling::span[@role='status']")
    expect(note).to_contain_text("nach 4 Minuten nicht fertig")
    expect(link).not_to_have_attribute("aria-disabled", "true")
