"""Rows that move, or that somebody else fills, while lines wait or are half typed: nothing is
written over what its clerk has not seen, and nothing typed disappears.
"""

from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from scoring.desk.services.games import record_game
from scoring.desk.services.lists import close_list
from scoring.desk.services.moves import insert_game
from scoring.models import Actor, ScoreList
from tests.clerk import Clerk
from tests.desk.test_browser_waiting import another_tab, dead_server
from tests.effort import repeats
from tests.factories import line, open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COLLEAGUE = Actor(name="colleague")


@pytest.fixture
def score_list() -> ScoreList:
    """A table of three, where no dealer hides that a line stands in a wrong row."""
    return open_list(3)


@pytest.fixture
def clerk(clerk_at, score_list, browser_errors) -> Clerk:
    for complaint in ("ERR_FAILED", "htmx", "409", "422"):
        browser_errors.expect(complaint)
    return clerk_at(score_list)


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


def colleague_inserts(score_list: ScoreList, number: int) -> None:
    score_list.refresh_from_db()
    insert_game(score_list, number, by=COLLEAGUE, revision=score_list.revision)


def colleague_types(score_list: ScoreList, number: int, soloist: int) -> None:
    score_list.refresh_from_db()
    typed = line(number, soloist)
    record_game(score_list, typed, by=COLLEAGUE, revision=score_list.revision)


def poll(clerk: Clerk) -> None:
    """The page asks who else is there, and takes over what they stored."""
    with clerk.page.expect_response("**/presence/**"):
        clerk.page.evaluate(
            """() => window.htmx.ajax("GET", document.getElementById("others").dataset.url, {
                source: "#others", target: "#others", swap: "none",
                values: { page: "test", revision: document.getElementById("revision").value } })"""
        )


@pytest.mark.parametrize("reloaded", repeats(False, True))
def test_lines_queued_behind_an_insertion_move_along(clerk, score_list, reloaded):
    type_four(clerk)
    ask(clerk, 2, "+")
    with dead_server(clerk.page):
        clerk.press("Enter")
        clerk.page.focus("#row-5 .line")
        clerk.enter("p13", "g43")
        clerk.wait_until_kept(3)
        if reloaded:
            clerk.page.reload()
    clerk.wait_until_nothing_is_kept()
    assert lines(score_list) == {1: G32, 3: H13, 4: X12, 5: A11, 6: (3, 22), 7: (3, 120)}
    expect(clerk.page.locator("#saved")).to_be_visible()
    assert [clerk.line(number) for number in (2, 5, 6, 7)] == ["", "a11", "p13", "g43"]


@pytest.mark.long
def test_a_correction_queued_behind_an_insertion_moves_along(clerk, score_list):
    type_four(clerk)
    ask(clerk, 2, "+")
    with dead_server(clerk.page):
        clerk.press("Enter")
        clerk.page.focus("#row-4 .line")
        clerk.page.keyboard.type("a21")
        clerk.press("Enter")
        clerk.wait_until_kept(2)
    clerk.wait_until_nothing_is_kept()
    assert lines(score_list) == {1: G32, 3: H13, 4: X12, 5: (1, 27)}


def test_a_line_for_the_new_row_is_typed_before_the_row_is_there(clerk, score_list):
    type_four(clerk)
    ask(clerk, 2, "+")
    with dead_server(clerk.page):
        clerk.press("Enter")
        clerk.page.fill("#row-2 .line", "p12")
        clerk.press("Enter")
        clerk.wait_until_kept(2)
    clerk.wait_until_nothing_is_kept()
    assert lines(score_list) == {1: G32, 2: (2, 22), 3: H13, 4: X12, 5: A11}


@pytest.mark.long
def test_lines_queued_behind_a_removal_move_up(clerk, score_list):
    type_four(clerk)
    ask(clerk, 2, "--")
    with dead_server(clerk.page):
        clerk.press("Enter")
        clerk.page.focus("#row-5 .line")
        clerk.enter("p13", "g43")
        clerk.wait_until_kept(3)
    clerk.wait_until_nothing_is_kept()
    assert lines(score_list) == {1: G32, 2: X12, 3: A11, 4: (3, 22), 5: (3, 120)}
    assert [clerk.line(number) for number in (4, 5, 6)] == ["p13", "g43", ""]


def test_a_line_that_waits_while_a_colleague_inserts_a_row_is_asked_about(clerk, score_list):
    type_four(clerk)
    with dead_server(clerk.page):
        clerk.page.focus("#row-5 .line")
        clerk.enter("p12", "g43")
        clerk.wait_until_kept(2)
        colleague_inserts(score_list, 2)
    clerk.wait(5, "stale")
    clerk.wait(6, "stale")
    assert lines(score_list) == {1: G32, 3: H13, 4: X12, 5: A11}
    assert (clerk.line(5), clerk.line(6)) == ("p12", "g43")


