"""The SQLite that the environment brings takes the place of an older one (docs/adr/0002)."""

import sqlite3
import subprocess
import sys

import pytest
from django.db.backends.sqlite3.base import Database

from launch.environment import ROOT
from skatturnier.environment import MIN_WAL_VERSION

pysqlite3 = pytest.importorskip("pysqlite3", reason="not run: no wheel for this computer")


def in_process(code: str) -> str:
    """What another process prints, in the folder of the program."""
    return subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).strip()


def test_django_and_the_program_use_the_same_and_the_newest_library():
    """Two libraries that open one file would take each other's locks from it."""
    own = in_process("import sqlite3; print(sqlite3.sqlite_version)")
    newest = max(pysqlite3.sqlite_version, own, key=lambda it: tuple(map(int, it.split("."))))
    assert Database.sqlite_version == sqlite3.sqlite_version == newest
    assert Database.connect is sqlite3.connect
    assert pysqlite3.sqlite_version_info >= MIN_WAL_VERSION, "it may keep a write-ahead log"


@pytest.mark.parametrize("version", ["(3, 0, 0)", "(99, 0, 0)"])
def test_pythons_own_stays_where_it_is_newer(version):
    found = in_process(
        f"import sqlite3; sqlite3.sqlite_version_info = {version}; own = sqlite3.connect\n"
        "import skatturnier, sqlite3; print(sqlite3.connect is own)"
    )
    assert found == str(version == "(99, 0, 0)")


def test_the_program_runs_without_it():
    """Where there is no wheel for the computer, Python's own has to do."""
    found = in_process(
        "import sys; sys.modules['pysqlite3'] = None\n"
        "import skatturnier, sqlite3; print(sqlite3.__name__)"
    )
    assert found == "sqlite3"
