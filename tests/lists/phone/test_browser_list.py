"""A list is kept at the table on a phone, with a finger."""

import os
import re
from datetime import timedelta
from itertools import count, product
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Response, ViewportSize, expect

from scoring.lists.phone.services import MAX_OF_LIST
from scoring.lists.services.games import record_game
from scoring.lists.services.moves import insert_game
from scoring.models import (
    Actor,
    LogEntry,
    ScoreList,
    Series,
    Signature,
    TableDevice,
    UnsentGames,
)
from scoring.rules.problem import errors
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline, check_line, tally
from tests.browser import accessibility_violations
from tests.effort import LONG, cases, repeats
from tests.factories import line
from tests.lists.phone.finger import (
    Finger,
    finger_at,
    list_on_phones,
    points,
    real_games,
    wait_until_it_opens_offline,
)
from tests.lists.phone.tables import phone_of
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {
    "small phone": (360, 740),
    "phone": (390, 844),
    "tablet": (1024, 768),
    "sideways": (740, 360),
}
LEAST = 56  # pixels of a key


@pytest.fixture
def at_size(new_context) -> Any:
    def make(name: str) -> Page:
        return new_context(viewport=viewport(name), has_touch=True, is_mobile=True).new_page()

    return make


def viewport(name: str) -> ViewportSize:
    width, height = SIZES[name]
    return {"width": width, "height": height}


def numbers(score_list: ScoreList) -> list[int]:
    return list(
        score_list.games.filter(annulled=False).order_by("number").values_list("number", flat=True)
    )


def rightly(score_list: ScoreList, games: list[dict[str, Any]]) -> list[int]:
    """The points that these games bring by the law."""
    lines = [read_line(game)[0] for game in games]
    assert not [each for line in lines for each in errors(check_line(line, score_list.outline))]
    return [each.game_points for each in tally(lines, score_list.outline, "plain")]


@pytest.mark.parametrize(
    ("size", "seats"),
    repeats(("small phone", 4), ("small phone", 3), *product([*SIZES][1:], (3, 4))),
)
def test_a_list_of_real_games_takes_few_taps(at_size, live_server, printed, size, seats):
    """One whole list, of the others one round; all of them whole with `--long`."""
    rounds = 12 if LONG or (size, seats) == ("small phone", 3) else 1
    score_list = list_on_phones(seats, rounds=rounds)
    finger = finger_at(at_size(size), score_list, live_server.url).open().claim()
    games = real_games(seats, rounds * seats)
    finger.play_all(games)
    finger.wait_sent()
    middle, most = finger.figures()
    printed(f"taps: {len(games)} games, {size}: median {middle}, 95 % at most {most}")
    assert most <= 7
    assert middle <= 4 or rounds < 12
    assert finger.totals == points(score_list) == rightly(score_list, games)
    assert numbers(score_list) == list(range(1, len(games) + 1))


@pytest.mark.long
def test_a_list_that_was_changed_after_the_signatures_is_signed_anew(
    at_size, live_server, browser_errors
):
    """TO 9.11: what is handed in is what all have signed."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list = list_on_phones(4, rounds=1)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.play_all(real_games(4, 4))
    finger.wait_sent()
    finger.page.context.set_offline(True)
    finger.tap("foot")
    finger.sign_all(range(1, 5))
    finger.tap("hand-in")
    there = fresh(score_list)
    record_game(there, line(4, 1), by=Actor(name="desk"), revision=there.revision)
    finger.page.context.set_offline(False)
    notice = finger.page.locator(".notice.bad")
    expect(notice).to_contain_text("nach der Unterschrift", timeout=30_000)
    expect(finger.page.locator("#keys")).not_to_contain_text("Abgabe wartet")
    assert (fresh(score_list).state, Signature.objects.count()) == ("open", 0)
    finger.tap("discard-refused")
    finger.tap("foot")
    finger.sign_all(range(1, 5))
    finger.tap("hand-in")
    expect(finger.page.locator("#notices")).to_contain_text("abgegeben")
    assert fresh(score_list).state == "entered"


def test_with_the_network_cut_half_of_the_time_nothing_is_lost_or_doubled(
    at_size, live_server, browser_errors, printed
):
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    score_list = list_on_phones(3)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    games = real_games(3, cases(12, 36))

    def cut(number: int) -> None:
        if number % 4 == 0:
            finger.page.context.set_offline(number % 8 == 4)
            if number % 8 == 4:
                expect(finger.page.locator(".status")).not_to_have_class("sent")

    finger.play_all(games, cut)
    finger.page.context.set_offline(False)
    finger.wait_sent()
    assert finger.totals == points(score_list) == rightly(score_list, games)
    recorded = LogEntry.objects.filter(action="list.game.recorded").values_list("new", flat=True)
    assert sorted(each["number"] for each in recorded) == [each["number"] for each in games]


def test_a_game_is_kept_through_a_reload_without_a_network(at_size, live_server, browser_errors):
    """On localhost a service worker opens the page again."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    score_list = list_on_phones(4, rounds=1)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    games = real_games(4, 4)
    finger.play(games[0])
    finger.wait_sent()
    wait_until_it_opens_offline(finger.page)
    finger.page.context.set_offline(True)
    finger.play(games[1])
    expect(finger.page.locator(".line").last).to_contain_text("◌")
    finger.open()
    expect(finger.page.locator(".line").last).to_contain_text("◌")
    finger.play(games[2])
    finger.tap("games")
    expect(finger.page.locator(".all-games li")).to_have_count(3)
    finger.tap("close")
    finger.page.context.set_offline(False)
    finger.open()
    finger.wait_sent()
    assert numbers(score_list) == [1, 2, 3]


