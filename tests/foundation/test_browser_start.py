"""The program started by run.py, with a real browser at it."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from launch.environment import ROOT
from skatturnier.starting import LOCK_FILE, running_at
from tests.browser import PHONE, Errors
from tests.clerk import Clerk
from tests.foundation.test_run import environment_with
from tools.bench.memory import family, free_port, wait_until_served

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="not run: looks for children in /proc"),
]
# `run.py` itself; only what is installed is taken for installed.
START = (
    "import sys; from launch.environment import Environment; from launch.command_line import main; "
    "Environment.ensure = lambda *_: False; sys.exit(main(sys.argv[1:]))"
)
LETTERS = "cp437"  # of the console
TYPED = ("g31", "h14", "x13", "0", "a11", "p-14", "n2", "g23")
FIRST = 18  # seventeen games of the sample's open list are typed
SAMPLE_LIST = "SELECT id FROM scoring_scorelist WHERE state = 'open' AND table_number = 2"


@dataclass
class Program:
    """The processes of a start: run.py, the one that watches, the one that serves."""

    process: "subprocess.Popen[bytes]"
    folder: Path
    port: int
    said: list[str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.folder / "skatturnier.sqlite3")) as database:
            return database.execute(sql, values).fetchall()

    def serving(self) -> list[int]:
        """The processes that serve: children of the one that watches over them."""
        [_run, _watching, *serving] = family(self.process.pid)
        return [pid for pid in serving if b"resource_tracker" not in command_of(pid)]


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


@contextmanager
def started(folder: Path) -> Iterator[Program]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", START, "--port", str(port), "--data", str(folder)],
        cwd=ROOT,
        env=environment_with(folder) | {"PYTHONIOENCODING": LETTERS, "LC_ALL": "de_DE.UTF-8"},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    said = []
    try:
        for line in process.stdout:
            said.append(line.decode(LETTERS).strip())
            if said[-1].startswith(("Strg+C", "Ctrl+C")):
                break
        wait_until_served(port, lambda: process.poll() is None)
        yield Program(process, folder, port, said)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def set_up(page: Page, program: Program) -> None:
    """The first account, by the link that the console shows."""
    [link] = [line.split()[-1] for line in program.said if "/setup/" in line]
    page.goto(link)
    page.fill("[name=full_name]", "Ines Igel")
    page.fill("[name=username]", "ines")
    page.fill("[name=password]", "drei kleine worte")
    page.fill("[name=repeated]", "drei kleine worte")
    page.click("main button.btn-primary")
    page.wait_for_url(f"{program.address}/tournaments/**")


def test_a_list_is_typed_while_the_server_is_killed_and_started_again(
    tmp_path: Path, desk: Page, browser_errors: Errors, new_context
):
    browser_errors.expect("ERR_CONNECTION_")
    browser_errors.expect("ERR_EMPTY_RESPONSE")
    browser_errors.expect("htmx:")
    folder = tmp_path / "Vereinsdaten Übung"  # a path that the console's letters know in part
    with started(folder) as program:
        assert running_at(folder) == program.address
        assert (folder / LOCK_FILE).exists()
        set_up(desk, program)
        [(list_id,)] = program.ask(SAMPLE_LIST)
        clerk = Clerk(desk, program.address)
        desk.goto(f"{program.address}/lists/{list_id}/")
        desk.focus(f"#row-{FIRST} .line")
        clerk.enter(*TYPED[:3])
        clerk.wait(FIRST, "stored")
        before = program.serving()
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        clerk.enter(*TYPED[3:])
        for number in range(FIRST, FIRST + len(TYPED)):
            clerk.wait(number, "stored")
        clerk.wait_until_nothing_is_kept()
        after = program.serving()
        assert after
        assert not set(before) & set(after)
        numbers = "SELECT number FROM scoring_game WHERE list_id = ? ORDER BY number"
        last = FIRST + len(TYPED)
        assert program.ask(numbers, list_id) == [(number,) for number in range(1, last)]
        logged = "SELECT count(*) FROM scoring_logentry WHERE action = 'list.game.recorded'"
        logged += " AND user_id IS NOT NULL"
        assert program.ask(logged) == [(len(TYPED),)]
        opens_on_a_phone(new_context(viewport=PHONE, has_touch=True, is_mobile=True), desk, program)
        process = program.process
        process.terminate()
        process.wait(timeout=20)
        ends = time.monotonic() + 20
        while running_at(folder) and time.monotonic() < ends:
            time.sleep(0.1)
        assert running_at(folder) == ""
    assert any("Auf diesem Rechner" in line for line in program.said)


def opens_on_a_phone(context, desk: Page, program: Program) -> None:
    context.add_cookies(desk.context.cookies())
    page = context.new_page()
    page.goto(f"{program.address}/tournaments/")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
