"""Django's SQLite, where those who want to write stand in a line.

SQLite lets one write at a time and makes the others sleep and try again, up to a tenth of a
second at a time: whoever comes at a bad moment is passed by many who came later. Fifty clerks
who save a game a second then wait seconds where milliseconds would do. So the threads of the
server queue for the write lock before they ask SQLite for it. Nothing rests on this line but
their patience: what must not happen twice is refused by SQLite's own lock, by constraints and by
revisions, also to other processes.
"""

from collections import defaultdict
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base

LINES: dict[str, Lock] = defaultdict(Lock)  # database file → who may ask to write


class DatabaseWrapper(base.DatabaseWrapper):
    # The stubs of Django know none of the methods that its backends share.

    holds_line = False

    def _start_transaction_under_autocommit(self) -> None:
        self.enter_line()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.leave_line()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self.leave_line()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self.leave_line()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self.leave_line()

    def enter_line(self) -> None:
        """Wait as long as SQLite would; then let it say that the database is locked."""
        if not self.holds_line:
            patience = self.settings_dict["OPTIONS"].get("timeout", 5.0)
            self.holds_line = self.line.acquire(timeout=patience)

    def leave_line(self) -> None:
        if self.holds_line:
            self.holds_line = False
            self.line.release()

    @property
    def line(self) -> Any:
        return LINES[str(self.settings_dict["NAME"])]
