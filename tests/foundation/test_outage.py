"""A server whose PostgreSQL goes away and comes back."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from launch import postgres
from launch.environment import ROOT
from launch.postgres import free_port
from tests.installation import (
    connected,
    fetch,
    granian,
    manage,
    servers,
    variables,
    wait_until_ready,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not postgres.programs(), reason="not run: needs PostgreSQL"),
]


def asked(address: str) -> tuple[int, float, str]:
    """The status of a page, how many seconds it took, and what it says."""
    began = time.monotonic()
    try:
        with fetch(address, "127.0.0.1", Cookie=f"sessionid={'a' * 32}") as answer:
            return answer.status, time.monotonic() - began, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, time.monotonic() - began, refused.read().decode()


def logged(capfd: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    """The lines that came since the last time."""
    return [json.loads(line) for line in capfd.readouterr().err.splitlines()]


@pytest.fixture
def database():
    with postgres.cluster() as address:
        yield address


def test_nobody_waits_long_for_a_database_that_is_away(database, tmp_path, capfd):
    environment = variables(
        database, tmp_path, SKATTURNIER_PROFILE="laptop", SKATTURNIER_ALLOWED_HOSTS=""
    )
    manage(environment, "update")
    with connected(database) as found:
        data = Path(found.execute("SHOW data_directory").fetchone()[0])
    with servers(environment, 1, workers=1) as [server], ThreadPoolExecutor(60) as visitors:
        page = f"{server.address}/account/"
        assert [asked(page)[0] for _time in range(3)] == [200] * 3
        options = (data / "postmaster.opts").read_text().split(" ", 1)[1].strip()
        postgres.call("pg_ctl", data.parent, "-m", "immediate", "stop")
        capfd.readouterr()
        waiting = [visitors.submit(asked, page) for _number in range(60)]
        time.sleep(0.5)
        assert asked(f"{server.address}/healthz")[:1] == (200,)
        assert asked(f"{server.address}/healthz")[1] < 0.5
        status, seconds, said = asked(f"{server.address}/readyz")
        assert (status, said) == (503, "database\n")
        assert seconds < 3
        first = [each.result() for each in waiting]
        [line] = logged(capfd)
        assert line["level"] == "ERROR", "sent by e-mail, where errors are"
        assert "The database cannot be reached: connection failed" in line["message"]
        assert {status for status, _seconds, _said in first} == {503}
        assert max(seconds for _status, seconds, _said in first) < 7, sorted(first)[-3:]
        status, seconds, said = asked(page)
        assert status == 503
        assert "Die Datenbank ist gerade nicht erreichbar." in said
        assert seconds < 1
        assert asked(f"{server.address}/static/scoring/app.css")[0] == 200
        time.sleep(3)  # of a pool that tries to connect
        assert logged(capfd) == []
        command = [*postgres.account(), str(postgres.programs() / "pg_ctl"), "-D", str(data), "-w"]
        command += ["-l", str(data.parent / "log"), "-o", options, "start"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=data.parent)
        began = time.monotonic()
        while asked(page)[0] != 200:
            assert time.monotonic() - began < 10
            time.sleep(0.1)
        assert asked(f"{server.address}/readyz")[0] == 200
        assert [each["message"] for each in logged(capfd)] == ["The database answers again."]


def test_every_line_of_the_log_is_an_object_also_those_of_what_watches_over_a_server(
    tmp_path, database, capfd
):
    environment = variables(database, tmp_path)
    manage(environment, "update")
    with servers(environment, 1, workers=1) as [server]:
        [worker] = children(server.process.pid)
        capfd.readouterr()
        os.kill(worker, signal.SIGKILL)
        for _time in range(100):
            time.sleep(0.1)
            if said := capfd.readouterr().err:
                break
        time.sleep(1)
        wait_until_ready(f"{server.address}/readyz")
    assert said
    assert all(json.loads(line)["level"] for line in said.splitlines()), said


@pytest.mark.parametrize("program", ["server", "update"])
def test_a_refused_start_is_an_object_of_the_log(tmp_path, database, program: str):
    """Of the unit the command before the server is the first to refuse."""
    environment = variables(database, tmp_path, SKATTURNIER_DEBUG="maybe")
    update = [sys.executable, "manage.py", "update"]
    command = granian(free_port(), 1) if program == "server" else update
    started = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert started.returncode != 0
    lines = [json.loads(line) for line in (started.stdout + started.stderr).splitlines()]
    assert any("(skatturnier.E002)" in line["message"] for line in lines)


@pytest.mark.parametrize("command", ["update", "setup_link", "backup", "verify", "serve"])
def test_a_command_tells_in_a_line_that_the_database_is_away(tmp_path, command: str):
    environment = variables(f"postgres://skat@127.0.0.1:{free_port()}/postgres", tmp_path)
    ended = commanded(environment, command)
    assert "Connection refused" in ended
    assert (command != "update") or json.loads(ended)["level"] == "ERROR"


@pytest.mark.parametrize("command", ["setup_link", "backup", "verify"])
def test_a_command_tells_in_a_line_that_the_tables_are_missing(tmp_path, database, command: str):
    assert "skatturnier update" in commanded(variables(database, tmp_path), command)


def commanded(environment: dict[str, str], *arguments: str) -> str:
    """The only line that a command writes which fails."""
    command = [sys.executable, "manage.py", *arguments]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ended.returncode == 1
    [line] = ended.stderr.splitlines()
    return line


def children(pid: int) -> list[int]:
    return [
        int(each)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for each in (task / "children").read_text().split()
    ]