@pytest.mark.parametrize("language", repeats("de", "en"))
def test_every_key_is_large_and_axe_finds_nothing(new_context, live_server, language):
    """At every size; axe in one run looks at one size in each language, with `--long` at all."""
    score_list = list_on_phones(4)
    page = new_context(
        viewport=viewport("phone"), has_touch=True, is_mobile=True, locale=language
    ).new_page()
    looked_at = SIZES if LONG else {"de": ["small phone"], "en": ["tablet"]}[language]

    def look(*sizes: str) -> None:
        for size in sizes:
            page.set_viewport_size(viewport(size))
            assert too_small(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if size in looked_at:
                assert accessibility_violations(page) == []

    finger = finger_at(page, score_list, live_server.url).open()
    look(*SIZES)
    finger.claim()
    finger.play(real_games(4, 1)[0])
    finger.choose({"soloist": 1, "game": "clubs", "tops": 6, "schneider_announced": True})
    look(*SIZES)
    finger.tap("menu")
    look(*SIZES)


def too_small(page: Page) -> list[str]:
    return page.evaluate(
        """least => [...document.querySelectorAll("button")]
          .filter(each => each.checkVisibility()).filter(each => {
            const { width, height } = each.getBoundingClientRect()
            return width < least - .5 || height < least - .5
          }).map(each => `${each.innerText} ${JSON.stringify(each.getBoundingClientRect())}`)""",
        LEAST,
    )


def test_a_lost_game_leaves_a_running_total_above_zero_black(at_size, live_server):
    """The paper beside the keys: the figure is the total, not what the game cost."""
    score_list = list_on_phones(4)
    for game in (line(1, 2, "clubs", won=False), line(2, 4, "grand"), line(3, 4, won=False)):
        here = fresh(score_list)
        record_game(here, game, by=Actor(name="desk"), revision=here.revision)
    page = finger_at(at_size("tablet"), score_list, live_server.url).open().page
    totals = page.locator(".paper-form tbody b")
    expect(totals).to_have_text(["−48", "48", "8"])
    expect(page.locator(".paper-form tbody b.minus")).to_have_text(["−48"])


@pytest.mark.parametrize(
    ("language", "value"),
    repeats(
        ("de", "Karo ohne 3: gewonnen +36, verloren −72"),
        ("en", "Diamonds without 3: won +36, lost −72"),
    ),
)
def test_a_screen_reader_says_the_value_before_it_is_kept(
    new_context, live_server, language, value
):
    score_list = list_on_phones(3)
    page = new_context(
        viewport=viewport("phone"), has_touch=True, is_mobile=True, locale=language
    ).new_page()
    finger = finger_at(page, score_list, live_server.url).open().claim()
    finger.choose({"soloist": 2, "game": "diamonds", "tops": -3})
    said = page.get_by_role("status").filter(has_text=value)
    expect(said).to_have_attribute("aria-live", "polite")
    assert numbers(score_list) == []


@pytest.mark.long
def test_a_long_gap_of_the_network_is_told_in_words(at_size, live_server, browser_errors):
    """Shorter ones only by the sign in the head: the keys stay where they are."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    page = at_size("phone")
    page.clock.install()
    finger = finger_at(page, list_on_phones(4), live_server.url).open().claim()
    page.context.set_offline(True)
    finger.play(real_games(4, 1)[0])
    expect(page.locator(".status")).to_contain_text("◌ 1")
    expect(page.locator(".notice")).to_have_count(0)
    page.clock.fast_forward(11_000)
    expect(page.locator(".notice")).to_contain_text("Einfach weiterspielen")
    assert accessibility_violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("days", repeats(-1, 1))
def test_a_phone_whose_clock_is_wrong_by_a_day_keeps_games_and_shows_the_time_that_is_left(
    at_size, live_server, days
):
    score_list = list_on_phones(4)
    Series.objects.update(minutes=120)
    page = at_size("phone")
    page.clock.install(time=timezone.now() + timedelta(days=days))
    finger = finger_at(page, score_list, live_server.url).open().claim()
    games = real_games(4, 2)
    finger.play(games[0])
    finger.wait_sent()
    finger.open()
    expect(page.locator(".place")).to_contain_text("noch 1")  # 119 minutes
    finger.play(games[1])
    finger.wait_sent()
    assert numbers(score_list) == [1, 2]


def test_undo_takes_back_the_newest_game_and_puts_it_on_the_keys(at_size, live_server):
    score_list = list_on_phones(4)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.play_all(real_games(4, 2))
    finger.wait_sent()
    finger.tap("undo")
    expect(finger.page.locator(".place")).to_contain_text("Spiel 2 von 48")
    finger.wait_sent()
    assert numbers(score_list) == [1]
    expect(finger.page.locator("[data-do=who][aria-pressed=true]")).to_have_count(1)
    finger.tap("lost")
    finger.wait_sent()
    assert numbers(score_list) == [1, 2]


def test_an_earlier_game_changes_only_if_all_agree(at_size, live_server):
    """SkO 5.5.3."""
    score_list = list_on_phones(3)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.play_all(
        {"number": n, "soloist": 1, "game": "hearts", "tops": 1, "won": True} for n in (1, 2, 3)
    )
    finger.tap("games")
    finger.tap("line", 2)
    finger.tap("edit")
    finger.tap("tops", 3)
    finger.tap("won")
    expect(finger.page.locator("#sheet")).to_contain_text("alle am Tisch")
    assert accessibility_violations(finger.page) == []
    finger.tap("agree")
    finger.wait_sent()
    assert points(score_list) == [20 + 40 + 20, 0, 0]
    finger.tap("games")
    finger.tap("line", 1)
    finger.tap("ask-remove")
    finger.tap("agree")
    finger.wait_sent()
    assert points(score_list) == [60, 0, 0]
    finger.tap("games")
    finger.tap("line", 1)
    finger.tap("ask-insert")
    finger.tap("agree")
    finger.play({"number": 1, "soloist": 3, "game": "null", "won": False})
    finger.wait_sent()
    assert points(score_list) == [60, 0, -46]


def test_who_reads_along_is_told_of_a_corrected_game_until_he_has_seen_it(
    at_size, new_context, live_server
):
    """SkO 5.5.3: all have to agree, also those who look at their own phone."""
    score_list = list_on_phones(3)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    hearts = {"soloist": 1, "game": "hearts", "tops": 1, "won": True}
    finger.play_all({"number": number, **hearts} for number in range(1, 6))
    finger.wait_sent()
    reader = finger_at(new_context(has_touch=True).new_page(), score_list, live_server.url).open()
    finger.tap("games")
    finger.tap("line", 1)
    finger.tap("edit")
    finger.tap("tops", 3)
    finger.tap("won")
    finger.tap("agree")
    finger.wait_sent()
    reader.page.evaluate("dispatchEvent(new Event('online'))")
    told = reader.page.locator("#notices")
    expect(told).to_contain_text("Spiel 1 berichtigt: +20 → +40")
    assert accessibility_violations(reader.page) == []
    # A desk corrects too, and a phone that was put aside learns of it when it is opened again.
    reader.page.goto("about:blank")
    here = fresh(score_list)
    lost = line(2, won=False, soloist=1)
    record_game(here, lost, by=Actor(name="desk"), revision=here.revision, reason="paper")
    reader.open()
    expect(told).to_contain_text("Spiel 1 berichtigt: +20 → +40")
    expect(told).to_contain_text("Spiel 2 berichtigt: +20 → ")
    reader.tap("corrections-seen")
    expect(told).not_to_contain_text("berichtigt")
    reader.open()
    expect(told).not_to_contain_text("berichtigt")
    expect(finger.page.locator("#notices")).not_to_contain_text("Spiel 1 berichtigt")


@pytest.mark.long
def test_a_round_that_was_dealt_out_of_turn_is_annulled_and_played_again(at_size, live_server):
    """SkO 3.2.12."""
    score_list = list_on_phones(3)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.play_all(
        {"number": n, "soloist": 1, "game": "hearts", "tops": 1, "won": True} for n in range(1, 6)
    )
    finger.tap("menu")
    finger.tap("to-annul")
    finger.tap("wrong-game", 4)
    finger.tap("annul-now")
    finger.wait_sent()
    expect(finger.page.locator(".place")).to_contain_text("Spiel 4 von 36")
    assert finger.totals == points(score_list) == [60, 0, 0]


@pytest.mark.long
def test_a_list_is_broken_off_with_its_reason(at_size, live_server):
    score_list = list_on_phones(3)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.play_all(real_games(3, 3))
    finger.tap("menu")
    finger.tap("to-stop")
    finger.page.locator("[data-do=stop-reason]").first.tap()
    finger.tap("stop-now")
    finger.sign_all(range(1, 4))
    finger.tap("hand-in")
    expect(finger.page.locator("#notices")).to_contain_text("abgegeben")
    assert (fresh(score_list).state, fresh(score_list).stop_reason) == (
        "entered",
        "Die Zeit ist um",
    )


@pytest.mark.long
def test_another_phone_takes_over_and_what_the_first_had_not_sent_is_shown_there(
    at_size, new_context, live_server, browser_errors
):
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list = list_on_phones(4)
    first = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    games = real_games(4, 4)
    first.play(games[0])
    first.wait_sent()
    first.page.context.set_offline(True)
    first.play(games[1])
    second = finger_at(new_context(has_touch=True).new_page(), score_list, live_server.url).open()
    expect(second.page.locator("#keys")).to_contain_text("schreibt die Liste")
    second.tap("take")
    assert accessibility_violations(second.page) == []
    second.page.locator("[data-do=claim]").last.tap()
    second.page.wait_for_selector("[data-do=passed]")
    second.play(games[2] | {"number": 2})
    second.wait_sent()
    first.page.context.set_offline(False)
    left = first.page.locator(".notice.bad")
    expect(left).to_contain_text("Von diesem Handy fehlt darin", timeout=30_000)
    assert accessibility_violations(first.page) == []
    assert UnsentGames.objects.filter(list=score_list).count() == 1
    first.tap("seen")
    expect(left).to_have_count(0)
    first.tap("take")
    first.page.locator("[data-do=claim]").first.tap()
    first.play(games[2])
    first.wait_sent()
    assert numbers(score_list) == [1, 2, 3]


def lines_of(*numbers: int) -> list[re.Pattern[str]]:
    return [re.compile(f"^{number} · ") for number in numbers]


def test_a_replaced_phone_counts_what_the_list_lacks_and_offers_it_where_it_takes_over_again(
    at_size, new_context, live_server, browser_errors
):
    """Tapping "Seen" had dropped them, and what came into the list meanwhile stayed missing."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list = list_on_phones(4)
    first = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    games = real_games(4, 5)
    first.play(games[0])
    first.wait_sent()
    first.page.context.set_offline(True)
    first.play_all(games[1:5])
    second = finger_at(new_context(has_touch=True).new_page(), score_list, live_server.url).open()
    second.tap("take")
    second.page.locator("[data-do=claim]").last.tap()
    second.page.wait_for_selector("[data-do=passed]")
    second.play(games[1])
    second.wait_sent()
    first.page.context.set_offline(False)
    left = first.page.locator(".notice.bad li")
    expect(left).to_have_text(lines_of(3, 4, 5), timeout=30_000)
    second.play(games[2])
    second.wait_sent()
    first.page.evaluate("dispatchEvent(new Event('online'))")
    expect(left).to_have_text(lines_of(4, 5))
    first.tap("seen")
    expect(left).to_have_count(0)
    first.open()
    expect(left).to_have_count(0)
    first.tap("take")
    first.press("[data-do=claim]")
    expect(left).to_have_text(lines_of(4, 5))
    assert accessibility_violations(first.page) == []
    for game in games[3:5]:
        first.tap("enter-left")
        first.result(game)
    first.wait_sent()
    expect(left).to_have_count(0)
    assert numbers(score_list) == [1, 2, 3, 4, 5]
    assert first.totals == points(score_list)
    first.open()
    expect(left).to_have_count(0)


@pytest.mark.long
def test_what_two_batches_of_a_replaced_phone_had_not_sent_all_reaches_the_organizer(
    at_size, new_context, live_server, browser_errors
):
    """The answer to the first batch is lost; the second begins with the same game."""
    for complaint in ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "409"):
        browser_errors.expect(complaint)
    score_list = list_on_phones(4)
    first = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    second = finger_at(new_context(has_touch=True).new_page(), score_list, live_server.url).open()
    games = real_games(4, 3)
    first.play(games[0])
    first.wait_sent()
    arrived: list[int] = []

    def lose(route: Any) -> None:
        arrived.append(route.fetch().status)
        route.abort()

    first.page.route("**/comparison/", lose)
    for batch, game in enumerate(games[1:], 1):
        first.page.context.set_offline(True)
        first.play(game)
        second.open()
        second.tap("take")
        second.press("[data-do=claim]")
        second.page.wait_for_selector("[data-do=passed]")
        if batch == 2:
            first.page.unroute_all(behavior="ignoreErrors")
        first.page.context.set_offline(False)
        left = first.page.locator(".notice.bad li")
        expect(left).to_have_count(batch, timeout=20_000)
        first.page.evaluate("dispatchEvent(new Event('online'))")
        if batch == 1:
            first.page.wait_for_timeout(500)
            assert 200 in arrived
            first.tap("take")
            first.press("[data-do=claim]")
            first.page.wait_for_selector("[data-do=passed]")
    first.page.wait_for_timeout(500)
    rows = UnsentGames.objects.filter(list=score_list)
    assert {game["game"] for row in rows for game in row.games} == {"spades", "clubs"}


