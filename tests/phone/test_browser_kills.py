"""The browser is killed while a list is kept: no game is lost, none counts twice."""

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Error, Page

from launch.quality import chromium
from scoring.models import LogEntry
from tests.bench.memory import family
from tests.effort import cases
from tests.phone.finger import finger_at, list_on_phones, points, real_games
from tests.phone.tables import phone_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KILLS = cases(2, 20, "PHONE_KILLS")
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


def test_games_survive_killed_browsers_once_each(browser, live_server) -> None:
    """A game that shows as kept is on the list in the end; `PHONE_KILLS` says how many kills."""
    score_list = list_on_phones(3)
    chance, games, kept, kills = Random(16), real_games(3, 36), 0, 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        machine = Killable(browser, Path(folder))
        while kills < KILLS and kept < len(games):
            with machine.page() as page:
                finger = finger_at(page, score_list, live_server.url)
                finger.open()
                if kills == 0:
                    finger.claim()
                page.wait_for_selector("[data-do=passed], [data-key=complete]")
                kept = shown(page)
                offline = chance.random() < 0.5
                page.context.set_offline(offline)
                for record in games[kept : kept + chance.randint(1, 3)]:
                    finger.play(record)
                    kept += 1
                if kept < len(games) and chance.random() < 0.5:
                    with suppress(Error):
                        finger.choose(games[kept])
                        page.evaluate("document.querySelector('[data-do=won]')?.click()")
                machine.kill()
                kills += 1
        with machine.page() as page:
            finger = finger_at(page, score_list, live_server.url)
            finger.open()
            assert shown(page) >= kept
            finger.wait_sent()
            assert finger.totals == points(score_list)
    done = phone_of(score_list).state()["lines"]
    numbers = [each["number"] for each in done]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= kept
    recorded = LogEntry.objects.filter(action="list.game.recorded").values_list("new", flat=True)
    assert sorted(each["number"] for each in recorded) == numbers


def shown(page: Page) -> int:
    """How many games the page shows as kept."""
    page.wait_for_selector("[data-do=games]")
    if page.locator(".line").count() == 0:
        return 0
    text = page.locator(".games .line .what").last.inner_text()
    return int(text.split("·")[0])
