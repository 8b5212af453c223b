"""Whether a file can take the place of the database, and a copy of it that can.

Everything is looked at before anything is replaced, and what a newer program needs is done in a
copy: nothing is changed in the live database but by the one transaction that replaces it.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from scoring.backup.services.sqlite import opened, refuse_damage
from scoring.core.refusals import Refused, refuse
from scoring.core.stored import unreadable
from scoring.log.reads.newest import MISSING
from scoring.rules.problem import Problem
from skatturnier.health import FORMER_MIGRATIONS

HEAD = b"SQLite format 3\x00"
NAME = "skatturnier.sqlite3"  # of the database in a data folder
PAGE_SIZE = 4096  # bytes; SQLite pours one database into another only with pages of its own size
MOST_NAMES = 5  # that a refusal lists


@contextmanager
def prepared(file: Path) -> Iterator[Path]:
    """A copy of a backup, with the tables of today: as this program would have written it.

    Raises Refused with the reason if it is damaged, of another or a newer program, or holds other
    tables, triggers, views or rows than this program makes.
    """
    refuse_strangers(file)
    behind = missing_migrations(file)
    with TemporaryDirectory(prefix="skatturnier-") as folder:
        ready = copied(file, Path(folder))
        if behind:
            migrate_copy(file, ready)
        try:
            refuse_other_schema(file, ready)
            refuse_broken_rows(file, ready)
        except (sqlite3.Error, ValueError, TypeError) as error:  # no text, time or JSON
            raise refuse("restore-failed", path=str(file), detail=str(error)) from error
        yield ready


def copied(file: Path, folder: Path) -> Path:
    """A copy of a backup in `folder` that can be written to, whatever disk it lies on."""
    try:
        return Path(shutil.copyfile(file, folder / NAME))
    except OSError as error:
        raise refuse("restore-failed", path=str(file), detail=str(error)) from error


def migrate_copy(file: Path, ready: Path) -> None:
    """Bring the copy of an older backup to the tables of this program."""
    try:
        migrate(ready.parent)
    except OSError as error:
        raise refuse("restore-failed", path=str(file), detail=str(error)) from error
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines() or [str(error)]
        raise refuse("restore-not-migrated", path=str(file), detail=lines[-1][:200]) from error


def migrate(folder: Path) -> None:
    """Bring the database of a data folder to this program, or make it, in a process of its own.

    Migrations in a running server would be seen by its other threads. Raises CalledProcessError.
    """
    variables = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    variables |= {
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        "SKATTURNIER_DATA": str(folder),
        "PYTHONIOENCODING": "utf-8",
    }
    program = [*settings.PROGRAM, "migrate"]
    subprocess.run(  # noqa: S603 - our own program, no shell
        [*program, "--skip-checks", "--no-input", "--verbosity=0"],
        cwd=settings.BASE_DIR,
        env=variables,
        check=True,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )


# The file ---------------------------------------------------------------------------------------


def refuse_strangers(file: Path) -> None:
    """Raises Refused unless the file is a whole database of this program."""
    try:
        with file.open("rb") as data:
            head = data.read(len(HEAD))
        if head != HEAD:
            raise refuse("restore-not-sqlite", path=str(file))
        refuse_leftovers(file)
        refuse_damage(file)
        with opened(file) as source:
            (page_size,) = source.execute("PRAGMA page_size").fetchone()
            tables = {name for (name,) in source.execute("SELECT name FROM sqlite_master")}
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise refuse("restore-failed", path=str(file), detail=str(error)) from error
    if not {"django_migrations", "scoring_tournament", "scoring_logentry"} <= tables:
        raise refuse("restore-not-ours", path=str(file))
    if page_size != PAGE_SIZE:
        raise refuse("restore-page-size", path=str(file), found=page_size, wanted=PAGE_SIZE)


def refuse_leftovers(file: Path) -> None:
    """Raises Refused for a copied live file whose last changes stand in the log beside it."""
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise refuse("restore-has-wal", path=str(file))


def missing_migrations(file: Path) -> tuple[str, ...]:
    """Our migrations that the backup has not seen; Refused if it has seen some that we lack."""
    with opened(file) as source:
        rows = source.execute("SELECT app, name FROM django_migrations")
        applied = {(app, name) for app, name in rows}
    disk_migrations = set(MigrationLoader(None).disk_migrations)
    ours = {key for key in applied if key[0] == "scoring"}
    if applied & FORMER_MIGRATIONS:
        raise refuse("restore-too-old", path=str(file))
    if newer := ours - disk_migrations:
        raise refuse("restore-newer", path=str(file), migration=max(name for _, name in newer))
    return tuple(sorted(f"{app}.{name}" for app, name in disk_migrations - applied))


# The tables and rows ----------------------------------------------------------------------------

Schema = dict[str, str]  # "index name" → its SQL


def schema(file: Path) -> Schema:
    """Tables, indexes, triggers and views; not those that SQLite makes for itself."""
    with opened(file) as source:
        rows = source.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {
        f"{kind} {name}": " ".join((sql or "").split())
        for kind, name, sql in rows
        if not is_made_by_sqlite(kind, name, sql)
    }


def is_made_by_sqlite(kind: str, name: str, sql: str | None) -> bool:
    """Whether SQLite keeps this for itself. A trigger or view may be named alike and is not."""
    if kind == "index":
        return sql is None and name.startswith("sqlite_autoindex_")
    return kind == "table" and re.fullmatch("sqlite_(sequence|stat[1-4])", name) is not None


@cache
def schema_of_program() -> Schema:
    """The schema of a new database of this program; takes seconds, once in a process."""
    with TemporaryDirectory(prefix="skatturnier-") as folder:
        migrate(Path(folder))
        return schema(Path(folder) / NAME)


def refuse_other_schema(file: Path, ready: Path) -> None:
    """Raises Refused unless tables, indexes, triggers and views are exactly those of the program.

    A foreign trigger would run with every save; without ours, the log could be changed.
    """
    found, wanted = schema(ready), schema_of_program()
    foreign, missing = found.keys() - wanted.keys(), wanted.keys() - found.keys()
    changed = {name for name in found.keys() & wanted.keys() if found[name] != wanted[name]}
    problems, path = [], str(file)
    if foreign:
        problems.append(
            Problem("restore-schema-foreign", params={"path": path, "names": listed(foreign)})
        )
    if missing:
        problems.append(
            Problem("restore-schema-missing", params={"path": path, "names": listed(missing)})
        )
    if changed:
        problems.append(
            Problem("restore-schema-changed", params={"path": path, "names": listed(changed)})
        )
    if problems:
        raise Refused(problems)


def listed(names: set[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join(sorted(names)[:MOST_NAMES]) + (f" (+ {more})" if more > 0 else "")


def refuse_broken_rows(file: Path, ready: Path) -> None:
    """Raises Refused for values that nobody can read, for rows that point to none or break a CHECK
    of their table, and for a log that was cut.
    """
    with opened(ready) as source:
        orphans = {table for table, *_ in source.execute("PRAGMA foreign_key_check")}
        (missing,) = source.execute(MISSING).fetchone()
        strange = set(unreadable(source.execute, sqlite3.Error))
    problems, path = [], str(file)
    if strange:
        problems.append(
            Problem("restore-unreadable", params={"path": path, "names": listed(strange)})
        )
    if against := against_constraints(ready):
        names = listed(against)
        problems.append(Problem("restore-constraints", params={"path": path, "names": names}))
    if orphans:
        problems.append(Problem("restore-orphans", params={"path": path, "names": listed(orphans)}))
    if missing:
        problems.append(Problem("restore-log-cut", params={"path": path, "missing": missing}))
    if problems:
        raise Refused(problems)


def against_constraints(ready: Path) -> set[str]:
    """The tables with a row that their own CHECKs refuse; the next start would call it damage.

    SQLite does not even read the CHECKs of a file that is opened for reading only (`opened`).
    """
    with closing(sqlite3.connect(ready)) as source:
        found = [said for (said,) in source.execute("PRAGMA quick_check")]
    return {f"table {said.rpartition(' ')[2]}" for said in found if said != "ok"}