@pytest.mark.long
def test_news_of_the_organizer_shows_while_a_refusal_waits_for_an_answer(
    at_size, live_server, browser_errors
):
    """SkO 5.5.3. The server has answered: its state shows nothing twice."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list = list_on_phones(4)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.play_all(real_games(4, 2))
    finger.wait_sent()
    finger.page.context.set_offline(True)
    finger.play(real_games(4, 3)[2])
    there = fresh(score_list)
    record_game(there, line(3, 1), by=Actor(name="desk"), revision=there.revision)
    finger.page.context.set_offline(False)
    expect(finger.page.locator("[data-do=again]")).to_be_visible(timeout=20_000)
    there = fresh(score_list)
    record_game(
        there, Line(1, passed=True), by=Actor(name="desk"), revision=there.revision, reason="paper"
    )
    finger.page.evaluate("dispatchEvent(new Event('online'))")
    expect(finger.page.locator("#last .line").first).to_contain_text("Eingepasst")
    assert finger.page.locator("[data-do=again]").count() == 1


def test_games_tapped_in_a_dead_zone_while_a_clerk_inserts_a_row_are_asked_about(
    at_size, live_server, browser_errors
):
    """Both stand side by side, and nothing is written until the table says which one is right."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list = list_on_phones(3)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.play_all(real_games(3, 2))
    finger.wait_sent()
    finger.page.context.set_offline(True)
    finger.play_all(real_games(3, 4)[2:])
    there = fresh(score_list)
    insert_game(there, 2, by=Actor(name="desk"), revision=there.revision)
    before = fresh(score_list).lines()
    finger.page.context.set_offline(False)
    notice = finger.page.locator(".notice.bad")
    expect(notice.locator("dt")).to_have_count(2, timeout=20_000)
    expect(notice.locator("dd").first).to_contain_text("3 · ")
    assert fresh(score_list).lines() == before
    assert accessibility_violations(finger.page) == []
    if place := os.environ.get("PICTURES"):
        finger.page.screenshot(path=f"{place}/phone-conflict.png")
    finger.tap("discard-refused")
    expect(notice.locator("dd").first).to_contain_text("4 · ")
    finger.tap("again")
    finger.wait_sent()
    assert [line.number for line in fresh(score_list).lines()] == [1, 3, 4]


