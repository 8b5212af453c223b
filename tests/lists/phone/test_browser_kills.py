"""Browser and server are killed while a list is kept: no game is lost, none counts twice."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, Error, Page

from scoring.exchange.reads.verify import verify
from scoring.models import LogEntry, ScoreList
from tests.browser import PHONE
from tests.effort import cases
from tests.lists.phone.finger import Finger, finger_at, list_on_phones, points, real_games
from tests.lists.phone.tables import phone_of
from tests.mortal import Place, kill_server, mortal_server
from tools.bench.memory import family, free_port
from tools.checks.quality import chromium

pytestmark = [pytest.mark.browser]
if connection.vendor != "sqlite":
    pytestmark.append(pytest.mark.django_db(transaction=True))

KILLS = cases(0, 20, "PHONE_KILLS")


@contextmanager
def page_of(browser: Browser, profile: Path) -> Iterator[Page]:
    """A page of a browser of its own, whose profile on the disk outlives it."""
    context = browser.browser_type.launch_persistent_context(
        str(profile),
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


def kill_browser(profile: Path) -> None:
    """The process of the browser itself; its children end with it."""
    for pid in family(os.getpid()):
        with suppress(FileNotFoundError, ProcessLookupError):
            words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            if str(profile) in words and "--type=" not in words:
                os.kill(pid, signal.SIGKILL)


def shown(page: Page) -> int:
    """How many games the page shows as kept."""
    page.wait_for_selector("[data-do=games]")
    texts = page.locator(".games .line .what").all_inner_texts()
    return int(texts[-1].split("·")[0]) if texts else 0


def opened(page: Page, score_list: ScoreList, port: int, kept: int) -> Finger:
    """The page of the list, opened again; what was kept is there."""
    finger = finger_at(page, score_list, f"http://localhost:{port}").open()
    if page.locator("[data-do=claim]").count():
        finger.claim()
    page.wait_for_selector("[data-do=passed], [data-key=complete]")
    assert shown(page) >= kept
    return finger


def play_without_network_perhaps(
    finger: Finger, games: list[Any], kept: int, chance: Random
) -> int:
    """Play some games, and often half of one more; how many are kept then."""
    finger.page.context.set_offline(chance.random() < 0.5)
    played = chance.randint(0, 2)
    finger.play_all(games[kept : kept + played])
    if chance.random() < 0.5:
        with suppress(Error):
            finger.choose(games[kept + played])
            finger.page.evaluate("document.querySelector('[data-do=won]')?.click()")
    return kept + played


def keep_a_list(browser: Browser, place: Place, profile: Path, kills: Counter[str]) -> None:
    """Kill until the list is full or enough was killed; then nothing is lost or doubled."""
    chance, port, kept = Random(16 + kills.total()), free_port(), 0
    score_list, games = list_on_phones(4), real_games(4, 48)
    while kills.total() < KILLS and kept + 4 <= len(games):
        with mortal_server(place, port, prepared=True) as (server, _port):
            while server.poll() is None and kills.total() < KILLS and kept + 4 <= len(games):
                with page_of(browser, profile) as page:
                    finger = opened(page, score_list, port, kept)
                    kept = shown(page)
                    if kills.total() % 3 != 1:
                        kept = play_without_network_perhaps(finger, games, kept, chance)
                        kill_browser(profile)
                        kills["browser"] += 1
                        continue
                    # While a game is on its way; the next one is kept without the server.
                    on_its_way = chance.randint(1, 2)
                    finger.play_all(games[kept : kept + on_its_way])
                    sleep(chance.uniform(0, 0.1))
                    kill_server(server)
                    kills["server"] += 1
                    finger.play(games[kept + on_its_way])
                    kept += on_its_way + 1
    with mortal_server(place, port), page_of(browser, profile) as page:
        finger = opened(page, score_list, port, kept)
        finger.wait_sent()
        assert finger.totals == points(score_list)
    assert_all_are_there_once(score_list, kept)


def assert_all_are_there_once(score_list: ScoreList, kept: int) -> None:
    numbers = [line["number"] for line in phone_of(score_list).state()["lines"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= kept
    log = LogEntry.objects.filter(tournament=score_list.series.tournament)
    recorded = log.filter(action="list.game.recorded", subject=score_list.subject)
    assert sorted(new["number"] for new in recorded.values_list("new", flat=True)) == numbers
    assert [str(finding) for finding in verify()] == []


@pytest.mark.skipif(not KILLS, reason="with run.py test --long")
def test_games_survive_killed_browsers_and_servers_once_each(browser, place, tmp_path):
    """A game that shows as kept is on the list in the end; `PHONE_KILLS` says how many kills."""
    kills = Counter[str]()
    while kills.total() < KILLS:
        keep_a_list(browser, place, tmp_path / f"profile {kills.total()}", kills)
    assert len(kills) == 2
