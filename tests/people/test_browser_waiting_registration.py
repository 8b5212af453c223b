"""Lines of the registration that wait for the server: money alone is paid by who was typed before
it, whoever is entered or refused meanwhile; and an answer leaves alone what is being typed.
"""

import pytest
from playwright.sync_api import Page, expect

from scoring.core.text import parse_name
from scoring.models import Actor, Booking, Fees, Role, Tournament, User
from scoring.people.services.entries import add_entry
from scoring.people.services.matching import Newcomer
from tests.clerk import Clerk, signed_in
from tests.factories import make_member, make_tournament
from tests.lists.test_browser_waiting import another_tab, dead_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    Fees.objects.create(tournament=tournament, entry_cents=1_500)
    return tournament


@pytest.fixture
def clerk(desk: Page, live_server, tournament, browser_errors) -> Clerk:
    for complaint in ("ERR_FAILED", "htmx", "422"):
        browser_errors.expect(complaint)
    user = make_member(tournament, Role.ORGANIZER, "olga")
    clerk = Clerk(signed_in(desk, user, live_server.url), live_server.url)
    clerk.open("entries", tournament.pk)
    return clerk


def test_a_line_without_a_gap_widens_no_page_while_it_waits_or_is_refused(clerk, tournament):
    fits = "document.documentElement.scrollWidth <= innerWidth"
    with dead_server(clerk.page):
        clerk.enter("x" * 150)
        expect(clerk.page.locator("main")).to_contain_text("x" * 150)
        assert clerk.page.evaluate(fits)
    for address in ("entries", "ledger"):
        clerk.open(address, tournament.pk)
        expect(clerk.page.locator("main")).to_contain_text("xxx")
        assert clerk.page.evaluate(fits), address


def test_money_that_waits_is_booked_to_who_was_typed_before(clerk, tournament):
    with dead_server(clerk.page):
        clerk.enter("Mia Meise =0", "=20")
        clerk.wait_until_kept(2)
        clerk.page.close()
    other = another_tab(clerk)
    held = []
    other.page.route("**/add/", lambda route: held.append(route), times=1)
    other.open("entries", tournament.pk)
    other.wait_until(lambda: held, "the line that waits")
    entered = held[0].fetch()
    # Somebody is entered with the same account, in another window.
    by = Actor(User.objects.get(username="olga"))
    add_entry(tournament, Newcomer(parse_name("Max Marder")), by=by)
    held[0].fulfill(response=entered)
    other.wait_until_nothing_is_kept()
    assert list(Booking.objects.values_list("entry__person__family", "cents")) == [("Meise", 1_500)]


def test_a_player_entered_leaves_the_next_one_alone(clerk, tournament):
    clerk.open("entries", tournament.pk)
    held, name = [], clerk.page.locator("#id_name")
    clerk.page.route("**/add/", lambda route: held.append(route), times=1)
    clerk.enter("Mia Meise")
    clerk.type("Max M")
    clerk.wait_until(lambda: held, "the line of Mia Meise")
    held[0].fulfill(response=held[0].fetch())
    expect(clerk.page.locator("#rows tr")).to_have_count(1)
    clerk.type("a")
    expect(name).to_have_value("Max Ma")
    expect(clerk.page.locator("#id_start_number")).to_have_attribute("placeholder", "2")
