"""A page of bare totals meets what a colleague did to its list meanwhile."""

import pytest
from playwright.sync_api import expect

from scoring.lists.services.lists import clear_list, enter_totals
from scoring.models import Actor, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.browser import accessibility_violations
from tests.clerk import Clerk
from tests.factories import open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COLLEAGUE = Actor(name="colleague")
MISREAD = [BareTotal(66, 1, 0), BareTotal(20, 1, 0), BareTotal(-40, 0, 1), BareTotal(0, 0, 0)]


@pytest.fixture
def score_list() -> ScoreList:
    made = open_list(rounds=1, paper_total=False)
    enter_totals(made, MISREAD, 1, by=COLLEAGUE, revision=1)
    return made


@pytest.fixture
def clerk(clerk_at, score_list, browser_errors) -> Clerk:
    browser_errors.expect("409")
    return clerk_at(score_list)


def points(score_list: ScoreList) -> int | None:
    return score_list.seat_rows.get(position=1).points


@pytest.mark.long
def test_figures_typed_for_a_list_that_was_emptied_meanwhile_are_asked_about(clerk, score_list):
    """They stay as they were typed, beside the empty list; one Enter stores them there."""
    clerk.page.fill("[name=points_1]", "96")
    clerk.page.check("#leave [name=agreed]")
    score_list.refresh_from_db()
    told = {"by": COLLEAGUE, "reason": "another table"}
    clear_list(score_list, revision=score_list.revision, **told)
    clerk.page.focus("#passed")
    clerk.press("Enter")
    answer = clerk.page.locator("#totals-answer")
    expect(answer).to_contain_text("inzwischen geändert")
    expect(clerk.page.locator("[name=points_1]")).to_have_value("96")
    assert points(score_list) is None
    assert accessibility_violations(clerk.page) == []
    clerk.wait_until_kept(1)
    clerk.page.focus("#passed")
    clerk.press("Enter")
    expect(answer.locator(".alert-success")).to_be_visible()
    assert points(score_list) == 96
    clerk.wait_until_nothing_is_kept()


def test_both_figures_stand_side_by_side(clerk, score_list):
    clerk.page.fill("[name=points_1]", "96")
    clerk.page.check("#leave [name=agreed]")
    score_list.refresh_from_db()
    others = [BareTotal(88, 1, 0), *MISREAD[1:]]
    told = {"by": COLLEAGUE, "reason": "agreed"}
    enter_totals(score_list, others, 1, revision=score_list.revision, **told)
    clerk.page.focus("#passed")
    clerk.press("Enter")
    expect(clerk.page.locator("#totals-answer li b").first).to_have_text("88")
    expect(clerk.page.locator("[name=points_1]")).to_have_value("96")
    assert points(score_list) == 88
