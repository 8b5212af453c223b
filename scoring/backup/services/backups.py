"""The backups that an installation keeps in `backups/` of its data folder, and maybe on a stick.

The name of a file tells where it comes from. Automatic ones are numbered, because after the clock
was set back the newest backup would look like the oldest.
"""

import logging
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from time import monotonic, time

from django.conf import settings
from django.core.files.base import File
from django.db import DatabaseError, connection, transaction

from scoring.backup.reads import BackupFile, Kind
from scoring.backup.services import postgresql
from scoring.backup.services.sqlite import (
    MAX_WAIT,
    atomic_file,
    backup,
    copy_database,
    keep_aside,
    live,
    new_file,
    open_read_only,
    prepare_copy,
    refuse_damage,
    refuse_strangers,
    refusing_failure,
    stamp,
    unused_path,
)
from scoring.core.forms import Refused, refuse
from scoring.core.services import write_log
from scoring.models import Actor, Series
from scoring.models.log import Action
from scoring.rules.problem import Problem

logger = logging.getLogger(__name__)
SUBJECT = "backup"
PREFIXES: dict[str, Kind] = {
    "automatic-": "automatic",
    "skatturnier-": "hand",
    "updated-": "updated",
    "replaced-": "replaced",
    "uploaded-": "uploaded",
}
NAME_PATTERN = re.compile(r"[A-Za-z0-9-]{1,80}\.(sqlite3|dump)")
NUMBER_PATTERN = re.compile(r"automatic-(\d+)-")
MAX_UNFINISHED_AGE = 60 * 60  # seconds; an older partial file was left by an interrupted backup
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
STEPS = 10  # in which the pages are written; more than one, because the first takes the lock


def folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def writable_folders() -> list[Path]:
    copy = settings.BACKUP_COPY
    return [folder(), *([copy] if copy and not copy_problems() else [])]


# Looking ----------------------------------------------------------------------------------------


def suffix() -> str:
    """The suffix of the files that hold a database of this kind."""
    return ".sqlite3" if connection.vendor == "sqlite" else postgresql.SUFFIX


def list_backups() -> list[BackupFile]:
    """Every backup, the newest first."""
    files = [file for path in folder().glob(f"*{suffix()}") if (file := read_backup_file(path))]
    return sorted(files, key=attrgetter("at", "name"), reverse=True)


def read_backup_file(path: Path) -> BackupFile | None:
    """A file of the folder; None if its name is not that of a backup, or it has just gone."""
    kind = next((kind for start, kind in PREFIXES.items() if path.name.startswith(start)), None)
    if kind is None or not NAME_PATTERN.fullmatch(path.name):
        return None
    try:
        facts = path.stat()
    except OSError:
        return None
    copy = settings.BACKUP_COPY
    copied = False
    with suppress(OSError):
        copied = copy is not None and (copy / path.name).stat().st_size == facts.st_size
    at = datetime.fromtimestamp(facts.st_mtime, UTC)
    whole = is_whole(path, facts.st_size, facts.st_mtime_ns)
    return BackupFile(path, kind, at, facts.st_size, whole, copied)


@lru_cache(maxsize=1_000)
def is_whole(path: Path, size: int, changed: int) -> bool:
    """Whether a file is in order; each version of it, by size and time, is examined once."""
    try:
        if path.suffix == postgresql.SUFFIX:
            postgresql.refuse_damage(path)
        else:
            refuse_strangers(path)
    except Refused:
        return False
    return True


def find(name: str) -> BackupFile:
    """A backup by the name of its file; raises Refused if there is none."""
    path = folder() / name
    if NAME_PATTERN.fullmatch(name) and path.is_file() and (file := read_backup_file(path)):
        return file
    raise refuse("backup-gone")


def copy_problems() -> list[Problem]:
    """One problem if the second folder cannot be written now: no stick, or a read-only one."""
    copy = settings.BACKUP_COPY
    if copy is None:
        return []
    if not os.path.isdir(copy):  # Path.is_dir() raises where it may not look
        return [Problem("backup-copy-missing", params={"path": str(copy)}, severity="warning")]
    if not os.access(copy, os.W_OK):
        return [Problem("backup-copy-read-only", params={"path": str(copy)}, severity="warning")]
    return []


# Making -----------------------------------------------------------------------------------------


def back_up(*, by: Actor) -> list[Problem]:
    """Make a backup by hand, which is never pruned; returns the problems of its copy.

    Raises Refused if the backup itself could not be made.
    """
    return finish(back_up_by_hand(), by)


def back_up_by_hand(target: Path | None = None) -> Path:
    """A backup in `target`, or in a new file named after the moment. Raises Refused."""
    path = target or unused_path(folder() / f"skatturnier-{stamp()}{suffix()}")
    return backup(path) if connection.vendor == "sqlite" else postgresql.dump(path)


