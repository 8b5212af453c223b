"""What the phone shows as stored is what the server has: while a hand-in waits, and behind it."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.lists.phone.services import renew_address, take_to_paper
from scoring.lists.services.games import record_game
from scoring.models import Signature, UnsentGames
from tests.browser import accessibility_violations
from tests.factories import line
from tests.lists.made import BY, act
from tests.lists.phone.finger import Finger, list_on_phones, points, real_games
from tests.lists.phone.tables import hearts
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAITS = "Abgabe wartet auf das WLAN. Bitte nichts mehr ändern, Seite offen lassen."


@pytest.fixture(autouse=True)
def expected(browser_errors: Any) -> None:
    for complaint in ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "404"):
        browser_errors.expect(complaint)


def break_off(finger: Finger) -> None:
    finger.tap("menu")
    finger.tap("stop")
    finger.page.locator("[data-do=stop-reason]").first.tap()
    finger.tap("stop-now")
    finger.sign_all(range(1, 5))
    finger.tap("hand-in")


@pytest.mark.long
def test_nothing_is_typed_while_a_hand_in_waits_and_a_list_changed_meanwhile_is_signed_anew(
    at_table, browser_errors
):
    """TO 9.11: what is handed in is what all have signed."""
    browser_errors.expect("409")
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.play_all(real_games(4, 3))
    finger.wait_sent()
    finger.page.context.set_offline(True)
    break_off(finger)
    expect(finger.page.locator("#keys")).to_contain_text(WAITS)
    assert accessibility_violations(finger.page) == []
    for key in ("undo", "passed", "who", "won"):
        expect(finger.page.locator(f"[data-do={key}]")).to_have_count(0)
    finger.tap("games")
    expect(finger.page.locator("[data-do=line]")).to_have_count(0)
    finger.tap("close")
    finger.tap("menu")
    for key in ("annul", "stop", "players"):
        expect(finger.page.locator(f"[data-do={key}]")).to_have_count(0)
    finger.tap("close")
    act(record_game, score_list, line(3, 2), reason="paper")
    finger.page.context.set_offline(False)
    notice = finger.page.locator(".notice.bad")
    expect(notice).to_contain_text("nach der Unterschrift", timeout=30_000)
    expect(finger.page.locator("#keys")).not_to_contain_text("Abgabe wartet")
    assert (fresh(score_list).state, Signature.objects.count()) == ("open", 0)
    finger.tap("discard-refused")
    break_off(finger)
    expect(finger.page.locator(".notice.good")).to_contain_text("Liste abgegeben", timeout=20_000)
    there = fresh(score_list)
    assert (there.state, there.stop_reason) == ("entered", "Die Zeit ist um")
    assert finger.totals == points(score_list)


@pytest.mark.long
def test_what_was_tapped_after_the_server_had_the_list_is_told_and_not_shown_as_played(at_table):
    """The answer to the hand-in is lost; the table takes it back and plays on."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    games = real_games(4, 4)
    finger.play_all(games[:3])
    finger.wait_sent()
    arrived: list[int] = []

    def lose(route: Any) -> None:
        if not arrived:
            arrived.append(route.fetch().status)
        route.abort()

    finger.page.route("**/hand-in/", lose)
    finger.page.route("**/games/**", lambda route: route.abort())
    finger.page.route("**/state/**", lambda route: route.abort())
    with finger.page.expect_event("requestfailed", lambda lost: "/hand-in/" in lost.url):
        break_off(finger)
    expect(finger.page.locator("#keys")).to_contain_text(WAITS)
    assert arrived == [200]
    finger.tap("take-back")
    finger.play(games[3])
    finger.page.unroute_all(behavior="ignoreErrors")
    told = finger.page.locator(".notice.bad")
    expect(told).to_contain_text("Von diesem Handy fehlt darin", timeout=20_000)
    expect(told.locator("li")).to_have_count(1)
    expect(told.locator("li")).to_contain_text("4 · ")
    assert finger.totals == points(score_list)
    expect(finger.page.locator(".games .line .what", has_text="4 · ")).to_have_count(0)
    expect(finger.page.locator("[data-do=undo]")).to_have_count(0)
    assert UnsentGames.objects.get().games[0]["number"] == 4


