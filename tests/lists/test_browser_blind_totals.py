"""Blind second entry of a list that was entered by three figures a player."""

import pytest
from playwright.sync_api import expect

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, Role
from scoring.rules.bare_totals import BareTotal
from tests.browser import accessibility_violations
from tests.effort import repeats
from tests.factories import make_member, open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Seat 1 has 96 points on paper; the first clerk typed 66, without the control total.
PAPER = (("96", "1", "0"), ("20", "1", "0"), ("-40", "0", "1"), ("0", "0", "0"))
MISREAD = [BareTotal(66, 1, 0), BareTotal(20, 1, 0), BareTotal(-40, 0, 1), BareTotal(0, 0, 0)]


@pytest.mark.parametrize("screen", repeats("desk", "phone"))
def test_difference_is_decided_by_the_paper_and_confirmed(clerk_at, phone, screen):
    score_list = open_list(rounds=1, confirm="blind", counts="confirmed", paper_total=False)
    first = make_member(score_list.series.tournament, Role.CLERK)
    enter_totals(score_list, MISREAD, 1, by=Actor(first), revision=1)
    second = clerk_at(score_list, page=phone if screen == "phone" else None)
    second.open("list-confirm", score_list.pk)
    expect(second.page.locator("main form.panel button")).to_be_focused()
    second.press("Enter")
    second.page.wait_for_selector("#totals")
    source = second.page.content()
    assert "66" not in [each.input_value() for each in second.page.locator(".figure").all()]
    assert 'value="66"' not in source
    assert accessibility_violations(second.page) == []
    second.page.focus("[name=points_1]")
    for seat in PAPER:
        second.enter(*seat)
    expect(second.page.locator("#passed")).to_be_focused()
    second.page.fill("#passed", "1")
    second.press("Enter")
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