def finish(path: Path, by: Actor) -> list[Problem]:
    """Copy a backup to the second folder and log it; returns the problems of the copy."""
    problems = copy_to_second(path)
    copied = settings.BACKUP_COPY is not None and not problems
    new = {"file": path.name, "size": path.stat().st_size, "copied": copied}
    write_log(Action.BACKUP_MADE, SUBJECT, by=by, tournament=None, new=new)
    return problems


def copy_to_second(path: Path) -> list[Problem]:
    """Copy a file to the second folder, whole or not at all; returns the problems."""
    copy = settings.BACKUP_COPY
    if copy is None:
        return []
    if problems := copy_problems():
        return problems
    try:
        with atomic_file(copy / path.name) as part:
            shutil.copyfile(path, part)
            if path.suffix != postgresql.SUFFIX:
                refuse_damage(part)
    except (OSError, sqlite3.Error, Refused) as error:
        params = {"path": str(copy), "detail": str(error)}
        return [Problem("backup-copy-failed", params=params, severity="warning")]
    return []


def back_up_after_closing(series: Series, *, by: Actor) -> list[Problem]:
    """Back up automatically after a series was closed; returns what the organizer should know.

    It never raises, because the series stays closed. PostgreSQL has no automatic backups: dumping a
    large database would keep the organizer waiting, and its archived log has every moment
    (docs/server.md).
    """
    if connection.vendor != "sqlite":
        return []
    try:
        last = max((number for number, _path in numbered_backups(folder())), default=0)
        path = folder() / f"automatic-{last + 1:05}-{stamp()}.sqlite3"  # the time is for the eye
        problems = finish(backup(path), by)
        prune()
        return problems
    except Refused as refused:
        problems = refused.problems
    except (OSError, DatabaseError) as error:
        params = {"path": str(folder()), "detail": str(error)}
        problems = [Problem("backup-failed", params=params)]
    logger.error("no backup after series %s: %s", series.number, [p.params for p in problems])
    with suppress(DatabaseError):
        new = {"series": series.number, "codes": [problem.code for problem in problems]}
        write_log(Action.BACKUP_FAILED, SUBJECT, by=by, tournament=series.tournament, new=new)
    return problems


@contextmanager
def back_up_before_update(*, by: Actor) -> Iterator[None]:
    """Back the database up before the block updates it for a new program version.

    Raises Refused, with nothing done, if that fails: a full disk is no moment to change every
    table. An empty database is not backed up, nor a PostgreSQL whose programs are not here.
    """
    old: Path | None = None
    if connection.vendor == "sqlite":
        old = keep_aside(folder(), "updated")
    elif postgresql.is_possible() and not postgresql.is_empty():
        old = postgresql.dump(unused_path(folder() / f"updated-{stamp()}{suffix()}"))
    yield
    if old:  # logged now, because the old program may have had another log
        finish(old, by)


def numbered_backups(place: Path) -> Iterator[tuple[int, Path]]:
    for path in place.glob("automatic-*.sqlite3"):
        if match := NUMBER_PATTERN.match(path.name):
            yield int(match[1]), path


def prune() -> None:
    """Remove the oldest automatic backups beyond the number to keep; never one made by hand."""
    for place in writable_folders():
        for _number, path in sorted(numbered_backups(place))[: -settings.BACKUPS_KEPT]:
            with suppress(OSError):
                path.unlink()


def remove_unfinished() -> list[Path]:
    """Remove what interrupted backups left; returns which.

    A file of the last hour may be one that is being written.
    """
    removed = []
    for place in writable_folders():
        for path in sorted(place.glob("*.part*")):
            with suppress(OSError):
                if abs(time() - path.stat().st_mtime) > MAX_UNFINISHED_AGE:
                    path.unlink()
                    removed.append(path)
    return removed


# Importing and restoring --------------------------------------------------------------------------


def refuse_other_databases() -> None:
    if connection.vendor != "sqlite":
        raise refuse("restore-postgresql")


def import_backup(file: File, *, by: Actor) -> BackupFile:  # type: ignore[type-arg]
    """Keep an uploaded backup that could be put back; raises Refused, and keeps nothing then."""
    refuse_other_databases()
    path = unused_path(folder() / f"uploaded-{stamp()}.sqlite3")
    try:
        with new_file(path) as part:
            with part.open("wb") as target:
                shutil.copyfileobj(file, target)
            with prepare_copy(part):
                pass
    except Refused as refused:
        # The partial file means nothing to the sender: problems name the file as it was sent.
        raise Refused(
            [
                replace(problem, params={**problem.params, "path": file.name})
                for problem in refused.problems
            ]
        ) from refused
    new = {"file": path.name, "size": path.stat().st_size}
    write_log(Action.BACKUP_UPLOADED, SUBJECT, by=by, tournament=None, new=new)
    return find(path.name)


