"""A list is kept at the table on a phone, with a finger."""

import re
from datetime import timedelta
from itertools import product
from statistics import median
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Response, ViewportSize, expect

from scoring.exchange.reads.verify import verify
from scoring.lists.services.games import record_game
from scoring.lists.services.moves import insert_game
from scoring.models import LogEntry, ScoreList, Series, UnsentGames
from scoring.rules.problem import errors
from scoring.rules.records import read_line
from scoring.rules.score_list import check_line, tally
from tests.browser import PHONE, accessibility_violations
from tests.effort import LONG, cases, repeats
from tests.factories import line
from tests.lists.made import act
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

SIZES: dict[str, ViewportSize] = {
    "small phone": {"width": 360, "height": 740},
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 1024, "height": 768},
    "sideways": {"width": 740, "height": 360},
}
HEARTS = {"soloist": 1, "game": "hearts", "tops": 1, "won": True}


def numbers(score_list: ScoreList) -> list[int]:
    return list(
        score_list.games.filter(annulled=False).order_by("number").values_list("number", flat=True)
    )


def rightly(score_list: ScoreList, games: list[dict[str, Any]]) -> list[int]:
    """The points that these games bring by the law."""
    system = score_list.series.tournament.rule_system
    lines = [read_line(game, system=system)[0] for game in games]
    assert not [each for line in lines for each in errors(check_line(line, score_list.outline))]
    return [each.game_points for each in tally(lines, score_list.outline, "plain")]


@pytest.mark.parametrize(
    ("size", "seats"),
    repeats(("small phone", 4), ("small phone", 3), *product([*SIZES][1:], (3, 4))),
)
def test_a_list_of_real_games_takes_few_taps(at_table, counted, size, seats):
    """One whole list, of the others one round; all of them whole with `--long`."""
    rounds = 12 if LONG or (size, seats) == ("small phone", 3) else 1
    score_list = list_on_phones(seats, rounds=rounds)
    finger = at_table(score_list, viewport=SIZES[size])
    games = real_games(seats, rounds * seats)
    finger.play_all(games)
    finger.wait_sent()
    middle, most = median(finger.taps), sorted(finger.taps)[int(len(games) * 0.95)]
    counted(f"taps of {len(games)} games, {size}: median {middle}, 95 %", most, 7)
    assert middle <= 4 or rounds < 12
    assert finger.totals == points(score_list) == rightly(score_list, games)
    assert numbers(score_list) == list(range(1, len(games) + 1))


def test_with_the_network_cut_half_of_the_time_nothing_is_lost_or_doubled(at_table, browser_errors):
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    score_list = list_on_phones(3)
    finger = at_table(score_list)
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


def test_a_game_is_kept_through_a_reload_without_a_network(at_table, browser_errors):
    """On localhost a service worker opens the page again."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    score_list = list_on_phones(4, rounds=1)
    finger = at_table(score_list)
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


def test_a_game_to_which_the_page_of_a_network_answers_is_not_taken_for_stored(at_table):
    """A Wi-Fi that wants a click first says 200 to everything; on plain http nothing forbids it."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    network = "<p>Welcome to our Wi-Fi</p>"
    finger.page.route("**/t/*/*/**", lambda route: route.fulfill(body=network))
    with finger.page.expect_response("**/games/1/"):
        finger.play(real_games(4, 1)[0])
    expect(finger.page.locator(".status")).to_contain_text("◌ 1")
    finger.page.unroute_all(behavior="ignoreErrors")
    finger.wait_sent()
    assert numbers(score_list) == [1]


# A key has 56 pixels at least.
TOO_SMALL = """() => [...document.querySelectorAll("button")]
  .filter(each => each.checkVisibility()).filter(each => {
    const { width, height } = each.getBoundingClientRect()
    return Math.min(width, height) < 55.5
  }).map(each => `${each.innerText} ${JSON.stringify(each.getBoundingClientRect())}`)"""


