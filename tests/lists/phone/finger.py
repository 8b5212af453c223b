"""A finger on the page of a list, with a counter of taps."""

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Page

from scoring.models import ScoreList
from scoring.rules.checks import appraise
from scoring.rules.records import read_line
from scoring.rules.score_list import Outline
from tests.browser import PATIENCE
from tests.factories import seated
from tests.lists.phone.tables import phone_of
from tests.races import fresh

LISTS = sorted((Path(__file__).parents[2] / "data" / "lists").glob("*.json"))
Record = Mapping[str, Any]
TAPPED = ["soloist", "passed", "game", "tops", "hand", "schneider", "schwarz", "ouvert", "won"]
# The middle of the first key of that kind that a finger reaches; null while there is none. The
# promise tells whether the touch became a click on that key, which the page did not ignore.
REACH = """where => {
  const shifted = () => document.getElementById("keys")?.hasAttribute("aria-disabled")
  if (document.body.dataset.busy || shifted()) return null
  for (const scrolled of [false, true]) for (const each of document.querySelectorAll(where)) {
    if (each.disabled) continue
    if (scrolled) each.scrollIntoView({ block: "center" })
    const { left, top, width, height } = each.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (!each.contains(document.elementFromPoint(x, y))) continue
    const clicked = new Promise(seen => addEventListener("click", ({ target }) => {
      seen(shifted() ? "too early" : target.closest(where) ? "hit" : "missed")
    }, { capture: true, once: true }))
    const none = new Promise(seen => setTimeout(seen, 4000, "none"))
    window.touched = Promise.race([clicked, none])
    return [x, y]
  }
  return null
}"""


def list_on_phones(seats: int, *, rounds: int = 12, **fields: object) -> ScoreList:
    """The empty list of one table in a tournament whose lists are kept by phone."""
    return fresh(seated(seats, rounds=rounds, phones=True, **fields).lists.get())


def real_games(seats: int, count: int) -> list[dict[str, Any]]:
    """Games of real lists, one after the other; at a table of four the soloists move up."""
    chance = Random(seats)
    found = []
    for path in LISTS[:4]:
        found += json.loads(path.read_text("utf-8"))["games"]
    games = []
    for number, record in enumerate(islice(cycle(found), count), 1):
        game = {key: record[key] for key in TAPPED if record.get(key) not in (None, False)}
        if not game.get("passed"):
            game["won"] = bool(record["won"])
        if seats == 4 and "soloist" in game:
            playing = [seat for seat in range(1, 5) if seat != Outline(4, 1).dealer(number)]
            game["soloist"] = chance.choice(playing)
        games.append(overbid_kept({**game, "number": number}, record))
    return games


def overbid_kept(game: dict[str, Any], record: Record) -> dict[str, Any]:
    """The bid is entered only where it decides."""
    line, _problems = read_line({**game, "bid": record.get("bid")})
    if line and line.game and appraise(line.game).game.overbid:
        return {**game, "bid": record["bid"]}
    return game


