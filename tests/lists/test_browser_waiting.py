"""Lines that wait for the server outlive their page, and are sent once, in order, by whom they
are; and the bar that says so.
"""

import os
import re
from contextlib import contextmanager

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from scoring.lists.services.games import record_game
from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, Entry, LogEntry, Role, ScoreList, User
from scoring.rules.bare_totals import BareTotal
from tests.browser import DESK, PHONE, accessibility_violations
from tests.clerk import Clerk, signed_in
from tests.effort import repeats
from tests.factories import line, make_member, open_list, seated
from tests.lists.test_browser_totals import TOTALS, type_totals

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(4)


@pytest.fixture
def clerk(clerk_at, score_list, browser_errors) -> Clerk:
    browser_errors.expect("ERR_FAILED")
    browser_errors.expect("htmx")
    return clerk_at(score_list)


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


def scores(score_list: ScoreList) -> dict[int, int]:
    return dict(score_list.games.filter(annulled=False).values_list("number", "score"))


def colleague_types(score_list: ScoreList, number: int) -> None:
    score_list.refresh_from_db()
    colleague = Actor(name="colleague")
    record_game(score_list, line(number, 3), by=colleague, revision=score_list.revision)


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
def test_a_row_that_moved_on_is_asked_about_and_the_others_are_sent(
    clerk, score_list, browser_errors
):
    browser_errors.expect("409")
    type_and_close(clerk, "g32", "h13")
    colleague_types(score_list, 1)
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    other.wait(1, "stale")
    other.wait(2, "stored")
    assert other.line(1) == "g32"
    assert scores(score_list) == {1: 20, 2: 20}
    other.press("F2")
    other.press("Enter")
    other.wait(1, "stored")
    assert scores(score_list) == {1: 96, 2: 20}


@pytest.mark.long
def test_a_refused_line_is_shown_again_until_it_is_given_up(clerk, score_list, browser_errors):
    browser_errors.expect("422")
    clerk.enter("g32", "46")
    clerk.wait(2, "wrong")
    clerk.page.close()
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    other.wait(2, "wrong")
    assert other.line(2) == "46"
    assert other.page.locator("#row-2 .error").count() == 1
    other.page.click("#row-2 .line")
    other.press("Escape")
    other.wait_until_nothing_is_kept()
    other.page.close()
    third = another_tab(clerk)
    third.open("list", score_list.pk)
    third.page.wait_for_timeout(500)
    assert (third.line(2), third.state(2)) == ("", "empty")
    assert scores(score_list) == {1: 96}


@pytest.mark.long
def test_a_line_that_was_asked_about_is_asked_about_by_the_next_page(
    clerk, score_list, browser_errors
):
    browser_errors.expect("409")
    type_and_close(clerk, "g32")
    colleague_types(score_list, 1)
    for at in (1, 2):
        other = another_tab(clerk)
        other.open("list", score_list.pk)
        other.wait(1, "stale")
        assert other.line(1) == "g32"
        if at == 1:
            other.page.close()
    other.page.click("#row-1 .line")
    other.press("Enter")
    other.wait(1, "stored")
    assert scores(score_list) == {1: 96}
    other.wait_until_nothing_is_kept()


