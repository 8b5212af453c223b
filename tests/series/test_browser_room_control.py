"""Room control in a real browser: sixty tables on one screen, everything in few keys."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Person, Role, ScoreList, Seat, Series
from scoring.models.score_list import TALLY
from scoring.series.services.draw import seat_by_hand
from scoring.series.services.series import move_series
from tests.browser import PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_member, undrawn
from tests.lists.test_services_games import CLERK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def championship() -> Series:
    """240 players at 60 tables of the first series, which is being played."""
    series = undrawn(240)
    tables = {n: [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n] for n in range(1, 61)}
    seat_by_hand(series, tables, by=CLERK)
    move_series(series, "playing", by=CLERK)
    lists = ScoreList.objects.filter(series=series)
    lists.filter(table_number__lte=30).update(state="entered", depth="totals")
    entered = Seat.objects.filter(list__table_number__lte=30)
    entered.update(**dict.fromkeys(TALLY, 0))  # as if every game had been passed
    lists.filter(table_number__in=(31, 32)).update(depth="games")
    return series


@pytest.fixture
def desk(new_context) -> Page:
    return new_context(locale="en-GB").new_page()


@pytest.fixture
def phone(new_context) -> Page:
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    return new_context(locale="en-GB", **options).new_page()


def person(page: Page, series: Series, address: str) -> Clerk:
    signed_in(page, make_member(series.tournament, Role.ORGANIZER), address)
    return Clerk(page, address)


def test_sixty_tables_stand_on_one_screen_and_each_is_found_in_two_keys(desk: Page, live_server):
    series = championship()
    user = person(desk, series, live_server.url)
    Person.objects.filter(entries__start_number=17).update(family="Zeisig", given="Zoe")
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


@pytest.mark.long
@pytest.mark.parametrize("screen", repeats("phone", "desk"))
def test_a_table_that_does_not_exist_is_named_at_the_field_that_it_was_typed_in(
    request: pytest.FixtureRequest, live_server, screen: str
):
    page = request.getfixturevalue(screen)
    series = championship()
    user = person(page, series, live_server.url)
    user.open("series", series.pk)
    page.locator("#find-here").focus()
    user.enter("277")
    answer = page.locator("#find-answer")
    expect(answer).to_contain_text("Series 1 has no table 277. There are the tables 1 to 60.")
    field = page.locator("#find-here")
    expect(field).to_be_focused()
    expect(field).to_have_value("277")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert accessibility_violations(page) == []
    user.type("47")  # the number is selected
    expect(answer).to_be_empty()
    user.press("Enter")
    expect(page.locator("h1")).to_contain_text("Table 47")