@pytest.mark.long
@pytest.mark.parametrize("refused", [False, True])
def test_a_line_begun_before_a_colleague_stored_the_row_overwrites_nothing_unseen(
    clerk, score_list, refused
):
    if refused:
        clerk.enter("g99")
        clerk.wait(1, "wrong")
        clerk.page.focus("#row-1 .line")
    else:
        clerk.type("p1")
    colleague_types(score_list, 1, 3)
    poll(clerk)
    stands = lines(score_list)
    clerk.page.fill("#row-1 .line", "p12")
    clerk.press("Enter")
    clerk.wait(1, "stale")
    assert lines(score_list) == stands
    clerk.page.focus("#row-1 .line")
    clerk.press("Enter")
    clerk.wait(1, "stored")
    assert lines(score_list) == {1: (2, 22)}


def test_a_line_begun_before_a_colleague_inserted_a_row_overwrites_nothing(clerk, score_list):
    type_four(clerk)
    clerk.type("p1")
    colleague_inserts(score_list, 2)
    poll(clerk)
    clerk.type("2")
    clerk.press("Enter")
    clerk.wait(5, "stale")
    assert lines(score_list) == {1: G32, 3: H13, 4: X12, 5: A11}


@pytest.mark.long
def test_a_colleagues_change_that_comes_with_the_answer_to_another_line_is_asked_about(
    clerk, score_list
):
    type_four(clerk)
    with dead_server(clerk.page):
        clerk.page.focus("#row-5 .line")
        clerk.enter("p13")
        clerk.page.focus("#row-4 .line")
        clerk.page.keyboard.type("a21")
        clerk.press("Enter")
        clerk.wait_until_kept(2)
        colleague_types(score_list, 4, 3)
        stands = lines(score_list)[4]
    clerk.wait(4, "stale")
    assert lines(score_list)[4] == stands


def test_lines_whose_rows_are_gone_stay_in_sight_and_go_nowhere(clerk, score_list):
    """A colleague broke the list off behind its first game."""
    with dead_server(clerk.page):
        clerk.enter("g32", "h13", "x12")
        clerk.wait_until_kept(3)
        clerk.page.close()
    colleague_types(score_list, 1, 2)
    score_list.refresh_from_db()
    close_list(score_list, stop_reason="time", by=COLLEAGUE, revision=score_list.revision)
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    gone = other.page.locator("#unplaced")
    expect(gone).to_contain_text("Zeile 2: „h13“")
    expect(gone).to_contain_text("Zeile 3: „x12“")
    expect(other.page.locator("#saved")).to_be_hidden()
    assert list(lines(score_list)) == [1]
    gone.get_by_text("Verwerfen").first.click()
    expect(gone).not_to_contain_text("h13")
    other.page.locator("#row-1 .line").focus()
    gone.get_by_text("In die Zeile des Cursors").click()
    expect(gone).to_contain_text("x12")  # not over what is asked about there
    other.page.locator("#row-1 .line").press("Escape")
    gone.get_by_text("In die Zeile des Cursors").click()
    assert other.line(1) == "x12"
    expect(gone).to_be_hidden()


@pytest.mark.long
def test_undo_takes_back_what_it_asked_about(clerk, score_list):
    clerk.enter("g32", "h13", "x12")
    clerk.wait(3, "stored")
    clerk.press("Control+z")
    clerk.wait(4, "asking")
    assert "Zeile 3" in clerk.row(4)
    clerk.page.focus("#row-5 .line")
    clerk.enter("a11")
    clerk.wait(5, "stored")
    clerk.page.focus("#row-4 .line")
    clerk.press("Enter")
    expect(clerk.page.locator("#row-4")).to_contain_text("Zeile 5")
    assert sorted(lines(score_list)) == [1, 2, 3, 5]


@pytest.mark.long
def test_taking_back_an_insertion_moves_what_is_typed_behind_it(clerk, score_list):
    type_four(clerk)
    ask(clerk, 2, "+")
    clerk.press("Enter")
    clerk.wait(5, "stored")
    clerk.page.focus("#row-6 .line")
    clerk.type("p1")
    clerk.page.focus("#row-2 .line")
    clerk.press("Control+z")
    clerk.wait(2, "asking")
    clerk.press("Enter")
    clerk.wait(2, "stored")
    assert clerk.line(5) == "p1"
    clerk.page.focus("#row-5 .line")
    clerk.page.fill("#row-5 .line", "p13")
    clerk.press("Enter")
    clerk.wait(5, "stored")
    assert lines(score_list) == {1: G32, 2: H13, 3: X12, 4: A11, 5: (3, 22)}


@pytest.mark.long
def test_what_is_typed_on_a_page_that_shows_the_insertion_stays_in_its_row(clerk, score_list):
    """The insertion arrived, its answer was lost, and its tab was closed."""
    type_four(clerk)
    ask(clerk, 2, "+")
    arrived = clerk.lose_answers("**/insert/")
    clerk.press("Enter")
    arrived()
    clerk.page.close()
    other = another_tab(clerk)
    with dead_server(other.page):
        other.open("list", score_list.pk)
        other.wait(2, "unsaved")
        other.page.focus("#row-6 .line")
        other.enter("p13")
        other.page.focus("#row-8 .line")
        other.type("g4")
    other.wait_until_nothing_is_kept()
    assert lines(score_list) == {1: G32, 3: H13, 4: X12, 5: A11, 6: (3, 22)}
    assert other.line(8) == "g4"


