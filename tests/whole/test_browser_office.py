"""The office pages in a browser: registration by keyboard, and accessibility of every page."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.accounts.services.accounts import create_first_link
from scoring.models import Actor, Role, Tournament
from scoring.series.services.series import create_series
from tests.browser import PHONE, accessibility_violations, throttle
from tests.clerk import signed_in
from tests.factories import make_member, make_user, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_expired_session_is_reported_and_input_is_kept(
    desk: Page, live_server, tournament: Tournament, browser_errors
):
    """Of a clerk over a slow network."""
    browser_errors.expect("401")
    players = signed_in(desk, make_member(tournament, Role.CLERK), live_server.url)
    players.goto(live_server.url + reverse("entries", args=[tournament.pk]))
    throttle(players)
    cookies = players.context.cookies()
    players.context.clear_cookies(name="sessionid")
    players.keyboard.type("Ada Amsel")
    players.keyboard.press("Enter")
    expect(players.locator("#trouble")).to_be_visible()
    expect(players.locator("[data-waiting]")).to_contain_text("Ada Amsel")
    # Signing in again in another window gives new cookies; the player is entered by itself.
    for cookie in cookies:
        if cookie["name"] == "csrftoken":
            cookie["value"] = "n" * 32
    players.context.add_cookies(cookies)
    expect(players.locator("#rows tr")).to_have_count(1, timeout=10_000)
    expect(players.locator("[data-waiting]")).to_be_hidden()


OF_NOBODY = ("tournaments", "tournament-new", "accounts", "account", "new-app", "new-passkey")
OF_TOURNAMENT = ("tournament", "entries", "entries-paste", "people", "tournament-settings")
OF_TOURNAMENT += ("series-new", "prints", "logo", "results-import")


def test_pages_are_accessible_on_a_telephone(phone: Page, live_server):
    """The rules are the same at any width."""
    series = seated(12)
    tournament = series.tournament
    create_series(tournament, by=Actor(name="test"))
    make_member(tournament, Role.CLERK)
    page = signed_in(phone, make_user("chief", superuser=True), live_server.url)
    addresses = [reverse(name) for name in OF_NOBODY]
    addresses += [reverse(name, args=[tournament.pk]) for name in OF_TOURNAMENT]
    addresses += [reverse("entry-change", args=[tournament.entries.first().pk])]
    for address in (*addresses, reverse("series", args=[series.pk])):
        page.goto(live_server.url + address)
        assert accessibility_violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address


COLOURS = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"


def test_pages_without_sign_in_are_accessible(phone: Page, live_server, browser_errors):
    browser_errors.expect("404")
    for path in ("/sign-in/", f"/setup/{create_first_link()}/", "/setup/gone/", "/nothing/"):
        phone.goto(live_server.url + path)
        assert accessibility_violations(phone) == [], path
        button = phone.locator(".top [name=language]")  # axe says nothing of white on white
        colour, ground = button.evaluate(COLOURS)
        assert colour != ground, path
