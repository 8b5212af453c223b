"""The office pages in a browser: registration by keyboard, and accessibility of every page."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.accounts.services.accounts import create_first_link
from scoring.models import Actor, Entry, Role, Tournament, User
from scoring.series.services.series import create_series
from tests.browser import PHONE, accessibility_violations, sign_in, throttle
from tests.effort import LONG, repeats
from tests.factories import make_entries, make_member, make_tournament, make_user, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def as_user(live_server) -> Callable[[Page, User], Callable[[str], None]]:
    """Sign somebody in; returns a function that opens addresses."""

    def enter(page: Page, user: User) -> Callable[[str], None]:
        client = Client()
        client.force_login(user)
        sign_in(page, client, live_server.url)
        return lambda path: page.goto(live_server.url + path)

    return enter


@pytest.fixture
def players(desk: Page, as_user, tournament: Tournament) -> Page:
    """The players page, opened by a clerk over a slow network."""
    goto = as_user(desk, make_member(tournament, Role.CLERK))
    goto(reverse("entries", args=[tournament.pk]))
    throttle(desk)
    return desk


@pytest.mark.long
def test_two_presses_of_enter_enter_once(players: Page):
    players.keyboard.type("Ada Amsel")
    players.keyboard.press("Enter")
    players.keyboard.press("Enter")
    expect(players.locator("#id_name")).to_have_value("")
    expect(players.locator("#rows tr")).to_have_count(1)
    assert Entry.objects.count() == 1


@pytest.mark.long
def test_registration_is_undone_beside_its_message(players: Page):
    players.keyboard.type("Ada Amsel")
    players.keyboard.press("Enter")
    players.locator("#answers button").click()
    expect(players.locator("#rows tr")).to_have_count(0)
    expect(players.locator("#nobody")).to_be_visible()
    assert not Entry.objects.exists()


def test_expired_session_is_reported_and_input_is_kept(players, browser_errors):
    browser_errors.expect("401")
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


PAGES = (
    "tournaments",
    "tournament-new",
    "accounts",
    "account",
    "new-app",
    "new-passkey",
    "tournament",
    "entries",
    "entries-paste",
    "entry-change",
    "people",
    "tournament-settings",
    "series",
    "series-new",
    "prints",
    "logo",
    "results-import",
)


@pytest.mark.parametrize("language", repeats("de-DE", "en-GB"))
def test_pages_are_accessible_on_desktop_and_telephone(new_context, as_user, language: str):
    series = seated(12)
    tournament = series.tournament
    create_series(tournament, by=Actor(name="test"))
    make_member(tournament, Role.CLERK)
    page = new_context(locale=language).new_page()
    goto = as_user(page, make_user("chief", superuser=True))
    ids = {
        "entry-change": tournament.entries.first().pk,
        "series": series.pk,
        **dict.fromkeys(("tournaments", "tournament-new", "accounts", "account", "new-app")),
        "new-passkey": None,
    }
    for name in PAGES:
        number = ids.get(name, tournament.pk)
        goto(reverse(name, args=[number] if number else []))
        if LONG:  # the rules are the same at any width
            assert accessibility_violations(page) == [], name
        page.set_viewport_size(PHONE)
        assert accessibility_violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
        page.set_viewport_size({"width": 1280, "height": 800})


def test_pages_without_sign_in_are_accessible(phone: Page, live_server, browser_errors):
    browser_errors.expect("404")
    for path in ("/sign-in/", f"/setup/{create_first_link()}/", "/setup/gone/", "/nothing/"):
        phone.goto(live_server.url + path)
        assert accessibility_violations(phone) == [], path


@pytest.mark.long
def test_empty_pages_are_accessible(desk: Page, as_user, tournament: Tournament):
    goto = as_user(desk, make_member(tournament, Role.ORGANIZER))
    make_entries(tournament, 2)
    for name in ("tournament", "entries", "people", "series-new"):
        goto(reverse(name, args=[tournament.pk]))
        assert accessibility_violations(desk) == [], name
