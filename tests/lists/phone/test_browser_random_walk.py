"""A random walk of a table with its phone: games are tapped, taken back, corrected, inserted and
removed, while the network goes, answers are lost and the page is opened again. The phone shows what
was tapped, and in the end the server has it, once each.

Every game is tapped once, so that its words name its act.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from random import Random

import pytest
from playwright.sync_api import Error, Route

from scoring.exchange.reads.verify import verify
from scoring.models import ScoreList
from tests.effort import cases
from tests.lists.phone.finger import Finger, list_on_phones

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIGNS = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣", "grand": "Grand"}
Rows = dict[int, str]  # number -> the game in words


def in_words(game: str, tops: int) -> str:
    return f"{SIGNS[game]} {'mit' if tops > 0 else 'ohne'} {abs(tops)}"


@dataclass
class Walk:
    """`rows` is what the phone has to show, `past` what ↶ has to lead back to."""

    finger: Finger
    score_list: ScoreList
    chance: Random
    games: list[tuple[str, int]]
    rows: Rows = field(default_factory=dict)
    past: list[Rows] = field(default_factory=list)
    mode: str = "fast"
    steps: list[str] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        if self.mode == "fast" or route.request.resource_type == "document":
            return route.fallback()
        with suppress(Error):
            if self.mode == "lost":
                route.fetch()
            route.abort()
        return None

    def has_now(self, rows: Rows) -> None:
        self.past.append(self.rows)
        self.rows = rows
        self.steps.append(str(rows))

    def put_on_keys(self) -> str:
        game, tops = self.games.pop()
        self.finger.choose({"soloist": self.chance.randint(1, 3), "game": game, "tops": tops})
        self.finger.result({"won": self.chance.random() < 0.5})
        return in_words(game, tops)

    def plays(self) -> None:
        free = next(number for number in range(1, 37) if number not in self.rows)
        self.has_now({**self.rows, free: self.put_on_keys()})

    def takes_back(self) -> None:
        if self.past:
            self.finger.tap("undo")
            self.rows = self.past.pop()
            self.steps.append(f"↶ {self.rows}")

    def changes(self) -> None:
        if not self.rows:
            return
        number, what = self.chance.choice(list(self.rows)), self.chance.choice(["+", "--", "="])
        acts = {"+": "ask-insert", "--": "ask-remove", "=": "edit"}
        self.finger.at_row(number, acts[what])
        others = {n: game for n, game in self.rows.items() if n != number}
        if what == "=":
            rows = {**others, number: self.put_on_keys()}
        elif what == "+":
            rows = {n + (n >= number): game for n, game in self.rows.items()}
        else:
            rows = {n - (n > number): game for n, game in others.items()}
        if what != "=" or number < max(self.rows):  # the newest game is corrected at once
            self.finger.tap("agree")
        self.has_now(rows)

    def network_changes(self) -> None:
        self.mode = self.chance.choice(["fast", "dead", "lost"])
        self.steps.append(self.mode)
        self.finger.hear()

    def shown(self) -> Rows:
        self.finger.tap("games")
        texts = self.finger.page.locator(".all-games .what").all_inner_texts()
        self.finger.tap("close")
        found = [" ".join(text.split()).split(" · ") for text in texts]
        assert len({number for number, *_ in found}) == len(found), "a number twice"
        return {int(number): game for number, game, *_ in found}

    def is_shown(self) -> None:
        """As soon as the phone has kept what was tapped."""
        for _try in range(100):
            if not self.rows or self.shown() == self.rows:
                return
            self.finger.page.wait_for_timeout(20)
        raise AssertionError(f"shown: {self.shown()}")

    def goes(self) -> None:
        acts = {self.plays: 9, self.takes_back: 3, self.changes: 5, self.network_changes: 3}
        acts[self.finger.open] = 1
        for _step in range(25):
            self.chance.choices(list(acts), list(acts.values()))[0]()
            self.is_shown()
        self.mode = "fast"
        self.finger.hear()
        self.finger.wait_sent()
        games = {line.number: line.game for line in self.score_list.lines() if line.game}
        stored = {number: in_words(game.game, game.tops) for number, game in games.items()}
        assert stored == self.rows
        assert verify() == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(cases(1, 60, "PHONE_WALKS")))
def test_a_random_walk_of_a_table_loses_and_doubles_nothing(at_table, browser_errors, seed):
    for complaint in ("ERR_FAILED", "409"):
        browser_errors.expect(complaint)
    score_list, chance = list_on_phones(3), Random(seed)
    games = list(product(SIGNS, (1, 2, 3, 4, -1, -2, -3, -4)))
    chance.shuffle(games)
    finger = at_table(score_list, service_workers="block")
    walk = Walk(finger, score_list, chance, games)
    finger.page.context.route("**/t/**", walk.answer)
    try:
        walk.goes()
    except (AssertionError, Error) as fault:
        fault.add_note("\n".join(walk.steps))
        raise
