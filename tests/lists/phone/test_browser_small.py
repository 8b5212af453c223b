"""The keys that keep a game are in sight on every phone, without scrolling."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.effort import repeats
from tests.lists.phone.finger import finger_at, list_on_phones, real_games

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_SIGHT = """() => ["won", "lost"].map(name => {
  const { left, top, right, bottom, width, height } =
    document.querySelector(`[data-do=${name}]`).getBoundingClientRect()
  const spots = [[left + 4, top + 4], [right - 4, bottom - 4], [left + width / 2, top + height / 2]]
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && spots.every(([x, y]) => document.elementFromPoint(x, y)?.closest(`[data-do=${name}]`))
})"""


@pytest.mark.parametrize("seats", repeats(4, 3))
@pytest.mark.parametrize(("width", "height"), repeats((320, 560), (360, 560), (390, 664)))
def test_won_and_lost_are_in_sight_without_scrolling(
    new_context: Any, live_server: Any, width: int, height: int, seats: int
) -> None:
    """Also below the notice that the referee is called."""
    page = new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    ).new_page()
    finger = finger_at(page, list_on_phones(seats), live_server.url).open().claim()
    finger.play_all(real_games(seats, 3))
    finger.choose({"soloist": 3, "game": "clubs", "tops": 1})
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(IN_SIGHT) == [True, True]
    finger.tap("menu")
    finger.tap("to-call")
    finger.tap("call-now")
    expect(page.locator("#notices")).to_contain_text("Gerufen,")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(IN_SIGHT) == [True, True]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
