"""Blind second entry of a list that was entered by three figures a player."""

import pytest
from playwright.sync_api import expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, LogEntry, Recheck, Role, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.browser import accessibility_violations, throttle
from tests.effort import repeats
from tests.factories import make_member, open_list
from tests.lists.test_browser_waiting import another_tab
from tests.lists.test_browser_waiting_totals import silent_server

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
def test_figures_that_wait_are_compared_after_their_tab(second, score_list, troubles):
    """Typed, corrected and not answered: the corrected figures are those that are compared."""
    with silent_server(second.page) as close:
        type_the_paper(second)
        second.wait_until_kept(1)
        second.page.fill("[name=points_1]", "66")
        second.page.focus("#passed")
        second.press("Enter")
        second.wait_until_kept(2)
        close(second.page)
    other = another_tab(second)
    other.open("recheck", score_list.pk)
    other.page.wait_for_selector("[name=all_signed]")
    other.wait_until_nothing_is_kept()
    assert LogEntry.objects.filter(action="list.recheck.typed").count() == 2
    assert Recheck.objects.get().document["totals"][0][0] == 66
    assert other.page.locator("[data-difference]").count() == 0
