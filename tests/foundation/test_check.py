"""`run.py check ROOM`, `run.py house` and the switches of `run.py test`."""

import os
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from launch import command_line
from launch.environment import ROOT, Environment
from tools.checks import quality
from tools.checks import room as check


@pytest.fixture
def calls(monkeypatch):
    """The programs that a command would start; none is started."""
    started = []

    def begin(arguments, cwd, **_options):
        assert cwd == ROOT
        started.append([Path(arguments[0]).name, *arguments[1:]])
        return SimpleNamespace(wait=lambda: 0)

    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr(Environment, "ensure", lambda self, lock: False)
    # Changes by the commands are undone after the test.
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return started


@pytest.mark.parametrize("arguments", [["check"], ["check", "mony"], ["check", "migrations"]])
def test_unknown_room_is_refused_with_the_known_ones(arguments, capsys, calls):
    assert command_line.main(arguments) == 1
    refusal = capsys.readouterr().err.strip()
    assert "\n" not in refusal
    assert refusal.endswith(": " + ", ".join(sorted(check.names(ROOT))) + ".")
    assert calls == []


def test_an_archive_has_only_the_commands_of_a_club(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command_line, "ROOT", tmp_path)
    with pytest.raises(SystemExit):
        command_line.main(["test"])
    assert "choose from" in capsys.readouterr().err


def test_every_folder_of_code_and_every_folder_of_tests_belongs_to_a_room():
    rooms = {room: check.folders(room, ROOT) for room in check.names(ROOT)}
    covered = {place for places in rooms.values() for place in places}
    code = {f"scoring/{each.parent.name}" for each in ROOT.glob("scoring/*/__init__.py")}
    tests = {f"tests/{each.parent.name}" for each in ROOT.glob("tests/*/test_*.py")}
    walking_all_rooms = {"tests/crash", "tests/oracle", "tests/whole"}
    assert code - {"scoring/migrations"} | {"launch", "skatturnier"} <= covered
    assert tests - walking_all_rooms <= covered


def test_a_room_is_checked_by_its_own_files_and_its_quick_tests(calls, capsys):
    assert command_line.main(["check", "money"]) == 0
    lint, layout, types, contracts, tests = calls
    assert lint[2:] == ["ruff", "check", "scoring/money", "tests/money"]
    assert layout[2:] == ["ruff", "format", "--check", "scoring/money", "tests/money"]
    assert types[2:] == ["mypy"]
    assert contracts == ["lint-imports"]
    assert tests[2] == "pytest"
    assert tests[-4:] == ["-m", quality.QUICK, "scoring/money", "tests/money"]
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[-5:]] == ["ok"] * 5


def test_tests_without_their_program_are_named_steps(calls, monkeypatch):
    monkeypatch.setattr(quality, "chromium", lambda: None)
    monkeypatch.setattr(quality, "proxy", lambda: "/usr/sbin/nginx")
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/soffice")
    browser, tests = quality.test_steps("python", long=False)
    assert (browser.name, "chromium-headless-shell" in browser.missing) == (
        "tests in a browser",
        True,
    )
    assert tests.command[-2:] == ["-m", "not browser and not long"]

    monkeypatch.setattr(quality, "proxy", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    names = [each.name for each in quality.test_steps("python", long=True)]
    lacking = ["servers behind nginx", "tests in a browser", "workbooks in LibreOffice"]
    assert names == [*lacking, "tests"]
    names = [each.name for each in quality.test_steps("python", long=False)]
    assert names == [*lacking[1:], "tests"], "nginx is of the long ring alone"


@pytest.mark.parametrize(("long", "ring"), [(False, "not long"), (True, "")])
def test_the_tests_of_a_ring_run_at_once_with_every_program(long, ring, calls, monkeypatch):
    monkeypatch.setattr(quality, "chromium", lambda: Path("/usr/bin/chromium"))
    monkeypatch.setattr(quality, "proxy", lambda: "/usr/sbin/nginx")
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/soffice")
    [tests] = quality.test_steps("python", long=long)
    assert tests.command[-2:] == ["-m", ring]
    assert "--durations=10" in tests.command


@pytest.mark.parametrize(("switch", "named"), [([], True), (["--long"], False)])
def test_the_summary_says_that_the_long_ring_was_not_run(switch, named, calls, monkeypatch, capsys):
    monkeypatch.setattr(quality, "steps", lambda environment, long: [])
    assert command_line.main(["test", *switch]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert (last == "not run: the long ring (python3 run.py test --long)") is named
