"""What is looked at before the program is served: one server a data folder, folder, browser."""

import errno
import os
import re
import socket
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from launch.environment import ROOT
from skatturnier import open_page, starting
from skatturnier.words import Trouble
from tests.effort import repeats

HERE = "http://127.0.0.1:8000"
# Claims the folder of its argument, says so, and waits to be killed.
HOLDER = (
    "import sys, pathlib, time; from skatturnier.starting import claim; "
    f"claim(pathlib.Path(sys.argv[1]), {HERE!r}); print('held', flush=True); time.sleep(60)"
)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Another process claims the folder, until it is killed."""
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield
        finally:
            process.kill()


def test_a_second_server_on_the_same_data_is_refused_with_the_address_of_the_first(tmp_path):
    with held(tmp_path):
        assert starting.claim(tmp_path, "http://127.0.0.1:8001") == HERE
    assert starting.claim(tmp_path, HERE) is None, "whatever ended it, the folder is free"


def test_a_server_that_has_not_told_its_address_is_named_by_its_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(starting, "open_page", pytest.fail)
    options = Namespace(data=tmp_path, port=8000, open=True)
    with held(tmp_path):
        (tmp_path / starting.ADDRESS_FILE).unlink()
        with pytest.raises(Trouble, match=re.escape(str(tmp_path))):
            starting.require_startable(options)


def test_where_files_cannot_be_locked_nobody_is_kept_out(tmp_path):
    """As on some network drives: SQLite says so by another code than that of a held lock."""
    (tmp_path / starting.LOCK_FILE).write_bytes(b"no database" * 100)
    assert [starting.claim(tmp_path, HERE) for _server in range(2)] == [None, None]


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/skatturnier"),
        ("linux", {}, "~/.local/share/skatturnier"),
        ("darwin", {}, "~/Library/Application Support/Skatturnier"),
        ("win32", {"LOCALAPPDATA": "/c/Local"}, "/c/Local/Skatturnier"),
    ],
)
def test_an_installed_program_keeps_its_data_where_the_system_says(
    monkeypatch, platform, variables, folder
):
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert starting.user_folder() == Path(folder).expanduser()


@pytest.mark.parametrize(("port", "other"), [(80, 8000), (8000, 8001)])
def test_a_port_that_the_system_refuses_is_answered_with_another_one(port, other):
    """Windows refuses so a port that another program holds."""
    assert f"--port {other}" in starting.port_trouble(port, PermissionError(errno.EACCES, ""))


def test_the_browser_opens_as_soon_as_the_server_answers(monkeypatch):
    server, opened = socket.create_server(("127.0.0.1", 0), backlog=0), []
    port = server.getsockname()[1]
    server.close()
    waits = iter([lambda: None, lambda: socket.create_server(("127.0.0.1", port)), pytest.fail])
    servers = []
    monkeypatch.setattr(open_page.time, "sleep", lambda _seconds: servers.append(next(waits)()))
    monkeypatch.setattr(open_page.webbrowser, "open", opened.append)
    open_page.main(f"http://127.0.0.1:{port}/")
    servers[1].close()
    assert opened == [f"http://127.0.0.1:{port}/"]


@pytest.mark.parametrize("letters", ["utf-8", *repeats("cp437", "cp1252", "ascii")])
def test_a_second_start_names_the_running_one_on_every_console(tmp_path, letters):
    """Before it asks for the port. The sentence holds an umlaut and the name of a folder that the
    console does not know; what the start says about itself has some as well."""
    folder = tmp_path / "Übung “Skat” ♣"
    folder.mkdir()
    with held(folder):
        ended, told = (
            subprocess.run(
                [sys.executable, str(ROOT / "run.py"), "--data", str(folder), *more],
                capture_output=True,
                env=os.environ | {"LC_ALL": "de_DE.UTF-8", "PYTHONIOENCODING": letters},
            )
            for more in ([], ["--help"])
        )
    assert ended.stderr.decode(letters).rstrip().endswith(f"uft schon mit diesen Daten: {HERE}")
    assert (ended.returncode, told.returncode) == (1, 0)
    assert "Ordner f" in told.stdout.decode(letters)
