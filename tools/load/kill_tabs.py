"""Tab, browser and server are killed while lists are typed: `python tools/load/kill_tabs.py`.

A real chromium with a profile on the disk, a real server, a file of SQLite in a folder of its own.
One clerk types one list after the other; at random moments the tab, the whole browser or the
server gets SIGKILL, sometimes the browser while the server is away. Then the page is opened again.
A line counts as typed once its row shows that it waits or is stored. At the end each such line
must stand in its list as it was typed, and the log must know it once. Six kills, 100 with
`--long`; bounded: at most 500.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
# Playwright's synchronous interface keeps an event loop in this thread.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.urls import reverse  # noqa: E402
from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright  # noqa: E402

from scoring.entry.line import canonical  # noqa: E402
from scoring.exchange.reads.verify import verify  # noqa: E402
from scoring.models import Actor, LogEntry, Membership, Role, ScoreList, User  # noqa: E402
from scoring.simulation.services import SimulationPlan, play_table, register, seat_series  # noqa: E402
from tests.mortal import serving_command  # noqa: E402
from tools.bench.memory import family, free_port, wait_until_served  # noqa: E402
from tools.bench.run import signed_in  # noqa: E402
from tools.checks.quality import chromium  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

KINDS = ("tab", "browser", "server", "server and tab", "server and browser")
KEPT = ":not([data-state=typed]):not([data-state=empty])"
SETTLED = "#saved:visible"
LINES = """Object.fromEntries([...document.querySelectorAll(".game")].map(row =>
  [row.dataset.number, row.querySelector(".computed").dataset.line]))"""
AWAY = 1.5  # seconds that a killed server is away, at most
TRIES = 5  # to open a page: a browser may end by itself on a machine that is short of all


@dataclass
class Paper:
    """A list that is typed. `typed` are the numbers whose rows showed that the line is kept."""

    list_id: int
    lines: list[str]
    typed: set[int] = field(default_factory=set)


class Machine:
    """A server and a browser that can be killed, and started again with what they left behind."""

    def __init__(self, playwright: Playwright, database: Path, session: str) -> None:
        self.playwright, self.database, self.session = playwright, database, session
        self.profile = database.parent / "profile"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.server: subprocess.Popen[bytes] | None = None
        self.context: BrowserContext | None = None
        self.restarts = 0  # of a browser that nobody here had killed

    def serve(self) -> None:
        if self.server and self.server.poll() is None:
            return
        variables = {
            "DATABASE_URL": f"sqlite:///{self.database}",
            "SKATTURNIER_DATA": str(self.database.parent),
            "SKATTURNIER_SECRET_KEY": settings.SECRET_KEY,
        }
        self.server = subprocess.Popen(
            serving_command(self.port, prepared=self.server is not None),
            cwd=settings.BASE_DIR,
            env={**os.environ, **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_until_served(self.port)

    def kill_server(self) -> None:
        if self.server and self.server.poll() is None:
            os.killpg(self.server.pid, signal.SIGKILL)
            self.server.wait()

    def page(self, path: str, selector: str) -> Page:
        """The page with this element, in a new tab, and in a new browser if that is gone."""
        for _again in range(TRIES - 1):
            try:
                return self.tab(path, selector)
            except Error as error:
                print(f"opened once more: {error.message.splitlines()[0]}", flush=True)
                self.restarts += 1
                self.end_browser()
        return self.tab(path, selector)

    def tab(self, path: str, selector: str) -> Page:
        if not self.processes():
            self.close()
            for lock in self.profile.glob("Singleton*"):
                lock.unlink()
            self.context = self.playwright.chromium.launch_persistent_context(
                self.profile,
                executable_path=str(chromium()),
                args=["--no-sandbox", "--disable-gpu"],
                locale="de-DE",
                viewport={"width": 1280, "height": 800},
            )
            cookie = {"name": settings.SESSION_COOKIE_NAME, "value": self.session}
            self.context.add_cookies([{**cookie, "url": self.address}])  # type: ignore[list-item]
        assert self.context
        old = self.context.pages
        page = self.context.new_page()
        for each in old:
            with suppress(Error):
                each.close()
        page.goto(self.address + path)
        page.wait_for_load_state()
        page.wait_for_timeout(400)
        page.wait_for_selector(selector, timeout=20_000)
        return page

    def processes(self, kind: str = "--type=") -> list[int]:
        """The browser's first process with its children; those of a kind only, "renderer" say."""
        found = []
        for process in family(os.getpid()):
            with suppress(OSError):
                words = Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
                is_browser = f"--user-data-dir={self.profile}" in words
                if f"--type={kind}" in words or (kind == "--type=" and is_browser):
                    found.append(process)
        return found

    def kill(self, what: str) -> None:
        if "server" in what:
            self.kill_server()
        victims = self.processes("renderer") if "tab" in what else []
        if "browser" in what:
            victims = self.processes()
        for victim in victims:
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)

    def end_browser(self) -> None:
        """The browser with all its children, whatever state it is in."""
        deadline = time.monotonic() + 20
        while (left := [*self.processes(), *self.processes("renderer")]) and (
            time.monotonic() < deadline
        ):
            for process in left:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.1)
        self.close()

    def close(self) -> None:
        if self.context:
            with suppress(Error):
                self.context.close()
        self.context = None


