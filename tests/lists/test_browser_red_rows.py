"""Rows in red: what they say can be read, and a game that rows moved away from its place stays."""

import pytest
from playwright.sync_api import expect

from tests.clerk import Clerk
from tests.lists.made import scores

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("troubles"),
]


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
