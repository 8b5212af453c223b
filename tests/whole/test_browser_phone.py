"""An organizer walks through the hall with a telephone: by the panel and the search alone.

Taps and keys are printed for each: `pytest -s tests/whole/test_browser_phone.py`.
"""

import os

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.models import Entry, Role, ScoreList, Seat, Series
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from tests.browser import PHONE, accessibility_violations, sign_in
from tests.factories import make_entries, make_member, make_series, make_tournament
from tests.series.test_browser_room_control import enter_lists
from tests.visitors import browser as client_of
from tests.whole.test_transitions import BY, BY_LOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THUMB = 24  # pixels that a target has at least in each direction
# What each act takes at most: taps, and keys of the telephone's keyboard.
MOST = {
    "release": (1, 0),
    "late": (3, 12),
    "absent": (3, 0),
    "leaves": (2, 4),
    "start": (3, 0),
    "a table": (1, 3),
    "a player": (1, 4),
}


class Walker:
    """Taps and types on a telephone, and counts both for the act that he is at."""

    def __init__(self, page: Page) -> None:
        self.page, self.act = page, ""
        self.taps = dict.fromkeys(MOST, 0)
        self.keys = dict.fromkeys(MOST, 0)

    def tap(self, what: Locator | str) -> None:
        found = (self.page.locator(what) if isinstance(what, str) else what).first
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= THUMB, f"{self.act}: {what} is {box}"
        self.taps[self.act] += 1
        with self.page.expect_navigation():
            found.tap()

    def enter(self, text: str) -> None:
        """Type into what has the focus, and press Enter."""
        self.keys[self.act] += len(text) + 1
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def find(self, text: str) -> None:
        """A table, a number or a name by the search that stands on every page."""
        self.taps[self.act] += 1
        self.page.locator("#find").tap()
        with self.page.expect_navigation():
            self.enter(text)

    def shown(self) -> None:
        """Nothing stands beside the screen, nobody is shut out; a picture where one is wanted."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert accessibility_violations(self.page) == []
        if place := os.environ.get("PICTURES"):
            self.page.screenshot(path=f"{place}/phone-{self.act.replace(' ', '-')}.png")


@pytest.fixture
def series() -> Series:
    """46 players at twelve tables, drawn and not released."""
    tournament = make_tournament(public=True)
    make_entries(tournament, 46)
    series = make_series(tournament)
    draw_series(series, BY_LOT, by=BY)
    return Series.objects.select_related("tournament").get(pk=series.pk)


@pytest.mark.long
def test_release_late_absent_leaving_and_the_room_on_a_telephone(
    phone: Page, live_server, series: Series
):
    tournament = series.tournament
    member = make_member(tournament, Role.ORGANIZER)
    sign_in(phone, client_of(member), live_server.url)
    walker = Walker(phone)

    walker.act = "release"
    phone.goto(f"{live_server.url}/series/{series.pk}/")
    walker.shown()
    walker.tap("button[value=released]")
    expect(phone.locator('.step[data-step="start-series"]')).to_be_visible()
    series.refresh_from_db()
    assert series.state == "released"

    walker.act = "late"
    walker.tap(".step-link:has-text('Nachzügler anmelden')")
    expect(phone.locator("#id_name")).to_be_focused()
    walker.enter("Heike Rohde")
    expect(phone.locator('.step[data-step="seat-people"]')).to_be_visible()
    walker.tap(".step-tables a")
    walker.shown()
    walker.tap("button[value=join]")
    expect(phone.locator(".changed")).to_contain_text("Tisch")
    walker.shown()
    heike = Entry.objects.get(person__family="Rohde")
    assert Seat.objects.filter(series=series, entry=heike).exists()

    walker.act = "absent"
    phone.locator(".step summary").tap()
    walker.tap(".step-link:has-text('Jemand fehlt oder geht')")
    walker.tap("main a[href*='/seats/']")
    walker.shown()
    walker.tap("button[value=no_show]")
    expect(phone.locator('.step[data-step="fill-seats"]')).to_be_visible()
    walker.shown()
    assert tournament.entries.filter(state="no_show").count() == 1

    walker.act = "start"
    # The seat of who is absent comes first: his table plays on with three.
    walker.tap(".step-tables a")
    walker.tap(".changes button[value=leave]")
    walker.tap(".step button:has-text('Die Serie beginnt')")
    expect(phone.locator('.step[data-step="enter-lists"]')).to_be_visible()
    walker.shown()
    series.refresh_from_db()
    assert series.state == "playing"

    walker.act = "leaves"
    walker.find("#9")
    walker.shown()
    walker.tap("button:has-text('Geht nach Serie 1')")
    expect(phone.locator("main")).to_contain_text("bis Serie 1")
    assert Entry.objects.get(start_number=9).until_series == 1

    walker.act = "a player"
    walker.find("roh")
    expect(phone.locator("h1")).to_contain_text("Heike Rohde")

    walker.act = "a table"
    walker.find("7")
    expect(phone.locator("h1")).to_contain_text("7")
    walker.shown()

    print(f"\n{'act':10} {'taps':>5} {'keys':>5}   at most")
    for act, most in MOST.items():
        print(f"{act:10} {walker.taps[act]:5} {walker.keys[act]:5}   {most[0]} / {most[1]}")
        assert (walker.taps[act] <= most[0], walker.keys[act] <= most[1]) == (True, True), act


@pytest.mark.long
def test_sixty_tables_are_told_apart_on_a_telephone(phone: Page, live_server):
    tournament = make_tournament()
    make_entries(tournament, 240)
    series = make_series(tournament)
    draw_series(series, BY_LOT, by=BY)
    move_series(series, "playing", by=BY)
    enter_lists(ScoreList.objects.filter(table_number__lte=30))
    sign_in(phone, client_of(make_member(tournament, Role.ORGANIZER)), live_server.url)
    walker = Walker(phone)
    walker.act = "a table"
    phone.goto(f"{live_server.url}/series/{series.pk}/")
    expect(phone.locator(".tables.compact a")).to_have_count(60)
    walker.shown()
    walker.tap(".tables.compact a:has-text('47')")
    expect(phone.locator("h1")).to_contain_text("47")
