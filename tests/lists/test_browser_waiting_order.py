"""Several lines of one row, or around an insertion, that wait for the server: they are sent in
order, and asked about only where somebody else changed the list.
"""

import re

import pytest
from playwright.sync_api import Route

from scoring.lists.services.games import record_game
from scoring.models import Actor, LogEntry, ScoreList
from tests.clerk import Clerk
from tests.factories import line, open_list
from tests.lists.test_browser_waiting import another_tab, dead_server, scores
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(4)


@pytest.fixture
def clerk(clerk_at, score_list, browser_errors) -> Clerk:
    for complaint in ("ERR_FAILED", "htmx"):
        browser_errors.expect(complaint)
    return clerk_at(score_list)


def type_over(clerk: Clerk, number: int, line: str) -> None:
    clerk.page.focus(f"#row-{number} .line")
    clerk.page.fill(f"#row-{number} .line", line)
    clerk.press("Enter")


def test_a_line_and_its_correction_are_sent_in_order(clerk, score_list):
    with dead_server(clerk.page):
        clerk.enter("g32")
        type_over(clerk, 1, "h13")
        clerk.wait_until_kept(2)
        clerk.page.close()
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    other.wait_until_nothing_is_kept()
    assert scores(score_list) == {1: 20}
    assert LogEntry.objects.filter(action__startswith="list.game").count() == 2


@pytest.mark.long
@pytest.mark.parametrize("arrives", [False, True])
def test_a_confirmed_insertion_behind_a_line_that_waits(clerk, score_list, arrives):
    """Whether the line arrived, and only its answer was lost, or not: the line stands in the row in
    which it was typed, before the rows move.
    """
    clerk.enter("g33")
    clerk.wait(1, "stored")
    clerk.page.click("#row-1 .line")
    clerk.enter("+")
    clerk.wait(1, "asking")
    with dead_server(clerk.page):
        if arrives:
            arrived = clerk.lose_answers("**/games/3/")
        type_over(clerk, 3, "h12")
        if arrives:
            arrived()
        clerk.wait(3, "sending" if arrives else "unsaved")
        clerk.page.focus("#row-1 .line")
        clerk.press("Enter")
        clerk.wait_until_kept(1)
        assert set(scores(score_list)) == ({1, 3} if arrives else {1})
        clerk.page.unroute("**/games/3/")
    clerk.wait(4, "stored")
    assert scores(score_list) == {2: 96, 4: 20}
    assert clerk.line(3) == ""


@pytest.mark.long
def test_a_line_typed_over_a_question_that_is_not_answered_yet_is_no_conflict(clerk, score_list):
    clerk.enter("g32")
    clerk.wait(1, "stored")
    held = []
    clerk.page.route("**/games/1/", lambda route: held.append(route), times=1)
    type_over(clerk, 1, "+")
    clerk.wait_until(lambda: held, "the question")
    type_over(clerk, 1, "h13")
    held[0].continue_()
    clerk.wait_until(lambda: scores(score_list) == {1: 20}, "the line")
    clerk.wait(1, "stored")


def test_lines_that_wait_go_together(clerk, score_list, browser_errors):
    """36 lines at a second each once took 34 seconds after the last key."""
    browser_errors.expect("422")
    sent: list[str] = []

    def note(route: Route) -> None:
        sent.append(route.request.url)
        route.continue_()

    with dead_server(clerk.page):
        clerk.enter("g32", "h13", "0", "q", "p12", "x13", "h12")
        clerk.wait_until_kept(7)
    clerk.page.route("**/games/*/", note)
    clerk.wait(4, "wrong")
    clerk.wait_until(lambda: scores(score_list).keys() == {1, 2, 3, 5, 6, 7}, "six lines")
    clerk.wait(7, "stored")
    # Three go with the first; the one that is refused is asked by itself, and the others behind it.
    assert [re.findall(r"\d+", url)[-1] for url in sent] == ["1", "4", "5"]
    assert clerk.line(4) == "q"


def test_lines_that_went_together_count_once_though_the_answer_was_lost(clerk, score_list):
    with dead_server(clerk.page):
        clerk.enter("g32", "h13", "0")
        clerk.wait_until_kept(3)
        arrived = clerk.lose_answers("**/games/1/")
    arrived()
    clerk.wait_until(lambda: len(scores(score_list)) == 3, "three lines")
    clerk.page.unroute("**/games/1/")
    clerk.wait(3, "stored")
    assert LogEntry.objects.filter(action="list.game.recorded").count() == 3


@pytest.mark.long
def test_a_line_behind_others_that_a_colleague_changed_is_asked_about(
    clerk, score_list, browser_errors
):
    browser_errors.expect("409")
    with dead_server(clerk.page):
        clerk.enter("g32", "h13", "x11")
        clerk.wait_until_kept(3)
        here = fresh(score_list)
        record_game(here, line(2, 4), by=Actor(name="other"), revision=here.revision)
    clerk.wait(2, "stale")
    clerk.wait(3, "stored")
    assert clerk.line(2) == "h13"
    assert fresh(score_list).games.get(number=2).soloist == 4
