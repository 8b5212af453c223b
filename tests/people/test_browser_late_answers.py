"""An answer that comes late leaves alone what is being typed for the next player, team or list."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Role
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@contextmanager
def late_answer(page: Page, address: str) -> Iterator[None]:
    """The next answer of this address comes when the block is over."""
    held = []
    page.route(
        address,
        lambda route: held.append(route) if route.request.method == "POST" else route.fallback(),
    )
    yield
    while not held:
        page.wait_for_timeout(20)
    held[0].fulfill(response=held[0].fetch())
    page.unroute(address)


@pytest.fixture
def clerk(desk: Page, live_server, tournament) -> Clerk:
    page = signed_in(desk, make_member(tournament, Role.ORGANIZER), live_server.url)
    return Clerk(page, live_server.url)


@pytest.mark.parametrize(
    ("field", "text"), repeats(("name", "Max Ma"), ("club", "Herz"), ("start_number", "17"))
)
def test_a_player_entered_leaves_the_next_one_alone(clerk, tournament, field, text):
    clerk.open("entries", tournament.pk)
    place = clerk.page.locator(f"#id_{field}")
    with late_answer(clerk.page, "**/add/"):
        clerk.enter("Mia Meise")
        place.focus()
        clerk.type(text[:-1])
    expect(clerk.page.locator("#rows tr")).to_have_count(1)
    clerk.type(text[-1])
    expect(place).to_have_value(text)
    expect(clerk.page.locator("#id_start_number")).to_have_attribute("placeholder", "2")