@pytest.mark.parametrize("language", repeats("de", "en"))
def test_every_key_is_large_and_axe_finds_nothing(at_table, language):
    """At every size; axe in one run looks at one size in each language, with `--long` at all."""
    score_list = list_on_phones(4)
    finger = at_table(score_list, claims=False, locale=language)
    page = finger.page
    looked_at = SIZES if LONG else {"de": ["small phone"], "en": ["tablet"]}[language]

    def look(*sizes: str) -> None:
        for size in sizes:
            page.set_viewport_size(SIZES[size])
            assert page.evaluate(TOO_SMALL) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if size in looked_at:
                assert accessibility_violations(page) == []

    look(*SIZES)
    finger.claim()
    finger.play(real_games(4, 1)[0])
    finger.choose({"soloist": 1, "game": "clubs", "tops": 6, "schneider_announced": True})
    look(*SIZES)
    finger.tap("menu")
    look(*SIZES)


def test_a_lost_game_leaves_a_running_total_above_zero_black(at_table):
    """The paper beside the keys: the figure is the total, not what the game cost."""
    score_list = list_on_phones(4)
    for game in (line(1, 2, "clubs", won=False), line(2, 4, "grand"), line(3, 4, won=False)):
        act(record_game, score_list, game)
    page = at_table(score_list, claims=False, viewport=SIZES["tablet"]).page
    totals = page.locator(".paper-form tbody b")
    expect(totals).to_have_text(["−48", "48", "8"])
    expect(page.locator(".paper-form tbody b.minus")).to_have_text(["−48"])


def test_a_screen_reader_says_the_value_before_it_is_kept(at_table):
    score_list = list_on_phones(3)
    finger = at_table(score_list)
    finger.choose({"soloist": 2, "game": "diamonds", "tops": -3})
    value = "Karo ohne 3: gewonnen +36, verloren −72"
    said = finger.page.get_by_role("status").filter(has_text=value)
    expect(said).to_have_attribute("aria-live", "polite")
    assert numbers(score_list) == []


@pytest.mark.long
def test_a_phone_whose_clock_is_wrong_by_a_day_keeps_games_and_shows_the_time_that_is_left(
    at_table,
):
    score_list = list_on_phones(4)
    Series.objects.update(minutes=120)
    finger = at_table(score_list)
    page = finger.page
    page.clock.install(time=timezone.now() - timedelta(days=1))
    finger.open()
    finger.play(real_games(4, 1)[0])
    finger.wait_sent()
    finger.open()
    expect(page.locator(".place")).to_contain_text("noch 1")  # 119 minutes
    assert numbers(score_list) == [1]


def test_undo_takes_back_the_newest_game_and_puts_it_on_the_keys(at_table):
    score_list = list_on_phones(4)
    finger = at_table(score_list)
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


def test_an_earlier_game_changes_only_if_all_agree(at_table):
    """SkO 5.5.3."""
    score_list = list_on_phones(3, rounds=1)
    finger = at_table(score_list)
    finger.play_all({"number": n, **HEARTS} for n in (1, 2, 3))
    finger.at_row(2, "edit")
    finger.tap("tops", 3)
    finger.tap("won")
    expect(finger.page.locator("#sheet")).to_contain_text("alle am Tisch")
    assert accessibility_violations(finger.page) == []
    finger.tap("agree")
    finger.wait_sent()
    assert points(score_list) == [20 + 40 + 20, 0, 0]
    # TO 9.11: whoever signs confirms figures that one thumb can have changed.
    finger.tap("foot")
    expect(finger.page.locator("#sheet")).to_contain_text("Spiel 2 berichtigt: +20 → +40")
    assert accessibility_violations(finger.page) == []
    finger.tap("close")
    for key in ("menu", "call", "call-now"):  # also after the last game
        finger.tap(key)
    expect(finger.page.locator("#notices")).to_contain_text("Gerufen,")
    finger.at_row(1, "ask-remove")
    finger.tap("agree")
    finger.wait_sent()
    assert points(score_list) == [60, 0, 0]
    finger.at_row(1, "ask-insert")
    finger.tap("agree")
    finger.play({"number": 1, "soloist": 3, "game": "null", "won": False})
    finger.wait_sent()
    assert points(score_list) == [60, 0, -46]


