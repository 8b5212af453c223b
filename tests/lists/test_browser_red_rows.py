"""Rows in red: what they say can be read, and a game that rows moved away from its place stays."""

import pytest
from playwright.sync_api import expect

from scoring.models import ScoreList
from tests.clerk import Clerk
from tests.effort import repeats

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("troubles"),
]
LAPTOPS = repeats(1366, 1280)
HEIGHT = 768


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
