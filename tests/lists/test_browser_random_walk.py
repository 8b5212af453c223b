"""Random walks of a clerk at the desk: answers come late or never, the server is away, tabs are
closed, and a colleague types, inserts, removes, clears and closes meanwhile. No line is lost,
counts twice, stands in a wrong row or covers what its clerk has not seen.

Every line is typed once in a walk, so that a line names the act of its clerk.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Error, Route, expect

from scoring.core.forms import Refused, StaleRevision
from scoring.entry.line import canonical
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import clear_list, close_list, reopen_list
from scoring.lists.services.moves import insert_game, remove_game
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.score_list import ListState
from tests.browser import PATIENCE
from tests.clerk import Clerk
from tests.effort import seeds
from tests.factories import open_list
from tests.lists.lines import as_line, every_line, text_of
from tests.lists.test_browser_waiting import another_tab

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COLLEAGUE = Actor(name="colleague")
ROWS = """[...document.querySelectorAll(".game")].map(row => ({
  number: Number(row.dataset.number), text: row.querySelector(".line").value,
  stored: row.querySelector(".computed").dataset.line, state: row.dataset.state }))"""
# What the rows show is read in the moment of the key: an answer may come at any other.
TYPE = f"""([number, text]) => {{
  const input = document.querySelector(`#row-${{number}} .line`)
  input.focus()
  const rows = {ROWS}
  input.value = text
  input.dispatchEvent(new Event("input", {{ bubbles: true }}))
  return rows
}}"""
ENTER = f"""states => {{
  const row = document.activeElement.closest(".game")
  if (!row || !states.includes(row.dataset.state)) return null
  const rows = {ROWS}
  const key = {{ key: "Enter", bubbles: true, cancelable: true }}
  row.querySelector(".line").dispatchEvent(new KeyboardEvent("keydown", key))
  return [Number(row.dataset.number), rows]
}}"""


@dataclass
class Act:
    """What its clerk saw when he began to type a line, or said that it stands."""

    seen: str  # the stored line of the row
    over: str  # what stood in its field
    above: set[str]
    below: set[str]


@dataclass
class Walk:
    clerk: Clerk
    score_list: ScoreList
    chance: Random
    acts: dict[str, Act] = field(default_factory=dict)
    given_up: set[str] = field(default_factory=set)
    removed: set[str] = field(default_factory=set)  # seen in a row whose removal was confirmed
    half: set[str] = field(default_factory=set)  # typed without Enter
    mode: str = "fast"
    held: list[Route] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = every_line(3)
        self.chance.shuffle(self.lines)
        self.clerk.page.context.route("**/*", self.answer)

    def answer(self, route: Route) -> None:
        if route.request.method != "POST" or self.mode == "fast":
            route.fallback()
        elif self.mode == "slow":
            self.held.append(route)
        elif self.mode == "lost":
            with suppress(Error):
                route.fetch()
                route.abort()
        else:
            route.abort()

    def let_go(self) -> None:
        while self.held:
            with suppress(Error):  # its tab is closed
                self.held.pop(0).continue_()

    def rows(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.clerk.page.evaluate(f"() => {ROWS}")
        return found

    def a_row(self) -> dict[str, Any]:
        rows = self.rows()
        empty = next((row for row in rows if not row["text"]), rows[-1])
        busy = [row for row in rows if row["text"]]
        return empty if not busy or self.chance.random() < 0.5 else self.chance.choice(busy)

    def act_at(self, number: int, rows: list[dict[str, Any]]) -> Act:
        here = rows[number - 1]
        above = {row["text"] for row in rows[: number - 1]}
        below = {row["text"] for row in rows[number:]}
        return Act(here["stored"], here["text"], above, below)

    def types(self) -> None:
        self.put(self.a_row()["number"], self.lines.pop())
        self.clerk.press("Enter")

    def begins(self) -> None:
        text = self.lines.pop()
        self.put(self.a_row()["number"], text)
        self.half.add(text)

    def put(self, number: int, text: str) -> None:
        act = self.act_at(number, self.clerk.page.evaluate(TYPE, [number, text]))
        # What is half typed in this row already was begun on what stood there then.
        begun = self.acts.get(act.over)
        if begun and act.over in self.half:
            act.seen = begun.seen
        self.given_up.add(act.over)
        self.acts[text] = act
        self.steps.append(f"{number}: {text} over {act.over!r}, seen {act.seen!r}")

    def is_wrong(self) -> None:
        row = self.a_row()
        if not row["text"]:
            self.put(row["number"], self.lines.pop() + "9")
            self.clerk.press("Enter")

    def confirms(self) -> None:
        """F2 leads to a row; Enter says that its line stands, or that rows move."""
        self.clerk.press("F2")
        found = self.clerk.page.evaluate(ENTER, ["stale", "asking"])
        if not found:
            return
        number, rows = found
        row, act = rows[number - 1], self.act_at(number, rows)
        self.steps.append(f"{number}: {row['text']} stands, {row['state']}, over {act.seen!r}")
        if row["text"] == "--":
            self.removed.add(act.seen)
        elif row["text"] in self.acts:
            act.over = self.acts[row["text"]].over
            self.acts[row["text"]] = act

    def moves(self) -> None:
        rows = [row for row in self.rows() if row["text"] and row["text"] == row["stored"]]
        if not rows:
            return
        row, what = self.chance.choice(rows), self.chance.choice(["+", "--"])
        self.steps.append(f"{row['number']}: {what}")
        here = self.clerk.page.evaluate(TYPE, [row["number"], what])[row["number"] - 1]
        if here["text"] != here["stored"]:  # rows have moved just now
            self.given_up.add(here["text"])
        self.clerk.press("Enter")
        with suppress(Error):
            asking = f"#row-{row['number']}[data-state=asking]"
            self.clerk.page.wait_for_selector(asking, timeout=500)
            self.confirms()

    def restores(self) -> None:
        self.clerk.press("F2")
        if not self.clerk.at.isdecimal():  # no row is red
            return
        row = self.rows()[int(self.clerk.at) - 1]
        self.steps.append(f"{row['number']}: Escape from {row['text']!r}")
        self.given_up.add(row["text"])
        self.clerk.press("Escape")

    def is_joined(self) -> None:
        """The colleague changes something."""
        self.score_list.refresh_from_db()
        stored = list(self.score_list.games.values_list("number", flat=True))
        number = self.chance.randint(1, min(12, len(stored) + 2))
        by = {"by": COLLEAGUE, "revision": self.score_list.revision}
        acts = {"types": 6, "inserts": 3, "removes": 3, "clears": 1, "closes": 1}
        [what] = self.chance.choices(list(acts), list(acts.values()))
        if self.score_list.state != ListState.OPEN:
            what = "reopens"
        self.steps.append(f"colleague {what} {number}")
        with suppress(Refused, StaleRevision):
            if what == "types":
                record_game(self.score_list, as_line(number, self.lines.pop(), 3), **by)
            elif what == "inserts":
                insert_game(self.score_list, number, **by)
            elif what == "clears":
                clear_list(self.score_list, reason="another table", **by)
            elif what == "closes":
                close_list(self.score_list, stop_reason="too late", **by)
            elif what == "reopens":
                reopen_list(self.score_list, **by)
            else:
                remove_game(self.score_list, number, **by)

    def network_changes(self) -> None:
        self.let_go()
        self.mode = self.chance.choice(["fast", "fast", "slow", "lost", "dead"])
        self.steps.append(self.mode)

    def tab_is_closed(self) -> None:
        self.steps.append("tab closed")
        shown = {row["text"] for row in self.rows() if row["state"] == "typed"}
        # A line whose row was removed meanwhile was told above the list, and ends with its page.
        gone = self.clerk.page.inner_text("#table-answer")
        self.given_up |= shown | self.half | {text for text in self.acts if text in gone}
        self.clerk.page.close()
        self.let_go()
        self.score_list.refresh_from_db()
        if self.score_list.state != ListState.OPEN:  # its page has no rows to type in
            reopen_list(self.score_list, by=COLLEAGUE, revision=self.score_list.revision)
        self.clerk = another_tab(self.clerk)
        self.clerk.open("list", self.score_list.pk)
        # Keys are held until the page has taken over what waited; TYPE would pass them by.
        self.clerk.page.wait_for_function("() => document.activeElement.matches('.line')")
        self.clerk.page.wait_for_timeout(400)

    def waits(self) -> None:
        self.clerk.page.wait_for_timeout(self.chance.choice([20, 200, 600]))

    def step(self) -> None:
        acts = {
            self.types: 8,
            self.begins: 1,
            self.is_wrong: 1,
            self.confirms: 2,
            self.moves: 2,
            self.restores: 1,
            self.is_joined: 3,
            self.network_changes: 3,
            self.tab_is_closed: 1,
            self.waits: 2,
        }
        self.chance.choices(list(acts), list(acts.values()))[0]()

    def ends(self) -> None:
        self.mode = "fast"
        self.let_go()
        self.clerk.page.wait_for_timeout(300)
        unsent = ".game:is([data-state=sending], [data-state=unsaved])"
        expect(self.clerk.page.locator(unsent)).to_have_count(0, timeout=PATIENCE)
        self.clerk.page.wait_for_timeout(300)

    def faults(self) -> list[str]:
        log = LogEntry.objects.filter(subject=self.score_list.subject).order_by("pk")
        games = [each for each in log if each.action in ("list.game.recorded", "list.game.changed")]
        written = Counter(text_of(each.new) for each in games)
        shown = {row["text"] for row in self.rows()}
        gone = self.clerk.page.inner_text("#table-answer")
        found = [f"twice: {text}" for text, count in written.items() if count > 1]
        for text in self.acts.keys() - self.given_up - self.half:
            if not written[text] and text not in shown and text not in gone:
                found.append(f"lost: {text}")
        for each in games:
            text, old = text_of(each.new), text_of(each.old)
            if each.user_id is None or text not in self.acts or not old:
                continue
            act = self.acts[text]
            if old not in (act.seen, act.over) and old not in self.acts:
                found.append(f"unseen: {text} covers {old}, seen {act.seen!r}, {act.over!r}")
        for each in log.filter(action="list.row.removed", user__isnull=False):
            old = text_of(each.old)
            if old and old not in self.removed:
                found.append(f"removed unseen: {old}")
        return found + self.misplaced()

    def misplaced(self) -> list[str]:
        numbers = {
            canonical(line): line.number
            for line in ScoreList.objects.get(pk=self.score_list.pk).lines()
            if not line.unread
        }
        found = []
        for text, act in self.acts.items():
            if (number := numbers.get(text)) is None:
                continue
            wrong = [each for each in act.above if numbers.get(each, 0) > number]
            wrong += [each for each in act.below if 0 < numbers.get(each, 99) < number]
            found += [f"wrong row: {text} in {number}, {each} in {numbers[each]}" for each in wrong]
        return found


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(2, 20, "DESK_WALKS"))
def test_a_random_walk_loses_doubles_and_covers_nothing(clerk_at, browser_errors, seed):
    for complaint in ("ERR_FAILED", "htmx", "409", "422"):
        browser_errors.expect(complaint)
    score_list = open_list(3, rounds=4)
    walk = Walk(clerk_at(score_list), score_list, Random(seed))
    for _step in range(40):
        walk.step()
    walk.ends()
    assert walk.faults() == [], "\n".join(walk.steps)
