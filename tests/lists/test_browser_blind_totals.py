"""Blind second entry of a list that was entered by three figures a player."""

import pytest
from playwright.sync_api import expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, Role, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.browser import accessibility_violations, throttle
from tests.effort import repeats
from tests.factories import make_member, open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Seat 1 has 96 points on paper; the first clerk typed 66, without the control total.
PAPER = (("96", "1", "0"), ("20", "1", "0"), ("-40", "0", "1"), ("0", "0", "0"))
MISREAD = [BareTotal(66, 1, 0), BareTotal(20, 1, 0), BareTotal(-40, 0, 1), BareTotal(0, 0, 0)]


@pytest.fixture
def score_list() -> ScoreList:
    made = open_list(rounds=1, confirm="blind", counts="confirmed", paper_total=False)
    first = make_member(made.series.tournament, Role.CLERK)
    enter_totals(made, MISREAD, 1, by=Actor(first), revision=1)
    return made


@pytest.fixture(params=repeats("desk", "phone"))
def second(request, clerk_at, score_list, phone):
    """Another clerk, who has begun the second entry."""
    clerk = clerk_at(score_list, page=phone if request.param == "phone" else None)
    clerk.open("list-confirm", score_list.pk)
    expect(clerk.page.locator("main form.panel button")).to_be_focused()
    clerk.press("Enter")
    clerk.page.wait_for_selector("#totals")
    return clerk


def type_the_paper(clerk, *, passed: str = "1") -> None:
    clerk.page.focus("[name=points_1]")
    for seat in PAPER:
        clerk.enter(*seat)
    expect(clerk.page.locator("#passed")).to_be_focused()
    clerk.page.fill("#passed", passed)
    clerk.press("Enter")


def test_difference_is_decided_by_the_paper_and_confirmed(second, score_list):
    source = second.page.content()
    assert "66" not in [each.input_value() for each in second.page.locator(".figure").all()]
    assert 'value="66"' not in source
    assert accessibility_violations(second.page) == []
    type_the_paper(second)
    second.page.wait_for_selector("[name=all_signed]")
    assert second.page.locator("[data-difference]").count() == 1
    shown_text = second.page.inner_text("[data-difference='1']")
    assert "66" in shown_text
    assert "96" in shown_text
    assert accessibility_violations(second.page) == []
    assert second.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    second.page.check("[data-difference='1'] [value=second]")
    second.page.check("[name=all_signed]")
    second.page.click(".confirm-bar .btn-primary")
    second.page.wait_for_selector(".confirmed-by")
    score_list.refresh_from_db()
    assert score_list.state == "confirmed"
    assert score_list.seat_rows.get(position=1).points == 96


@pytest.mark.long
def test_keys_after_the_last_figure_change_none(second, score_list, browser_errors):
    """Wherever the answer is: refused figures stand as they were typed."""
    browser_errors.expect("422")
    throttle(second.page)
    type_the_paper(second, passed="2")
    for key in (*"96", "Enter", *"12", "Enter", *"7"):
        second.press(key)
    expect(second.page.locator("#totals-answer li")).to_have_count(1)
    second.type("5")
    assert second.page.input_value("#passed") == "2"
    typed = [second.page.input_value(f"[name={name}_1]") for name in ("points", "won", "lost")]
    assert typed == list(PAPER[0])
    second.press("F2")
    expect(second.page.locator("#passed")).to_be_focused()


@pytest.mark.long
def test_the_list_stays_hidden_until_the_second_entry_is_given_up(second, score_list):
    second.open("list", score_list.pk)
    expect(second.page.locator("main .panel a.btn-primary")).to_be_visible()
    assert "66" not in second.page.inner_text("main")
    assert accessibility_violations(second.page) == []
    second.page.click("form .btn-outline-danger")
    second.page.wait_for_selector(".totals-desk")
    assert second.page.input_value("[name=points_1]") == "66"
