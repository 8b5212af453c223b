"""The project's own files: locks, the summary of `run.py test`, the browser of the tests."""

import re
import sys

import pytest

from launch.environment import ROOT
from tools.bench.house import modules, private_django
from tools.checks.quality import Check, run_all

PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    return dict(PINNED.findall((ROOT / name).read_text()))


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_has_a_hash_for_every_requirement_and_names_no_host(name):
    text = (ROOT / name).read_text()
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pins(name)) > 15
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "--index" not in text


def test_every_wanted_requirement_is_locked_by_both_locks_in_the_same_version():
    assert pins("requirements.txt").items() <= pins("requirements-dev.txt").items()
    for name in ("requirements", "requirements-dev"):
        wanted = re.findall(r"^([A-Za-z][\w-]+)", (ROOT / f"{name}.in").read_text(), re.MULTILINE)
        assert {word.lower() for word in wanted} <= pins(f"{name}.txt").keys()


def step(name: str, code: str = "", **options: object) -> Check:
    """A check that runs some Python."""
    return Check(name, [sys.executable, "-c", code], **options)


def test_a_step_beside_others_runs_with_them_and_is_shown_behind_them(capfd, tmp_path):
    wait = "import pathlib, time\nwhile not pathlib.Path({!r}).exists(): time.sleep(.05)\n{}"
    touch = "pathlib.Path({!r}).touch()"
    begun, ended = str(tmp_path / "begun"), str(tmp_path / "ended")
    beside = f"import pathlib; {touch.format(begun)}; "
    beside += f"exec({wait.format(ended, 'print(1234); exit(1)')!r})"
    other = wait.format(begun, f"print(5678); {touch.format(ended)}")
    steps = [step("tests on PostgreSQL", beside, beside=True), step("tests", other)]
    assert run_all(steps, everything=False) == 1
    out = capfd.readouterr().out
    assert out.index("5678") < out.index("── tests on P") < out.index("1234")
    assert [line.split()[0] for line in out.splitlines()[-2:]] == ["ok", "FAILED"]


def test_missing_program_fails_only_with_all(capfd):
    steps = [step("translations", missing="gettext is missing: apt install gettext")]
    assert run_all(steps, everything=False) == 0
    last = capfd.readouterr().out.splitlines()[-1]
    assert last == "not run: translations (gettext is missing: apt install gettext)"
    assert run_all(steps, everything=True) == 1


def test_every_import_name_of_gettext_is_collected():
    """xgettext reads names, not imports: strings in an unknown name stay untranslated."""
    known = {"_"} | {f"{kind}gettext{end}" for kind in ("", "n", "p") for end in ("", "_lazy")}
    imports = re.compile(r"from django\.utils\.translation import (\([^)]*\)|[^\n]+)")
    names = {
        name.split()[-1]
        for path in (ROOT / "scoring").rglob("*.py")
        for imported in imports.findall(path.read_text("utf-8"))
        for name in imported.strip("()").split(",")
        if "gettext" in name
    }
    assert {"gettext"} <= names <= known


def test_the_product_asks_django_by_its_documented_ways_alone():
    """What it keeps to itself may be another thing in its next release."""
    assert private_django(modules(ROOT).values()) == []
