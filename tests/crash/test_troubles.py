"""What happens to laptops, done to the real program: disk, sleep, clock, two starts.

Acknowledged games are there afterwards and `verify` finds nothing; what the program says about it
is one sentence.
"""

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.models import LogEntry
from tests.crash.test_kill import Clerk, clerks_at_their_tables, lost
from tests.mortal import Place, Server, environment_of, kill_server, mortal_server, serving_command
from tools.bench.memory import free_port, get, wait_for

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="not run: signals and mounts are of Unix"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: a laptop has SQLite"),
]


def type_games(clerk: Clerk, port: int, count: int) -> None:
    """So many more games, each acknowledged."""
    server = HTTPConnection("127.0.0.1", port, timeout=30)
    for number in range(len(clerk.acknowledged) + 1, len(clerk.acknowledged) + count + 1):
        status, said = type_one(clerk, server, number)
        assert status == 200, said


def type_one(clerk: Clerk, server: HTTPConnection, number: int) -> tuple[int, str]:
    """Send a game, again with its token if it was sent before; what was said about it."""
    sent, token = clerk.waiting or (number, secrets.token_hex(16))
    assert sent == number
    clerk.waiting = number, token
    status, body = clerk.post(server, number, token)
    if status == 200:
        clerk.take_in(body, number, token)
    return status, unescape(body.decode())


