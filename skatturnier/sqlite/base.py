"""Django's SQLite backend, which serialises the writers per database file so that none starves.

SQLite admits one writer at a time. The others sleep and try again, up to a tenth of a second at a
time, so that later writers can overtake an earlier one. Fifty clerks who save a game a second then
wait seconds instead of milliseconds. Here the threads of the server acquire a lock of the process
before they ask SQLite for its write lock. Correctness does not depend on this lock: SQLite's own
lock, the constraints and the revisions also hold against other processes.

Changes are carried from the write-ahead log into the file ("checkpoint") by whoever holds that
lock, every CHECKPOINT commits of a process, and by nobody else: versions of SQLite before 3.51.3
can damage the file if one checkpoint begins just when another has ended and a commit begins the log
anew (skatturnier/trouble.py). A command beside the server is another process; so whoever is due
locks a file beside the database before he commits, and does not checkpoint where another has it.
His own commit then stands in the log, and nobody begins it anew until he has carried it over.

A command that makes a few commits leaves it to the server. When the last connection of all
processes is closed, SQLite carries over what is left and removes the log; it does so while nobody
else can open the database. Other programs that write to the file know nothing of this lock.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base

from skatturnier.starting import hold

WRITE_LOCKS: dict[str, Lock] = defaultdict(Lock)  # by database file
COMMITS: dict[str, int] = defaultdict(int)  # since the last checkpoint; by database file
TRANSLATED = 256  # statements that are kept with their placeholders translated
CHECKPOINT = 100  # commits: a thousand pages and more, as SQLite's own default
CHECKPOINT_LOCK = ".lock"  # behind the name of the database file


class Cursor(base.SQLiteCursorWrapper):
    """Django's cursor, but the placeholders of a statement are translated once.

    The dozen statements of a saved game stay the same; to search them anew takes a fortieth of it.
    """

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is None:
            return translated(query)
        return str(super().convert_query(query, param_names=param_names))


@lru_cache(TRANSLATED)
def translated(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    # django-stubs declares none of the methods that the backends share.

    holds_write_lock = False
    changes = 0  # rows that this connection had changed when its transaction began

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        self.acquire_write_lock()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.release_write_lock()
            raise
        self.changes = self.connection.total_changes

    def _commit(self) -> None:
        if not self.is_checkpoint_due():
            super()._commit()  # type: ignore[misc]
            self.release_write_lock()
            return
        with lock_of_checkpoints(self.name) as is_ours:
            super()._commit()  # type: ignore[misc]
            try:
                if is_ours:
                    self.checkpoint()
            finally:
                self.release_write_lock()

    def is_checkpoint_due(self) -> bool:
        """Whether the commit that comes now is the hundredth that changes something.

        One that changes nothing adds nothing to the log, which another process may then begin anew.
        """
        if not self.holds_write_lock or self.connection.total_changes == self.changes:
            return False
        COMMITS[self.name] += 1
        return COMMITS[self.name] >= CHECKPOINT and not self.is_in_memory_db()

    def checkpoint(self) -> None:
        """Keep the write-ahead log short. The commit stands, whatever becomes of this."""
        COMMITS[self.name] = 0
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self.release_write_lock()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self.release_write_lock()

    def acquire_write_lock(self) -> None:
        """Wait as long as SQLite does; after that SQLite reports that the database is locked."""
        if not self.holds_write_lock:
            timeout = self.settings_dict["OPTIONS"].get("timeout", 5.0)
            self.holds_write_lock = self.write_lock.acquire(timeout=timeout)

    def release_write_lock(self) -> None:
        if self.holds_write_lock:
            self.holds_write_lock = False
            self.write_lock.release()

    @property
    def name(self) -> str:
        return str(self.settings_dict["NAME"])

    @property
    def write_lock(self) -> Any:
        return WRITE_LOCKS[self.name]


@contextmanager
def lock_of_checkpoints(name: str) -> Iterator[bool]:
    """Whether nobody else carries the log of this database into its file until the block ends.

    Not waited for: who does not get it asks again at the next commit.
    """
    try:
        held = hold(Path(name + CHECKPOINT_LOCK))
    except OSError:
        yield False
        return
    try:
        yield held is not None
    finally:
        if held:
            held.close()