def test_a_server_that_never_answers_is_told_of_and_asked_again(clerk, score_list):
    """Stopped, or behind a Wi-Fi that is half open: no error comes, and nothing else either."""
    held = []
    clerk.page.route("**/games/1/", lambda route: held.append(route), times=1)
    sooner = """document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
      xhr.timeout = Math.min(xhr.timeout, 300) // 0 is for ever
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
def test_what_waits_can_be_discarded(clerk, score_list):
    type_and_close(clerk, "g32")
    other = another_tab(clerk)
    asked = []
    other.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    other.open("tournament", score_list.series.tournament_id)
    other.page.locator("#waiting button").click()
    expect(other.page.locator("#waiting")).to_be_hidden()
    assert "g32" in asked[0]
    other.open("list", score_list.pk)
    other.page.wait_for_timeout(500)
    assert scores(score_list) == {}


def test_totals_that_wait_outlive_their_tab(clerk_at, browser_errors):
    browser_errors.expect("ERR_FAILED")
    browser_errors.expect("htmx")
    score_list = seated(4).lists.select_related("series__tournament").get()
    clerk = clerk_at(score_list)
    clerk.open("list-totals", score_list.pk)
    type_totals(clerk, stored=False)
    expect(clerk.page.locator("#passed")).to_have_value("2")
    with dead_server(clerk.page):
        clerk.press("Enter")
        expect(clerk.page.locator("#lost")).to_be_visible()
        clerk.page.close()
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    other.page.wait_for_selector("#totals-answer .alert-success")
    assert other.page.input_value("[name=points_1]") == "937"
    assert list(score_list.seat_rows.values_list("performance", flat=True)) == TOTALS


@pytest.mark.long
def test_refused_totals_are_shown_again_by_the_next_page(clerk_at, browser_errors):
    browser_errors.expect("422")
    score_list = seated(4).lists.select_related("series__tournament").get()
    clerk = clerk_at(score_list)
    clerk.open("list-totals", score_list.pk)
    clerk.page.fill("[name=points_1]", "937")
    clerk.page.locator(".status-bar [form=totals]").click()
    clerk.page.wait_for_selector("#totals-answer [data-field]", state="attached")
    clerk.page.close()
    other = another_tab(clerk)
    other.open("list-totals", score_list.pk)
    expect(other.page.locator("[name=points_1]")).to_have_value("937")
    other.page.wait_for_selector("#totals-answer [data-field]", state="attached")


@pytest.mark.long
def test_a_player_typed_without_a_server_is_entered_by_the_next_page(clerk, score_list):
    clerk.open("entries", score_list.series.tournament_id)
    before = Entry.objects.count()
    with dead_server(clerk.page):
        clerk.enter("Xaver Zander")
        expect(clerk.page.locator("[data-waiting]")).to_contain_text("Xaver Zander")
        clerk.page.close()
    other = another_tab(clerk)
    other.open("entries", score_list.series.tournament_id)
    expect(other.page.locator("#rows")).to_contain_text("Zander")
    assert Entry.objects.count() == before + 1


CUT_OFF = """() => {
  const words = document.querySelector(".status-words")
  const room = words.getBoundingClientRect()
  const parts = [...words.querySelectorAll("#reds, #lost, #signed-out, #unsaved")]
    .filter(part => !part.hidden)
  const isCut = part => {
    const box = part.getBoundingClientRect()
    const isInside = box.width > 0 && box.left >= room.left && box.right <= room.right + 1
      && box.top >= room.top - 1 && box.bottom <= room.bottom + 1
    return !isInside || part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
      || part.scrollHeight > part.clientHeight + 2 && part.clientHeight > 0
  }
  return parts.filter(isCut).map(part => part.id)
}"""


SIGNED_OUT = """() => {
  for (const id of ["lost", "signed-out"]) document.getElementById(id).hidden = id === "lost"
}"""


@pytest.mark.long
@pytest.mark.parametrize("width", repeats(360, 390, 768, 1101, 1241, 1280))
def test_all_that_the_bar_says_at_once_is_readable(
    desk, clerk_at, score_list, new_context, browser_errors, width
):
    """A red row, and lines that wait for a server that is away."""
    for complaint in ("ERR_FAILED", "htmx", "422"):
        browser_errors.expect(complaint)
    desk.set_viewport_size({"width": width, "height": 844})
    clerk = clerk_at(score_list)
    height = desk.locator(".status-bar").bounding_box()["height"]
    top = desk.locator("#row-1").bounding_box()["y"]
    clerk.enter("k12")
    clerk.wait(1, "wrong")
    with dead_server(desk):
        clerk.enter("g32", "h13", *["0"] * 10)
        clerk.wait(2, "unsaved")
        expect(desk.locator("#lost")).to_be_visible()
        if place := os.environ.get("PICTURES"):
            desk.screenshot(path=f"{place}/bar-{width}.png")
        assert desk.evaluate(CUT_OFF) == []
        assert desk.evaluate(f"({SIGNED_OUT})() || ({CUT_OFF})()") == []
        assert desk.locator(".status-bar").bounding_box()["height"] == height
        desk.evaluate("scrollTo(0, 0)")
        assert desk.locator("#row-1").bounding_box()["y"] == top
        assert accessibility_violations(desk) == []


@pytest.mark.long
@pytest.mark.parametrize("size", repeats(PHONE, DESK))
def test_the_bar_is_always_in_sight_and_moves_nothing(clerk, size, browser_errors):
    browser_errors.expect("422")
    page = clerk.page
    page.set_viewport_size(size)

    def places() -> list[float]:
        boxes = [page.locator(f"#row-{row}").bounding_box() for row in (1, 4)]
        bar = page.locator(".status-bar").bounding_box()
        scrolled = page.evaluate("scrollY")
        assert bar["y"] + bar["height"] <= size["height"]
        assert bar["width"] <= size["width"]
        return [*(box["y"] + scrolled for box in boxes[:1]), bar["y"], bar["height"]]

    before = places()
    with dead_server(page):
        clerk.enter("g32", "h13")
        clerk.wait(1, "unsaved")
        expect(page.locator("#lost time")).to_have_text(re.compile(r"\d\d:\d\d"))
        assert places() == before
        assert accessibility_violations(page) == []
    clerk.wait(2, "stored")
    clerk.enter("k12")
    expect(page.locator("#reds")).to_be_visible()
    assert places() == before
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.long
@pytest.mark.parametrize(
    "storage",
    repeats(
        "Object.defineProperty(window, 'indexedDB', { value: undefined })",
        "IDBFactory.prototype.open = () => { throw new DOMException('no') }",
        "IDBFactory.prototype.open = () => new EventTarget()",
        "Object.defineProperty(window, 'BroadcastChannel', { value: undefined })",
    ),
)
def test_a_browser_that_keeps_nothing_sends_what_is_typed(clerk, score_list, storage):
    clerk.page.add_init_script(storage)
    clerk.page.reload()
    clerk.enter("g32", "h13")
    clerk.wait(2, "stored")
    assert scores(score_list) == {1: 96, 2: 20}
    expect(clerk.page.locator("#saved")).to_be_visible()


@pytest.mark.long
def test_what_waits_for_a_list_that_a_colleague_entered_by_totals_is_read(clerk, score_list):
    type_and_close(clerk, "g32", "h13")
    score_list.refresh_from_db()
    enter_totals(
        score_list,
        [BareTotal(0, 0, 0, paper_total=0)] * 4,
        score_list.games_due,
        by=Actor(name="colleague"),
        revision=score_list.revision,
    )
    other = another_tab(clerk)
    other.open("list", score_list.pk)
    expect(other.page.locator("#waiting")).to_contain_text("– g32 · h13")


SLOW_TO_OPEN = """([milliseconds, kept]) => {
  const asked = indexedDB.open("skatturnier", 1)
  asked.onupgradeneeded = () => {
    const lines = asked.result.createObjectStore("lines", { keyPath: "id", autoIncrement: true })
    for (const line of kept) lines.add(line)
    const until = Date.now() + milliseconds
    const goOn = () => { if (Date.now() < until) lines.count().onsuccess = goOn }
    goOn()
  }
  asked.onsuccess = () => asked.result.close()
}"""


def slow_browser(context: BrowserContext, address: str, user: User, *kept: object) -> Clerk:
    """A browser just started on a busy computer: eight seconds until it opens what it keeps."""
    page = context.new_page()
    page.goto(address + "/static/scoring/icon.svg")
    page.evaluate(SLOW_TO_OPEN, [8000, kept])
    return Clerk(signed_in(context.new_page(), user, address), address)


@pytest.mark.long
def test_a_browser_that_is_slow_to_open_its_store_keeps_what_waits(clerk, score_list, new_context):
    user = make_member(score_list.series.tournament, Role.CLERK)
    slow = slow_browser(new_context(), clerk.address, user)
    slow.open("list", score_list.pk)
    with dead_server(slow.page):
        slow.enter("g32", "h13")
        slow.wait_until_kept(2)
        slow.page.close()
    other = another_tab(slow)
    other.open("list", score_list.pk)
    other.wait(2, "stored")
    assert scores(score_list) == {1: 96, 2: 20}


@pytest.mark.long
def test_a_page_takes_over_what_waits_once_the_store_is_open(clerk, score_list, new_context):
    user = make_member(score_list.series.tournament, Role.CLERK)
    place = reverse("list", args=[score_list.pk])
    who = {"account": str(user.pk), "typist": str(user.pk), "accountName": "Berta"}
    where = {"place": place, "address": place, "name": "Tisch 1", "page": "gone", "language": "de"}
    url, number = reverse("game", args=[score_list.pk, 1]), "1"
    typed = {"url": url, "number": number, "text": "g32", "seen": "", "more": {}}
    line_ = typed | {"layout": str(score_list.layout)}
    kept = {**who, **where, "token": "f" * 32, "line": line_}
    slow = slow_browser(new_context(), clerk.address, user, kept)
    slow.open("list", score_list.pk)
    slow.wait(1, "stored")
    assert scores(score_list) == {1: 96}
    slow.wait_until_nothing_is_kept()
