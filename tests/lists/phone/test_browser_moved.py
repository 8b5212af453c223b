"""A game is inserted or removed on the phone: no tapped game vanishes, and all of it is undone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.exchange.reads.verify import verify
from scoring.lists.phone.services import take_to_paper
from scoring.lists.services.games import record_game
from scoring.models import Actor, ScoreList
from scoring.rules.score_list import Line
from tests.browser import PHONE, accessibility_violations
from tests.lists.phone.finger import Finger, list_on_phones
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# At a table of four seat n deals game n: who plays game n + 1 as seat n cannot play game n.
SOLOISTS = (2, 3, 4, 1, 2, 1, 2, 1, 2)
CLASHES = "4 spätere Spiele passen dann nicht mehr zum Geber und müssen neu eingegeben werden: "


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
    there, told = fresh(score_list), {"by": Actor(name="desk"), "reason": "paper"}
    record_game(there, Line(3, passed=True), revision=there.revision, **told)
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
def test_a_practice_list_stays_in_the_browser_for_an_hour(new_context, live_server):
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.clock.install()
    finger = Finger(page, live_server.url + "/phone/practice/").open()
    finger.play_all(games()[:3])
    before = finger.totals
    finger.open()
    assert finger.totals == before != [0, 0, 0, 0]
    page.clock.fast_forward("01:01:00")
    finger.open()
    assert finger.totals == [0, 0, 0, 0]
    assert not ScoreList.objects.exists()


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
