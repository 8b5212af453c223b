"""The desk in a browser: keys, focus, the queue of unsent lines, errors (docs/entry-line.md)."""

import re

import pytest
from playwright.sync_api import expect

from scoring.models import LogEntry, Role, ScoreList
from scoring.models.score_list import ListState
from tests.browser import accessibility_violations, throttle
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import open_list, seated
from tests.lists.made import scores

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_caret_moves_to_the_next_row_before_the_response(clerk, score_list):
    throttle(clerk.page, 1000)
    clerk.enter("g32")
    clerk.wait_at(2)  # what is typed before the page is ready for it is held
    clerk.wait(1, "sending")
    clerk.wait(1, "stored")
    assert "96" in clerk.row(1)


def test_an_error_turns_its_row_red_and_never_takes_the_caret_away(clerk, browser_errors):
    """F2 jumps to the next red row; a corrected line is red no longer."""
    browser_errors.expect("422")
    clerk.enter("g32", "k13")
    clerk.type("x1")
    clerk.wait(2, "wrong")
    assert clerk.at == "3"
    assert clerk.line(3) == "x1"
    assert clerk.line(2) == "k13"
    assert clerk.page.get_attribute("#row-2 .line", "aria-invalid") == "true"
    clerk.enter("4", "k14")
    clerk.wait(4, "wrong")
    for red in ("2", "4"):
        clerk.press("F2")
        assert clerk.at == red
    clerk.enter("x11")
    clerk.wait(4, "stored")
    assert clerk.page.inner_text("#reds b") == "1"


def test_a_stored_row_opens_as_its_line_selected_and_escape_restores_it(clerk, score_list):
    clerk.enter("24-3-2", "0")
    clerk.wait(2, "stored")
    clerk.press("ArrowUp")
    clerk.press("ArrowUp")
    assert clerk.line(1) == "g-3-2"
    clerk.type("h")
    assert clerk.line(1) == "h"
    assert clerk.state(1) == "typed"
    clerk.press("Escape")
    assert (clerk.line(1), clerk.state(1)) == ("g-3-2", "stored")
    before = LogEntry.objects.count()
    clerk.press("Enter")
    assert clerk.at == "2", "an unchanged line is not sent"
    clerk.enter("", "0")
    clerk.wait(3, "stored")
    assert LogEntry.objects.count() == before + 1


@pytest.mark.long
def test_f8_proposes_the_lowest_value_and_only_the_organizer_confirms(
    clerk_at, score_list, browser_errors
):
    """TO 7.2.5: lowest game value; whether it was won is asked, never guessed."""
    organizer = clerk_at(score_list, role=Role.ORGANIZER)
    organizer.enter("?2")
    organizer.wait(1, "unread")
    organizer.press("ArrowUp")
    organizer.press("F8")
    page = organizer.page
    page.wait_for_selector("#lowest[open]")
    expect(page.locator("#lowest form :focus")).to_have_count(1)
    page.select_option("#lowest select[name=game]", "hearts")
    page.check("#lowest input[name=soloist][value='2']")
    page.check("#lowest input[name=won][value=lost]")
    assert accessibility_violations(page) == []
    page.click("#lowest .btn-primary")
    page.click("#lowest [name=confirmed]")
    organizer.wait(1, "stored")
    assert scores(score_list) == {1: -40}
    assert LogEntry.objects.last().reason == "TO 7.2.5"


def test_ctrl_enter_closes_only_when_nothing_is_red_unread_or_missing(clerk_at, browser_errors):
    browser_errors.expect("422")
    score_list = open_list(3, rounds=1)
    clerk = clerk_at(score_list)
    clerk.enter("g32", "?1", "h13")
    clerk.wait(3, "stored")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-danger")
    expect(clerk.page.locator("#table-answer")).to_contain_text("Die Liste bleibt offen")
    clerk.press("F2")
    clerk.page.wait_for_selector("#row-2 .line:focus")
    clerk.type("x12")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#notice .alert-success")
    score_list.refresh_from_db()
    assert score_list.state == ListState.ENTERED
    assert clerk.page.evaluate("document.activeElement.id") == "table-number"
    assert not clerk.page.is_visible("[data-act=close]")
    clerk.page.click("#row-3 .line")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#table-number:focus")
    assert LogEntry.objects.filter(action="list.closed").count() == 1
    assert clerk.page.locator("#notice .alert-danger").count() == 0


@pytest.mark.long
def test_alt_down_at_a_name_exchanges_two_people(clerk_at, score_list):
    """TO 7.1.2: the organizer alone."""
    clerk = clerk_at(score_list, role=Role.ORGANIZER)
    clerk.enter("g32")
    clerk.wait(1, "stored")
    before = clerk.page.inner_text("#name-1"), clerk.page.inner_text("#name-2")
    clerk.page.focus(".seat[data-seat='1']")
    clerk.press("Alt+ArrowDown")
    expect(clerk.page.locator("#name-1")).to_have_text(before[1])
    assert clerk.page.inner_text("#name-2") == before[0]
    assert clerk.page.inner_text("#sum-2") == "96"


@pytest.mark.long
def test_list_is_typed_on_a_telephone(clerk_at, score_list, phone):
    clerk = clerk_at(score_list, page=phone)
    page = clerk.page
    for keys in (["h", "-", "1", "*", "3"], ["0"], ["x", "2", "v", "1"]):
        if keys == ["0"]:
            page.tap("#pad [data-types='0']")
        else:
            for types in keys[:-1]:
                page.tap(f"#pad .key[data-types='{types}'] >> nth=0")
            page.tap(f"#pad .seat-key[data-types='{keys[-1]}']")
        page.tap("#pad [data-act=enter]")
    clerk.wait(3, "stored")
    assert scores(score_list) == {1: 30, 2: 0, 3: -72}
    assert page.get_attribute("#row-4 .line", "inputmode") == "none"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#row-4 .line").bounding_box()
    bottom = page.locator(".desk-bottom").bounding_box()
    assert box["y"] + box["height"] <= bottom["y"], "the line is covered by the buttons"


def test_the_page_is_accessible_also_with_errors_on_it(clerk, browser_errors):
    browser_errors.expect("422")
    clerk.enter("g32", "k13", "?2=458", "0")
    clerk.wait(4, "stored")
    clerk.press("F1")
    clerk.page.click(".pad-toggle")
    assert accessibility_violations(clerk.page) == []


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
    clerk.page.evaluate("document.querySelector('.step').id = 'before'")
    clerk.press("Control+Enter")
    clerk.page.wait_for_selector("#leave [name=agreed]")
    assert tops(clerk) == before
    clerk.page.wait_for_selector(".step:not(#before)")  # the next step is named anew
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
