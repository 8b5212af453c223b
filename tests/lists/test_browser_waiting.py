"""Lines that wait for the server outlive their page, and are sent once, in order, by whom they
are; and the bar that says so.
"""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Response, expect

from scoring.models import LogEntry, Role
from tests.browser import accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import make_member
from tests.lists.made import scores

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("troubles"),
]


@contextmanager
def dead_server(page: Page):
    """Nothing that a page of this browser sends arrives; pages themselves still open."""

    def drop(route):
        route.abort() if route.request.method == "POST" else route.fallback()

    page.context.route("**/*", drop)
    yield
    page.context.unroute("**/*", drop)


def another_tab(clerk: Clerk) -> Clerk:
    return Clerk(clerk.page.context.new_page(), clerk.address)


def type_and_close(clerk: Clerk, *lines: str) -> None:
    """Lines are typed that no server gets, and the tab is closed."""
    with dead_server(clerk.page):
        clerk.enter(*lines)
        clerk.wait(1, "unsaved")
        clerk.page.wait_for_selector(
            f"#row-{len(lines)}:is([data-state=sending], [data-state=unsaved])"
        )
        clerk.page.close()


def test_lines_that_wait_are_sent_in_order_after_a_reload(clerk, score_list):
    with dead_server(clerk.page):
        clerk.enter("g32", "h13")
        clerk.wait(1, "unsaved")
        clerk.wait(2, "sending")
        clerk.page.reload()
        clerk.wait(1, "unsaved")
        assert (clerk.line(1), clerk.line(2), clerk.at) == ("g32", "h13", "3")
        clerk.enter("x14")
        expect(clerk.page.locator("#unsaved b")).to_have_text("3")
    clerk.wait(3, "stored")
    assert scores(score_list) == {1: 96, 2: 20, 3: 24}
    actions = LogEntry.objects.filter(action="list.game.recorded").order_by("pk")
    assert [each.new["number"] for each in actions] == [1, 2, 3]
    expect(clerk.page.locator("#saved")).to_be_visible()


def test_a_line_and_its_correction_are_sent_in_order(clerk, score_list):
    with dead_server(clerk.page):
        clerk.enter("g32")
        clerk.page.fill("#row-1 .line", "h13")
        clerk.page.locator("#row-1 .line").press("Enter")
        clerk.wait_until_kept(2)
        clerk.page.close()
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    other.wait_until_nothing_is_kept()
    assert scores(score_list) == {1: 20}
    assert LogEntry.objects.filter(action__startswith="list.game").count() == 2


def test_lines_that_wait_go_together(clerk, score_list):
    """36 lines at a second each once took 34 seconds after the last key."""
    answered: list[str] = []

    def note(response: Response) -> None:
        if game := re.search(r"/games/(\d+)/$", response.url):
            answered.append(game[1])

    clerk.page.on("response", note)
    with dead_server(clerk.page):
        clerk.enter("g32", "h13", "0", "q", "p12", "x13", "h12")
        clerk.wait_until_kept(7)
    clerk.wait(4, "wrong")
    clerk.wait_until(lambda: scores(score_list).keys() == {1, 2, 3, 5, 6, 7}, "six lines")
    clerk.wait(7, "stored")
    # Three go with the first; the one that is refused is asked by itself, and the others behind it.
    assert answered == ["1", "4", "5"]
    assert clerk.line(4) == "q"


@pytest.mark.long
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
def test_figures_of_the_foot_that_nobody_got_outlive_their_page(clerk, score_list):
    clerk.enter("g32")
    clerk.wait(1, "stored")
    with dead_server(clerk.page):
        clerk.page.focus("#foot [name=points_2]")
        clerk.enter("96", "1", "0")
        clerk.type("146")
        clerk.page.click("#foot button")
        clerk.page.close()
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    typed = [
        other.page.input_value(f"#foot [name={name}_2]") for name in ("points", "won", "total")
    ]
    assert typed == ["96", "1", "146"]
    other.page.click("#foot button")
    expect(other.page.locator("#foot-answer .agrees")).to_be_visible()
    assert other.page.evaluate("localStorage.length") == 0
    assert score_list.seat_rows.get(position=2).paper_total == 146


def test_a_closed_tab_is_told_of_on_other_pages_with_the_way_there(clerk, score_list):
    type_and_close(clerk, "g32", "h13")
    other = another_tab(clerk)
    other.open("tournament", score_list.series.tournament_id)
    notice = other.page.locator("#waiting")
    expect(notice).to_contain_text("2 Zeilen warten: Serie 1 · Tisch 1")
    assert accessibility_violations(other.page) == []
    notice.locator("a").click()
    other.wait(2, "stored")
    assert scores(score_list) == {1: 96, 2: 20}
    expect(notice).to_be_hidden()


