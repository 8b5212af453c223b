"""A clerk at a real browser with a counter of keys."""

import time
from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from scoring.models import User
from tests.browser import PATIENCE, sign_in


class Clerk:
    """A user with a keyboard. `keys` counts pressed keys, a chord as one."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.keys = page, address, 0

    def open(self, name: str, *args: object) -> None:
        self.page.goto(self.address + reverse(name, args=args))

    def press(self, key: str) -> None:
        self.keys += 1
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        # A new page is visible before its scripts are ready; users do not type that early.
        self.page.wait_for_load_state()
        for char in text:
            self.keys += 1
            self.page.keyboard.type(char)

    def enter(self, *lines: str) -> None:
        for line in lines:
            self.type(line)
            self.press("Enter")

    def state(self, number: int) -> str:
        return str(self.page.get_attribute(f"#row-{number}", "data-state"))

    def row(self, number: int) -> str:
        """The text of the row."""
        return self.page.inner_text(f"#row-{number}")

    def line(self, number: int) -> str:
        return str(self.page.input_value(f"#row-{number} .line"))

    def wait(self, number: int, state: str) -> None:
        self.page.wait_for_selector(f"#row-{number}[data-state={state}]")

    @property
    def kept(self) -> int:
        """How many lines the browser keeps (static/scoring/store.js)."""
        count: int = self.page.evaluate(
            """async () => {
              const result = asked => new Promise(done => {
                asked.onsuccess = () => done(asked.result)
              })
              const opened = await result(indexedDB.open("skatturnier"))
              const lines = opened.transaction("lines").objectStore("lines")
              const count = await result(lines.count())
              opened.close()
              return count
            }"""
        )
        return count

    def wait_until_kept(self, lines: int) -> None:
        """`wait_for_function` would take the promise of this question for its answer."""
        self.wait_until(lambda: self.kept == lines, f"{lines} kept lines")

    def wait_until_nothing_is_kept(self) -> None:
        self.wait_until_kept(0)

    def lose_answers(self, address: str) -> Callable[[], None]:
        """What is posted there arrives, and the page never hears of it. Gives a function that
        waits until the first one has arrived.
        """
        arrived = []

        def lose(route: Route) -> None:
            if route.request.method == "POST":
                arrived.append(route.fetch())
            else:
                route.fallback()

        self.page.route(address, lose)
        return lambda: self.wait_until(lambda: arrived, f"a request to {address}")

    def wait_at(self, number: int) -> None:
        """Until the caret is in this row, after a page was opened or an answer asked for it."""
        expect(self.page.locator(f"#row-{number} .line")).to_be_focused(timeout=PATIENCE)

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """Until this holds, while the page and what is sent go on."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < deadline, f"never came: {what}"
            self.page.wait_for_timeout(20)

    @property
    def at(self) -> str:
        """The number of the row that the caret is in now; `wait_at` where it is on its way."""
        return str(self.page.evaluate("document.activeElement.closest('.game')?.dataset.number"))


def signed_in(page: Page, user: User, address: str) -> Page:
    client = Client()
    client.force_login(user)
    sign_in(page, client, address)
    return page
