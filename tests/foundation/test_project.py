"""The project's own files: locks, the summary of `run.py test`, the browser of the tests."""

import ast
import re
import time
from threading import Event
from typing import IO

import pytest

from launch.environment import ROOT
from launch.quality import Check, run_all
from launch.translations import messages
from tests.browser import DESK, PHONE, accessibility_violations, throttle

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


def test_both_locks_name_the_same_versions():
    assert pins("requirements.txt").items() <= pins("requirements-dev.txt").items()


def test_every_wanted_requirement_is_locked():
    for name in ("requirements", "requirements-dev"):
        wanted = re.findall(r"^([A-Za-z][\w-]+)", (ROOT / f"{name}.in").read_text(), re.MULTILINE)
        assert {word.lower() for word in wanted} <= pins(f"{name}.txt").keys()


def test_all_steps_run_and_are_summarised(capsys):
    ran = []

    def step(name: str, status: int) -> Check:
        return Check(name, lambda: ran.append(name) or status)

    assert run_all([step("ruff", 1), step("mypy", 0)], everything=False) == 1
    assert ran == ["ruff", "mypy"]
    ruff, mypy = capsys.readouterr().out.splitlines()[-2:]
    assert ruff.startswith("FAILED   ruff")
    assert mypy.startswith("ok       mypy")


def test_a_step_beside_others_runs_with_them_and_is_shown_behind_them(capsys):
    begun, ended = Event(), Event()

    def beside(output: IO[str]) -> int:
        begun.set()
        assert ended.wait(20)
        output.write("what it says\n")
        return 1

    def other() -> int:
        assert begun.wait(20)
        print("what the others say")
        ended.set()
        return 0

    steps = [Check("tests on PostgreSQL", beside, beside=True), Check("tests", other)]
    assert run_all(steps, everything=False) == 1
    out = capsys.readouterr().out
    assert out.index("what the others say") < out.index("── tests on P") < out.index("what it says")
    assert [line.split()[0] for line in out.splitlines()[-2:]] == ["ok", "FAILED"]


@pytest.mark.parametrize("beside", [False, True])
def test_step_that_cannot_start_fails_and_the_others_run(capsys, beside):
    def broken(*_output: IO[str]) -> int:
        raise FileNotFoundError("initdb")

    steps = [Check("translations", broken, beside=beside), Check("tests", lambda: 0)]
    assert run_all(steps, everything=False) == 1
    out = capsys.readouterr().out.splitlines()
    assert "initdb" in out
    assert {line.split()[1]: line.split()[0] for line in out[-2:]} == {
        "translations": "FAILED",
        "tests": "ok",
    }


def test_missing_program_fails_only_with_all(capsys):
    steps = [Check("translations", lambda: 0, missing="gettext is missing: apt install gettext")]
    assert run_all(steps, everything=False) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "not run: translations (gettext is missing: apt install gettext)"
    assert run_all(steps, everything=True) == 1


def test_missing_catalogue_has_no_messages(tmp_path):
    assert messages(tmp_path / "django.mo") == {}


@pytest.mark.browser
def test_the_browser_has_the_size_of_a_desk_and_of_a_phone(desk, phone):
    assert desk.evaluate("[innerWidth, innerHeight]") == list(DESK.values())
    assert phone.evaluate("screen.width") == PHONE["width"]


@pytest.mark.browser
def test_the_browser_notices_errors_of_a_page(desk, browser_errors):
    browser_errors.expect("on purpose")
    desk.goto("data:text/html,<script>console.error('on purpose'); throw 'too'</script>")
    desk.wait_for_timeout(50)
    assert any("on purpose" in text for text in browser_errors.seen)
    assert browser_errors.unexpected == ["exception: too"]
    browser_errors.expect("too")


@pytest.mark.browser
def test_throttled_page_delays_every_answer(desk, live_server):
    throttle(desk)
    began = time.monotonic()
    desk.goto(f"{live_server.url}/sign-in/")
    assert time.monotonic() - began > 0.15


@pytest.mark.browser
def test_accessibility_violations_are_found(desk):
    desk.set_content("<html lang='de'><title>Skat</title><main><h1>Skat</h1><img src='data:,'>")
    assert any(line.startswith("image-alt") for line in accessibility_violations(desk))


def test_every_import_name_of_gettext_is_collected():
    """xgettext reads names, not imports: strings in an unknown name stay untranslated."""
    known = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
    known |= {"pgettext", "pgettext_lazy"}
    names = {
        alias.asname or alias.name
        for path in (ROOT / "scoring").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if "gettext" in alias.name
    }
    assert "gettext" in names
    assert names <= known
