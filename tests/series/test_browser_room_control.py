"""Room control in a real browser: sixty tables on one screen, everything in few keys."""

import pytest
from playwright.sync_api import expect

from scoring.models import Person, Role, Seat
from scoring.models.score_list import TALLY
from scoring.series.services.draw import seat_by_hand
from scoring.series.services.series import move_series
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.factories import make_member, undrawn
from tests.lists.test_services_games import CLERK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_sixty_tables_stand_on_one_screen_and_each_is_found_in_two_keys(new_context, live_server):
    """240 players of the first series, which is being played; thirty lists are in."""
    series = undrawn(240)
    tables = {n: [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n] for n in range(1, 61)}
    seat_by_hand(series, tables, by=CLERK)
    move_series(series, "playing", by=CLERK)
    series.lists.filter(table_number__lte=30).update(state="entered", depth="totals")
    series.lists.filter(table_number__in=(31, 32)).update(depth="games")
    entered = Seat.objects.filter(list__table_number__lte=30)
    entered.update(**dict.fromkeys(TALLY, 0))  # as if every game had been passed
    Person.objects.filter(entries__start_number=17).update(family="Zeisig", given="Zoe")
    desk = new_context(locale="en-GB").new_page()
    signed_in(desk, make_member(series.tournament, Role.ORGANIZER), live_server.url)
    user = Clerk(desk, live_server.url)
    user.open("series", series.pk)
    tiles = desk.locator(".tables a")
    expect(tiles).to_have_count(60)
    expect(tiles.first).to_contain_text("33")
    expect(tiles.first).to_contain_text("still empty")
    assert tiles.last.bounding_box()["y"] + tiles.last.bounding_box()["height"] <= 800
    assert accessibility_violations(desk) == []
    expect(desk.locator("#find-here")).to_be_focused()
    user.type("ams")
    user.press("Enter")
    expect(desk.locator(".found li")).to_have_count(20)
    for key, typed, heading in (
        ("F9", "47", "Table 47"),
        ("Shift+F9", "17", "Zoe Zeisig"),
        ("F9", "zei", "Zoe Zeisig"),
    ):
        user.open("standings", series.tournament_id)
        user.keys = 0
        user.press(key)
        user.type(typed)
        user.press("Enter")
        expect(desk.locator("h1")).to_contain_text(heading)
        assert user.keys == 2 + len(typed)