def put_back(name: str, typed: str, *, by: Actor) -> Path | None:
    """Put a backup in place of the database, after its name was typed.

    The old database is kept as a further backup. The log of the restored one names the account as
    text, because the account may not exist there.
    """
    backup_file = find(name)
    if typed.strip() != backup_file.name:
        raise refuse("restore-not-typed", field="confirmation")
    aside = restore(backup_file.path, folder())
    new = {"file": backup_file.name, "aside": aside.name if aside else None}
    by = Actor(name=by.label)
    with transaction.atomic():
        write_log(Action.BACKUP_RESTORED, SUBJECT, by=by, tournament=None, new=new)
    return aside


def file_to_download(name: str, *, by: Actor) -> Path:
    """The file for a download, which is logged: it holds names and password hashes."""
    path = find(name).path
    new = {"file": path.name}
    write_log(Action.BACKUP_DOWNLOADED, SUBJECT, by=by, tournament=None, new=new)
    return path


# Replacing the database, while a server goes on running -------------------------------------------
#
# From the moment in which the present database is kept aside until the backup stands in its place,
# nobody else can write: SQLite's backup call takes the write lock of its target with its first
# pages and keeps it to the end. In between, a second connection still reads what was there; where
# there is no write-ahead log, nobody reads, and the lock is taken before (`exclusive_lock`). So
# every save that was acknowledged is in the file kept aside, or was made in the restored database.


def restore(file: Path, aside_folder: Path) -> Path | None:
    """Replace the database by a backup; returns where the old one is kept, None if it was empty.

    An older backup is migrated. It is written in one transaction, so that a running server changes
    over between two requests and a power cut leaves one database or the other. Raises Refused.
    """
    refuse_other_databases()
    database = Path(connection.settings_dict["NAME"])
    if file.exists() and database.exists() and file.samefile(database):
        raise refuse("restore-same", path=str(file))
    with prepare_copy(file) as ready, refusing_failure("restore-failed", file):
        try:
            with open_read_only(ready) as source:
                return replace_database(source, aside_folder)
        finally:
            connection.close_if_unusable_or_obsolete()


def replace_database(source: sqlite3.Connection, aside_folder: Path) -> Path | None:
    """Keep the database aside and write `source` over it under one write lock.

    Returns where the old one is kept, None if it was empty. An exception leaves the database as it
    was.
    """
    if live().execute("PRAGMA journal_mode").fetchone() != ("wal",):
        with exclusive_lock(live()):
            replaced = keep_aside(aside_folder, "replaced", live())
            copy_database(source, live())
            return replaced
    deadline = monotonic() + MAX_WAIT
    aside: list[Path | None] = []

    def watch(status: int, remaining: int, total: int) -> None:
        if not aside and status == sqlite3.SQLITE_OK:
            # As it was before the lock was taken, read through a second connection.
            with closing(sqlite3.connect(connection.settings_dict["NAME"])) as reader:
                aside.append(keep_aside(aside_folder, "replaced", reader))
        elif not aside and monotonic() > deadline:  # the call itself would wait for ever
            raise sqlite3.OperationalError("database is locked")

    (pages,) = source.execute("PRAGMA page_count").fetchone()
    source.backup(live(), pages=max(1, pages // STEPS), progress=watch)
    return aside[0]


@contextmanager
def exclusive_lock(database: sqlite3.Connection) -> Iterator[None]:
    """Lock everybody else out without a transaction, in which a backup call would fail.

    Without a write-ahead log nobody can read during the call, so the lock is taken before it.
    """
    database.execute("BEGIN EXCLUSIVE")
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        database.execute("COMMIT")  # which keeps the lock from now on
        yield
    finally:
        database.execute("PRAGMA locking_mode = NORMAL").fetchall()
        database.execute("SELECT count(*) FROM sqlite_master").fetchall()  # which lets go


def set_damaged_aside(file: Path, aside_folder: Path) -> Path | None:
    """Move a database that SQLite cannot read aside, so that `file` can take its place.

    Returns where it is, None if it is in order. Call it only while no server is running, which
    would go on writing to the moved file. Raises Refused if the database cannot be moved or the
    backup cannot be restored.
    """
    path = Path(connection.settings_dict["NAME"])
    connection.close()
    if not path.exists() or is_readable(path):
        return None
    with prepare_copy(file):
        pass
    aside = unused_path(aside_folder / f"replaced-damaged-{stamp()}.sqlite3")
    with refusing_failure("restore-failed", path):
        aside_folder.mkdir(parents=True, exist_ok=True)
        for beside in ("", "-wal", "-shm"):
            if Path(f"{path}{beside}").exists():
                Path(f"{path}{beside}").replace(f"{aside}{beside}")
    return aside


def is_readable(path: Path) -> bool:
    """Whether SQLite finds the live database in order; True if it is locked or out of reach."""
    try:
        with closing(sqlite3.connect(path)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except UnicodeDecodeError:
        return False
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorname not in DAMAGED
