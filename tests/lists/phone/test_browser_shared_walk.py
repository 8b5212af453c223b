"""Random walks of a table with its phone while a clerk works in the same list.

The phone is in a dead zone at times; meanwhile the clerk types, inserts, removes, or closes the
list. A game of the table is stored once, or was shown as not stored, or somebody replaced it who
saw it there.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from scoring.core.forms import Refused, StaleRevision
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.lists.services.moves import insert_game, remove_game
from scoring.models import Actor
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO
from tests.effort import cases
from tests.lists.phone.test_browser_random_walk import COMPLAINTS, SIGNS, Walk, walk_of
from tests.races import fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLERK = Actor(name="desk")
QUIET = """() => !document.body.dataset.busy
  && document.querySelector(".status.sent, [data-do=again], .notice.good, .notice.bad")"""


@dataclass
class SharedWalk(Walk):
    """`tapped` are the table's games, `replaced_by` those that somebody took out of the list."""

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
            self.page.wait_for_function(QUIET, timeout=30_000)
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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(cases(2, 100, "PHONE_WALKS")))
def test_a_clerk_and_a_phone_in_one_list_lose_and_double_nothing(
    new_context: Any, live_server: Any, browser_errors: Any, seed: int
) -> None:
    for complaint in COMPLAINTS:
        browser_errors.expect(complaint)
    walk_of(new_context, live_server.url, Random(seed), SharedWalk).goes()
