"""A server that dies with requests on their way: whatever sent one that fails hears of it, and no
promise is rejected that nobody holds.
"""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser import Errors
from tests.effort import repeats
from tests.factories import seated
from tests.lists.test_browser_waiting import scores

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def complaints(browser_errors: Errors) -> None:
    browser_errors.expect("ERR_FAILED")
    browser_errors.expect("htmx:")


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
