"""Back up the database by SQLite's backup call, and check a backup before `backups` restores it.

A copy of the file would lack the latest changes, which are still in the write-ahead log. SQLite's
call takes a consistent snapshot in milliseconds while people go on writing. PostgreSQL has tools of
its own: `postgresql`.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import cast

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from scoring.core.forms import refuse
from scoring.core.stored import unreadable_columns
from scoring.log.reads import COUNT_MISSING_ROWS
from skatturnier.middleware import FORMER_MIGRATIONS

IS_WORTH_KEEPING = """
SELECT EXISTS (SELECT 1 FROM scoring_user)
    OR EXISTS (SELECT 1 FROM scoring_tournament WHERE NOT sample)"""
MAX_WAIT = 20.0  # seconds to wait for a clerk's write: as long as clerks wait for each other


def backup(path: Path, source: sqlite3.Connection | None = None) -> Path:
    """Write the database to a new file.

    It is read through `source`, by default Django's own connection. Raises Refused if the file
    exists, cannot be written, or turns out damaged.
    """
    with new_file(path) as part:
        with closing(sqlite3.connect(part)) as copy:
            copy_database(source or live(), copy)
            # One file that needs no other beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
        refuse_damage(part)
    return path


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Yield the partial file of a new backup, as `atomic_file` does; makes its folder, too.

    Raises Refused if `path` exists or cannot be written.
    """
    if path.exists():
        raise refuse("backup-exists", path=str(path))
    with refusing_failure("backup-failed", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as part:
            yield part


@contextmanager
def refusing_failure(code: str, path: object) -> Iterator[None]:
    """Refuse, with this code, what reading or writing a file or a database raises."""
    try:
        yield
    except subprocess.CalledProcessError as error:
        raise refuse(code, path=str(path), detail=complaint(error)) from error
    except (OSError, DatabaseError, sqlite3.Error, ValueError, TypeError) as error:
        # A stored value that is not a text, time or JSON raises ValueError or TypeError.
        raise refuse(code, path=str(path), detail=str(error)) from error


def complaint(error: subprocess.CalledProcessError) -> str:
    """The line in which a program says why it failed: the first error, else the last line."""
    lines = str(error.stderr or "").strip().splitlines() or [str(error.returncode)]
    return next((line for line in lines if "ERROR" in line or "FATAL" in line), lines[-1])[:300]


def keep_aside(folder: Path, word: str, source: sqlite3.Connection | None = None) -> Path | None:
    """Back up what is about to be changed, in a file named by `word`, date and time.

    Returns None if the database is empty. Reads `source` and raises Refused as `backup` does.
    """
    if is_empty(source):
        return None
    return backup(unused_path(folder / f"{word}-{stamp()}.sqlite3"), source)


def is_empty(source: sqlite3.Connection | None = None) -> bool:
    """Whether the present database is empty: no account, no tournament but samples."""
    with refusing_failure("restore-failed", connection.settings_dict["NAME"]):
        database = source or live()
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if ("scoring_user",) not in tables:
            return True
        (is_worth_keeping,) = database.execute(IS_WORTH_KEEPING).fetchone()
        return not is_worth_keeping


def live() -> sqlite3.Connection:
    """The sqlite3 connection of Django, which also works for a database in memory.

    Not within a block: SQLite would wait for its end, which waits for us.
    """
    if connection.in_atomic_block:
        raise sqlite3.OperationalError("database is locked by this very request")
    connection.ensure_connection()
    return cast(sqlite3.Connection, connection.connection)


def stamp() -> str:
    return timezone.localtime().strftime("%Y-%m-%d-%H%M%S")


def unused_path(path: Path) -> Path:
    """The path, with a number if it is taken: there may be two backups in a second."""
    for number in range(1, 1000):
        free = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        if not free.exists():
            return free
    raise refuse("backup-exists", path=str(path))


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yield a partial file that replaces `path` when the block ends, and is removed if it fails.

    Nobody but this account may read it.
    """
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(path.parent)
    finally:
        for name in (part.name, f"{part.name}-journal"):
            with suppress(OSError):
                part.with_name(name).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system can (not on Windows)."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def open_read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """A backup opened for reading only, on a read-only disk too."""
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as source:
        yield source


def refuse_damage(file: Path) -> None:
    """Raise Refused unless SQLite finds every page and every index in order."""
    with open_read_only(file) as source:
        answer = source.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if answer != "ok":
        raise refuse("backup-damaged", path=str(file), detail=str(answer)[:200])


def copy_database(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy a database by SQLite's backup call: one transaction, whole or not at all.

    Raises OperationalError after waiting MAX_WAIT seconds for a lock.
    """
    deadline = monotonic() + MAX_WAIT

    def watch(status: int, remaining: int, total: int) -> None:
        # The call itself would wait for ever.
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")

    source.backup(target, progress=watch)


# Whether a file can take the place of the database, and a copy of it that can.
#
# Everything is checked before anything is replaced, and migrations for a newer program run in a
# copy: only the one transaction that replaces the live database changes it.

HEAD = b"SQLite format 3\x00"
NAME = "skatturnier.sqlite3"  # of the database in a data folder
PAGE_SIZE = 4096  # bytes; SQLite pours one database into another only with pages of its own size
MAX_NAMES = 5  # that a refusal lists


@contextmanager
def prepare_copy(file: Path) -> Iterator[Path]:
    """A copy of a backup, migrated to the tables of this program.

    Raises Refused with the reason if it is damaged, was written by another or a newer program, or
    holds other tables, triggers, views or rows than this program makes.
    """
    refuse_strangers(file)
    with open_read_only(file) as source:
        applied = set(source.execute("SELECT app, name FROM django_migrations"))
    is_behind = not refuse_other_versions(file, applied) <= applied
    with TemporaryDirectory(prefix="skatturnier-") as folder:
        with refusing_failure("restore-failed", file):
            ready = Path(shutil.copyfile(file, Path(folder) / NAME))
        if is_behind:
            with refusing_failure("restore-not-migrated", file):
                migrate(ready.parent)
        with refusing_failure("restore-failed", file):
            refuse_other_contents(file, ready)
        yield ready


def migrate(folder: Path) -> None:
    """Migrate the database of a data folder, or create it, in a process of its own.

    The other threads of a running server would see its migrations. Raises CalledProcessError.
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
    """Raise Refused unless the file is a whole database of this program."""
    with refusing_failure("restore-failed", file):
        with file.open("rb") as data:
            head = data.read(len(HEAD))
        if head != HEAD:
            raise refuse("restore-not-sqlite", path=str(file))
        log = file.with_name(file.name + "-wal")
        if log.exists() and log.stat().st_size:  # a copied live file lacks its last changes
            raise refuse("restore-has-wal", path=str(file))
        refuse_damage(file)
        with open_read_only(file) as source:
            (page_size,) = source.execute("PRAGMA page_size").fetchone()
            tables = {name for (name,) in source.execute("SELECT name FROM sqlite_master")}
    if not {"django_migrations", "scoring_tournament", "scoring_logentry"} <= tables:
        raise refuse("restore-not-ours", path=str(file))
    if page_size != PAGE_SIZE:
        raise refuse("restore-page-size", path=str(file), found=page_size, wanted=PAGE_SIZE)


def refuse_other_versions(file: Path, applied: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Raise Refused if one of these migrations, by app and name, is newer or from before 1.0.0.

    Returns the migrations of this version.
    """
    if applied & FORMER_MIGRATIONS:
        raise refuse("restore-too-old", path=str(file))
    own = set(MigrationLoader(None).disk_migrations)
    if newer := {name for app, name in applied - own if app == "scoring"}:
        raise refuse("restore-newer", path=str(file), migration=max(newer))
    return own


# The tables and rows ----------------------------------------------------------------------------

Schema = dict[str, str]  # "index name" → its SQL


def schema(file: Path) -> Schema:
    """The SQL of tables, indexes, triggers and views, without those that SQLite makes itself."""
    with open_read_only(file) as source:
        rows = source.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {
        f"{kind} {name}": " ".join((sql or "").split())
        for kind, name, sql in rows
        if not is_made_by_sqlite(kind, name, sql)
    }


def is_made_by_sqlite(kind: str, name: str, sql: str | None) -> bool:
    """Whether SQLite made this itself; it never makes triggers or views, whatever their names."""
    if kind == "index":
        return sql is None and name.startswith("sqlite_autoindex_")
    return kind == "table" and re.fullmatch("sqlite_(sequence|stat[1-4])", name) is not None


@cache
def schema_of_program() -> Schema:
    """The schema of a new database of this program; takes seconds, once in a process."""
    with TemporaryDirectory(prefix="skatturnier-") as folder:
        migrate(Path(folder))
        return schema(Path(folder) / NAME)


def refuse_other_contents(file: Path, ready: Path) -> None:
    """Raise Refused unless tables, indexes, triggers and views are exactly those of the program.

    A foreign trigger would run with every save; without ours, the log could be changed. Unreadable
    values, broken foreign keys and CHECKs, and missing rows of the log are refused as well.
    """
    actual, expected = schema(ready), schema_of_program()
    differing = actual.items() ^ expected.items()
    refuse_altered(file, {name for name, _sql in differing})
    with open_read_only(ready) as source:
        orphans = {f"table {table}" for table, *_ in source.execute("PRAGMA foreign_key_check")}
        (missing,) = source.execute(COUNT_MISSING_ROWS).fetchone()
        unreadable = set(unreadable_columns(source.execute, sqlite3.Error))
    # SQLite does not even read the CHECKs of a file opened for reading only (`open_read_only`).
    with closing(sqlite3.connect(ready)) as source:
        messages = [text for (text,) in source.execute("PRAGMA quick_check")]
    broken = {f"table {text.rpartition(' ')[2]}" for text in messages if text != "ok"}
    refuse_altered(file, orphans | unreadable | broken)
    if missing:
        raise refuse("restore-log-cut", path=str(file), missing=missing)


def refuse_altered(file: Path, names: set[str]) -> None:
    if names:
        more = len(names) - MAX_NAMES
        listed = ", ".join(sorted(names)[:MAX_NAMES]) + (f" (+ {more})" if more > 0 else "")
        raise refuse("restore-altered", path=str(file), names=listed)