def start(place: Place, port: int) -> "subprocess.CompletedProcess[str]":
    """A start in German that is expected to end by itself."""
    return subprocess.run(
        serving_command(port, prepared=False),
        cwd=settings.BASE_DIR,
        env=environment_of(place) | {"LC_ALL": "de_DE.UTF-8"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


# A port that is taken -----------------------------------------------------------------------------


@pytest.mark.long
def test_a_port_that_was_taken_since_the_start_is_said_in_a_line(place: Place):
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        ended = start(place, port)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].endswith(f"--port {port + 1}")
    assert "http://" not in ended.stdout, "nobody is sent to the other one"


# A server that dies ------------------------------------------------------------------------------


def processes_below(pid: int) -> list[int]:
    """Every process that this one started, itself or by another; the youngest last."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [each for child in map(int, listed) for each in (child, *processes_below(child))]


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="not run: needs Linux's /proc")
@pytest.mark.parametrize("killed", ["the one that was started", "the one that watches"])
def test_what_is_below_a_killed_process_ends_and_lets_the_data_go(place: Place, killed: str):
    """Killed as by a task manager, while the server is busy: nobody could end what is left by
    Ctrl+C."""
    with mortal_server(place) as (server, port):
        os.kill(processes_below(server.pid)[-1], signal.SIGKILL)
        wait_for(server, port)  # another one serves
        chain = [server.pid, *processes_below(server.pid)]
        assert len(chain) == 3
        os.kill(chain[-1], signal.SIGSTOP)
        os.kill(chain[0 if killed == "the one that was started" else -2], signal.SIGKILL)
        os.kill(chain[-1], signal.SIGCONT)
        server.wait()
        for _time in range(100):
            if not any(Path(f"/proc/{each}").exists() for each in chain):
                break
            time.sleep(0.1)
        else:
            pytest.fail("something is left")
        with mortal_server(place, port):
            pass


# A full disk -------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A disk of 24 MB on which everything lies."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(disk)]
    try:
        made = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        made = False
    if not made:
        pytest.skip("not run: this account may not mount a disk")
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    yield disk
    connection.close()
    subprocess.run(["umount", "--lazy", str(disk)], check=False)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Not a byte is left inside this block."""
    rest = disk / "rest"
    with suppress(OSError), rest.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass
    try:
        yield
    finally:
        rest.unlink()


@pytest.mark.long
def test_a_full_disk_while_playing_is_said_and_nothing_acknowledged_is_lost(
    small_disk: Path, place: Place
):
    """A disk that is really full; as soon as there is room, the same games are sent again."""
    assert place.folder.is_relative_to(small_disk)
    clerks = clerks_at_their_tables(1)
    with mortal_server(place) as (server, port):
        for clerk in clerks:
            type_games(clerk, port, 2)
        with filled(small_disk):
            said = type_until_refused(clerks, port)
            assert "Die Festplatte ist voll." in said
            page = HTTPConnection("127.0.0.1", port, timeout=30)
            page.request("GET", "/sign-in/")
            assert page.getresponse().status == 200, "it can still be read"
            kill_server(server)
            ended = start(place, free_port())
            assert ended.returncode == 1
            assert "Traceback" not in ended.stderr
            assert "Die Festplatte ist voll." in ended.stderr
        assert lost(clerks) == []
    with mortal_server(place) as (_server, port):
        for clerk in clerks:
            clerk.type_on(port)
    assert lost(clerks) == []
    assert all(len(clerk.acknowledged) == len(clerk.lines) for clerk in clerks)


@pytest.mark.long
def test_a_disk_that_is_full_before_the_first_page_lets_it_be_read(
    small_disk: Path, place: Place, monkeypatch: pytest.MonkeyPatch
):
    def wait_without_a_page(server: Server, port: int) -> None:
        for _time in range(900):
            with suppress(OSError):
                assert get(port, "/healthz") == 200
                return
            time.sleep(0.1)

    monkeypatch.setattr("tests.mortal.wait_for", wait_without_a_page)
    connection.close()  # whoever has the database open keeps its shared files
    with mortal_server(place) as (_server, port), filled(small_disk):
        assert get(port, "/sign-in/") == 200


def type_until_refused(clerks: list[Clerk], port: int) -> str:
    """What is said of the first game that is not kept."""
    for clerk in clerks:
        server = HTTPConnection("127.0.0.1", port, timeout=30)
        for number in range(len(clerk.acknowledged) + 1, len(clerk.lines) + 1):
            status, said = type_one(clerk, server, number)
            if status != 200:
                assert status == 503, said
                return said
    raise AssertionError("the disk was never full")


# Files that are taken away -----------------------------------------------------------------------


@pytest.mark.long
def test_once_the_log_of_changes_is_removed_no_game_is_acknowledged(place: Place):
    """A cleaning program, or somebody who takes it for rubbish: what SQLite would still write to it
    is gone with the process."""
    [clerk, *_others] = clerks_at_their_tables(1)
    with mortal_server(place) as (_server, port):
        type_games(clerk, port, 2)
        for end in ("-wal", "-shm"):
            (place.folder / f"skatturnier.sqlite3{end}").unlink()
        server = HTTPConnection("127.0.0.1", port, timeout=30)
        status, said = type_one(clerk, server, 3)
        assert status == 503
        assert "Die Datenbankdatei wurde im Betrieb entfernt oder ersetzt" in said
        assert get(port, "/sign-in/") == 200, "it can still be read"


# Sleep and the clock -----------------------------------------------------------------------------

# Loaded by every Python of the server: its clock jumps as soon as the file is there.
CLOCK = """
import os, threading, time
from datetime import UTC, datetime, timedelta

import time_machine  # here: a server that is forked while a thread imports waits for it for ever

def watch(path):
    while not os.path.exists(path):
        time.sleep(0.05)
    with open(path) as file:
        jump = timedelta(seconds=float(file.read()))
    time_machine.travel(datetime.now(UTC) + jump, tick=True).start()

def begin():
    threading.Thread(target=watch, args=(os.environ["CLOCK"],), daemon=True).start()

begin()
os.register_at_fork(after_in_child=begin)
"""


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Seconds that are written here the clock of the server jumps."""
    (tmp_path / "sitecustomize.py").write_text(CLOCK, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("CLOCK", str(tmp_path / "clock"))
    return tmp_path / "clock"


@pytest.mark.long
@pytest.mark.parametrize("hours", [9, -2])
def test_a_laptop_that_slept_goes_on_where_it_was(place: Place, clock: Path, hours: int):
    """A night with the lid closed, or a clock that was put back meanwhile: a game that was sent
    while it slept is kept when it wakes, and the clerk is still signed in.
    """
    [clerk, *_others] = clerks_at_their_tables(1)
    with mortal_server(place) as (server, port):
        type_games(clerk, port, 2)
        answers: list[Any] = []
        sending = threading.Thread(
            target=lambda: answers.append(
                type_one(clerk, HTTPConnection("127.0.0.1", port, timeout=60), 3)
            )
        )
        os.killpg(server.pid, signal.SIGSTOP)
        sending.start()
        time.sleep(3)
        assert not answers
        os.killpg(server.pid, signal.SIGCONT)
        new = clock.with_suffix(".new")
        new.write_text(str(hours * 3600), "utf-8")
        new.rename(clock)
        time.sleep(0.5)
        sending.join()
        assert [status for status, _said in answers] == [200]
        type_games(clerk, port, 3)
        assert server.poll() is None
    assert lost([clerk]) == []
    acts = LogEntry.objects.filter(action="list.game.recorded").order_by("id")
    assert [each.new["number"] for each in acts] == [1, 2, 3, 4, 5, 6]
    off = (acts[5].at - timezone.now()).total_seconds()
    assert abs(off - hours * 3600) < 600
