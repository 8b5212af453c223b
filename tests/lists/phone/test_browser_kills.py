"""Browser and server are killed while a list is kept: no game is lost, none counts twice."""

import os
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, Error, Page

from scoring.models import LogEntry, ScoreList
from scoring.verify.reads.verify import verify
from tests.effort import cases
from tests.lists.phone.finger import Finger, finger_at, list_on_phones, points, real_games
from tests.lists.phone.tables import phone_of
from tests.mortal import Place, Server, kill_server, mortal_server
from tools.bench.memory import family, free_port
from tools.checks.quality import chromium

pytestmark = [pytest.mark.browser]
if connection.vendor != "sqlite":
    pytestmark.append(pytest.mark.django_db(transaction=True))

KILLS = cases(0, 20, "PHONE_KILLS")
PHONE = {"width": 390, "height": 844}


class Killable:
    """A browser of its own with a profile on the disk, that can be killed and started again."""

    def __init__(self, browser: Browser, profile: Path) -> None:
        self.browser, self.profile = browser, profile

    @contextmanager
    def page(self) -> Iterator[Page]:
        context = self.browser.browser_type.launch_persistent_context(
            str(self.profile),
            executable_path=str(chromium()),
            args=["--no-sandbox", "--disable-gpu"],
            viewport=PHONE,
            has_touch=True,
            locale="de-DE",
        )
        try:
            yield context.new_page()
        finally:
            with suppress(Error):
                context.close()

    def kill(self) -> None:
        """The process of the browser itself; its children end with it."""
        for pid in family(os.getpid()):
            with suppress(FileNotFoundError, ProcessLookupError):
                words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
                if str(self.profile) in words and "--type=" not in words:
                    os.kill(pid, signal.SIGKILL)


@dataclass
class Killing:
    """One list after the other is kept while browser and server are killed."""

    browser: Browser
    place: Place
    chance: Random = field(default_factory=lambda: Random(16))
    kills: Counter[str] = field(default_factory=Counter)
    port: int = field(default_factory=free_port)
    games: int = 0

    def through_a_list(self) -> None:
        """Kill until the list is full or enough was killed; then nothing is lost or doubled."""
        score_list, games, kept = list_on_phones(4), real_games(4, 48), 0
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            machine = Killable(self.browser, Path(folder))
            while self.kills.total() < KILLS and kept + 4 <= len(games):
                with mortal_server(self.place, self.port, prepared=True) as (server, _port):
                    while self.goes_on(server) and kept + 4 <= len(games):
                        kept = self.kill_one(machine, server, score_list, games, kept)
            with mortal_server(self.place, self.port), machine.page() as page:
                finger = self.opened(page, score_list, kept)
                finger.wait_sent()
                assert finger.totals == points(score_list)
        self.games += kept
        assert_all_are_there_once(score_list, kept)

    def goes_on(self, server: Server) -> bool:
        return server.poll() is None and self.kills.total() < KILLS

    def kill_one(
        self,
        machine: Killable,
        server: Server,
        score_list: ScoreList,
        games: list[Any],
        kept: int,
    ) -> int:
        """Play on, kill browser or server; returns how many games were shown as kept."""
        with machine.page() as page:
            finger = self.opened(page, score_list, kept)
            kept = shown(page)
            if self.kills.total() % 3 == 1:
                return self.kill_the_server(finger, games, kept, server)
            return self.kill_the_browser(finger, games, kept, machine)

    def opened(self, page: Page, score_list: ScoreList, kept: int) -> Finger:
        """The page of the list, opened again; what was kept is there."""
        finger = finger_at(page, score_list, f"http://localhost:{self.port}").open()
        if page.locator("[data-do=claim]").count():
            finger.claim()
        page.wait_for_selector("[data-do=passed], [data-key=complete]")
        assert shown(page) >= kept
        return finger

    def kill_the_browser(
        self, finger: Finger, games: list[Any], kept: int, machine: Killable
    ) -> int:
        """With and without a network, often in the middle of a game."""
        finger.page.context.set_offline(self.chance.random() < 0.5)
        for record in games[kept : kept + self.chance.randint(0, 2)]:
            finger.play(record)
            kept += 1
        if self.chance.random() < 0.5:
            with suppress(Error):
                finger.choose(games[kept])
                finger.page.evaluate("document.querySelector('[data-do=won]')?.click()")
        machine.kill()
        self.kills["browser"] += 1
        return kept

    def kill_the_server(self, finger: Finger, games: list[Any], kept: int, server: Server) -> int:
        """While a game is on its way; the next one is kept without it."""
        for record in games[kept : kept + self.chance.randint(1, 2)]:
            finger.play(record)
            kept += 1
        sleep(self.chance.uniform(0, 0.1))
        kill_server(server)
        self.kills["server"] += 1
        finger.play(games[kept])
        return kept + 1


def assert_all_are_there_once(score_list: ScoreList, kept: int) -> None:
    numbers = [each["number"] for each in phone_of(score_list).state()["lines"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= kept
    recorded = LogEntry.objects.filter(
        action="list.game.recorded",
        subject=score_list.subject,
        tournament=score_list.series.tournament,
    )
    assert sorted(each["number"] for each in recorded.values_list("new", flat=True)) == numbers
    assert [str(finding) for finding in verify()] == []


@pytest.mark.skipif(not KILLS, reason="with run.py test --long")
def test_games_survive_killed_browsers_and_servers_once_each(browser, place, printed) -> None:
    """A game that shows as kept is on the list in the end; `PHONE_KILLS` says how many kills."""
    killing = Killing(browser, place)
    while killing.kills.total() < KILLS:
        killing.through_a_list()
    printed(f"kills: {dict(killing.kills)}, {killing.games} games, none lost, none twice")
    assert len(killing.kills) == 2


def shown(page: Page) -> int:
    """How many games the page shows as kept."""
    page.wait_for_selector("[data-do=games]")
    if page.locator(".line").count() == 0:
        return 0
    text = page.locator(".games .line .what").last.inner_text()
    return int(text.split("·")[0])
