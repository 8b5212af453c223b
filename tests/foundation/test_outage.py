"""A server whose PostgreSQL goes away and comes back."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
from pathlib import Path

import pytest

from launch.environment import ROOT
from tests.installation import (
    connected,
    fetch,
    granian,
    manage,
    servers,
    variables,
    wait_until_ready,
)
from tools.checks import postgres
from tools.checks.postgres import free_port

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


@pytest.fixture
def database():
    with postgres.cluster() as address:
        yield address


def test_a_database_that_is_away_is_told_and_found_again(database, tmp_path):
    environment = variables(
        database, tmp_path, SKATTURNIER_PROFILE="laptop", SKATTURNIER_ALLOWED_HOSTS=""
    )
    manage(environment, "update")
    with connected(database) as found:
        data = Path(found.execute("SHOW data_directory").fetchone()[0])
    with servers(environment, 1, workers=1) as [server]:
        page = f"{server.address}/account/"
        assert [asked(page)[0] for _time in range(3)] == [200] * 3
        options = (data / "postmaster.opts").read_text().split(" ", 1)[1].strip()
        postgres.call("pg_ctl", data.parent, "-m", "immediate", "stop")
        for _time in range(3):
            status, seconds, said = asked(page)
            assert (status, seconds < 4) == (503, True)
            assert "Die Datenbank ist gerade nicht erreichbar." in said
        assert asked(f"{server.address}/healthz")[0] == 200
        status, seconds, said = asked(f"{server.address}/readyz")
        assert (status, said, seconds < 4) == (503, "database\n", True)
        assert asked(f"{server.address}/static/scoring/app.css")[0] == 200
        command = [*postgres.account(), str(postgres.programs() / "pg_ctl"), "-D", str(data), "-w"]
        command += ["-l", str(data.parent / "log"), "-o", options, "start"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=data.parent)
        began = time.monotonic()
        while asked(page)[0] != 200:
            assert time.monotonic() - began < 10
            time.sleep(0.1)
        assert asked(f"{server.address}/readyz")[0] == 200


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
