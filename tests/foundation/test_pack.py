"""`run.py pack --for`: the program for another computer, with all it needs."""

import os
import re
import subprocess
import sys
import zipfile

import pytest

from launch import environment, pack
from launch.environment import ROOT, RUNTIME, Environment
from skatturnier.words import Trouble
from tests.effort import repeats

LOCK = """\
# made by hand
always==1.0 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via nobody
windows-only==2.0 ; sys_platform == 'win32' \\
    --hash=sha256:cc
old-only==3.0 ; python_full_version < '3.12' \\
    --hash=sha256:dd
new-macs-only==4.0 ; platform_machine == 'arm64' \\
    --hash=sha256:ee
"""


def names(lines: list[str]) -> list[str]:
    return [line.partition("==")[0] for line in lines]


@pytest.mark.parametrize(
    ("system", "machine", "version", "added"),
    [
        ("windows", "AMD64", "3.13", ["windows-only"]),
        ("macos", "x86_64", "3.11", ["old-only"]),
        ("macos", "arm64", "3.12", ["new-macs-only"]),
        ("linux", "x86_64", "3.12", []),
    ],
)
def test_markers_are_asked_about_the_other_computer(tmp_path, system, machine, version, added):
    (tmp_path / "lock.txt").write_text(LOCK)
    lines = pack.lines_for(tmp_path / "lock.txt", system, machine, version)
    assert names(lines) == ["always", *added]
    assert lines[0] == "always==1.0 --hash=sha256:aa --hash=sha256:bb"


@pytest.mark.parametrize(
    ("system", "machine"),
    [(system, machine) for system, machines in pack.PLATFORMS.items() for machine in machines],
)
def test_every_requirement_of_the_program_has_hashes(system, machine):
    lines = pack.lines_for(ROOT / RUNTIME, system, machine, "3.12")
    assert len(lines) > 20
    assert all("--hash=sha256:" in line for line in lines)
    assert ("tzdata" in names(lines)) == (system == "windows")
    assert ("pysqlite3" in names(lines)) == ((system, machine) != ("macos", "x86_64"))


@pytest.mark.parametrize("system", repeats("windows", "linux", "macos"))
def test_the_archive_holds_the_program_and_a_file_that_starts_it(tmp_path, system, monkeypatch):
    """Also where it is written on Windows, whose archives know no rights by themselves."""
    monkeypatch.setattr(sys, "platform", "win32")
    made = tmp_path / "some-1.0-py3-none-any.whl"
    made.touch()
    archive = tmp_path / "out" / "a.zip"
    pack.pack_folder(archive, system, tmp_path)
    monkeypatch.undo()
    with zipfile.ZipFile(archive) as file:
        found = set(file.namelist())
        start = file.read(f"{pack.FOLDER}/{pack.STARTER[system]}")
        about = file.getinfo(f"{pack.FOLDER}/{pack.STARTER[system]}")
    needed = ("run.py", "manage.py", RUNTIME, "scoring/apps.py", "templates/base.html")
    needed += ("scoring/static/vendor/README.md", "scoring/static/vendor/idb-LICENSE.txt")
    needed += ("pyproject.toml", "requirements.in", "deploy/nginx.conf")  # of a server
    assert {f"{pack.FOLDER}/{name}" for name in needed} <= found
    assert f"{pack.FOLDER}/wheels/{made.name}" in found
    assert not [name for name in found if "/tests/" in name or "__pycache__" in name]
    assert (about.create_system, about.external_attr >> 16) == (3, 0o100755), "to be double-clicked"
    assert not [name for name in found if "/starters/" in name]
    for words in (b"3.14 3.13 3.12 3.11", b"Python 3.13", b"run.py", b" --open "):
        assert words in start
    assert b"@" not in start.replace(b"@echo off", b"").replace(b'"$@"', b"")
    assert (b"\r\n" in start) == (system == "windows")


