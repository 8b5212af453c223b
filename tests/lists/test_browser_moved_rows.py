"""Rows that move, or that somebody else fills, while lines wait or are half typed: nothing is
written over what its clerk has not seen, and nothing typed disappears.
"""

from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from scoring.lists.services.games import record_game
from scoring.lists.services.lists import clear_list, close_list
from scoring.lists.services.moves import insert_game, remove_game
from scoring.models import Actor, ScoreList
from tests.browser import accessibility_violations
from tests.clerk import Clerk
from tests.effort import repeats
from tests.factories import line, open_list
from tests.lists.made import act, scores
from tests.lists.test_browser_waiting import another_tab, dead_server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("troubles"),
]

COLLEAGUE = Actor(name="colleague")


@pytest.fixture
def score_list() -> ScoreList:
    """A table of three, where no dealer hides that a line stands in a wrong row."""
    return open_list(3)


def lines(score_list: ScoreList) -> dict[int, tuple[int, int]]:
    """By row: the soloist and his points."""
    rows = score_list.games.filter(annulled=False).values_list("number", "soloist", "score")
    return {number: (soloist, score) for number, soloist, score in rows}


G32, H13, X12, A11 = (2, 96), (3, 20), (2, 24), (1, 18)


def type_four(clerk: Clerk) -> None:
    clerk.enter("g32", "h13", "x12", "a11")
    clerk.wait(4, "stored")


def ask(clerk: Clerk, number: int, what: str) -> None:
    """Type what moves rows, until the question for it is there."""
    clerk.page.focus(f"#row-{number} .line")
    clerk.enter(what)
    clerk.wait(number, "asking")


@contextmanager
def slow_server(page: Page, milliseconds: int):
    def wait(route):
        page.wait_for_timeout(milliseconds) if route.request.method == "POST" else None
        route.fallback()

    page.context.route("**/games/**", wait)
    yield
    page.context.unroute("**/games/**", wait)


def test_keys_typed_before_an_insertion_is_answered_are_for_the_new_row(clerk, score_list):
    """The caret stays in the row, which is a new one then. Escape would have kept the old one."""
    type_four(clerk)
    ask(clerk, 2, "+")
    clerk.press("Escape")
    assert (clerk.line(2), clerk.state(2)) == ("h13", "stored")
    clerk.enter("+")
    clerk.wait(2, "asking")
    held: list[Route] = []
    clerk.page.route("**/insert/", lambda route: held.append(route), times=1)
    clerk.press("Enter")
    clerk.wait_until(lambda: held, "the confirmed move")
    clerk.enter("p12")
    clerk.press("ArrowDown")
    held[0].continue_()
    clerk.wait(2, "stored")
    clerk.wait_at(4)
    assert lines(score_list) == {1: G32, 2: (2, 22), 3: H13, 4: X12, 5: A11}


@pytest.mark.long
def test_an_insertion_that_reaches_no_server_for_long_is_asked_about_again(clerk, score_list):
    type_four(clerk)
    ask(clerk, 2, "+")
    clerk.page.evaluate(
        "const now = Date.now; setTimeout(() => Date.now = () => now() + 30000, 500)"
    )
    with dead_server(clerk.page):
        clerk.press("Enter")
        clerk.enter("p12")
        expect(clerk.page.locator("#table-answer")).to_contain_text("p12", timeout=10_000)
        clerk.wait(2, "asking")
    clerk.press("Enter")
    moved = {1: G32, 3: H13, 4: X12, 5: A11}
    clerk.wait_until(lambda: lines(score_list) == moved, "the insertion")


@pytest.mark.parametrize("what", repeats("+", "--"))
def test_what_is_red_or_half_typed_behind_rows_that_move_moves_along(clerk, score_list, what):
    """A red line is examined again: it may be right in its new place."""
    type_four(clerk)
    clerk.enter("h99")
    clerk.wait(5, "wrong")
    clerk.type("p1")
    ask(clerk, 2, what)
    clerk.press("Enter")
    step = 1 if what == "+" else -1
    clerk.wait(5 + step, "wrong")
    assert [clerk.line(number + step) for number in (4, 5, 6)] == ["a11", "h99", "p1"]
    clerk.page.focus(f"#row-{6 + step} .line")
    clerk.page.fill(f"#row-{6 + step} .line", "p13")
    clerk.press("Enter")
    clerk.wait(6 + step, "stored")
    assert lines(score_list)[6 + step] == (3, 22)
    clerk.wait_until_kept(1)  # the red one, at its new number
    clerk.page.reload()
    clerk.wait(5 + step, "wrong")


