"""A game is inserted or removed on the phone: no tapped game vanishes, and all of it is undone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.lists.phone.services import take_to_paper
from scoring.lists.services.games import record_game
from scoring.models import Actor, ScoreList
from scoring.rules.score_list import Line
from scoring.verify.reads.verify import verify
from tests.browser import PHONE, accessibility_violations
from tests.lists.phone.finger import Finger, finger_at, list_on_phones, points
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# At a table of four seat n deals game n: who plays game n + 1 as seat n cannot play game n.
SOLOISTS = (2, 3, 4, 1, 2, 1, 2, 1, 2)
CLASHES = "4 spätere Spiele passen dann nicht mehr zum Geber und müssen neu eingegeben werden: "


@pytest.fixture
def at_table(new_context: Any, live_server: Any) -> Any:
    def claim(score_list: ScoreList) -> Finger:
        page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
        return finger_at(page, score_list, live_server.url).open().claim()

    return claim


def games(soloists: tuple[int, ...] = SOLOISTS) -> list[dict[str, Any]]:
    suits = ("hearts", "clubs", "spades")
    return [
        {"number": n, "soloist": soloist, "game": suits[n % 3], "tops": 1 + n % 3, "won": True}
        for n, soloist in enumerate(soloists, 1)
    ]


def stored(score_list: ScoreList) -> list[tuple[int, bool, int | None]]:
    return [(each.number, each.unread, each.soloist) for each in score_list.lines()]


def ask(finger: Finger, what: str, number: int) -> None:
    finger.tap("games")
    finger.tap("line", number)
    finger.tap(f"ask-{what}")


def red(finger: Finger) -> list[int]:
    """The numbers of the red games in the list of all games."""
    finger.tap("games")
    finger.page.wait_for_selector("body:not([data-busy]) .all-games")
    texts = finger.page.locator(".all-games .misplaced").all_inner_texts()
    finger.tap("close")
    return [int(text.split("·")[0]) for text in texts]


def test_an_insertion_says_before_which_games_are_tapped_again_and_keeps_them_in_red(at_table):
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all(games())
    finger.wait_sent()
    before, sums = stored(score_list), finger.totals
    ask(finger, "insert", 4)
    expect(finger.page.locator("#sheet")).to_contain_text(CLASHES + "5, 6, 9, 10.")
    assert accessibility_violations(finger.page) == []
    finger.tap("agree")
    finger.wait_sent()
    assert red(finger) == [5, 6, 9, 10]
    assert [number for number, unread, _who in stored(score_list) if unread] == [5, 6, 9, 10]
    assert accessibility_violations(finger.page) == []
    # ↶ takes the insertion back, and with it every game is where it was.
    finger.tap("undo")
    finger.wait_sent()
    assert (stored(score_list), finger.totals) == (before, sums)
    assert red(finger) == []
    assert verify() == []


@pytest.mark.long
def test_a_removal_says_before_which_games_are_tapped_again_and_is_undone(at_table):
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all(games((2, 3, 2, 3, 4, 3, 2, 1, 2)))
    finger.wait_sent()
    before, sums = stored(score_list), finger.totals
    ask(finger, "remove", 2)
    expect(finger.page.locator("#sheet")).to_contain_text(CLASHES + "2, 3, 4, 6.")
    finger.tap("agree")
    finger.wait_sent()
    assert red(finger)
    assert len(stored(score_list)) == 8
    finger.tap("undo")
    finger.wait_sent()
    assert (stored(score_list), finger.totals) == (before, sums)


@pytest.mark.long
def test_red_games_are_tapped_again_one_after_the_other(at_table):
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all(games())
    ask(finger, "insert", 4)
    finger.tap("agree")
    place = finger.page.locator(".place")
    expect(place).to_contain_text("Spiel 4 von 48")
    finger.play({"number": 4, "passed": True})
    for number, soloist in ((5, 2), (6, 3), (9, 2), (10, 3)):
        expect(place).to_contain_text(f"Spiel {number} von 48")
        expect(finger.page.locator("#notices")).to_contain_text("bitte neu eingeben")
        finger.play({"number": number, "soloist": soloist, "game": "grand", "tops": 1, "won": True})
    finger.wait_sent()
    assert red(finger) == []
    assert finger.totals == points(score_list)
    # One after the other is taken back: the red game is there again, then the hole.
    finger.tap("undo")
    finger.wait_sent()
    assert red(finger) == [10]
    for _again in range(3):
        finger.tap("undo")
    finger.wait_sent()
    assert red(finger) == [5, 6, 9, 10]
    finger.tap("undo")
    finger.wait_sent()
    assert [number for number, _unread, _who in stored(score_list)] == [1, 2, 3, *range(5, 11)]
    finger.tap("undo")
    finger.wait_sent()
    assert stored(score_list) == [(n, False, who) for n, who in enumerate(SOLOISTS, 1)]


@pytest.mark.long
def test_insertion_and_undo_without_a_network_are_the_same(at_table, browser_errors):
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all(games())
    finger.wait_sent()
    before = stored(score_list)
    finger.page.context.set_offline(True)
    ask(finger, "insert", 4)
    finger.tap("agree")
    assert red(finger) == [5, 6, 9, 10]
    finger.tap("undo")
    assert red(finger) == []
    finger.page.context.set_offline(False)
    finger.wait_sent()
    assert stored(score_list) == before
    assert finger.totals == points(score_list)


@pytest.mark.long
def test_undo_leaves_a_corrected_game_that_the_desk_has_changed_since_and_says_so(at_table):
    """SkO 5.5.3. The newest game went in its place, and nothing told the table which one."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all(games())
    finger.tap("games")
    finger.tap("line", 3)
    finger.tap("edit")
    finger.tap("tops", 3)
    finger.tap("won")
    finger.tap("agree")
    finger.wait_sent()
    there = fresh(score_list)
    record_game(
        there, Line(3, passed=True), by=Actor(name="desk"), revision=there.revision, reason="paper"
    )
    before = stored(score_list)
    finger.open()
    expect(finger.page.locator("#last .line").last).to_contain_text("9 ·")
    finger.tap("undo")
    told = "Spiel 3 wurde inzwischen geändert. Es bleibt, wie es ist."
    expect(finger.page.locator("#notices")).to_contain_text(told)
    finger.wait_sent()
    assert stored(score_list) == before
    # ↶ goes on with what was done before that, and puts it on the keys.
    finger.tap("undo")
    expect(finger.page.locator("#notices")).not_to_contain_text(told)
    finger.wait_sent()
    assert [number for number, _unread, _who in stored(score_list)] == [*range(1, 9)]
    expect(finger.page.locator("[data-do=who][aria-pressed=true]")).to_have_count(1)


