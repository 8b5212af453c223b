"""Back up the whole database by SQLite's own backup call (`restoring` puts a backup back).

Copying the file would tear the last changes out of it: they stand in the write-ahead log
beside. The call takes a consistent picture while people go on writing, in milliseconds.
PostgreSQL has tools of its own: `postgresql`.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, time
from typing import cast

from django.db import DatabaseError, connection
from django.utils import timezone

from scoring.core.refusals import refuse

# What makes a database worth keeping: an account, or a tournament that is no sample.
WORTH_KEEPING = ("scoring_user", "scoring_tournament WHERE NOT sample")
UNFINISHED = 60 * 60  # seconds after which nobody writes a backup any more
PATIENCE = 20.0  # seconds to wait for a clerk's write, as long as the clerks wait for each other


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup file that was read back and found whole; `size` in bytes."""

    path: Path
    size: int


def backup(
    folder: Path, target: Path | None = None, source: sqlite3.Connection | None = None
) -> Backup:
    """Write the database to `target`, or to a new file named after the moment in `folder`.

    It is read through `source`, which is Django's own connection if none is given.

    Raises Refused on another database than SQLite, if `target` exists, if it cannot be
    written, or if what was written is not whole.
    """
    refuse_other_databases("backup-postgresql")
    path = target or unused(folder / f"skatturnier-{stamp()}.sqlite3")
    if path.exists():
        raise refuse("backup-exists", path=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as part:
            with closing(sqlite3.connect(part)) as copy:
                pour(source or live(), copy)
                # One file that needs no other beside it.
                copy.execute("PRAGMA journal_mode=DELETE")
            refuse_damage(part)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise refuse("backup-failed", path=str(path), detail=str(error)) from error
    return Backup(path, path.stat().st_size)


def keep_aside(folder: Path, word: str, source: sqlite3.Connection | None = None) -> Backup | None:
    """Back up what is about to be changed, in a file named after `word` and the moment; None if
    nobody would miss it. `source` is as for `backup`. Raises Refused as `backup` does."""
    if is_empty(source):
        return None
    return backup(folder, unused(folder / f"{word}-{stamp()}.sqlite3"), source)


def is_empty(source: sqlite3.Connection | None = None) -> bool:
    """Whether the present database is empty: no account, no tournament but samples."""
    try:
        database = source or live()
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in rows}
        found = (
            database.execute(f"SELECT 1 FROM {each} LIMIT 1").fetchone()  # noqa: S608 - ours
            for each in WORTH_KEEPING
            if each.split()[0] in tables
        )
        return not any(found)
    except (DatabaseError, sqlite3.Error, UnicodeDecodeError) as error:
        path = str(connection.settings_dict["NAME"])
        raise refuse("restore-failed", path=path, detail=str(error)) from error


def refuse_other_databases(code: str) -> None:
    if connection.vendor != "sqlite":
        raise refuse(code)


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


def unused(path: Path) -> Path:
    """The path, or its first variant that no file has: two backups in a second are two."""
    for number in range(1, 1000):
        free = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        if not free.exists():
            return free
    raise refuse("backup-exists", path=str(path))


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file to be written, which takes its place on the disk when the block is done; else it is
    gone. Nobody but this account may read it.
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


def remove_unfinished(folder: Path) -> list[Path]:
    """Remove what an interrupted backup left in a folder, older than an hour; returns which.

    A younger file may be one that is being written.
    """
    removed = []
    for path in sorted(folder.glob("*.part*")):
        with suppress(OSError):
            if abs(time() - path.stat().st_mtime) > UNFINISHED:
                path.unlink()
                removed.append(path)
    return removed


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system can (not on Windows)."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A backup opened for reading only, on a read-only disk too."""
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as source:
        yield source


def refuse_damage(file: Path) -> None:
    """Raises Refused unless SQLite finds every page and every index in order."""
    with opened(file) as source:
        found = source.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise refuse("backup-damaged", path=str(file), detail=str(found)[:200])


def pour(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """SQLite's backup call: in the target one write transaction, whole or not at all."""
    deadline = monotonic() + PATIENCE

    def watch(status: int, remaining: int, total: int) -> None:
        # The call itself would wait for ever.
        if monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")

    source.backup(target, progress=watch)
