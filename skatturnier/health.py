"""Is the process alive, may people be sent to it, is the database there?

What a proxy or a monitor asks is answered before anything else: without account, session, host name
and https, and without a word about the program to who is not meant.
"""

import logging
import os
import sqlite3
import time
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from skatturnier.middleware import READING, GetResponse, database_away, unavailable
from skatturnier.words import first_line

ALIVE, READY = "/healthz", "/readyz"
ANSWERS_WITHIN = 2  # seconds for a new connection
LOOKING = 1.0  # seconds between two looks for a database that is away
logger = logging.getLogger(__name__)

_migrated: list[bool] = []  # found once, true until this process ends


def health(get_response: GetResponse) -> GetResponse:
    """`/healthz`: 200 as long as the process answers. `/readyz`: 503 while it must not be asked.

    Not ready is who does not reach the database, whose database waits for a migration, or was
    migrated by a newer program.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path not in (ALIVE, READY):
            return get_response(request)
        reason = "" if request.path == ALIVE else unready()
        response = HttpResponse(
            f"{reason or 'ok'}\n",
            status=503 if reason else 200,
            content_type="text/plain",
            headers={"Cache-Control": "private, no-store"},
        )
        return expected(response)

    return middleware


def expected(response: HttpResponse) -> HttpResponse:
    """An answer that Django does not log as an error, nor send by e-mail, whatever its status."""
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def unready() -> str:
    """Why nobody should be sent here, in a word; "" if people may come."""
    try:
        reach()
        if FILES.are_replaced():
            return "database"
        if not _migrated:
            executor = MigrationExecutor(connection)
            if newer_migration(executor.loader):
                return "newer"
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return "migration"
            _migrated.append(True)
    except DatabaseError:
        return "database"
    return ""


# Every database has it that was made before the tables were described anew, in one migration.
FORMER_MIGRATION = ("scoring", "0002_log_is_append_only")


def newer_migration(loader: MigrationLoader) -> str:
    """The last migration of the database that only a newer program has; "" if there is none."""
    if FORMER_MIGRATION in loader.applied_migrations:
        return ""
    foreign = loader.applied_migrations.keys() - loader.disk_migrations.keys()
    return max((name for app, name in foreign if app == "scoring"), default="")


def reach() -> None:
    """Ask the database for a connection of its own: those of the pool may all be in use.

    Raises DatabaseError.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return
    import psycopg  # not on a laptop (skatturnier/settings.py)

    options = connection.get_connection_params() | {"connect_timeout": ANSWERS_WITHIN}
    with connection.wrap_database_errors:
        psycopg.connect(**options).close()


class Absence:
    """Whether the database is away: then nobody waits for it, until it is found again.

    Otherwise each request would wait for a connection in vain, and those behind it for a thread.
    The log has a line when it is missed and one when it is back; the pool's own, one a second and
    connection, are left out (skatturnier/settings.py).
    """

    def __init__(self) -> None:
        self.known = False
        self._lock, self._has_looked = Lock(), Event()

    def suspected(self, error: BaseException | None) -> None:
        """Somebody got no connection; a thread finds out whether nobody can.

        Until it has looked once nobody goes on, to wait for another request's connection.
        """
        if self._lock.acquire(blocking=False):
            Thread(target=self._look, args=(error,), name="absence", daemon=True).start()
        self._has_looked.wait(ANSWERS_WITHIN)

    def _look(self, error: BaseException | None) -> None:
        try:
            reason = self._reason()
            self.known = bool(reason)
            self._has_looked.set()
            if not reason:
                logger.error("No connection to the database, which answers: %s", first_line(error))
                return
            logger.error("The database cannot be reached: %s", reason)
            while reason:
                time.sleep(LOOKING)
                reason = self._reason()
            logger.warning("The database answers again.")
        finally:
            self.known = False
            self._has_looked.clear()
            self._lock.release()

    @staticmethod
    def _reason() -> str:
        try:
            reach()
        except DatabaseError as error:
            return first_line(error)
        return ""


class OpenFiles:
    """The files of an SQLite database, as the first connection of this server opened them.

    If somebody removes them, SQLite goes on writing to what it has open, and all of that is gone
    with the process. SQLite itself replaces none of them while a connection is open, and the
    threads of a server keep theirs.
    """

    def __init__(self) -> None:
        self.inodes: dict[str, int] = {}  # by path
        self.is_logged = False

    def remember(self, *, connection: Any, **_kwargs: object) -> None:
        """Receiver of Django's signal `connection_created`."""
        if connection.vendor == "sqlite" and not self.inodes:
            with suppress(sqlite3.Error):  # a page says what is wrong
                connection.connection.execute("SELECT 1 FROM sqlite_master")  # this opens -wal
            paths = (f"{connection.settings_dict['NAME']}{end}" for end in ("", "-wal", "-shm"))
            self.inodes = {path: number for path in paths if (number := inode(path))}

    def are_replaced(self) -> bool:
        """Whether one of them is gone, or another one in its place; that is logged once."""
        replaced = [path for path, number in self.inodes.items() if inode(path) != number]
        if replaced and not self.is_logged:
            logger.error("Removed or replaced, so nothing is saved: %s", ", ".join(replaced))
        self.is_logged = bool(replaced)
        return self.is_logged


def inode(path: str) -> int:
    """The number by which the system knows a file; 0 if there is none of that name."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0


ABSENCE, FILES = Absence(), OpenFiles()


def nobody_waits(get_response: GetResponse) -> GetResponse:
    """Tells at once that the database is away, or to who saves that its files were taken away."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if ABSENCE.known:
            answer = database_away
        elif request.method not in READING and FILES.are_replaced():
            answer = files_replaced
        else:
            return get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            return expected(answer())

    return middleware


def files_replaced() -> HttpResponse:
    return unavailable(
        _(
            "The database file was removed or replaced while the program is running, so nothing "
            "is saved any more. End the program, put the file back or restore the newest backup, "
            "and start the program again."
        )
    )
