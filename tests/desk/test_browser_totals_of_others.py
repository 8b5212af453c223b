"""A page of bare totals follows what a colleague does to its list meanwhile."""

import pytest
from playwright.sync_api import expect

from scoring.desk.services.lists import clear_list
from scoring.desk.services.totals import enter_totals
from scoring.models import Actor, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.browser import PATIENCE
from tests.clerk import Clerk
from tests.factories import open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASKED_EVERY = 10_000  # milliseconds, presence.js
COLLEAGUE = Actor(name="colleague")
MISREAD = [BareTotal(66, 1, 0), BareTotal(20, 1, 0), BareTotal(-40, 0, 1), BareTotal(0, 0, 0)]


@pytest.fixture
def score_list() -> ScoreList:
    made = open_list(rounds=1, paper_total=False)
    enter_totals(made, MISREAD, 1, by=COLLEAGUE, revision=1)
    return made


@pytest.fixture
def clerk(desk, clerk_at, score_list) -> Clerk:
    desk.clock.install()
    return clerk_at(score_list)


def hear_that_it_is_empty(clerk: Clerk, score_list: ScoreList) -> None:
    score_list.refresh_from_db()
    told = {"by": COLLEAGUE, "reason": "another table"}
    clear_list(score_list, revision=score_list.revision, **told)
    clerk.page.clock.fast_forward(ASKED_EVERY)
    answer = clerk.page.locator("#totals-answer")
    expect(answer).to_contain_text("inzwischen geändert", timeout=PATIENCE)


def test_a_list_that_was_emptied_is_typed_anew_or_game_by_game(clerk, score_list):
    """F4 leads to the games of an empty list, however its page was opened."""
    hear_that_it_is_empty(clerk, score_list)
    expect(clerk.page.locator("[name=points_1]")).to_have_value("")
    expect(clerk.page.locator("#totals-answer")).not_to_contain_text("Ihre Eingabe")
    clerk.page.focus("[name=points_1]")
    for seat in (("96", "1", "0"), ("20", "1", "0"), ("-40", "0", "1"), ("0", "0", "0")):
        clerk.enter(*seat)
    expect(clerk.page.locator("#passed")).to_have_value("1")
    clerk.press("Enter")
    clerk.page.wait_for_selector("#totals-answer .alert-success")
    hear_that_it_is_empty(clerk, score_list)
    clerk.press("F4")
    clerk.wait_at(1)


@pytest.mark.long
def test_figures_that_are_being_typed_stay(clerk, score_list):
    clerk.page.fill("[name=points_1]", "96")
    hear_that_it_is_empty(clerk, score_list)
    expect(clerk.page.locator("[name=points_1]")).to_have_value("96")
    expect(clerk.page.locator("[name=points_2]")).to_have_value("20")
    expect(clerk.page.locator("#totals-answer")).to_contain_text("Ihre Eingabe bleibt stehen")