@pytest.mark.skipif(os.name != "posix", reason="not run: needs sh")
@pytest.mark.parametrize("name", ["Skatturnier.command", "skatturnier.sh"])
def test_the_starter_takes_the_newest_python_or_says_where_one_is_to_be_had(name, tmp_path):
    """In an unpacked archive, with these Pythons in the PATH and no other."""
    (tmp_path / "dirname").symlink_to("/usr/bin/dirname")
    program = tmp_path / "program"
    program.mkdir()
    (program / "run.py").write_text("")
    script = pack.starter(name).replace("/usr/local", "/none")
    (program / name).write_text(script.replace("/opt/homebrew", "/none"), "utf-8")

    def start() -> "subprocess.CompletedProcess[str]":
        command, path = ["/bin/sh", program / name], {"PATH": str(tmp_path)}
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=path
        )

    ended = start()
    assert ended.returncode == 1
    for words in ("braucht Python 3.13.", "3.14 3.13 3.12 3.11", "python.org/downloads"):
        assert words in ended.stdout
    for each in ("python3", "python3.12", "python3.14", "python3.11"):
        (tmp_path / each).write_text(f'#!/bin/sh\necho {each} "$1"\n')
        (tmp_path / each).chmod(0o755)
    assert start().stdout == "python3.14 run.py\n"


def test_the_starter_of_windows_asks_for_no_folder_to_work_in():
    """cmd changes to none of a network, and goes on elsewhere, where there is no run.py."""
    lines = pack.starter("Skatturnier.bat").splitlines()
    steps = [line for line in lines if not line.startswith("rem ")]
    assert not [line for line in steps if re.search(r"\b(cd|chdir|pushd)\b", line)]
    assert [line for line in steps if "run.py" in line] == ['set "PROGRAM=%~dp0run.py"']
    assert '%FOUND% "%PROGRAM%" --open %*' in steps


@pytest.mark.skipif(os.name != "nt", reason="not run: needs Windows")
@pytest.mark.parametrize("start", ["", "\\\\localhost\\"])
def test_the_starter_of_windows_starts_the_program_beside_it(start, tmp_path):
    """From a folder of this computer, and from the same one of a network; not from its own."""
    program = tmp_path / "Verein (1) & Freunde"
    program.mkdir()
    (program / "run.py").write_text("import sys; print('started', *sys.argv[1:])")
    (program / "Skatturnier.bat").write_text(pack.starter("Skatturnier.bat"))
    path = str(program / "Skatturnier.bat")
    path = start + path.replace(":", "$") if start else path
    command = f'cmd /s /c ""{path}" --port 8001"'
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert ended.stdout.strip().endswith("started --open --port 8001")


@pytest.mark.skipif(os.name != "posix", reason="not run: needs sh")
def test_a_starter_without_the_program_beside_it_asks_to_unpack_first():
    script = pack.STARTERS / "skatturnier.sh"
    ended = subprocess.run(["/bin/sh", script], stdin=subprocess.DEVNULL, capture_output=True)
    assert (ended.returncode, b"auspacken" in ended.stdout) == (1, True)


@pytest.mark.parametrize("platform", ["win32", "win-arm64"])
def test_a_python_of_windows_that_has_no_libraries_is_told_which_one_has(
    platform, tmp_path, monkeypatch
):
    (tmp_path / RUNTIME).write_text("# nothing\n")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(environment.sysconfig, "get_platform", lambda: platform)
    with pytest.raises(Trouble, match="64-bit"):
        Environment(tmp_path).ensure(RUNTIME)


def test_a_download_that_fails_beside_libraries_for_others_names_their_pythons(tmp_path):
    place = Environment(tmp_path)
    place.wheels.mkdir()
    place.folder.mkdir()
    place.log.write_text("")
    for tags in ("cp310-cp310-win_amd64", "cp39-cp39-win_amd64", "cp38-abi3-any", "py3-none-any"):
        (place.wheels / f"some-1.0-{tags}.whl").write_text("")
    assert "3.9, 3.10" in place.broken_download()
    tag = environment.VERSION.replace(".", "")
    (place.wheels / f"some-1.0-cp{tag}-cp{tag}-win_amd64.whl").write_text("")
    assert "3.10" not in place.broken_download()
