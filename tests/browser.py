"""A browser for the tests of pages: Debian's chromium, driven by playwright.

A test asks for `desk` (a window of 1280 × 800) or `phone` (390 × 844). Both are pages of
playwright; what the browser writes to its console as an error, an exception in a script or a
resource that is not there fails the test, unless the test expects it.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
VENDOR = Path(__file__).parent / "vendor"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

NOT_RUN = f"chromium ({CHROMIUM} is not there)"


class Errors:
    """What a browser complained about while a test ran."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._expected: list[str] = []

    def expect(self, text: str) -> None:
        """Allow complaints that contain this text, e.g. the 409 of a stale line."""
        self._expected.append(text)

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.seen.append(f"exception: {error}"))

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.seen if not any(word in text for word in self._expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            where = message.location.get("url", "")
            self.seen.append(f"{message.text} ({where})")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"not run: {NOT_RUN}")
        pytest.skip(f"not run: {NOT_RUN}")
    with sync_playwright() as playwright:
        # Chromium's sandbox refuses to run as root, as which a build machine runs.
        running = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        yield running
        running.close()


@pytest.fixture
def browser_errors() -> Iterator[Errors]:
    errors = Errors()
    yield errors
    assert errors.unexpected == []


@pytest.fixture
def new_context(
    browser: Browser, browser_errors: Errors
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers of further people: cookies of their own, German unless told otherwise."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        settings = {"viewport": DESK, "locale": "de-DE", "timezone_id": "Europe/Berlin"}
        context = browser.new_context(**(settings | options))
        context.set_default_timeout(10_000)
        context.on("page", browser_errors.watch)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def desk(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context().new_page()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()


def throttle(page: Page, milliseconds: int = 150) -> None:
    """Let every answer take this long, as over a crowded club room's network."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": milliseconds,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        },
    )


def sign_in(page: Page, client: Any, address: str) -> None:
    """Give the page the session of a signed-in test client."""
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": address}])


def accessibility_violations(page: Page) -> list[str]:
    """What axe-core finds on the page, one line each: rule, help, and where."""
    # evaluate() is not bound by the page's content security policy; a <script> would be.
    page.evaluate((VENDOR / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{violation['id']}: {violation['help']} at {node['target']}"
        for violation in found
        for node in violation["nodes"]
    ]