@pytest.mark.long
@pytest.mark.parametrize("reloaded", [False, True])
def test_a_refused_line_under_an_insertion_is_not_lost(clerk, score_list, reloaded):
    type_four(clerk)
    clerk.enter("h99")
    clerk.wait(5, "wrong")
    ask(clerk, 5, "+")
    if reloaded:
        clerk.page.close()
        clerk = another_tab(clerk)
        clerk.open("list", score_list.pk)
        clerk.wait(5, "asking")
        clerk.page.focus("#row-5 .line")
        clerk.press("Enter")
        clerk.wait(6, "wrong")
        assert clerk.line(6) == "h99"
        return
    ask(clerk, 2, "+")
    clerk.press("Enter")
    clerk.wait(6, "asking")
    clerk.page.focus("#row-6 .line")
    clerk.press("Escape")
    assert clerk.line(6) == "h99"
    expect(clerk.page.locator("#saved")).to_be_hidden()


@pytest.mark.long
def test_a_line_for_a_row_that_is_struck_meanwhile_stays_in_sight(clerk, score_list):
    type_four(clerk)
    clerk.type("p1")
    score_list.refresh_from_db()
    close_list(score_list, stop_reason="time", by=COLLEAGUE, revision=score_list.revision)
    clerk.type("2")
    clerk.press("Enter")
    expect(clerk.page.locator("#unplaced")).to_contain_text("Zeile 5: „p12“")
    assert clerk.line(5) == ""
    clerk.page.get_by_text("Verwerfen").click()
    expect(clerk.page.locator("#saved")).to_be_visible()
    clerk.wait_until_nothing_is_kept()


@pytest.mark.long
@pytest.mark.parametrize("what", ["+", "--"])
def test_a_line_that_moves_covers_none_that_stays(clerk, score_list, what):
    """The red line was typed before a colleague's change, the half line behind it after that."""
    type_four(clerk)
    clerk.enter("h99")
    clerk.wait(5, "wrong")
    colleague_types(score_list, 9, 3)
    poll(clerk)
    clerk.wait(9, "stored")
    half = 6 if what == "--" else 4
    clerk.page.focus(f"#row-{half} .line")
    clerk.page.fill(f"#row-{half} .line", "p1")
    ask(clerk, 2, what)
    clerk.press("Enter")
    expect(clerk.page.locator("#unplaced")).to_contain_text("Zeile 5: „h99“")
    assert clerk.line(5) == "p1"
    clerk.wait_until_kept(1)


def test_escape_on_a_line_that_waits_shows_what_will_be_stored(clerk, score_list):
    with dead_server(clerk.page):
        clerk.enter("g32")
        clerk.wait(1, "unsaved")
        clerk.press("ArrowUp")
        clerk.press("Escape")
        assert clerk.line(1) == "g32"
        clerk.wait(1, "unsaved")
    clerk.wait(1, "stored")


BLOCK = """milliseconds => new Promise(begun => {
  const asked = indexedDB.open("skatturnier")
  asked.onsuccess = () => {
    const lines = asked.result.transaction("lines", "readwrite").objectStore("lines")
    const until = Date.now() + milliseconds
    const goOn = () => {
      begun()
      if (Date.now() < until) lines.count().onsuccess = goOn
    }
    goOn()
  }
})"""
KEPT_NUMBERS = """() => new Promise(done => {
  const asked = indexedDB.open("skatturnier")
  asked.onsuccess = () => {
    const every = asked.result.transaction("lines").objectStore("lines").getAll()
    every.onsuccess = () => done(every.result.map(({ line }) => line.number))
  }
})"""


@pytest.mark.long
def test_a_line_that_moves_while_the_browser_is_keeping_it_is_kept_as_moved(clerk, score_list):
    type_four(clerk)
    ask(clerk, 2, "+")
    held = []
    clerk.page.route("**/insert/", lambda route: held.append(route))
    clerk.press("Enter")
    clerk.wait_until(lambda: held, "the insertion")
    clerk.page.evaluate(BLOCK, 3000)
    with dead_server(clerk.page):
        clerk.page.focus("#row-5 .line")
        clerk.enter("p13")
        held[0].continue_()
        expect(clerk.page.locator("#row-6 .line")).to_have_value("p13")
        clerk.wait_until_kept(1)
        assert clerk.page.evaluate(KEPT_NUMBERS) == ["6"]
    clerk.wait(6, "stored")


@pytest.mark.long
def test_a_confirmed_removal_takes_no_line_that_its_clerk_has_not_seen(clerk, score_list):
    """A colleague corrects the row while the removal waits behind another line."""
    type_four(clerk)
    ask(clerk, 2, "--")
    with dead_server(clerk.page):
        clerk.page.focus("#row-5 .line")
        clerk.enter("p13")
        clerk.page.focus("#row-2 .line")
        clerk.press("Enter")
        clerk.wait_until_kept(2)
        colleague_types(score_list, 2, 1)
    clerk.wait(5, "stored")
    clerk.wait(2, "stale")
    assert lines(score_list)[2] == (1, 20)