@pytest.mark.parametrize(
    ("service", "at", "left"),
    repeats((insert_game, [2], 4), (remove_game, [2], 3), (clear_list, [], 0)),
)
def test_lines_that_wait_while_a_colleague_moves_rows_are_asked_about(
    clerk, score_list, service, at, left
):
    """Each beside what stands there now; Enter stores it there all the same."""
    type_four(clerk)
    with dead_server(clerk.page):
        clerk.page.focus("#row-5 .line")
        clerk.enter("p12", "g43")
        clerk.wait_until_kept(2)
        act(service, score_list, *at, by=COLLEAGUE, reason="another table")
    clerk.wait(5, "stale")
    clerk.wait(6, "stale")
    stands = lines(score_list)
    assert len(stands) == left
    assert (clerk.line(5), clerk.line(6)) == ("p12", "g43")
    clerk.wait_until_kept(2)
    assert accessibility_violations(clerk.page) == []
    clerk.page.focus("#row-6 .line")
    clerk.press("Enter")
    clerk.wait(6, "stored")
    assert lines(score_list) == stands | {6: (3, 120)}


def test_lines_whose_rows_are_gone_stay_in_sight_and_go_nowhere(clerk, score_list):
    """A colleague broke the list off behind its first game."""
    with dead_server(clerk.page):
        clerk.enter("g32", "h13", "x12")
        clerk.wait_until_kept(3)
        clerk.page.close()
    act(record_game, score_list, line(1, 2), by=COLLEAGUE)
    act(close_list, score_list, stop_reason="time", by=COLLEAGUE)
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    gone = other.page.locator("#waiting")
    expect(gone).to_contain_text("h13 · x12")
    assert list(lines(score_list)) == [1]
    other.page.on("dialog", lambda dialog: dialog.accept())
    gone.get_by_text("Verwerfen").click()
    expect(gone).to_be_hidden()
    other.wait_until_kept(1)  # the first, which is asked about


@pytest.mark.long
def test_a_line_refused_after_a_question_was_typed_over_it_comes_back(clerk, score_list):
    """It was forgotten when the question was answered."""
    type_four(clerk)
    with slow_server(clerk.page, 500):
        for text in ("h99", "--"):
            clerk.page.focus("#row-2 .line")
            clerk.enter(text)
        clerk.wait(2, "asking")
    clerk.page.focus("#row-2 .line")
    clerk.press("Escape")
    expect(clerk.page.locator("#row-2 .line")).to_have_value("h99")
    clerk.wait(2, "wrong")
    clerk.wait_until_kept(1)
    assert lines(score_list)[2] == H13


@pytest.mark.long
def test_games_that_do_not_fit_after_a_removal_stay_red_until_their_place_is_right(clerk_at):
    """SkO 3.2.7: moved up by one row, seat 1 deals game 5 and seat 2 deals game 6."""
    score_list = open_list()
    clerk = clerk_at(score_list)
    typed = ["g32", "h13", "x14", "0", "a12", "p-11", "n2", "g22"]
    clerk.enter(*typed)
    clerk.wait(8, "stored")
    before = scores(score_list)
    ask(clerk, 4, "--")
    question = clerk.page.locator("#row-4 .question")
    expect(question).to_contain_text("Bei 2 davon")
    expect(question).to_contain_text("Sie bleiben rot stehen, bis der Platz stimmt.")
    clerk.press("Enter")
    clerk.wait(5, "wrong")
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
    ask(clerk, 4, "+")
    clerk.press("Enter")
    clerk.wait(7, "stored")
    clerk.wait(8, "stored")
    assert [clerk.line(number) for number in (5, 6, 7, 8)] == typed[4:]
    clerk.page.focus("#row-4 .line")
    clerk.enter("0")
    clerk.wait(4, "stored")
    assert scores(score_list) == before
    expect(clerk.page.locator("#saved")).to_be_visible()