@pytest.mark.long
def test_a_call_for_the_referee_shows_until_it_is_withdrawn(at_size, live_server):
    score_list = list_on_phones(4)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open().claim()
    finger.tap("menu")
    finger.tap("to-call")
    finger.page.fill("#call-text", "Bedienfehler")
    finger.tap("call-now")
    expect(finger.page.locator("#notices")).to_contain_text("Gerufen,")
    expect(finger.page.locator("#notices")).to_contain_text("Bedienfehler")
    finger.tap("withdraw")
    expect(finger.page.locator("#notices")).not_to_contain_text("Gerufen")


@pytest.mark.long
@pytest.mark.parametrize("system", repeats("texas", "nasl1975", "nasl1898"))
def test_american_games_are_tapped_from_their_data(at_size, live_server, system):
    score_list = list_on_phones(3, system=system)
    finger = finger_at(at_size("small phone"), score_list, live_server.url).open().claim()
    games = {
        "texas": [{"game": "hearts", "tops": 2, "schneider_announced": True, "won": True}],
        "nasl1975": [
            {"class": "tournee", "turn": 2, "game": "clubs", "tops": -1, "won": False},
            {"class": "guckser", "game": "grand", "tops": 2, "won": False},
            {"class": "solo", "game": "spades", "tops": 1, "schneider": True, "won": True},
        ],
        "nasl1898": [
            {"class": "frage", "game": "hearts", "tops": 1, "won": True},
            {"class": "grand_ouvert", "game": "grand", "tops": 2, "won": True},
            {"game": "revolution", "won": True},
        ],
    }[system]
    finger.play_all({**game, "soloist": 1, "number": n} for n, game in zip(count(1), games))
    finger.wait_sent()
    rule_system = score_list.series.tournament.rule_system
    lines = [
        read_line({**game, "soloist": 1, "number": n}, system=rule_system)[0]
        for n, game in zip(count(1), games)
    ]
    assert points(score_list)[0] == tally(lines, Outline(3, 12), "plain")[0].game_points
    assert max(finger.taps) <= 6
    assert accessibility_violations(finger.page) == []


