"""The seating in a real browser: drawn, two swapped, released, the seat of a no-show filled."""

import pytest

from scoring.models import Entry, Role, Series
from scoring.series.services.draw import seat_by_hand
from scoring.series.services.seat_changes import leave_table
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_entries, make_member, make_series, make_tournament
from tests.lists.test_services_games import CLERK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def series() -> Series:
    """Eleven players who are there, and one who has not come yet."""
    tournament = make_tournament()
    make_entries(tournament, 12)
    Entry.objects.filter(start_number=12).update(state="no_show")
    return make_series(tournament)


def test_the_pages_of_the_draw_fit_a_phone_are_accessible_and_open_at_their_top(
    new_context, live_server, series
):
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    page = new_context(locale="de-DE", **phone).new_page()
    signed_in(page, make_member(series.tournament, Role.ORGANIZER), live_server.url)
    person = Clerk(page, live_server.url)
    seat_by_hand(series, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11]}, by=CLERK)
    second = make_series(series.tournament)
    seat_by_hand(second, {1: [1, 2, 3, 5], 2: [4, 6, 7, 8], 3: [9, 10, 11]}, by=CLERK)

    def look(*pages: tuple[str, *tuple[int, ...]]) -> None:
        for name, *seat in pages:
            person.open(name, second.pk, *seat)
            assert accessibility_violations(page) == [], name
            width, top = page.evaluate("[document.documentElement.scrollWidth, scrollY]")
            assert (width <= page.viewport_size["width"], top) == (True, 0), name

    look(("series",), ("series-draw",), ("draw-by-hand",), ("series-posting",), ("series-seat", 1))
    Series.objects.update(state="released")
    Entry.objects.filter(start_number=12).update(state="present")
    look(("series-seat", 1), ("series-seat", 9), ("series-late",), ("series-back",))
    act = leave_table(second, 1, by=CLERK, reason="ill")
    look(("seating-changed", act.pk))
