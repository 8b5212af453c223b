"""Random walks of a table with its phone, while the network goes, answers are lost, the page is
killed, another phone or the organizer takes the list over. Nothing is lost or counts twice.
"""

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route

from scoring.core.forms import Refused, StaleRevision
from scoring.exchange.reads.verify import verify
from scoring.lists.phone.services import take_to_paper
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.lists.services.moves import insert_game, remove_game
from scoring.models import Actor, ScoreList
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO
from tests.browser import PHONE
from tests.effort import seeds
from tests.lists.phone.finger import Finger, finger_at, list_on_phones
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COMPLAINTS = ("ERR_FAILED", "503", "404", "409", "422")
SIGNS = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣", "grand": "Grand"}
Rows = dict[int, str]  # number -> the game in words
# A tap by script: the walk needs many, and test_browser_list.py has the fingers.
TAP = """async ([where, wait]) => {
  const pause = () => new Promise(resolve => setTimeout(resolve, 5))
  const free = async () => {
    const shifted = () => document.querySelector("#keys[aria-disabled]")
    while (document.body.dataset.busy || shifted()) await pause()
  }
  await free()
  const key = document.querySelector(where)
  if (!key || key.disabled) return false
  key.click()
  if (wait) await free()
  return true
}"""
SHOWN = (
    f"async () => {{ const tap = {TAP}"
    + """
  await tap(["[data-do=games]", true])
  const rows = [...document.querySelectorAll(".all-games li:not(.void)")].map(each => ({
    text: each.querySelector(".what").innerText,
    red: Boolean(each.querySelector(".misplaced")),
    waits: each.innerText.includes("◌") }))
  await tap(["#sheet [data-do=close]", true])
  return rows
}"""
)
# A list that is handed in may still have to tell what another phone had not sent.
QUIET = """() => !document.body.dataset.busy
  && document.querySelector(".status.sent, [data-do=discard-refused]")"""


def words_of(line: Line) -> str:
    game = (line.misplaced or line).game
    if game is None:
        return "?"
    return in_words(game.game, game.tops, hand=bool(game.hand))


def in_words(game: str, tops: int, *, hand: bool) -> str:
    return f"{SIGNS[game]} {'mit' if tops > 0 else 'ohne'} {abs(tops)}{' Hand' if hand else ''}"


def all_games() -> list[dict[str, Any]]:
    found = product(SIGNS, (1, 2, 3, 4), (1, -1), (False, True))
    return [{"game": game, "tops": tops * sign, "hand": hand} for game, tops, sign, hand in found]