@pytest.mark.long
def test_who_reads_along_is_told_of_a_corrected_game_until_he_has_seen_it(at_table):
    """SkO 5.5.3: all have to agree, also those who look at their own phone."""
    score_list = list_on_phones(3)
    finger = at_table(score_list)
    finger.play_all({"number": number, **HEARTS} for number in range(1, 6))
    finger.wait_sent()
    reader = at_table(score_list, claims=False)
    finger.at_row(1, "edit")
    finger.tap("tops", 3)
    finger.tap("won")
    finger.tap("agree")
    finger.wait_sent()
    reader.hear()
    told = reader.page.locator("#notices")
    expect(told).to_contain_text("Spiel 1 berichtigt: +20 → +40")
    assert accessibility_violations(reader.page) == []
    # A desk corrects too, and a phone that was put aside learns of it when it is opened again.
    reader.page.goto("about:blank")
    act(record_game, score_list, line(2, 1, won=False), reason="paper")
    reader.open()
    expect(told).to_contain_text("Spiel 1 berichtigt: +20 → +40")
    expect(told).to_contain_text("Spiel 2 berichtigt: +20 → ")
    reader.tap("corrections-seen")
    expect(told).not_to_contain_text("berichtigt")
    reader.open()
    expect(told).not_to_contain_text("berichtigt")
    expect(finger.page.locator("#notices")).not_to_contain_text("Spiel 1 berichtigt")
    # Other tops that count the same are no news: "+20 → +20" tells nobody anything.
    finger.at_row(3, "edit")
    finger.tap("tops", -1)
    finger.tap("won")
    finger.tap("agree")
    finger.wait_sent()
    reader.open()
    expect(told).not_to_contain_text("berichtigt")


@pytest.mark.long
def test_a_round_that_was_dealt_out_of_turn_is_annulled_and_played_again(at_table):
    """SkO 3.2.12."""
    score_list = list_on_phones(3)
    finger = at_table(score_list)
    finger.play_all({"number": number, **HEARTS} for number in range(1, 6))
    finger.tap("menu")
    finger.tap("annul")
    finger.tap("wrong-game", 4)
    finger.tap("annul-now")
    finger.wait_sent()
    expect(finger.page.locator(".place")).to_contain_text("Spiel 4 von 36")
    assert finger.totals == points(score_list) == [60, 0, 0]


def red(finger: Finger) -> list[int]:
    """The numbers of the red games in the list of all games."""
    finger.tap("games")
    finger.page.wait_for_selector("body:not([data-busy]) .all-games")
    texts = finger.page.locator(".all-games .misplaced").all_inner_texts()
    finger.tap("close")
    return [int(text.split("·")[0]) for text in texts]


@pytest.mark.long
def test_an_insertion_says_before_which_games_are_tapped_again_and_keeps_them_in_red(at_table):
    """At a table of four seat n deals game n: who plays game n + 1 as seat n cannot play game n."""
    score_list = list_on_phones(4)
    finger = at_table(score_list)
    soloists = enumerate((2, 3, 4, 1, 2, 1, 2, 1, 2), 1)
    finger.play_all({**HEARTS, "number": n, "soloist": soloist} for n, soloist in soloists)
    finger.wait_sent()
    before, sums = score_list.lines(), finger.totals
    finger.at_row(4, "ask-insert")
    clashes = "4 spätere Spiele passen dann nicht mehr zum Geber und müssen neu eingegeben werden: "
    expect(finger.page.locator("#sheet")).to_contain_text(clashes + "5, 6, 9, 10.")
    assert accessibility_violations(finger.page) == []
    finger.tap("agree")
    finger.wait_sent()
    assert red(finger) == [5, 6, 9, 10]
    assert [line.number for line in score_list.lines() if line.unread] == [5, 6, 9, 10]
    assert accessibility_violations(finger.page) == []
    # ↶ takes the insertion back, and with it every game is where it was.
    finger.tap("undo")
    finger.wait_sent()
    assert (score_list.lines(), finger.totals) == (before, sums)
    assert red(finger) == []
    assert verify() == []


def test_a_practice_list_stays_in_the_browser_for_an_hour(new_context, live_server):
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.clock.install()
    finger = Finger(page, live_server.url + "/phone/practice/").open()
    finger.play_all(real_games(4, 2))
    before = finger.totals
    finger.open()
    assert finger.totals == before != [0, 0, 0, 0]
    page.clock.fast_forward("01:01:00")
    finger.open()
    assert finger.totals == [0, 0, 0, 0]
    assert not ScoreList.objects.exists()


def lines_of(*numbers: int) -> list[re.Pattern[str]]:
    return [re.compile(f"^{number} · ") for number in numbers]