@pytest.mark.long
def test_a_phone_with_an_old_address_does_not_say_that_the_organizer_has_the_list(at_table):
    """The list goes on at its new address: nobody but the phone knows what did not arrive."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    finger.page.context.set_offline(True)
    finger.play(real_games(4, 1)[0])
    renew_address(score_list, by=BY)
    finger.page.context.set_offline(False)
    expect(finger.page.locator(".notice.bad li")).to_contain_text("1 · ", timeout=20_000)
    told = finger.page.locator("#notices")
    expect(told).to_contain_text("oder hat eine neue Adresse")
    expect(told).to_contain_text("Von diesem Handy fehlt darin, bitte dem Spielleiter sagen:")
    expect(told).not_to_contain_text("Die Liste liegt beim Spielleiter")


@pytest.mark.long
def test_a_phone_that_was_off_when_the_list_ended_tells_what_did_not_arrive(at_table):
    """Its address opens nothing any more; the game goes to the organizer to be compared."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    games = real_games(4, 3)
    finger.play_all(games[:2])
    finger.wait_sent()
    context = finger.page.context
    context.set_offline(True)
    finger.play(games[2])
    finger.page.close()
    take_to_paper(score_list, by=BY)
    context.set_offline(False)
    page = context.new_page()
    for _twice in range(2):  # a service worker opens the list a last time
        page.goto(finger.address)
        told = page.get_by_role("alert").filter(has_text="Von diesem Handy fehlt darin")
        expect(told.locator("li")).to_have_count(1)
        expect(told.locator("li")).to_contain_text("3 · ")
    expect(page.locator("#told")).to_contain_text("Von diesem Handy fehlt darin")
    assert UnsentGames.objects.get().games[0]["number"] == 3


@pytest.mark.long
def test_a_phone_is_quiet_when_its_list_has_ended_and_a_red_game_was_not_sent(at_table):
    """A game to be entered again is none that the organizer could compare."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    page = finger.page
    page.clock.install()
    finger.open()
    finger.play_all([{"number": 1, **hearts(2)}, {"number": 2, **hearts(3)}])
    for what, number in (("ask-insert", 2), ("ask-remove", 3)):
        finger.at_row(number, what)
        finger.tap("agree")
    finger.wait_sent()
    page.context.set_offline(True)
    finger.tap("undo")
    take_to_paper(score_list, by=BY)
    page.context.set_offline(False)
    finger.hear()
    expect(page.locator(".notice.bad li")).to_contain_text("3 · ")
    expect(page.locator(".status.sent")).to_be_visible()
    page.clock.run_for(30_000)
    page.wait_for_timeout(500)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    page.wait_for_timeout(500)
    assert asked == []


def test_a_good_hand_in_ends_green_with_its_time_and_nothing_to_take_back(at_table):
    """A dot is no signature; who has signed has signed although the foot is closed meanwhile."""
    score_list = list_on_phones(3, rounds=1)
    finger = at_table(score_list)
    finger.play_all(real_games(3, 3))
    finger.tap("foot")
    finger.tap("sign", 1)
    finger.page.locator(".signature").tap()
    finger.tap("sign-done")
    name = score_list.seat_rows.get(position=1).entry.person
    expect(finger.page.get_by_role("alert")).to_have_text(
        f"Die Unterschrift von {name} ist nur ein Punkt. Bitte noch einmal."
    )
    finger.scribble()
    finger.tap("sign-done")
    finger.sign_all([2])
    finger.tap("close")
    finger.tap("foot")
    signed = finger.page.locator("[data-do=sign]", has_text="hat unterschrieben")
    expect(signed).to_have_count(2)
    expect(finger.page.locator("[data-do=hand-in]")).to_be_disabled()
    finger.sign_all([3])
    finger.tap("hand-in")
    good = finger.page.locator(".notice.good")
    expect(good).to_have_text(re.compile(r"✓ Liste abgegeben, \d\d:\d\d\. Danke\."))
    expect(finger.page.locator(".notice.bad")).to_have_count(0)
    expect(finger.page.locator("[data-do=undo]")).to_have_count(0)
    assert accessibility_violations(finger.page) == []
    assert finger.totals == points(score_list)
    assert Signature.objects.filter(list=score_list).count() == 3


def test_the_page_asks_before_it_is_left_while_games_wait_and_is_not_pulled_away(at_table):
    finger = at_table(list_on_phones(4))
    page = finger.page
    asked: list[str] = []

    def dismiss(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", dismiss)
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "none"
    page.context.set_offline(True)
    finger.play(real_games(4, 1)[0])
    with page.expect_event("dialog"):
        page.evaluate("setTimeout(() => location.reload())")
    assert asked == ["beforeunload"]
    expect(page.locator(".status")).to_contain_text("◌ 1")
    page.context.set_offline(False)
    finger.wait_sent()
    with page.expect_event("load"):
        page.evaluate("setTimeout(() => location.reload())")
    assert asked == ["beforeunload"]
