"""Django's SQLite backend, which serialises the writers per database file so that none starves.

SQLite admits one writer at a time. The others sleep and retry, up to a tenth of a second at a
time, so that later writers can overtake an earlier one. Fifty clerks who save a game a second then
wait seconds instead of milliseconds. Here the threads of the server acquire a lock of the process
before SQLite's write lock. Correctness does not depend on this lock: SQLite's own lock, the
constraints and the revisions also hold against other processes.
"""

from collections import defaultdict
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base

WRITE_LOCKS: dict[str, Lock] = defaultdict(Lock)  # by database file


class DatabaseWrapper(base.DatabaseWrapper):
    # django-stubs declares none of the methods that the backends share.

    holds_write_lock = False

    def _start_transaction_under_autocommit(self) -> None:
        self.acquire_write_lock()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.release_write_lock()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self.release_write_lock()

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
        """Wait as long as SQLite does; then SQLite reports that the database is locked."""
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
