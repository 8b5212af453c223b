"""On a slow machine a test acts before the page's scripts do: it waits for them here.

Playwright waits until an element stands and keeps still, which it does before the deferred scripts
of its page have run; what is clicked then is lost, and a function of a script does not exist yet.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import PATIENCE

ACTS = ["check", "click", "evaluate", "fill", "press", "select_option", "tap", "type", "uncheck"]


def _in_a_loaded_page(act: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(act)
    def acting(self: Page | Locator, *args: Any, **kwargs: Any) -> Any:
        page = self if isinstance(self, Page) else self.page
        page.wait_for_load_state("domcontentloaded")
        return act(self, *args, **kwargs)

    return acting


@pytest.fixture(scope="session", autouse=True)
def _acts_wait_for_scripts() -> Iterator[None]:
    expect.set_options(timeout=PATIENCE)
    with pytest.MonkeyPatch.context() as patched:
        for actor in (Page, Locator):
            for name in ACTS:
                patched.setattr(actor, name, _in_a_loaded_page(getattr(actor, name)))
        yield
