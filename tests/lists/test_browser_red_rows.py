"""Rows in red: what they say can be read, and a game that rows moved away from its place stays."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from scoring.models import ScoreList
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAPTOPS = repeats(1366, 1280)
HEIGHT = 768


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(4)


@pytest.fixture
def clerk(clerk_at, score_list, browser_errors) -> Clerk:
    browser_errors.expect("422")
    return clerk_at(score_list)


def scores(score_list: ScoreList) -> dict[int, int]:
    return dict(score_list.games.values_list("number", "score"))


def act(clerk: Clerk, number: int, what: str) -> str:
    """Type what moves rows, say yes, and give the question that stood there."""
    clerk.page.focus(f"#row-{number} .line")
    clerk.enter(what)
    clerk.wait(number, "asking")
    question = clerk.page.inner_text(f"#row-{number} .question")
    with clerk.page.expect_response("**/games/**"):
        clerk.press("Enter")
    return question


LINES = ["g32", "h13", "x14", "0", "a12", "p-11", "n2", "g22"]


def test_games_that_do_not_fit_after_a_removal_stay_red_until_their_place_is_right(
    clerk, score_list
):
    """SkO 3.2.7: moved up by one row, seat 1 deals game 5 and seat 2 deals game 6."""
    clerk.enter(*LINES)
    clerk.wait(8, "stored")
    before = scores(score_list)
    asked = act(clerk, 4, "--")
    assert "Bei 2 davon" in asked
    assert "Sie bleiben rot stehen, bis der Platz stimmt." in asked
    for reload in (False, True):
        if reload:
            clerk.page.reload()
        clerk.wait(5, "wrong")
        clerk.wait(6, "wrong")
        assert [clerk.line(number) for number in (4, 5, 6, 7)] == ["a12", "p-11", "n2", "g22"]
        assert "SkO 3.2.7" in clerk.row(5)
        expect(clerk.page.locator("#reds b")).to_have_text("2")
        expect(clerk.page.locator("#saved")).to_be_hidden()
    assert scores(score_list) == {1: 96, 2: 20, 3: 24, 4: 18, 5: 0, 6: 0, 7: 72}
    assert clerk.page.inner_text("#sum-1") == "0"
    act(clerk, 4, "+")
    clerk.wait(7, "stored")
    clerk.wait(8, "stored")
    assert [clerk.line(number) for number in (5, 6, 7, 8)] == LINES[4:]
    clerk.page.focus("#row-4 .line")
    clerk.enter("0")
    clerk.wait(4, "stored")
    assert scores(score_list) == before
    expect(clerk.page.locator("#saved")).to_be_visible()


@pytest.mark.long
def test_taking_back_a_removal_brings_the_red_games_back(clerk, score_list):
    clerk.enter(*LINES)
    clerk.wait(8, "stored")
    before = scores(score_list)
    act(clerk, 4, "--")
    clerk.wait(6, "wrong")
    clerk.page.focus("#row-12 .line")
    clerk.press("Control+z")
    clerk.wait(12, "asking")
    clerk.press("Enter")
    clerk.wait(6, "stored")
    assert [clerk.line(number) for number in range(1, 9)] == LINES
    assert scores(score_list) == before


@pytest.mark.long
def test_a_red_game_can_be_mended_where_it_stands(clerk, score_list):
    clerk.enter(*LINES)
    clerk.wait(8, "stored")
    act(clerk, 4, "--")
    clerk.wait(5, "wrong")
    clerk.page.focus("#row-5 .line")
    clerk.enter("p-12")
    clerk.wait(5, "stored")
    assert scores(score_list)[5] == 22
    expect(clerk.page.locator("#reds b")).to_have_text("1")


@pytest.mark.long
@pytest.mark.parametrize("width", LAPTOPS)
def test_why_a_correction_was_refused_is_read_whole_in_its_row(clerk, width):
    """The value of the game before is not shown as that of the line that was refused."""
    clerk.page.set_viewport_size({"width": width, "height": HEIGHT})
    clerk.enter("g32", "h13", "x14")
    clerk.wait(3, "stored")
    clerk.page.focus("#row-3 .line")
    clerk.enter("12-1")
    clerk.wait(3, "wrong")
    row, says = clerk.page.locator("#row-3"), clerk.page.locator("#row-3 .says")
    assert "Möglich: Spitzen 1 bis 11, Platz 1, 2, 4." in says.inner_text()
    assert says.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert says.evaluate("e => e.getBoundingClientRect().right") <= width
    assert says.bounding_box()["y"] >= row.bounding_box()["y"]
    for part in (".value", ".total", ".plus", ".running.filled"):
        expect(row.locator(part)).to_be_hidden()
    clerk.page.focus("#row-3 .line")
    expect(row.locator(".value")).to_be_hidden()
    clerk.press("Escape")
    expect(row.locator(".value")).to_have_text("24")
    expect(row.locator(".value")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("width", LAPTOPS)
def test_a_stored_game_that_differs_from_the_paper_shows_its_value_and_why(clerk, width):
    """TO 8.11: the game counts 96; the paper's running total is another."""
    clerk.page.set_viewport_size({"width": width, "height": HEIGHT})
    clerk.enter("g32=100")
    clerk.wait(1, "wrong")
    says = clerk.page.locator("#row-1 .says")
    assert says.evaluate("e => e.scrollWidth <= e.clientWidth")
    expect(clerk.page.locator("#row-1 .value")).to_be_visible()
    glance = clerk.page.locator("#row-1 .glance").bounding_box()
    assert says.bounding_box()["x"] >= glance["x"] + glance["width"] - 2


