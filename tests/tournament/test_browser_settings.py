"""The settings of a tournament in a browser."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Role
from tests.browser import sign_in
from tests.factories import make_member, make_tournament
from tests.visitors import browser as client_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_options_of_other_rules_are_shown_once_these_rules_are_chosen(desk: Page, live_server):
    tournament = make_tournament(edition="2022")
    sign_in(desk, client_of(make_member(tournament, Role.ORGANIZER)), live_server.url)
    desk.goto(f"{live_server.url}/tournaments/{tournament.pk}/settings/")
    expect(desk.locator("#id_system")).to_be_hidden()  # Texas and Milwaukee among them
    desk.click("summary:text-is('Andere Regeln')")
    others = desk.locator("#id_wenzels, #id_ramsch, #id_hand_loss, #id_wenzel_bonus")
    expect(others.filter(visible=True)).to_have_count(0)
    expect(desk.locator("#id_best_of")).to_be_visible()
    desk.select_option("#id_system", "texas/2019")
    expect(others.filter(visible=True)).to_have_count(4)
    # What is set stays in sight, whatever the rules.
    desk.check("#id_wenzels")
    desk.select_option("#id_system", "isko-1998/2022")
    expect(desk.locator("#id_wenzels")).to_be_visible()
    expect(desk.locator("#id_ramsch")).to_be_hidden()


def test_a_page_that_is_sent_and_not_answered_says_so_and_since_when(desk: Page, live_server):
    tournament = make_tournament()
    sign_in(desk, client_of(make_member(tournament, Role.ORGANIZER)), live_server.url)
    desk.goto(f"{live_server.url}/tournaments/{tournament.pk}/settings/")
    desk.evaluate("window.addEventListener('submit', event => event.preventDefault())")
    expect(desk.locator(".work")).to_be_hidden()
    desk.evaluate("document.querySelector('main form[method=post]').requestSubmit()")
    expect(desk.locator(".work")).to_be_visible()
    seconds = "element => getComputedStyle(element).getPropertyValue('--seconds')"
    assert int(desk.locator(".work .seconds").evaluate(seconds)) >= 1
