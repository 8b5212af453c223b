"""Helpers for tests in a browser; the browser itself is a fixture of conftest."""

from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

VENDOR = Path(__file__).parent / "vendor"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# Milliseconds that a slow machine gets; what never comes still fails.
PATIENCE = 20_000


class Errors:
    """Errors that a browser reported while a test ran."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._expected: list[str] = []

    def expect(self, text: str) -> None:
        """Allow complaints that contain this text, e.g. the 409 of a stale line."""
        self._expected.append(text)

    def watch(self, page: Page) -> None:
        def note(message: ConsoleMessage) -> None:
            if message.type == "error":
                self.seen.append(f"{message.text} ({message.location.get('url', '')})")

        page.on("console", note)
        page.on("pageerror", lambda error: self.seen.append(f"exception: {error}"))

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.seen if not any(word in text for word in self._expected)]


def throttle(page: Page, milliseconds: int = 150) -> None:
    """Let every answer take this long, as over a crowded club room's network."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    slow = {"latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {"offline": False, **slow})


def sign_in(page: Page, client: Any, address: str) -> None:
    """Give the page the session of a signed-in test client."""
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": address}])


def accessibility_violations(page: Page) -> list[str]:
    """What axe-core finds on the page, one line each: rule, help, and where."""
    # evaluate() is not bound by the page's content security policy; a <script> would be.
    page.evaluate((VENDOR / "axe.min.js").read_text("utf-8"))
    # During a colour transition the contrast is neither that of the first nor of the last colour.
    page.evaluate("() => document.getAnimations().forEach(each => each.finish())")
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{violation['id']}: {violation['help']} at {node['target']}"
        for violation in found
        for node in violation["nodes"]
    ]