@pytest.mark.long
def test_a_message_below_its_row_lets_the_mouse_through_to_the_rows_under_it(clerk):
    clerk.enter("g32", "h13", "x14", "a11")
    clerk.wait(4, "stored")
    clerk.page.focus("#row-1 .line")
    clerk.enter("--")
    clerk.wait(1, "asking")
    box = clerk.page.locator("#row-2 .line").bounding_box()
    clerk.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    clerk.wait_at(2)


@pytest.mark.long
def test_cells_of_the_grid_look_like_paper_and_not_like_the_panel_of_the_next_step(clerk):
    looks = clerk.page.locator("#row-2 [role=cell]:not(.deals)").evaluate_all(
        "cells => cells.map(getComputedStyle).map(e => `${e.backgroundColor} ${e.borderRadius}`)"
    )
    assert set(looks) == {"rgba(0, 0, 0, 0) 0px"}


@pytest.mark.long
@pytest.mark.parametrize("width", LAPTOPS)
def test_the_buttons_never_cover_the_row_of_the_caret(clerk, width):
    clerk.page.set_viewport_size({"width": width, "height": HEIGHT})
    clerk.page.focus("#row-9 .line")
    clerk.page.click(".pad-toggle")
    for number in (9, 10, 11, 12):
        clerk.wait_at(number)
        row, pad = (clerk.page.locator(each) for each in (f"#row-{number}", ".desk-bottom"))
        bottom = row.bounding_box()["y"] + row.bounding_box()["height"]
        assert bottom <= pad.bounding_box()["y"], number
        clerk.enter("0")


@pytest.mark.long
def test_the_lowest_value_begins_at_its_first_question(clerk):
    """TO 7.2.5, which its title cites, is no place for the caret."""
    clerk.type("?2")
    clerk.press("Enter")
    clerk.wait(1, "unread")
    clerk.page.focus("#row-1 .line")
    clerk.press("F8")
    expect(clerk.page.locator("#lowest form :focus")).to_have_count(1)


@pytest.mark.long
def test_no_red_shines_through_the_head_that_stays_in_sight(clerk):
    clerk.page.set_viewport_size({"width": 1366, "height": HEIGHT})
    clerk.enter("g32", "k12", "k13", "k14")
    clerk.wait(4, "wrong")
    clerk.page.focus("#row-20 .line")
    head, row = (clerk.page.locator(each) for each in ("#grid .head", "#row-3"))
    clerk.page.mouse.wheel(0, row.bounding_box()["y"] - 20)
    clerk.wait_until(lambda: row.bounding_box()["y"] < 25, "the red row under the head")
    box = head.locator(".running").last.bounding_box()
    clip = {"x": 14, "y": 0, "width": box["x"] + box["width"] - 14, "height": box["height"] - 2}
    picture = Image.open(BytesIO(clerk.page.screenshot(clip=clip))).convert("RGB")
    colours = {colour for _count, colour in picture.getcolors(1 << 20)}
    assert [each for each in colours if each[0] > max(each[1:]) + 12] == []