@pytest.mark.long
def test_a_server_that_never_answers_is_told_of_and_asked_again(clerk, score_list):
    """Stopped, or behind a Wi-Fi that is half open: no error comes, and nothing else either."""
    held = []
    clerk.page.route("**/games/1/", lambda route: held.append(route), times=1)
    sooner = """document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
      xhr.timeout = Math.min(xhr.timeout, 2000) // 0 is for ever
    })"""
    clerk.page.evaluate(sooner)
    clerk.enter("g32")
    expect(clerk.page.locator("#lost")).to_be_visible()
    expect(clerk.page.locator("#trouble")).to_be_hidden()
    clerk.wait(1, "stored")
    expect(clerk.page.locator("#lost")).to_be_hidden()
    assert len(held) == 1
    assert scores(score_list) == {1: 96}


@pytest.mark.long
def test_lines_of_somebody_else_are_sent_only_by_a_click(clerk, score_list):
    type_and_close(clerk, "g32")
    other = another_tab(clerk)
    stranger = make_member(score_list.series.tournament, Role.CLERK, name="Berta")
    signed_in(other.page, stranger, clerk.address)
    other.open("list", score_list.pk)
    notice = other.page.locator("#waiting")
    expect(notice).to_contain_text("1 Zeile wartet")
    expect(notice).to_contain_text("getippt von")
    other.page.wait_for_timeout(500)
    assert scores(score_list) == {}
    notice.locator("button").first.click()
    other.wait(1, "stored")
    assert scores(score_list) == {1: 96}
    assert LogEntry.objects.last().user == stranger
    expect(notice).to_be_hidden()


def test_a_page_sends_nothing_once_somebody_else_signed_in_with_its_browser(
    clerk, score_list, browser_errors
):
    browser_errors.expect("401")
    stranger = make_member(score_list.series.tournament, Role.CLERK, name="Berta")
    mine = clerk.page.context.cookies()
    signed_in(clerk.page, stranger, clerk.address)
    clerk.enter("g32")
    expect(clerk.page.locator("#signed-out")).to_be_visible()
    assert scores(score_list) == {}
    with clerk.page.context.expect_page():
        clerk.page.click("#signed-out a")
    assert clerk.at == "2", "the caret stays where the next line is typed"
    clerk.page.context.add_cookies(mine)
    another_tab(clerk).open("tournament", score_list.series.tournament_id)
    clerk.wait(1, "stored")


@pytest.mark.long
def test_lines_of_an_open_tab_stay_its_own(clerk, score_list):
    with dead_server(clerk.page):
        clerk.enter("g32")
        clerk.wait(1, "unsaved")
        other = another_tab(clerk)
        other.open("list", score_list.pk)
        other.page.wait_for_timeout(600)
        assert other.line(1) == ""
        expect(other.page.locator("#waiting")).to_be_hidden()
        other.page.close()
    clerk.wait(1, "stored")
    assert scores(score_list) == {1: 96}


@pytest.mark.long
@pytest.mark.parametrize(
    "storage",
    repeats(
        "Object.defineProperty(window, 'indexedDB', { value: undefined })",
        "IDBFactory.prototype.open = () => { throw new DOMException('no') }",
        "IDBFactory.prototype.open = () => new EventTarget()",
    ),
)
def test_a_browser_that_keeps_nothing_sends_what_is_typed(clerk, score_list, storage):
    clerk.page.add_init_script(storage)
    clerk.page.reload()
    clerk.enter("g32", "h13")
    clerk.wait(2, "stored")
    assert scores(score_list) == {1: 96, 2: 20}
    expect(clerk.page.locator("#saved")).to_be_visible()


# A browser just started on a busy computer: eight seconds until it opens what it keeps.
SLOW_TO_OPEN = """() => {
  const asked = indexedDB.open("skatturnier", 1)
  asked.onupgradeneeded = () => {
    const lines = asked.result.createObjectStore("lines", { keyPath: "id", autoIncrement: true })
    const until = Date.now() + 8000
    const goOn = () => { if (Date.now() < until) lines.count().onsuccess = goOn }
    goOn()
  }
  asked.onsuccess = () => asked.result.close()
}"""


@pytest.mark.long
def test_a_browser_that_is_slow_to_open_its_store_keeps_what_waits(clerk, score_list, new_context):
    user = make_member(score_list.series.tournament, Role.CLERK)
    context = new_context()
    page = context.new_page()
    page.goto(clerk.address + "/static/scoring/icon.svg")
    page.evaluate(SLOW_TO_OPEN)
    slow = Clerk(signed_in(context.new_page(), user, clerk.address), clerk.address)
    slow.open("list", score_list.pk)
    slow.enter("g32", "h99")
    slow.wait(2, "wrong")
    with dead_server(slow.page):
        slow.enter("h12")
        slow.wait_until_kept(2)
        slow.page.close()
    other = another_tab(slow)
    other.open("list", score_list.pk)
    other.wait(3, "stored")
    assert (scores(score_list), other.state(2)) == ({1: 96, 3: 20}, "wrong")
