"""Is the process alive, may people be sent to it, is the database there?

What a proxy or a monitor asks is answered before anything else: without account, session, host name
and https, and without a word about the program to who is not meant.
"""

import logging
import os
import sqlite3
from contextlib import suppress
from typing import Any

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from skatturnier.logs import PROBES
from skatturnier.middleware import READING, GetResponse, unavailable

ALIVE, READY = PROBES
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
        return HttpResponse(
            f"{reason or 'ok'}\n",
            status=503 if reason else 200,
            content_type="text/plain",
            headers={"Cache-Control": "private, no-store"},
        )

    return middleware


def unready() -> str:
    """Why nobody should be sent here, in a word; "" if people may come."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
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


# Every database of a preview, before 1.0.0, has one of them.
FORMER_MIGRATIONS = {
    ("scoring", "0002_log_is_append_only"),
    ("scoring", "0001_tables"),
    ("scoring", "0001_schema"),
}


def newer_migration(loader: MigrationLoader) -> str:
    """The last migration of the database that only a newer program has; "" if there is none."""
    if FORMER_MIGRATIONS & loader.applied_migrations.keys():
        return ""
    foreign = loader.applied_migrations.keys() - loader.disk_migrations.keys()
    return max((name for app, name in foreign if app == "scoring"), default="")


class OpenFiles:
    """The files of an SQLite database, as the first connection of this server opened them.

    If somebody removes them, SQLite goes on writing to what it has open, and all of that is gone
    with the process. SQLite itself replaces none of them while a connection is open, and the
    threads of a server keep theirs.
    """

    def __init__(self) -> None:
        self.inodes: dict[str, int] = {}  # by path

    def remember(self, *, connection: Any, **_kwargs: object) -> None:
        """Receiver of Django's signal `connection_created`."""
        if connection.vendor == "sqlite" and not self.inodes:
            with suppress(sqlite3.Error):  # a page says what is wrong
                connection.connection.execute("SELECT 1 FROM sqlite_master")  # this opens -wal
            paths = (f"{connection.settings_dict['NAME']}{end}" for end in ("", "-wal", "-shm"))
            self.inodes = {path: number for path in paths if (number := inode(path))}

    def are_replaced(self) -> bool:
        """Whether one of them is gone, or another one in its place."""
        replaced = [path for path, number in self.inodes.items() if inode(path) != number]
        if replaced:
            logger.error("Removed or replaced, so nothing is saved: %s", ", ".join(replaced))
        return bool(replaced)


def inode(path: str) -> int:
    """The number by which the system knows a file; 0 if there is none of that name."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0


FILES = OpenFiles()


def no_lost_changes(get_response: GetResponse) -> GetResponse:
    """Saves nothing once the files of the database were taken away, and says so."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in READING or not FILES.are_replaced():
            return get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            return files_replaced()

    return middleware


def files_replaced() -> HttpResponse:
    return unavailable(
        _(
            "The database file was removed or replaced while the program is running, so nothing "
            "is saved any more. End the program, put the file back or restore the newest backup, "
            "and start the program again."
        )
    )
