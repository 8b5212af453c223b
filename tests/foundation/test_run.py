"""`python3 run.py`: messages when it cannot start, and the steps of a start."""

import ast
import hashlib
import importlib.util
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import takewhile
from pathlib import Path

import pytest

from launch import command_line, environment
from launch.environment import ROOT, Environment
from skatturnier import __version__
from skatturnier.starting import ADDRESS_FILE
from skatturnier.words import Trouble, is_german
from tools.bench.memory import free_port, wait_until_served

RUN = str(ROOT / "run.py")


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"LC_ALL": "C.UTF-8"} | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def one_line(answer: subprocess.CompletedProcess[str]) -> str:
    """The only line written by a command that could not continue."""
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    return answer.stderr.strip()


@pytest.fixture
def port() -> int:
    return free_port()


# What stops the start ----------------------------------------------------------------------------


def test_old_python_gets_the_required_version():
    pretend = "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_path(sys.argv[1])"
    line = one_line(run("-c", pretend, RUN))
    assert "needs Python 3.11 or newer; this is 3.9" in line


@pytest.mark.parametrize("command", [[RUN], ["-m", "skatturnier"]])
def test_the_version_is_printed(command):
    answer = run(*command, "--version", PYTHONPATH=str(ROOT))
    assert answer.stdout == f"Skatturnier {__version__}\n"


def test_script_parses_on_old_python():
    """Newer syntax is only in the package imported after the version check."""
    source = Path(RUN).read_text("ascii")
    new = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef, ast.arg)
    assert [node for node in ast.walk(ast.parse(source)) if isinstance(node, new)] == []


def test_a_port_in_use_is_named_with_another_to_try(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        line = one_line(run(RUN, "--port", str(number), "--data", str(tmp_path)))
    assert line.startswith(f"Port {number} is in use")
    assert f"--port {number + 1}" in line


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path, port):
    (tmp_path / "file").write_text("not a folder")
    folder = tmp_path / "file" / "data"
    line = one_line(run(RUN, "--port", str(port), "--data", str(folder)))
    assert line.startswith(f"The folder {folder} cannot be written to")


def test_invalid_port_is_refused(capsys):
    for nonsense in ("0", "65536", "eight"):
        with pytest.raises(SystemExit) as ended:
            command_line.main(["--port", nonsense])
        assert ended.value.code == 2


@pytest.mark.parametrize(
    ("variables", "german"),
    [
        ({"LANG": "de_AT.UTF-8"}, True),
        ({"LANG": "en_GB.UTF-8"}, False),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, False),
    ],
)
def test_the_language_of_the_terminal_is_read_in_the_usual_order(monkeypatch, variables, german):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert is_german() is german


# The environment ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made_once(tmp_path_factory) -> Environment:
    """An environment takes seconds to make, so the tests share one."""
    return Environment(tmp_path_factory.mktemp("program"))


