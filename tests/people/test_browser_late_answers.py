"""An answer that comes late leaves alone what is being typed for the next player, team or list."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Role, Tournament
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_member, make_tournament, open_list, seated
from tests.lists.test_browser_totals import type_totals

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
def tournament() -> Tournament:
    return make_tournament()


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


@pytest.mark.long
def test_totals_leave_the_next_table_alone(clerk_at):
    score_list = seated(8).lists.select_related("series__tournament").first()
    clerk = clerk_at(score_list)
    clerk.open("list-totals", score_list.pk)
    type_totals(clerk, stored=False)
    expect(clerk.page.locator("#passed")).to_have_value("2")
    with late_answer(clerk.page, "**/totals/"):
        clerk.press("Enter")
        clerk.type("1")
    expect(clerk.page.locator("#totals-answer .alert-success")).to_be_visible()
    clerk.type("4")
    expect(clerk.page.locator("#table-number")).to_have_value("14")


@pytest.mark.long
def test_a_game_leaves_the_next_row_and_its_caret_alone(clerk_at):
    score_list = open_list(4)
    clerk = clerk_at(score_list)
    with late_answer(clerk.page, "**/games/1/"):
        clerk.enter("g32")
        clerk.type("h1")
    clerk.wait(1, "stored")
    clerk.type("3")
    assert (clerk.line(2), clerk.at) == ("h13", "2")
    clerk.press("Enter")
    clerk.wait(2, "stored")
    with late_answer(clerk.page, "**/games/3/"):
        clerk.enter("x14")
        clerk.page.click("#row-2 .line")
        clerk.press("End")
    clerk.wait(3, "stored")
    clerk.type("=")
    assert clerk.line(2) == "h13="