@pytest.mark.long
def test_a_practice_list_stays_in_the_browser_for_an_hour(at_size, live_server, browser_errors):
    page = at_size("phone")
    page.clock.install()
    finger = Finger(page, live_server.url + "/phone/practice/").open()
    finger.play({"soloist": 2, "game": "grand", "tops": 2, "won": True})
    finger.open()
    assert finger.totals == [0, 72, 0, 0]
    page.clock.fast_forward("01:01:00")
    finger.open()
    assert finger.totals == [0, 0, 0, 0]
    assert not ScoreList.objects.exists()


@pytest.mark.long
def test_a_phone_that_cannot_open_the_page_without_a_network_says_so(at_size, live_server):
    """On plain http in a club room there is no service worker."""
    page = at_size("phone")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    finger = finger_at(page, list_on_phones(4), live_server.url).open().claim()
    finger.tap("menu")
    expect(page.locator("#sheet")).to_contain_text("Diese Seite offen lassen")


@pytest.mark.long
def test_the_address_opens_nothing_but_its_list(at_size, live_server, browser_errors):
    browser_errors.expect("404")
    score_list = list_on_phones(4)
    finger = finger_at(at_size("phone"), score_list, live_server.url).open()
    assert finger.page.locator("a").count() == 0
    assert finger.page.context.cookies() == []
    assert phone_of(score_list).get("games/1/").status_code in (404, 405)