class Finger:
    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.taps: list[int] = []
        self._count = 0

    def press(self, where: str) -> None:
        """Touch the first key that this selector finds, as soon as a finger can reach it."""
        end, found = monotonic() + PATIENCE / 1000, "none"
        while found in ("none", "too early"):
            assert monotonic() < end, f"no finger reaches {where}"
            spot = self.page.evaluate(REACH, where)
            if spot is None:
                sleep(0.01)
                continue
            self.page.touchscreen.tap(*spot)
            found = self.page.evaluate("() => window.touched")
        assert found == "hit", where

    def open(self) -> "Finger":
        # What was tapped shows before it is kept.
        self.page.wait_for_selector("body:not([data-busy])", state="attached")
        self.page.goto(self.address)
        self.page.wait_for_selector("body[data-ready]")
        return self

    def claim(self) -> "Finger":
        self.press("[data-do=claim]")
        self.page.wait_for_selector("[data-do=passed]")
        return self

    def tap(self, act: str, value: object = None) -> None:
        self._count += 1
        where = f'[data-do="{act}"]' + ("" if value is None else f'[data-value="{value}"]')
        self.press(where)

    def at_row(self, number: int, what: str) -> None:
        """What is done about a game, from the list of all games."""
        self.tap("games")
        self.tap("line", number)
        self.tap(what)

    def hear(self) -> None:
        """What the phone does every 20 seconds, and when the network is back."""
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def play(self, record: Record) -> None:
        """Enter one game and count the taps. It shows as kept when this returns."""
        self._count = 0
        if record.get("passed"):
            self.tap("passed")
        else:
            self.choose(record)
            self.result(record)
        kept = "body:not([data-busy]) :is([data-do=passed], [data-key=complete])"
        self.page.wait_for_selector(kept)
        self.taps.append(self._count)

    def choose(self, record: Record) -> None:
        self.tap("who", record["soloist"])
        if record.get("class"):
            self.tap("kind", f"{record['class']}/{record.get('turn') or ''}")
        game, tops = record["game"], record.get("tops")
        if not self.page.locator(f"[data-do=game][data-value={game}][aria-pressed=true]").count():
            self.tap("game", game)
        if tops:
            if abs(tops) > 4:
                self.press("[data-do=more]")
                self._count += 1
            self.tap("tops", tops)
        for said in ("ouvert", "schwarz_announced", "schneider_announced"):
            if record.get(said):
                self.tap("mark", f"announced/{said}")
                break
        hand = '[data-value="hand/hand"][aria-pressed=true]'
        if record.get("hand") and not self.page.locator(hand).count():
            self.tap("mark", "hand/hand")
        reached = "schwarz" if record.get("schwarz") else "schneider"
        if record.get(reached):
            self.tap("mark", f"reached/{reached}")
        if record.get("bid"):
            self.tap("bids")
            self.tap("bid", record["bid"])

    def result(self, record: Record) -> None:
        name = "won" if record["won"] else "lost"
        self.tap(name)
        if self.page.locator(f".{name}.sure").count():
            self.tap(name)

    def play_all(
        self, records: Iterable[Record], between: Callable[[int], None] | None = None
    ) -> None:
        for record in records:
            self.play(record)
            if between:
                between(record["number"])

    def wait_sent(self) -> None:
        """Until the server has every game."""
        self.page.wait_for_selector("body:not([data-busy]) .status.sent", timeout=30_000)

    @property
    def totals(self) -> list[int]:
        texts = self.page.locator("#totals b").all_inner_texts()
        return [int(text.replace("−", "-").replace("\u202f", "")) for text in texts]

    def sign_all(self, positions: Iterable[int]) -> None:
        for position in positions:
            self.tap("sign", position)
            self.scribble()
            self.tap("sign-done")

    def scribble(self) -> None:
        box = self.page.locator(".signature").bounding_box()
        assert box is not None
        mouse = self.page.mouse
        mouse.move(box["x"] + 20, box["y"] + 20)
        mouse.down()
        for step in range(1, 6):
            mouse.move(box["x"] + 20 + 30 * step, box["y"] + 20 + 15 * (step % 3))
        mouse.up()


OPENS_OFFLINE = """async () => {
  const pause = () => new Promise(resolve => setTimeout(resolve, 100))
  while (!navigator.serviceWorker.controller) await pause()
  const { law } = JSON.parse(document.getElementById("phone-setup").textContent)
  const files = [...document.querySelectorAll("link[rel=modulepreload], link[rel=stylesheet]")]
  for (const path of [location.href, law, ...files.map(each => each.href)]) {
    while (!await caches.match(path)) await pause()
  }
}"""


def wait_until_it_opens_offline(page: Page) -> None:
    """Until the service worker keeps the page and every file that it names."""
    page.evaluate(OPENS_OFFLINE)


def finger_at(page: Page, score_list: ScoreList, server: str) -> Finger:
    return Finger(page, server + phone_of(score_list).path)


def points(score_list: ScoreList) -> list[int]:
    return list(score_list.seat_rows.order_by("position").values_list("points", flat=True))
