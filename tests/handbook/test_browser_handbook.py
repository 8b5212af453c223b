"""The handbook beside the page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]


def test_the_handbook_is_searched_and_read_beside_the_page(desk: Page, live_server, browser_errors):
    desk = signed_in(desk, make_user(), live_server.url)
    desk.goto(f"{live_server.url}/calculator/")
    desk.keyboard.press("F1")
    expect(desk.locator("#handbook-text")).to_be_focused()
    assert accessibility_violations(desk) == []
    desk.fill("#handbook [name=q]", "Kasse")
    desk.press("#handbook [name=q]", "Enter")
    desk.locator("#handbook-text p:has(mark) a").first.click()
    expect(desk.locator("#handbook-text article")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator("#handbook")).to_be_hidden()
    desk.click("[data-help]")
    desk.click("#handbook .btn-close")
    expect(desk.locator("#handbook")).to_be_hidden()
    assert desk.url.endswith("/calculator/")
