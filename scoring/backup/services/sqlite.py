"""Back up and restore the whole database by SQLite's own backup call.

Copying the file would lose the last changes, which are in the write-ahead log. The call copies a
consistent state in milliseconds while others write. On PostgreSQL both refuse and name its tools.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import cast

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from scoring.core.refusals import refuse
from scoring.models import Tournament, User

HEAD = b"SQLite format 3\x00"
TIMEOUT = 20.0  # seconds to wait for a clerk's write, as clerks wait for each other


@dataclass(frozen=True, slots=True)
class Backup:
    """A checked backup file; `size` in bytes."""

    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class Restored:
    """A finished restore: the replaced database is at `aside` (None if there was none).

    `behind` names the migrations missing in the backup.
    """

    aside: Path | None
    behind: tuple[str, ...]


def backup(folder: Path, target: Path | None = None) -> Backup:
    """Write the database to `target`, or to a new file in `folder` named by the time.

    Raises Refused on another database than SQLite, if `target` exists, if it cannot be written, or
    if the result is damaged.
    """
    refuse_other_databases("backup-postgresql")
    path = target or unused(folder / f"skatturnier-{stamp()}.sqlite3")
    if path.exists():
        raise refuse("backup-exists", path=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as part:
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part)) as copy:
                copy_database(live(), copy)
                # A single file without a write-ahead log.
                copy.execute("PRAGMA journal_mode=DELETE")
            refuse_damage(part)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise refuse("backup-failed", path=str(path), detail=str(error)) from error
    return Backup(path, path.stat().st_size)


def restore(file: Path, folder: Path) -> Restored:
    """Replace the database by a backup; the replaced one is backed up in `folder`.

    The file is examined first: intact, ours, and not of a newer program. It is written in one
    transaction, so that a running server changes over between two requests and a power cut leaves
    either database. Raises Refused with the reason.
    """
    refuse_other_databases("restore-postgresql")
    if same_file(file, Path(connection.settings_dict["NAME"])):
        raise refuse("restore-same", path=str(file))
    refuse_foreign(file)
    behind = missing_migrations(file)
    aside = back_up_aside(folder, "replaced")
    try:
        with opened(file) as source:
            copy_database(source, live())
    except sqlite3.Error as error:
        raise refuse("restore-failed", path=str(file), detail=str(error)) from error
    finally:
        connection.close_if_unusable_or_obsolete()
    return Restored(aside.path if aside else None, behind)


def back_up_aside(folder: Path, word: str) -> Backup | None:
    """Back up the database before it is changed, in a file named by `word` and the time.

    None if it is empty. Raises Refused as `backup` does.
    """
    return None if is_empty() else backup(folder, unused(folder / f"{word}-{stamp()}.sqlite3"))


def is_empty() -> bool:
    """Whether the present database is empty: no account, no tournament but samples."""
    try:
        if "scoring_tournament" not in connection.introspection.table_names():
            return True
        return not (User.objects.exists() or Tournament.objects.filter(sample=False).exists())
    except DatabaseError as error:
        raise refuse(
            "restore-failed", path=str(connection.settings_dict["NAME"]), detail=str(error)
        ) from error


def same_file(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def refuse_other_databases(code: str) -> None:
    if connection.vendor != "sqlite":
        raise refuse(code)


def live() -> sqlite3.Connection:
    """The sqlite3 connection of Django, which also works for a database in memory.

    Raises inside an atomic block, for whose end SQLite would wait.
    """
    if connection.in_atomic_block:
        raise sqlite3.OperationalError("database is locked by this very request")
    connection.ensure_connection()
    return cast(sqlite3.Connection, connection.connection)


def stamp() -> str:
    return timezone.localtime().strftime("%Y-%m-%d-%H%M%S")


def unused(path: Path) -> Path:
    """The path, or its first numbered variant that does not exist."""
    for number in range(1, 1000):
        free = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        if not free.exists():
            return free
    raise refuse("backup-exists", path=str(path))


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file to be written, which takes its place on the disk when the block is done; else it is
    gone.
    """
    part = path.with_name(path.name + ".part")
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A backup opened read-only, also on a read-only disk."""
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as source:
        yield source


def refuse_damage(file: Path) -> None:
    """Raises Refused unless SQLite's integrity check passes."""
    with opened(file) as source:
        found = source.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise refuse("backup-damaged", path=str(file), detail=str(found)[:200])


def refuse_foreign(file: Path) -> None:
    """Raises Refused unless the file is an intact database of this program."""
    try:
        with file.open("rb") as data:
            head = data.read(len(HEAD))
        if head != HEAD:
            raise refuse("restore-not-sqlite", path=str(file))
        refuse_wal(file)
        refuse_damage(file)
        with opened(file) as source:
            tables = {name for (name,) in source.execute("SELECT name FROM sqlite_master")}
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise refuse("restore-failed", path=str(file), detail=str(error)) from error
    if not {"django_migrations", "scoring_tournament", "scoring_logentry"} <= tables:
        raise refuse("restore-not-ours", path=str(file))


def refuse_wal(file: Path) -> None:
    """Raises Refused for a copied live file with a write-ahead log beside it."""
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise refuse("restore-has-wal", path=str(file))


def missing_migrations(file: Path) -> tuple[str, ...]:
    """Our migrations missing in the backup; raises Refused if it has some that we lack."""
    with opened(file) as source:
        rows = source.execute("SELECT app, name FROM django_migrations")
        applied = {(app, name) for app, name in rows}
    known = set(MigrationLoader(None).disk_migrations)
    ours = {key for key in applied if key[0] == "scoring"}
    if newer := ours - known:
        raise refuse("restore-newer", path=str(file), migration=max(name for _, name in newer))
    return tuple(sorted(f"{app}.{name}" for app, name in known - applied))


def copy_database(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """SQLite's backup call: one write transaction in the target."""
    deadline = monotonic() + TIMEOUT

    def watch(status: int, remaining: int, total: int) -> None:
        # The call has no timeout of its own.
        if monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")

    source.backup(target, progress=watch)