@pytest.mark.long
def test_on_a_practice_list_undo_takes_an_insertion_back_too(new_context, live_server):
    """The newest game went in its place."""
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    finger = Finger(page, live_server.url + "/phone/practice/").open()
    finger.play_all(games())
    before = finger.totals
    ask(finger, "insert", 4)
    finger.tap("agree")
    assert red(finger) == [5, 6, 9, 10]
    finger.open()
    finger.tap("undo")
    assert (red(finger), finger.totals) == ([], before)
    finger.tap("undo")
    expect(page.locator("#last .line").last).to_contain_text("8 ·")


@pytest.mark.long
def test_a_phone_is_quiet_when_its_list_has_ended_and_a_red_game_was_not_sent(
    at_table, browser_errors
):
    """A game to be entered again is none that the organizer could compare."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("404")
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.page.clock.install()
    finger.open()
    finger.play_all(games())
    ask(finger, "insert", 4)
    finger.tap("agree")
    ask(finger, "remove", 10)
    finger.tap("agree")
    finger.wait_sent()
    finger.page.context.set_offline(True)
    finger.tap("undo")
    take_to_paper(score_list, by=Actor(name="organizer"))
    finger.page.context.set_offline(False)
    finger.page.evaluate("dispatchEvent(new Event('online'))")
    expect(finger.page.locator(".notice.bad li")).to_contain_text("10 · ")
    expect(finger.page.locator(".status.sent")).to_be_visible()
    finger.page.clock.run_for(30_000)
    finger.page.wait_for_timeout(500)
    asked: list[str] = []
    finger.page.on("request", lambda request: asked.append(request.url))
    finger.page.clock.run_for(60_000)
    finger.page.wait_for_timeout(500)
    assert asked == []
