"""The seating in a real browser: drawn, two swapped, released, the seat of a no-show filled."""

import pytest
from playwright.sync_api import Page

from scoring.models import Entry, Role, Series
from scoring.series.services.draw import seat_by_hand
from scoring.series.services.seat_changes import leave_table
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_entries, make_member, make_series, make_tournament
from tests.lists.test_services_games import CLERK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = {"desk": {}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}


@pytest.fixture
def series() -> Series:
    """Eleven players who are there, and one who has not come yet."""
    tournament = make_tournament()
    make_entries(tournament, 12)
    Entry.objects.filter(start_number=12).update(state="no_show")
    return make_series(tournament)


def chief(page: Page, series: Series, address: str) -> Clerk:
    signed_in(page, make_member(series.tournament, Role.ORGANIZER), address)
    return Clerk(page, address)


@pytest.mark.parametrize("size", repeats("phone", "desk"))
@pytest.mark.parametrize("locale", repeats("de-DE", "en-GB"))
def test_the_pages_of_the_draw_fit_their_screen_and_are_accessible(
    new_context, live_server, series, locale, size
):
    page = new_context(locale=locale, **SIZES[size]).new_page()
    person = chief(page, series, live_server.url)
    seat_by_hand(series, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11]}, by=CLERK)
    second = make_series(series.tournament)
    seat_by_hand(second, {1: [1, 2, 3, 5], 2: [4, 6, 7, 8], 3: [9, 10, 11]}, by=CLERK)

    def look(*pages: tuple[str, *tuple[int, ...]]) -> None:
        for name, *seat in pages:
            person.open(name, second.pk, *seat)
            assert accessibility_violations(page) == [], name
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= page.viewport_size["width"], name

    look(("series",), ("series-draw",), ("draw-by-hand",), ("series-posting",), ("series-seat", 1))
    Series.objects.update(state="released")
    Entry.objects.filter(start_number=12).update(state="present")
    look(("series-seat", 1), ("series-seat", 9), ("series-late",), ("series-back",))
    act = leave_table(second, 1, by=CLERK, reason="ill")
    look(("seating-changed", act.pk))


@pytest.mark.long
@pytest.mark.parametrize("width", repeats(390, 1366, 1280))
def test_a_page_opens_at_its_top(new_context, live_server, series, width):
    page = new_context(viewport={"width": width, "height": 768}).new_page()
    person = chief(page, series, live_server.url)
    for _more in range(8):
        make_series(series.tournament)
    last = series.tournament.series.order_by("number").last()
    seat_by_hand(series, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11]}, by=CLERK)
    for name, of in (("series", series), ("series-draw", series), ("series-draw", last)):
        person.open(name, of.pk)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("scrollY") == 0, (name, of.number)
    pill = page.locator(".sub [aria-current]").bounding_box()
    assert 0 <= pill["x"] <= width - pill["width"]
