"""Django's SQLite backend, which serialises the writers per database file so that none starves.

SQLite admits one writer at a time. The others sleep and try again, up to a tenth of a second at a
time, so that later writers can overtake an earlier one. Fifty clerks who save a game a second then
wait seconds instead of milliseconds. Here the threads of the server acquire a lock of the process
before they ask SQLite for its write lock. Correctness does not depend on this lock: SQLite's own
lock, the constraints and the revisions also hold against other processes.

Changes are carried from the write-ahead log into the file ("checkpoint") by whoever holds that
lock, every CHECKPOINT commits of a process, and by nobody else: versions of SQLite before 3.51.3
can damage the file if two do so at once (skatturnier/trouble.py). A command that makes a few
commits leaves it to the server, or to SQLite when the last connection is closed.
"""

import sqlite3
from collections import defaultdict
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base

WRITE_LOCKS: dict[str, Lock] = defaultdict(Lock)  # by database file
COMMITS: dict[str, int] = defaultdict(int)  # since the last checkpoint; by database file
TRANSLATED = 256  # statements that are kept with their placeholders translated
CHECKPOINT = 100  # commits: a thousand pages and more, as SQLite's own default


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

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        self.acquire_write_lock()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.release_write_lock()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        try:
            self.checkpoint_when_due()
        finally:
            self.release_write_lock()

    def checkpoint_when_due(self) -> None:
        """Keep the write-ahead log short. The commit stands, whatever becomes of this."""
        if not self.holds_write_lock:
            return
        name = str(self.settings_dict["NAME"])
        COMMITS[name] += 1
        if COMMITS[name] >= CHECKPOINT:
            COMMITS[name] = 0
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
    def write_lock(self) -> Any:
        return WRITE_LOCKS[str(self.settings_dict["NAME"])]
