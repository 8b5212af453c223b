"""A list, and the clerk who has its page open in a browser."""

import pytest

from scoring.models import Actor, ScoreList
from tests.browser import Errors
from tests.clerk import Clerk
from tests.factories import make_user, open_list


@pytest.fixture
def score_list() -> ScoreList:
    return open_list()


@pytest.fixture
def second() -> Actor:
    return Actor(make_user("sven"))


@pytest.fixture
def clerk(clerk_at, score_list: ScoreList) -> Clerk:
    return clerk_at(score_list)


@pytest.fixture
def troubles(browser_errors: Errors) -> None:
    """The server is away, refuses a line or has another one: a browser complains of each."""
    for complaint in ("ERR_FAILED", "htmx", "404", "409", "422"):
        browser_errors.expect(complaint)