def test_a_game_with_other_tops_is_another_one_although_it_counts_the_same(
    at_table, browser_errors
):
    """What a replaced phone had not sent was not told where the list had "mit 1" for "ohne 1"."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list, game = list_on_phones(4), {"soloist": 2, "game": "spades", "tops": -1, "won": True}
    first = at_table(score_list)
    first.page.context.set_offline(True)
    first.play(game)
    second = at_table(score_list, claims=False)
    second.tap("take")
    second.page.locator("[data-do=claim]").last.tap()
    second.page.wait_for_selector("[data-do=passed]")
    second.play({**game, "tops": 1})
    second.wait_sent()
    first.page.context.set_offline(False)
    expect(first.page.locator(".notice.bad li")).to_have_text(lines_of(1), timeout=30_000)


@pytest.mark.long
def test_a_replaced_phone_counts_what_the_list_lacks_and_offers_it_where_it_takes_over_again(
    at_table, browser_errors
):
    """Tapping "Seen" had dropped them, and what came into the list meanwhile stayed missing."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list = list_on_phones(4)
    first = at_table(score_list)
    games = real_games(4, 5)
    first.play(games[0])
    first.wait_sent()
    first.page.context.set_offline(True)
    first.play_all(games[1:5])
    second = at_table(score_list, claims=False)
    second.tap("take")
    assert accessibility_violations(second.page) == []
    second.page.locator("[data-do=claim]").last.tap()
    second.page.wait_for_selector("[data-do=passed]")
    second.play(games[1])
    second.wait_sent()
    first.page.context.set_offline(False)
    left = first.page.locator(".notice.bad li")
    expect(left).to_have_text(lines_of(3, 4, 5), timeout=30_000)
    second.play(games[2])
    second.wait_sent()
    first.hear()
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
    told = UnsentGames.objects.filter(list=score_list)
    assert {game["number"] for each in told for game in each.games} >= {3, 4, 5}
    assert first.totals == points(score_list)
    first.open()
    expect(left).to_have_count(0)


def test_games_tapped_in_a_dead_zone_while_a_clerk_inserts_a_row_are_asked_about(
    at_table, browser_errors
):
    """Both stand side by side, and nothing is written until the table says which one is right."""
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    browser_errors.expect("409")
    score_list = list_on_phones(3)
    finger = at_table(score_list)
    finger.play_all(real_games(3, 2))
    finger.wait_sent()
    finger.page.context.set_offline(True)
    finger.play_all(real_games(3, 4)[2:])
    act(insert_game, score_list, 2)
    before = score_list.lines()
    finger.page.context.set_offline(False)
    notice = finger.page.locator(".notice.bad")
    expect(notice.locator("dt")).to_have_count(2, timeout=20_000)
    expect(notice.locator("dd").first).to_contain_text("3 · ")
    assert fresh(score_list).lines() == before
    assert accessibility_violations(finger.page) == []
    act(record_game, score_list, line(1), reason="paper")
    finger.hear()
    expect(finger.page.locator("#last .line").first).to_contain_text("Eingepasst")
    finger.tap("discard-refused")
    expect(notice.locator("dd").first).to_contain_text("4 · ")
    finger.tap("again")
    finger.wait_sent()
    assert [line.number for line in fresh(score_list).lines()] == [1, 3, 4]


@pytest.mark.long
def test_american_games_are_tapped_from_their_data(at_table):
    score_list = list_on_phones(3, system="nasl1975")
    finger = at_table(score_list, viewport=SIZES["small phone"])
    games = [
        {"class": "tournee", "turn": 2, "game": "clubs", "tops": -1, "won": False},
        {"class": "guckser", "game": "grand", "tops": 2, "won": False},
        {"class": "solo", "game": "spades", "tops": 1, "schneider": True, "won": True},
    ]
    games = [{**game, "soloist": 1, "number": number} for number, game in enumerate(games, 1)]
    finger.play_all(games)
    finger.wait_sent()
    assert points(score_list) == rightly(score_list, games)
    assert max(finger.taps) <= 6
    assert accessibility_violations(finger.page) == []


@pytest.mark.long
def test_a_phone_that_cannot_open_the_page_without_a_network_says_so(at_table):
    """On plain http in a club room there is no service worker."""
    finger = at_table(list_on_phones(4))
    insecure = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"
    finger.page.add_init_script(insecure)
    finger.open()
    finger.tap("menu")
    expect(finger.page.locator("#sheet")).to_contain_text("Diese Seite offen lassen")


