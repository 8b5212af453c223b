"""A server that dies with requests on their way: whatever sent one that fails hears of it, and no
promise is rejected that nobody holds.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scoring.models import Role, ScoreList
from tests.browser import Errors
from tests.effort import repeats
from tests.factories import open_list, seated
from tests.lists.test_browser_waiting import scores

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Silent:
    """What scripts ask of these addresses is not answered until `die`, which drops it."""

    def __init__(self, page: Page, *addresses: str) -> None:
        self.page, self.addresses = page, addresses
        self.asked: list[Route] = []
        self.is_over = False
        page.route("**/*", self.hold)

    def hold(self, route: Route) -> None:
        is_held = any(f"/{part}/" in route.request.url for part in self.addresses)
        route.fallback() if self.is_over or not is_held else self.asked.append(route)

    def die(self, requests: int) -> None:
        """One after the other, so many: some go out only after others failed."""
        for _each in range(requests):
            while not self.asked:
                self.page.wait_for_timeout(20)
            self.asked.pop(0).abort()
        self.is_over = True


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(3, rounds=1)


@pytest.fixture(autouse=True)
def complaints(browser_errors: Errors) -> None:
    browser_errors.expect("ERR_FAILED")
    browser_errors.expect("htmx:")


@pytest.mark.long
def test_a_line_that_waits_behind_a_closing(clerk_at: Any, score_list: ScoreList) -> None:
    clerk = clerk_at(score_list)
    clerk.enter("g32", "h13", "x12")
    clerk.wait(3, "stored")
    silent = Silent(clerk.page, "close", "games")
    clerk.press("Control+Enter")
    clerk.page.focus("#row-3 .line")
    clerk.enter("x22")
    clerk.wait(3, "sending")
    silent.die(2)
    clerk.wait(3, "stored")
    assert scores(score_list)[3] == 36


@pytest.mark.long
def test_seats_and_the_lowest_value(clerk_at: Any, score_list: ScoreList) -> None:
    clerk = clerk_at(score_list, role=Role.ORGANIZER)
    clerk.page.wait_for_load_state()
    silent = Silent(clerk.page, "seats", "lowest")
    clerk.page.focus(".seat >> nth=0")
    clerk.press("Alt+ArrowDown")
    silent.die(1)
    expect(clerk.page.locator("#trouble")).to_be_visible()
    silent = Silent(clerk.page, "seats", "lowest")
    clerk.page.focus("#row-1 .line")
    clerk.press("F8")
    silent.die(1)
    expect(clerk.page.locator("#lowest")).to_be_hidden()


@pytest.mark.parametrize("at", repeats("close", "games", "table"))
@pytest.mark.parametrize("arrives", repeats(True, False))
def test_keys_between_two_lists_wait_for_a_server_that_comes_back(
    clerk_at: Any, at: str, arrives: bool
) -> None:
    """What had arrived when it died counts once."""
    first, second = seated(8, rounds=1).lists.select_related("series__tournament")
    clerk = clerk_at(first)
    clerk.enter("g32", "h13", "x12")
    clerk.wait(3, "stored")
    failed = []

    def drop(route: Route) -> None:
        is_it = f"/{at}/" in route.request.url
        if failed or not is_it:
            return route.abort() if failed else route.fallback()
        failed.append(route.fetch() if arrives else None)
        return route.abort()

    clerk.page.route("**/*", drop)
    clerk.type("0")
    clerk.press("Control+Enter")
    expect(clerk.page.locator("#table-number")).to_be_focused()
    clerk.type("2")
    clerk.press("Enter")
    clerk.wait_until(lambda: failed, "a request that fails")
    clerk.enter("g42", "h13")
    clerk.page.unroute("**/*", drop)
    clerk.page.wait_for_url(f"**/lists/{second.pk}/")
    clerk.wait(2, "stored")
    assert scores(second) == {1: 120, 2: 20}
    assert scores(first) == {1: 96, 2: 20, 3: 24, 4: 0}
    first.refresh_from_db()
    assert first.state == "entered"
