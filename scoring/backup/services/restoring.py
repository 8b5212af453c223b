"""Put a backup in the place of the database, while a server goes on running.

From the moment in which the present database is kept aside until the backup stands in its place,
nobody else can write: SQLite's backup call takes the write lock of its target with its first
pages and keeps it to the end. In between, a second connection still reads what was there; where
there is no write-ahead log, nobody reads, and the lock is taken before (`locked`). So every save
that was acknowledged is in the file kept aside, or was made in the restored database.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

from django.db import connection

from scoring.backup.services.examining import prepared
from scoring.backup.services.sqlite import (
    PATIENCE,
    keep_aside,
    live,
    opened,
    pour,
    refuse_other_databases,
    stamp,
    unused,
)
from scoring.core.refusals import refuse

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
STEPS = 10  # in which the pages are written; more than one, because the first takes the lock


def restore(file: Path, folder: Path) -> Path | None:
    """Put a backup in the place of the database; what was there is kept aside in `folder`.

    The file is examined first: whole, ours, and not made by a newer program; an older one is
    brought to this program. It is written in one transaction, so that a running server changes
    over between two requests and a power cut leaves one database or the other. Returns where what
    was there is kept, None if there was nothing. Raises Refused with the reason.
    """
    refuse_other_databases("restore-postgresql")
    if same_file(file, Path(connection.settings_dict["NAME"])):
        raise refuse("restore-same", path=str(file))
    with prepared(file) as ready:
        try:
            with opened(ready) as source:
                return replace_database(source, folder)
        except sqlite3.Error as error:
            raise refuse("restore-failed", path=str(file), detail=str(error)) from error
        finally:
            connection.close_if_unusable_or_obsolete()


def same_file(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def replace_database(source: sqlite3.Connection, folder: Path) -> Path | None:
    """Keep the database aside and write `source` over it under one write lock.

    Returns where the replaced one lies. Whatever is raised in between leaves it in its place.
    """
    if live().execute("PRAGMA journal_mode").fetchone() != ("wal",):
        with locked(live()):
            kept = keep_aside(folder, "replaced", live())
            pour(source, live())
            return kept.path if kept else None
    deadline = monotonic() + PATIENCE
    aside: list[Path | None] = []

    def watch(status: int, remaining: int, total: int) -> None:
        if not aside and status == sqlite3.SQLITE_OK:
            aside.append(kept_aside(folder))
        elif not aside and monotonic() > deadline:  # the call itself would wait for ever
            raise sqlite3.OperationalError("database is locked")

    (pages,) = source.execute("PRAGMA page_count").fetchone()
    source.backup(live(), pages=max(1, pages // STEPS), progress=watch)
    return aside[0]


@contextmanager
def locked(database: sqlite3.Connection) -> Iterator[None]:
    """Keep everybody else out without a transaction, which a backup call would not suffer.

    Without a write-ahead log nobody reads beside the call, so the lock is taken before it.
    """
    database.execute("BEGIN EXCLUSIVE")
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        database.execute("COMMIT")  # which keeps the lock from now on
        yield
    finally:
        database.execute("PRAGMA locking_mode = NORMAL").fetchall()
        database.execute("SELECT count(*) FROM sqlite_master").fetchall()  # which lets go


def kept_aside(folder: Path) -> Path | None:
    """The database as it was before the lock was taken, read through a second connection."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as reader:
        kept = keep_aside(folder, "replaced", reader)
        return kept.path if kept else None


def set_damaged_aside(file: Path, folder: Path) -> Path | None:
    """Move a database that SQLite cannot read into `folder`, so that `file` can take its place.

    Returns where it is, None if it is in order. Only while no server is running: it would go on
    writing to the file that was moved. Raises Refused if it cannot be moved, or the
    backup not be restored.
    """
    path = Path(connection.settings_dict["NAME"])
    connection.close()
    if not path.exists() or is_readable(path):
        return None
    with prepared(file):
        pass
    aside = unused(folder / f"replaced-damaged-{stamp()}.sqlite3")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for beside in ("", "-wal", "-shm"):
            if Path(f"{path}{beside}").exists():
                Path(f"{path}{beside}").replace(f"{aside}{beside}")
    except OSError as error:
        raise refuse("restore-failed", path=str(path), detail=str(error)) from error
    return aside


def is_readable(path: Path) -> bool:
    """Whether SQLite finds the live database in order; one that is locked or out of reach is."""
    try:
        with closing(sqlite3.connect(path)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except UnicodeDecodeError:
        return False
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorname not in DAMAGED
