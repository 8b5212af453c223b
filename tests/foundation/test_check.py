"""`run.py check ROOM`, `run.py house` and the switches of `run.py test`."""

import os
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
    lint, layout, types, contracts, tests = (" ".join(call) for call in calls)
    assert lint.endswith(" ruff check scoring/money tests/money")
    assert layout.endswith(" ruff format --check scoring/money tests/money")
    assert (types.split()[-1], contracts) == ("mypy", "lint-imports")
    assert tests.endswith(f" -m {quality.QUICK} scoring/money tests/money")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[-5:]] == ["ok"] * 5


@pytest.mark.parametrize(
    ("programs", "long", "missing", "ring"),
    [
        (("chromium", "soffice", "nginx"), False, [], "not long"),
        (("chromium", "soffice", "nginx"), True, [], ""),
        (("soffice",), False, ["tests in a browser"], "not browser and not long"),
        ((), False, ["tests in a browser", "workbooks in LibreOffice"],
         "not browser and not office and not long"),
        ((), True, ["servers behind nginx", "tests in a browser", "workbooks in LibreOffice"],
         "not proxy and not browser and not office"),
    ],
)  # fmt: skip
def test_tests_run_at_once_but_for_those_whose_program_is_missing(
    programs, long, missing, ring, monkeypatch
):
    for name, program in (("chromium", "chromium"), ("office", "soffice"), ("proxy", "nginx")):
        monkeypatch.setattr(quality, name, lambda found=program in programs: found)
    *steps, tests = quality.test_steps("python", long=long)
    assert [each.name for each in steps] == missing
    assert all("apt install" in each.missing for each in steps)
    assert tests.command[-2:] == ["-m", ring]
    assert "tools.checks.dearest" in tests.command


@pytest.mark.parametrize(("switch", "named"), [([], True), (["--long"], False)])
def test_the_summary_says_that_the_long_ring_was_not_run(switch, named, calls, monkeypatch, capsys):
    monkeypatch.setattr(quality, "steps", lambda environment, long: [])
    assert command_line.main(["test", *switch]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert (last == "not run: the long ring (python3 run.py test --long)") is named