@pytest.mark.long
def test_a_long_gap_of_the_network_is_told_in_words_and_a_quiet_minute_costs_three_requests(
    at_table, browser_errors
):
    """Shorter gaps only by the sign in the head: the keys stay where they are. Batteries: every 20
    seconds, never faster; what was answered is not told again.
    """
    browser_errors.expect("ERR_INTERNET_DISCONNECTED")
    finger = at_table(list_on_phones(4, rounds=3))
    page = finger.page
    page.clock.install()
    finger.open()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    finger.play(real_games(4, 1)[0])
    expect(page.locator(".status")).to_contain_text("◌ 1")
    expect(page.locator(".notice")).to_have_count(0)
    page.clock.fast_forward(11_000)
    expect(page.locator(".notice")).to_contain_text("Einfach weiterspielen")
    assert accessibility_violations(page) == []
    page.context.set_offline(False)
    expect(page.locator("#head .sent")).to_be_visible()
    # From here on time stands still, but for the minute.
    with page.expect_response("**/state/?*"):
        page.clock.pause_at(timezone.now() + timedelta(hours=1))
    asked: list[Response] = []
    page.on("response", lambda response: asked.append(response))
    page.clock.run_for(60_000)
    page.wait_for_timeout(2_000)
    assert [("/state/?" in each.url, each.status) for each in asked] == [(True, 304)] * 3


IN_SIGHT = """() => ["won", "lost"].map(name => {
  const { left, top, right, bottom, width, height } =
    document.querySelector(`[data-do=${name}]`).getBoundingClientRect()
  const spots = [[left + 4, top + 4], [right - 4, bottom - 4], [left + width / 2, top + height / 2]]
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && spots.every(([x, y]) => document.elementFromPoint(x, y)?.closest(`[data-do=${name}]`))
})"""


@pytest.mark.parametrize("seats", repeats(4, 3))
@pytest.mark.parametrize(("width", "height"), repeats((320, 560), (360, 560), (390, 664)))
def test_won_and_lost_are_in_sight_without_scrolling(at_table, width, height, seats):
    """Also below the notice that the referee is called."""
    viewport = {"width": width, "height": height}
    finger = at_table(list_on_phones(seats), viewport=viewport)
    page = finger.page
    finger.play_all(real_games(seats, 3))
    finger.choose({"soloist": 3, "game": "clubs", "tops": 1})
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(IN_SIGHT) == [True, True]
    finger.tap("menu")
    finger.tap("call")
    finger.tap("call-now")
    expect(page.locator("#notices")).to_contain_text("Gerufen,")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(IN_SIGHT) == [True, True]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    finger.tap("withdraw")
    expect(page.locator("#notices")).not_to_contain_text("Gerufen")


# Something else of this address takes all the room that the browser gives.
FILL = """async () => {
  const opening = indexedDB.open("another", 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore("all", { autoIncrement: true })
  await new Promise(seen => { opening.onsuccess = seen })
  const keep = size => new Promise((kept, full) => {
    const change = opening.result.transaction("all", "readwrite")
    Object.assign(change, { oncomplete: kept, onabort: full })
    change.objectStore("all").add(crypto.getRandomValues(new Uint8Array(size)))
  })
  for (const size of [60_000, 6_000, 600, 60, 6]) {
    for (let isFull = false; !isFull;) await keep(size).catch(() => { isFull = true })
  }
}"""


def test_a_phone_whose_storage_is_full_shows_no_game_as_kept_and_leads_to_paper(
    new_context, live_server
):
    score_list = list_on_phones(4)
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    # Before the page asks for room: the browser trusts its first answer for twenty seconds.
    room = {"origin": live_server.url, "quotaSize": 3_000_000}  # bytes
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", room)
    finger = finger_at(page, score_list, live_server.url).open().claim()
    games = real_games(4, 2)
    finger.play(games[0])
    finger.wait_sent()
    wait_until_it_opens_offline(page)
    page.evaluate(FILL)
    finger.choose(games[1])
    finger.tap("won")
    notice = page.locator(".notice.bad")
    expect(notice).to_contain_text("kein Platz")
    expect(notice).to_contain_text("Papier")
    expect(page.locator("[data-do=who], [data-do=claim]")).to_have_count(0)
    assert accessibility_violations(page) == []
    expect(page.locator(".line")).to_have_count(1)
    assert [each["number"] for each in phone_of(score_list).state()["lines"]] == [1]