@pytest.mark.long
def test_a_quiet_minute_costs_three_requests(at_size, live_server):
    """Batteries: every 20 seconds, never faster; what was answered is not told again."""
    score_list = list_on_phones(4, rounds=3)
    page = at_size("phone")
    page.clock.install()
    finger = finger_at(page, score_list, live_server.url).open().claim()
    page.wait_for_load_state("networkidle")
    finger.play(real_games(4, 1)[0])
    expect(page.locator("#head .sent")).to_be_visible()
    # From here on time stands still, but for the minute.
    with page.expect_response("**/state/?*"):
        page.clock.pause_at(timezone.now() + timedelta(hours=1))
    asked: list[Response] = []
    page.on("response", lambda response: asked.append(response))
    page.clock.run_for(60_000)
    page.wait_for_timeout(2_000)
    assert [("/state/?" in each.url, each.status) for each in asked] == [(True, 304)] * 3


@pytest.mark.long
def test_who_takes_the_writing_too_often_reads_why(at_size, live_server, browser_errors):
    browser_errors.expect("422")
    score_list = list_on_phones(4, rounds=3)
    since = timezone.now()
    TableDevice.objects.bulk_create(
        TableDevice(list=score_list, handle=f"{n:016}", name="Karl", since=since, until=since)
        for n in range(MAX_OF_LIST)
    )
    finger = finger_at(at_size("phone"), score_list, live_server.url).open()
    finger.press("[data-do=claim]")
    expect(finger.page.get_by_role("alert")).to_contain_text("10 min")
