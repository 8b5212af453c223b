"""Every released version is updated by the next start, and nothing of its data is lost."""

import lzma
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections

from launch.environment import ROOT
from scoring.backup.services.backups import restore
from scoring.backup.services.sqlite import schema, schema_of_program
from scoring.exchange.reads.verify import trigger_statements
from scoring.models import LogEntry
from skatturnier.environment import sqlite
from tools.checks.keep_database import FOLDER
from tools.scratch import put_in_place, scratch_database

RELEASED = sorted(FOLDER.glob("*.sqlite3.xz"))
TOMORROW = """from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "{last}")]
    operations = [
        migrations.RunSQL("ALTER TABLE scoring_club ADD COLUMN tomorrow integer NOT NULL DEFAULT 7")
    ]
"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def next_version(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """This program with one migration more, so that there is always something to update."""
    package = tmp_path / "migrations_of_tomorrow"
    shutil.copytree(ROOT / "scoring" / "migrations", package)
    last = max(path.stem for path in package.glob("0*.py"))
    (package / "9999_of_tomorrow.py").write_text(TOMORROW.format(last=last))
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"scoring": package.name}


@pytest.fixture(params=RELEASED, ids=lambda file: file.name.removesuffix(".sqlite3.xz"))
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The database of a released version, as its last start left it."""
    file = tmp_path / "released.sqlite3"
    file.write_bytes(lzma.decompress(request.param.read_bytes()))
    return file


@pytest.fixture
def database(tmp_path: Path, released: Path, settings: Any) -> Iterator[Path]:
    """The database that this process works on, a copy of the released one."""
    real = connections.databases[DEFAULT_DB_ALIAS]
    file = tmp_path / "skatturnier.sqlite3"
    shutil.copyfile(released, file)
    settings.DATA_DIR = tmp_path
    put_in_place({**real, **sqlite(file)})
    yield file
    put_in_place(real)


def rows(file: Path) -> dict[str, int]:
    """How many rows each of our tables holds, but the log, to which an update adds a row."""
    with closing(sqlite3.connect(file)) as read:
        names = read.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: read.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for (name,) in names
            if name.startswith("scoring_") and name != "scoring_logentry"
        }


def test_the_first_release_is_among_those_that_are_tried():
    assert "1.0.0.sqlite3.xz" in [file.name for file in RELEASED]


@pytest.mark.usefixtures("next_version")
def test_the_next_start_backs_up_migrates_and_loses_nothing(released: Path, database: Path):
    call_command("prepare", sample=False, language="en", stdout=(said := StringIO()))
    assert "Preparing the database …" in said.getvalue()
    (kept,) = (database.parent / "backups").glob("updated-*.sqlite3")
    assert LogEntry.objects.get(action="backup.made", new__file=kept.name)
    assert schema(kept) == schema(released)
    assert rows(kept) == rows(released)
    assert rows(released).items() <= rows(database).items()
    assert rows(released)["scoring_game"] > 500
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tomorrow FROM scoring_club")
        assert cursor.fetchall() == [(7,)]
    call_command("verify", stderr=StringIO())
    call_command("prepare", sample=False, stdout=StringIO())
    assert len(list(kept.parent.iterdir())) == 1, "once, not at every start"


def test_an_updated_database_is_built_like_a_new_one(database: Path):
    """A migration that is edited after its release makes the two differ."""
    call_command("prepare", sample=False, stdout=StringIO())
    updated = schema(database)
    with scratch_database() as new:
        assert schema(new) == updated


@pytest.mark.long
def test_a_backup_of_an_older_version_is_brought_to_this_program_before_it_is_put_back(
    released: Path, database: Path, tmp_path: Path
):
    with closing(sqlite3.connect(released)) as before:  # as the last migration found it
        for statement in trigger_statements():
            before.execute(f"DROP TRIGGER {statement.split()[2]}")
        before.execute("DELETE FROM django_migrations WHERE name = '0002_triggers'")
        before.execute("UPDATE scoring_host SET name = 'older ' || id")  # it makes another one
        before.commit()
    restore(released, tmp_path / "backups")
    assert schema(database) == schema_of_program() != schema(released)
    kept = rows(released) | {"scoring_host": rows(database)["scoring_host"]}  # one more
    assert kept.items() <= rows(database).items()
    call_command("verify", stderr=StringIO())