@dataclass
class Walk:
    """One table. `rows` is what its phone has to show, `past` what ↶ has to lead back to."""

    new_context: Callable[[], BrowserContext]
    server: str
    score_list: ScoreList
    chance: Random
    rows: Rows = field(default_factory=dict)
    past: list[Rows] = field(default_factory=list)
    games: list[dict[str, Any]] = field(default_factory=all_games)
    mode: str = "fast"
    steps: list[str] = field(default_factory=list)
    over: bool = False
    # Phones that wrote before, each with the games that the list had not when it was replaced.
    replaced: list[tuple[Page, list[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance.shuffle(self.games)
        self.take_a_phone()
        self.tap("claim")

    def take_a_phone(self) -> None:
        self.context = self.new_context()
        self.context.route("**/t/**", self.answer)
        page = self.context.new_page()
        self.finger = finger_at(page, self.score_list, self.server).open()

    @property
    def page(self) -> Page:
        return self.finger.page

    def answer(self, route: Route) -> None:
        if self.mode == "fast" or route.request.resource_type == "document":
            route.fallback()
        elif self.mode == "lost":
            with suppress(Error):
                route.fetch()
                route.abort()
        elif self.mode == "gone":
            route.fulfill(status=503)
        else:
            route.abort()

    # What is there ---------------------------------------------------------------------------

    def tap(self, act: str, value: object = None, *, wait: bool = True) -> bool:
        where = f'[data-do="{act}"]' + ("" if value is None else f'[data-value="{value}"]')
        done: bool = self.page.evaluate(TAP, [where, wait])
        return done

    def has(self, act: str) -> bool:
        return self.page.locator(f"[data-do={act}]").count() > 0

    def shown(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(SHOWN)
        for row in found:
            number, game = row["text"].split(" · ")[:2]
            row["number"], row["game"] = int(number), " ".join(game.split())
        return found

    def shown_rows(self) -> Rows:
        found = self.shown()
        assert len({row["number"] for row in found}) == len(found), "a number twice"
        return {row["number"]: row["game"] for row in found}

    def stored(self) -> list[tuple[int, str, bool]]:
        lines = fresh(self.score_list).lines()
        return [(each.number, words_of(each), each.unread) for each in lines if not each.annulled]

    def stored_rows(self) -> Rows:
        return {number: game for number, game, _unread in self.stored()}

    def is_there(self) -> None:
        """The phone shows what was tapped; where the server has ended the list, what that has."""
        if self.has_ended():
            self.over = True
            return
        found = self.shown_rows()
        if self.has_ended():  # just now
            self.over = True
            return
        assert found == self.rows, "the phone shows something else than was tapped"

    def has_ended(self) -> bool:
        return self.page.locator(".notice.good, .notice.bad").count() > 0

    def remember(self, rows: Rows) -> None:
        self.past.append(self.rows)
        self.rows = rows

    # What is done ----------------------------------------------------------------------------

    def put_on_keys(self) -> str:
        """Another game on the keys; gives its words, "" where none can be tapped."""
        seats = self.page.locator("[data-do=who]:not([disabled])")
        values = [each.get_attribute("data-value") for each in seats.all()]
        if not values:
            return ""
        game = self.games.pop()
        self.tap("who", self.chance.choice(values))
        self.tap("game", game["game"])
        self.tap("tops", game["tops"])
        pressed = self.page.locator('[data-value="hand/hand"][aria-pressed=true]').count() > 0
        if pressed != game["hand"]:
            self.tap("mark", "hand/hand")
        return in_words(game["game"], game["tops"], hand=game["hand"])

    def number(self) -> int:
        found = re.search(r"Spiel (\d+) von", self.page.locator(".place").inner_text())
        return int(found[1]) if found else 0

    def plays(self) -> None:
        number = self.number()
        if not number or not (words := self.put_on_keys()):
            return
        self.steps.append(f"{number}: {words}")
        result = self.chance.choice(["won", "lost"])
        if not self.tap(result):
            return
        if self.page.locator(f".{result}.sure").count():
            self.tap(result)
        self.remember({**self.rows, number: words})

    def takes_back(self) -> None:
        if not self.has("undo"):
            return
        self.steps.append("↶")
        self.tap("undo")
        if self.past:
            self.rows = self.past.pop()
        else:
            newest = max(self.rows, default=0)
            self.rows = {number: game for number, game in self.rows.items() if number != newest}

    def at_a_row(self) -> int:
        if not self.rows or not self.has("undo"):
            return 0
        number = self.chance.choice(list(self.rows))
        self.tap("games")
        if not self.tap("line", number):
            self.tap("close")
            return 0
        return number

    def corrects(self) -> None:
        if not (number := self.at_a_row()):
            return
        self.tap("edit")
        words = self.put_on_keys()
        result = self.chance.choice(["won", "lost"])
        if not words or not self.tap(result):
            self.tap("cancel")
            return
        if self.page.locator(f".{result}.sure").count():
            self.tap(result)
        self.tap("agree")
        self.steps.append(f"{number}: corrected to {words}")
        self.remember({**self.rows, number: words})

    def inserts(self) -> None:
        if max(self.rows, default=99) >= self.score_list.outline.games_due:
            return
        if not (number := self.at_a_row()):
            return
        self.tap("ask-insert")
        self.tap("agree")
        self.steps.append(f"{number}: +")
        self.remember({n + (n >= number): game for n, game in self.rows.items()})

    def removes(self) -> None:
        if not (number := self.at_a_row()):
            return
        self.tap("ask-remove")
        self.tap("agree")
        self.steps.append(f"{number}: --")
        rest = {n: game for n, game in self.rows.items() if n != number}
        self.remember({n - (n > number): game for n, game in rest.items()})

    def hands_in(self) -> None:
        whole = list(self.rows) == list(range(1, len(self.rows) + 1))
        if not self.rows or not whole or not self.has("undo"):
            return
        if any(row["red"] for row in self.shown()):
            return
        if not self.tap("foot"):
            self.tap("menu")
            if self.tap("stop"):
                self.page.locator("[data-do=stop-reason]").first.dispatch_event("click")
                self.tap("stop-now")
            else:
                self.tap("close")
                return
        self.finger.page.wait_for_selector("body:not([data-busy]) [data-do=sign]")
        for key in self.page.locator("[data-do=sign]").all():
            self.tap("sign", key.get_attribute("data-value"))
            self.finger.scribble()
            self.tap("sign-done")
        self.steps.append("hand in")
        assert self.tap("hand-in")
        self.page.wait_for_selector("[data-do=take-back], .notice.good, .notice.bad")

    def takes_the_hand_in_back(self) -> None:
        if self.has("take-back"):
            self.steps.append("hand-in taken back")
            self.tap("take-back")

    def network_changes(self) -> None:
        self.mode = self.chance.choice(["fast", "fast", "dead", "lost", "gone"])
        self.steps.append(self.mode)
        if self.mode == "fast":
            self.page.evaluate("dispatchEvent(new Event('online'))")

    def reloads(self) -> None:
        self.steps.append("reload")
        self.open_again(self.page)

    def is_killed(self) -> None:
        """In the middle of an act: what was tapped last is there, or it is not."""
        number, before = self.number(), self.rows
        words = self.put_on_keys() if number and self.has("undo") else ""
        if words:
            self.tap("won", wait=False)
        self.steps.append(f"killed at {number}: {words}")
        old = self.page
        old.close()
        self.open_again(None)
        if not self.over and words and self.shown_rows() != before:
            self.remember({**before, number: words})

    def open_again(self, page: Page | None) -> None:
        page = page or self.context.new_page()
        self.finger = Finger(page, self.finger.address)
        page.goto(self.finger.address)
        page.wait_for_selector("body[data-ready], .card-narrow")
        self.over = page.locator(".card-narrow").count() > 0

    def waits(self) -> None:
        self.page.wait_for_timeout(self.chance.choice([10, 100, 300]))

    def is_taken_to_paper(self) -> None:
        self.steps.append("to paper")
        take_to_paper(self.score_list, by=Actor(name="organizer"))
        self.over = True

    def is_taken_over(self) -> None:
        """Another phone writes from here on; the walk goes on with that."""
        if fresh(self.score_list).state != "open" or not self.has("undo"):
            return  # also while a hand-in is on its way
        self.steps.append("another phone")
        self.mode, before, page = "fast", list(self.rows.values()), self.page
        self.take_a_phone()
        self.tap("take")
        self.page.locator("[data-do=claim]").last.dispatch_event("click")
        self.page.wait_for_selector("[data-key=pad], [data-key=complete], [data-key=gone]")
        self.rows, self.past = self.stored_rows(), []
        missing = [game for game in before if game not in self.rows.values()]
        self.replaced.append((page, missing))

    def step(self) -> None:
        acts: dict[Callable[[], None], float] = {
            self.plays: 9,
            self.takes_back: 3,
            self.corrects: 2,
            self.inserts: 1.5,
            self.removes: 1.5,
            self.hands_in: 0.8,
            self.takes_the_hand_in_back: 1.5,
            self.network_changes: 3,
            self.reloads: 0.7,
            self.is_killed: 0.7,
            self.waits: 1,
            self.is_taken_over: 0.5,
            self.is_taken_to_paper: 0.15,
        }
        self.chance.choices(list(acts), list(acts.values()))[0]()

    def goes(self) -> None:
        """From here to the end; a fault tells what was done."""
        try:
            for _step in range(self.chance.randint(15, 30)):
                self.step()
                if self.is_over():
                    break
                self.is_there()
            self.ends()
            assert [str(finding) for finding in verify()] == []
        except (AssertionError, Error) as fault:
            fault.add_note("\n".join([f"seats {self.score_list.seats}", *self.steps]))
            raise

    def is_over(self) -> bool:
        return self.over

    # What has to be true ---------------------------------------------------------------------

    def ends(self) -> None:
        """The network is back: phone and server say the same, and what is not there was told."""
        self.mode = "fast"
        if self.page.locator(".card-narrow").count():
            return self.is_told_on_another_page()
        for _try in range(3):
            self.page.evaluate("dispatchEvent(new Event('online'))")
            self.page.wait_for_timeout(200)
            self.page.wait_for_function(QUIET, timeout=30_000)
            if not self.tap("discard-refused"):
                break
            self.steps.append("refused: " + self.page.locator("#notices").inner_text())
        self.nothing_lost(self.agrees())
        for page, missing in self.replaced:
            self.finger = Finger(page, self.finger.address)
            page.evaluate("dispatchEvent(new Event('online'))")
            page.wait_for_timeout(300)
            page.wait_for_function(QUIET, timeout=30_000)
            told = self.agrees()
            assert [game for game in missing if f"{game} ·" not in told] == [], f"told: {told}"
        return None

    def agrees(self) -> str:
        """Gives what the page says that the server did not take."""
        found = self.shown()
        shown = [(row["number"], row["game"], row["red"]) for row in found]
        assert shown == self.stored(), "two truths"
        assert not any(row["waits"] for row in found), "shown as waiting, and nothing waits"
        told = " ".join(self.page.locator(".notice.bad li").all_inner_texts())
        return " ".join(told.split())

    def nothing_lost(self, told: str) -> None:
        stored = self.stored_rows()
        twice = [game for game, count in Counter(stored.values()).items() if count > 1]
        assert not twice, "counts twice"
        missing = [game for game in self.rows.values() if game not in stored.values()]
        assert [game for game in missing if f"{game} ·" not in told] == [], f"lost; told: {told}"
        if fresh(self.score_list).state == "open" and not self.over:
            assert stored == self.rows

    def is_told_on_another_page(self) -> None:
        self.page.wait_for_timeout(1_500)
        told = self.page.locator("body").inner_text()
        self.nothing_lost(" ".join(told.split()))


def walk_of(new_context: Any, server: str, chance: Random, kind: type[Walk]) -> Walk:
    """A walk at a new table, on a phone of any usual width."""
    seats = chance.choice([3, 4, 4])
    score_list = list_on_phones(seats, rounds=3)

    screen = {**PHONE, "width": chance.choice([320, 360, 375, 390])}

    def make() -> BrowserContext:
        context: BrowserContext = new_context(viewport=screen, service_workers="block")
        return context

    return kind(make, server, score_list, chance)


# A clerk in the same list ------------------------------------------------------------------------

CLERK = Actor(name="desk")
SETTLED = """() => !document.body.dataset.busy
  && document.querySelector(".status.sent, [data-do=again], .notice.good, .notice.bad")"""


@dataclass
class SharedWalk(Walk):
    """The phone is in a dead zone at times; meanwhile the clerk types, inserts, removes, or closes
    the list. A game of the table is stored once, or was shown as not stored, or somebody replaced
    it who saw it there.

    `tapped` are the table's games, `taken_out` those that somebody took out of the list.
    """

    tapped: set[str] = field(default_factory=set)
    taken_out: set[str] = field(default_factory=set)
    told: str = ""

    def words(self) -> set[str]:
        return set(self.stored_rows().values())

    def plays(self) -> None:
        number = self.number()
        if not number or not self.has("undo") or not (words := self.put_on_keys()):
            return
        result = self.chance.choice(["won", "lost"])
        if not self.tap(result):
            return
        if self.page.locator(f".{result}.sure").count():
            self.tap(result)
        self.steps.append(f"{number}: {words}")
        self.tapped.add(words)

    def clerk_joins(self) -> None:
        before, here = self.words(), fresh(self.score_list)
        last = max(self.stored_rows(), default=0)
        number = self.chance.randint(1, min(last + 2, here.outline.games_due))
        by: dict[str, Any] = {"by": CLERK, "revision": here.revision, "reason": "paper"}
        acts = {"types": 5, "inserts": 3, "removes": 3, "closes": 0.3}
        [what] = self.chance.choices(list(acts), list(acts.values()))
        with suppress(Refused, StaleRevision):
            if what == "types":
                game = self.games.pop()
                played = PlayedGame(
                    ISKO, game["game"], game["tops"], hand=game["hand"] or None, won=True
                )
                soloist = (number + self.chance.randint(0, 1)) % here.seats + 1  # not the dealer
                record_game(here, Line(number, played, soloist=soloist), **by)
            elif what == "closes":
                close_list(here, stop_reason="too late", by=CLERK, revision=here.revision)
            else:
                (insert_game if what == "inserts" else remove_game)(here, number, **by)
        self.steps.append(f"clerk {what} {number}: {self.stored()}")
        self.taken_out |= before - self.words()

    def answers_refusal(self) -> None:
        """The table reads both games side by side, and says which one is right."""
        if not self.has("discard-refused"):
            return
        before, told = self.words(), self.page.locator("#notices").inner_text()
        act = "again" if self.has("again") and self.chance.random() < 0.5 else "discard-refused"
        self.steps.append(f"{act}: {told!r}")
        self.tap(act)
        self.told += " ".join(told.split())
        if act == "again":
            self.page.wait_for_timeout(300)
            self.taken_out |= before - self.words()

    def step(self) -> None:
        acts: dict[Callable[[], None], float] = {
            self.plays: 9,
            self.clerk_joins: 4,
            self.answers_refusal: 3,
            self.network_changes: 4,
            self.reloads: 0.7,
            self.waits: 2,
        }
        self.chance.choices(list(acts), list(acts.values()))[0]()

    def is_over(self) -> bool:
        return fresh(self.score_list).state != "open"

    def is_there(self) -> None:
        counted = Counter(row["game"] for row in self.shown())
        assert not [game for game, count in counted.items() if count > 1 and game[0] in NAMES]

    def ends(self) -> None:
        self.mode = "fast"
        for _try in range(30):
            self.page.evaluate("dispatchEvent(new Event('online'))")
            self.page.wait_for_timeout(300)
            self.page.wait_for_function(SETTLED, timeout=30_000)
            if not self.has("discard-refused"):
                break
            self.answers_refusal()
        self.told += " ".join(self.page.locator("body").inner_text().split())
        stored = [game for _number, game, _unread in self.stored()]
        assert max(Counter(stored).values(), default=1) == 1 or "?" in stored, "counts twice"
        kept = {*stored, *self.taken_out}
        missing = [game for game in self.tapped if game not in kept and game not in self.told]
        assert missing == [], f"lost; told: {self.told}"
        if fresh(self.score_list).state == "open":
            assert [(row["number"], row["game"], row["red"]) for row in self.shown()] == [
                row for row in self.stored() if row[1] != "?"
            ], "two truths"


NAMES = {sign[0] for sign in SIGNS.values()}


WALKS = [
    *product([Walk], seeds(1, 30, "PHONE_WALKS")),
    *product([SharedWalk], seeds(2, 30, "PHONE_WALKS")),
]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "seed"), WALKS)
def test_a_random_walk_of_a_table_loses_and_doubles_nothing(
    new_context, live_server, browser_errors, kind: type[Walk], seed: int
):
    for complaint in COMPLAINTS:
        browser_errors.expect(complaint)
    walk_of(new_context, live_server.url, Random(seed), kind).goes()
