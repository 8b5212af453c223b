"""`deploy/skatturnier` reads the variables of a server as systemd does."""

import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from launch.environment import ROOT

pytest.importorskip("pwd", reason="not run: no accounts of Unix")

# The same parser of systemd, for the environment of a user's session; it prints what it has read.
GENERATOR = Path("/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator")
FILE = r"""
# A comment with ' a quote
; SKATTURNIER_PROFILE=laptop
# One that goes on \
SKATTURNIER_DEBUG=1
DATABASE_URL=postgres://skat:a&b<c>d;e|f@db.example.org/skat?sslmode=require&x=(1)
SKATTURNIER_PROFILE = production
SPACES=two words  and more@
SINGLE='as it \ is, "all" of it # here'
DOUBLE="a \"quoted\" \\ word \x, and \`this\`"
JOINED='one' "two"three
HASH=a#b # c
INNER=it's "so"
ESCAPED=a\ \\b\'
LONG=first \
second
LINES="first
second"
EMPTY=
NO LINE OF THIS
1BAD=x
""".replace("@\n", " \t\n")
EXPECTED = {
    "DATABASE_URL": "postgres://skat:a&b<c>d;e|f@db.example.org/skat?sslmode=require&x=(1)",
    "SKATTURNIER_PROFILE": "production",
    "SPACES": "two words  and more",
    "SINGLE": 'as it \\ is, "all" of it # here',
    "DOUBLE": 'a "quoted" \\ word \\x, and `this`',
    "JOINED": "onetwothree",
    "HASH": "a#b # c",
    "INNER": 'it\'s "so"',
    "ESCAPED": "a \\b'",
    "LONG": "first second",
    "LINES": "first\nsecond",
    "EMPTY": "",
}


@pytest.fixture(scope="module")
def command() -> Any:
    loader = SourceFileLoader("deploy_command", str(ROOT / "deploy" / "skatturnier"))
    module = module_from_spec(spec_from_loader("deploy_command", loader))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.dont_write_bytecode", True)
        loader.exec_module(module)
    return module


def test_a_file_of_variables_is_read_literally(command):
    """A shell would run what stands behind `&` and go on without DATABASE_URL: on SQLite."""
    assert command.variables(FILE) == EXPECTED


def test_a_password_with_a_dollar_is_not_expanded(command):
    assert command.variables('A=$HOME\nB="\\$HOME $(id)"\n') == {"A": "$HOME", "B": "$HOME $(id)"}


@pytest.mark.skipif(not GENERATOR.exists(), reason="not run: needs systemd")
def test_systemd_reads_the_same(command, tmp_path):
    folder = tmp_path / "environment.d"
    folder.mkdir()
    (folder / "some.conf").write_text(FILE.replace("$", ""))
    printed = subprocess.run(
        [GENERATOR], env={"XDG_CONFIG_HOME": str(tmp_path)}, capture_output=True, text=True
    ).stdout
    # It prints the last one with a backslash and an n.
    shown = {name: value for name, value in EXPECTED.items() if value and name != "LINES"}
    assert shown.items() <= command.variables(printed).items()