@pytest.fixture
def empty(made_once, monkeypatch) -> Environment:
    """A program without requirements and without network."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("LC_ALL", "C")
    for stamp in made_once.folder.glob("*.installed"):
        stamp.unlink()
    shutil.rmtree(made_once.wheels, ignore_errors=True)
    (made_once.root / "requirements.txt").write_text("# nothing\n")
    return made_once


@pytest.mark.long
@pytest.mark.slow
def test_a_lock_is_installed_once_from_wheels_and_a_broken_download_tried_again(empty):
    """Without internet."""
    file = wheel(empty.root / "wheels", "skatprobe", "1.0")
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    lock = empty.root / "requirements.txt"
    for name in ("not-there", "skatprobe"):
        lock.write_text(f"{name}==1.0 --hash=sha256:{'0' * 64}\n")
        with pytest.raises(Trouble, match="Is there internet") as trouble:
            empty.ensure("requirements.txt")
        assert "\n" not in str(trouble.value)
        assert empty.log.exists()
    lock.write_text(f"skatprobe==1.0 --hash=sha256:{digest}\n")
    empty.ensure("requirements.txt")
    file.unlink()  # and is not missed
    empty.ensure("requirements.txt")
    found = subprocess.run([str(empty.python), "-c", "import skatprobe"], check=False)
    assert found.returncode == 0


def test_a_missing_venv_module_is_named_with_its_package(tmp_path, monkeypatch):
    (tmp_path / "requirements.txt").write_text("# nothing\n")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(Trouble, match=r"sudo apt install python3\.\d+-venv"):
        Environment(tmp_path).ensure("requirements.txt")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="not run: the Python is a script of Unix")
def test_environment_whose_python_is_gone_or_another_is_rebuilt(empty, monkeypatch):
    """On a stick that was moved to another computer, after Python was replaced by a newer one."""
    empty.ensure("requirements.txt")
    for gone in ("#!/bin/sh\nexit 103\n", "", "#!/nowhere/python\n"):
        empty.python.unlink(missing_ok=True)
        if gone:
            empty.python.write_text(gone)
            empty.python.chmod(0o755)
        assert not empty._is_usable(), gone
    empty.ensure("requirements.txt")
    assert empty._is_usable()
    monkeypatch.setattr(environment, "VERSION", "3.10")
    assert environment.fingerprint(empty.root / "requirements.txt").startswith("python 3.10 ")
    assert not empty._is_usable()


def wheel(folder: Path, name: str, version: str) -> Path:
    """The smallest wheel that pip accepts."""
    folder.mkdir()
    about = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": "",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": f"{name}.py,,\n{about}/METADATA,,\n{about}/WHEEL,,\n",
    }
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
    return path


# Serving -----------------------------------------------------------------------------------------


def environment_with(data: Path) -> dict[str, str]:
    """The environment of a plain shell, without the database and settings of the tests."""
    variables = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return variables | {
        "SKATTURNIER_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
    }


@contextmanager
def served(data: Path, port: int, *arguments: str) -> Iterator[list[str]]:
    """The lines that `manage.py serve` writes until it answers requests."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port), *arguments],
        env=environment_with(data) | {"LC_ALL": "C"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        lines = list(takewhile(lambda line: not line.startswith("Ctrl+C"), process.stdout))
        wait_until_served(port)
        yield lines
    finally:
        process.terminate()
        process.wait(timeout=20)


def tournaments(data: Path) -> int:
    with sqlite3.connect(data / "skatturnier.sqlite3") as database:
        return int(database.execute("SELECT count(*) FROM scoring_tournament").fetchone()[0])


@pytest.mark.long
@pytest.mark.slow
def test_only_the_first_start_prepares_the_database_and_brings_the_sample(tmp_path, port):
    """Each holds the folder until it ends."""
    with served(tmp_path, port) as lines:
        assert "Preparing the database …\n" in lines
        assert f"On this computer: http://127.0.0.1:{port}/\n" in lines
        setup = next(line for line in lines if "first account" in line)
        assert re.search(rf"http://127\.0\.0\.1:{port}/setup/\S+/$", setup)
        style = f"http://127.0.0.1:{port}/static/vendor/bootstrap.min.css"
        assert urllib.request.urlopen(style).status == 200
        assert tournaments(tmp_path) == 1
        assert (tmp_path / ADDRESS_FILE).read_text() == f"http://127.0.0.1:{port}"
    with served(tmp_path, port) as lines:
        assert "Preparing the database …\n" not in lines
        assert tournaments(tmp_path) == 1


def manage(data: Path, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment_with(data),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="not run: Windows has rights of its own")
def test_a_start_lets_no_other_account_read_the_data(tmp_path, migrated):
    """Names, results and the hashes of passwords; also where an older program left them open."""
    data = tmp_path / "data"
    migrated(data)
    kept = data / "backups" / "skatturnier-2026-11-21-200000.sqlite3"
    kept.parent.mkdir()
    kept.touch()
    for path in (data / "skatturnier.sqlite3", kept):
        path.chmod(0o644)
    data.chmod(0o755)
    manage(data, "update")
    with closing(sqlite3.connect(data / "skatturnier.sqlite3")) as database:
        database.execute("SELECT 1 FROM django_migrations")
        modes = {path: path.stat().st_mode & 0o777 for path in (data, kept, *data.glob("*-wal"))}
    assert modes.pop(data) == 0o700
    assert len(modes) == 2
    assert set(modes.values()) == {0o600}