@contextmanager
def machine(database: Path, session: str) -> Iterator[Machine]:
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        made = Machine(playwright, database, session)
        stack.callback(made.kill_server)
        stack.callback(made.close)
        made.serve()
        yield made


@dataclass
class Run:
    """A clerk at a machine that dies. `faults` in words, `torn` counts lines killed at Enter."""

    machine: Machine
    papers: list[Paper]
    chance: random.Random
    kills: int
    killed: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    torn: int = 0
    torn_kept: int = 0
    lines: int = 0

    def type_all(self) -> None:
        for paper in self.papers:
            if sum(self.killed.values()) >= self.kills:
                return
            path = reverse("list", args=[paper.list_id])
            page = self.machine.page(path, SETTLED)
            while len(paper.typed) < len(paper.lines) and sum(self.killed.values()) < self.kills:
                page = self.until_killed(paper, page, path)
            self.compare(paper)

    def until_killed(self, paper: Paper, page: Page, path: str) -> Page:
        """Type until the tab is gone, or for a moment without a server; then open it again."""
        what = self.chance.choice(KINDS)
        moment = self.chance.uniform(0.05, 1.5)
        killer = threading.Timer(moment, self.machine.kill, [what])
        killer.start()
        deadline = time.monotonic() + moment + self.chance.uniform(0.1, AWAY)
        number = 0
        try:
            while time.monotonic() < deadline and len(paper.typed) < len(paper.lines):
                number = len(paper.typed) + 1
                self.type_line(page, number, paper.lines[number - 1])
                paper.typed.add(number)
                self.lines += 1
        except Error:
            pass
        killer.join()
        self.killed[what] += 1
        print(f"{sum(self.killed.values())} kills, {self.lines} lines kept", flush=True)
        if what in ("server and tab", "server and browser"):
            time.sleep(self.chance.uniform(0, AWAY))
        self.machine.serve()
        page, shown = self.opened(path)
        self.look(paper, shown, number)
        return page

    def opened(self, path: str) -> tuple[Page, dict[str, str]]:
        """The page when nothing waits any more, and the stored line of every game."""
        page = self.machine.page(path, SETTLED)
        with suppress(Error):
            return page, page.evaluate(LINES)
        return self.opened(path)

    def type_line(self, page: Page, number: int, line: str) -> None:
        page.focus(f"#row-{number} .line", timeout=3000)
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#row-{number}{KEPT}", timeout=3000)

    def look(self, paper: Paper, shown: dict[str, str], number: int) -> None:
        """What the clerk finds when he comes back; a line that was not kept he types again."""
        for each in sorted(paper.typed):
            now = shown.get(str(each))
            if now != paper.lines[each - 1]:
                self.faults.append(f"list {paper.list_id}, game {each}: {now!r}")
        if number and number not in paper.typed:
            self.torn += 1
            if shown.get(str(number)) == paper.lines[number - 1]:
                paper.typed.add(number)
                self.torn_kept += 1

    def compare(self, paper: Paper) -> None:
        """Every typed line stands in the database as it was typed, and the log knows it once."""
        score_list = ScoreList.objects.get(pk=paper.list_id)
        stored = {line.number: canonical(line, language="de") for line in score_list.lines()}
        for number in sorted(paper.typed):
            if stored.get(number) != paper.lines[number - 1]:
                self.faults.append(f"list {paper.list_id}, game {number} is lost")
        if stored.keys() - paper.typed:
            self.faults.append(f"list {paper.list_id}: {stored.keys() - paper.typed} too many")
        log = LogEntry.objects.filter(subject=score_list.subject, action__startswith="list.game")
        twice = Counter((each.new or {}).get("number") for each in log)
        for number, count in twice.items():
            if count > 1:
                self.faults.append(
                    f"list {paper.list_id}, game {number} is in the log {count} times"
                )


def seat_clerk(tables: int) -> tuple[str, list[Paper]]:
    plan = SimulationPlan(4 * tables, 1, "kill tabs", "Kill tabs", date(2026, 11, 21))
    by = Actor(name="kill tabs")
    tournament = register(plan, by=by)
    series = seat_series(plan, tournament, 1, by=by)
    user = User.objects.create(username="clerk")
    Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK)
    papers = [
        Paper(each.pk, [canonical(line, language="de") for line in play_table(plan, each).lines])
        for each in series.lists.order_by("table_number")
    ]
    return signed_in(user), papers


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="100 kills")
    parser.add_argument("--kills", type=lambda text: min(int(text), 500))
    parser.add_argument("--seed", default="tabs")
    options = parser.parse_args(arguments)
    # Ended from outside it still ends its server and its browser.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    kills = options.kills or (100 if options.long else 6)
    with scratch_database() as database:
        session, papers = seat_clerk(max(2, kills // 3))
        with machine(database, session) as made:
            run = Run(made, papers, random.Random(options.seed), kills)
            run.type_all()
        faults = run.faults + [str(finding) for finding in verify()]
    print(f"{sum(run.killed.values())} kills: {dict(run.killed)}")
    print(f"{run.lines} lines kept, {run.torn} interrupted at Enter, {run.torn_kept} of them kept")
    print(f"{made.restarts} times the page was opened once more, unasked")
    print(f"lost or doubled: {len(faults)}")
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
