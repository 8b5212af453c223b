"""The page of a list beside its rows: what stays in sight, what follows, and from list to list."""

import re

import pytest
from playwright.sync_api import expect

from scoring.models import ScoreList
from scoring.models.score_list import ListState
from tests.browser import throttle
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import seated
from tests.lists.made import scores

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tables() -> list[ScoreList]:
    """Two tables of four with one round each."""
    return list(seated(8, rounds=1).lists.select_related("series__tournament"))


def tops(clerk: Clerk) -> list[float]:
    """Where the rows stand on the page."""
    return clerk.page.evaluate(
        "[...document.querySelectorAll('.game')].map(e => e.getBoundingClientRect().top + scrollY)"
    )


@pytest.mark.parametrize("width", repeats(320, 390, 768, 900, 1100, 1280, 1920))
def test_no_row_moves_whatever_is_stored_refused_or_closed(clerk_at, tables, browser_errors, width):
    browser_errors.expect("422")
    clerk = clerk_at(tables[0])
    clerk.page.set_viewport_size({"width": width, "height": 800})
    before = tops(clerk)
    clerk.enter("g32", "k13", "g34=100")
    clerk.wait(2, "wrong")
    clerk.wait(3, "wrong")
    assert tops(clerk) == before
    clerk.press("F2")
    assert clerk.at == "2"
    assert clerk.page.locator("#row-2 .says").is_visible()
    assert tops(clerk) == before
    clerk.enter("x13", "g34", "0")
    clerk.wait(4, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#leave [name=agreed]")
    assert tops(clerk) == before
    clerk.page.wait_for_timeout(900)  # the next step of the tournament is named anew
    assert tops(clerk) == before
    assert clerk.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
def test_keys_typed_on_the_way_to_a_list_that_can_only_be_read_are_told_and_typed_nowhere(
    clerk_at, tables
):
    """Nor in the list that is opened after it."""
    first, second = tables
    clerk = clerk_at(first)
    clerk.page.wait_for_load_state()
    ScoreList.objects.filter(pk=second.pk).update(state=ListState.ANNULLED)
    throttle(clerk.page, 400)
    clerk.page.focus("#table-number")
    keys = clerk.page.keyboard
    for line_ in ("2", "h12"):
        keys.type(line_)
        keys.press("Enter")
    clerk.page.wait_for_url(f"**/lists/{second.pk}/")
    expect(clerk.page.locator("#table-answer")).to_contain_text("h12⏎")
    clerk.open("list", first.pk)
    clerk.page.wait_for_timeout(900)
    assert (scores(first), clerk.line(1)) == ({}, "")


@pytest.mark.long
def test_a_clerk_who_stays_on_the_page_goes_on_typing(clerk_at, tables):
    """A line was typed without Enter: leaving asks, and the answer is no."""
    clerk = clerk_at(tables[0])
    asked = []
    clerk.page.on("dialog", lambda dialog: (asked.append(dialog), dialog.dismiss()))
    clerk.type("g3")
    clerk.page.focus("#table-number")
    clerk.enter("2")
    clerk.wait_until(lambda: asked, "the question of the browser")
    # The page hears of the answer in a timer of its own, before this one.
    clerk.page.evaluate("() => new Promise(done => setTimeout(done, 50))")
    clerk.page.focus("#row-1 .line")
    clerk.enter("g32")
    clerk.wait(1, "stored")
    assert scores(tables[0]) == {1: 96}


def test_a_message_is_read_in_full_at_its_row_and_hides_nothing_while_others_are_typed(
    clerk, browser_errors
):
    browser_errors.expect("422")
    clerk.enter("g32", "23")
    clerk.wait(2, "wrong")
    says = clerk.page.locator("#row-2 .says")
    row = clerk.page.locator("#row-2").bounding_box()
    assert says.bounding_box()["y"] >= row["y"]
    assert says.bounding_box()["y"] + says.bounding_box()["height"] <= row["y"] + row["height"]
    expect(says).to_have_text(re.compile("„23“: Es fehlt der Platz.* Möglich sind 1, 3, 4"))
    clerk.press("F2")
    below = says.bounding_box()
    assert below["y"] >= row["y"] + row["height"] - 2
