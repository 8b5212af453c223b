"""Failures of memory, disk, folder or database, explained in the reader's language."""

import errno
import logging
import os
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.defaults import bad_request, server_error

from skatturnier.middleware import respond_too_large, respond_unavailable
from skatturnier.words import first_line

logger = logging.getLogger(__name__)
DAMAGED = gettext_lazy("The database is damaged. End the program and restore a backup.")
# Prefix of SQLite's error name → what the user can do about it.
SQLITE: dict[str, str | Promise] = {
    "SQLITE_FULL": gettext_lazy("The disk is full. Free some space, then try again."),
    "SQLITE_IOERR": gettext_lazy(
        "The disk does not take or give the data. Look whether it is full or was taken out."
    ),
    "SQLITE_READONLY": gettext_lazy(
        "The data folder is read-only. Make it writable, then try again."
    ),
    "SQLITE_CANTOPEN": gettext_lazy(
        "The database cannot be opened. Look whether the data folder is there and writable."
    ),
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_BUSY": gettext_lazy("The database is busy at the moment. Please try again."),
}
MEMORY = gettext_lazy(
    "This takes more memory than this computer has free. Send or fetch less at once, or end other "
    "programs on it, then try again."
)
# PostgreSQL's codes for statements that took too long (skatturnier/postgresql.py), for deadlocks,
# and for a full disk; the sentences are those for SQLite.
TOO_LONG = ("57014", "55P03", "25P03", "40P01")
POSTGRESQL = dict.fromkeys(TOO_LONG, "SQLITE_BUSY") | {"53100": "SQLITE_FULL"}
NO_TABLE = ("42P01", "42703")  # a table, or a column of one, is missing
# What Django raises if the database is gone or is a standby; other errors are faults of ours.
AWAY = (OperationalError, InterfaceError, InternalError)
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def explain_error(error: BaseException | None) -> str:
    """The problem of memory, disk or database in one sentence; "" for any other error."""
    for cause in causes(error):
        if isinstance(cause, MemoryError):
            return str(MEMORY)
        if isinstance(cause, sqlite3.Error) and str(cause).startswith("no such table"):
            return without_tables()
        if isinstance(cause, sqlite3.Error):
            name = getattr(cause, "sqlite_errorname", "")
            for start, sentence in SQLITE.items():
                if name.startswith(start):
                    return str(sentence)
        if (code := getattr(cause, "sqlstate", None)) in POSTGRESQL:
            return str(SQLITE[POSTGRESQL[code]])
        if isinstance(cause, OSError) and cause.errno in FULL:
            return str(SQLITE["SQLITE_FULL"])
        if isinstance(cause, OSError) and cause.errno == errno.EROFS:
            return str(SQLITE["SQLITE_READONLY"])
    return ""


def explain_on_console(error: BaseException) -> str:
    """The same for a console; also says that PostgreSQL is out of reach or has no tables."""
    if sentence := explain_error(error):
        return sentence
    if connection.vendor == "sqlite":
        return ""
    for cause in causes(error):
        if getattr(cause, "sqlstate", None) in NO_TABLE:
            return _("The database lacks tables of this program: skatturnier update makes them.")
        if isinstance(cause, OperationalError):
            return _("The database cannot be used: %s") % first_line(cause)
    return ""


def without_tables() -> str:
    """What to do about a database that has no table at all; "" if it has some."""
    path = Path(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or not is_bare(path):
        return ""
    return lost_content(path) or _(
        "%(path)s holds nothing yet. Start the program once, or say where the database is."
    ) % {"path": path}


def respond_unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of requests that it refuses to read: 413 if they are too large."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return respond_too_large(request)
    return bad_request(request, exception)


def respond_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of what no view caught: 503 if memory, disk or database failed.

    If its own page fails as well, Django's is sent; otherwise the answer would be empty.
    """
    try:
        return trouble_page(request, sys.exc_info()[1])
    except Exception:
        logger.exception("The page that tells of an error failed.")
        return server_error(request)


def trouble_page(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    for cause in causes(error):
        if isinstance(cause, MemoryError):
            # What filled the memory is still held by the functions that were left.
            traceback.clear_frames(cause.__traceback__)
    with translation.override(translation.get_language_from_request(request)):
        sentence = explain_error(error)
        if not sentence and isinstance(error, AWAY) and connection.vendor != "sqlite":
            sentence = _("The database cannot be reached at the moment. Please try again.")
        return respond_unavailable(sentence) if sentence else server_error(request)


def trouble_at_start() -> str:
    """Why this database cannot be served, in one line; "" if it can."""
    if connection.vendor != "sqlite":
        return ""
    path = Path(connection.settings_dict["NAME"])
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.W_OK):
            return _("%(path)s is read-only. Make it writable, or name another folder.") % {
                "path": place
            }
    if lost := lost_content(path):
        return lost
    try:
        with connection.cursor() as cursor:
            answer = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
    except UnicodeDecodeError:  # a damaged description of the tables
        return f"{DAMAGED} ({path})"
    except DatabaseError as error:
        return f"{explain_error(error) or error} ({path})"
    return "" if answer == "ok" else f"{DAMAGED} ({path}: {answer.splitlines()[-1]})"


def lost_content(path: Path) -> str:
    """One line if the database, or the file with its newest changes, was emptied or taken away.

    SQLite makes an empty file a new database without a word. When the last connection is closed it
    removes `-shm` before `-wal`: `-shm` alone means that somebody took the other away.
    """
    # Asked first: opening the database, as `is_bare` does, removes such files.
    if path.exists() and Path(f"{path}-shm").exists() and not Path(f"{path}-wal").exists():
        return _(
            "%(path)s-wal is gone, and with it perhaps the last changes. Put the file back; or "
            "remove %(path)s-shm to go on without them, or restore a backup."
        ) % {"path": path}
    backups = list((path.parent / "backups").glob("*.sqlite3"))
    if not backups or (path.exists() and not is_bare(path)):
        return ""
    return _(
        "%(path)s is gone or empty, but there are backups. Restore the newest one: "
        "manage.py restore %(backup)s – or remove the empty file and move the backups "
        "elsewhere to begin anew."
    ) % {"path": path, "backup": max(backups, key=lambda path: path.stat().st_mtime)}


def is_bare(path: Path) -> bool:
    """Whether the database is there but has no table."""
    if not path.exists():
        return False
    if path.stat().st_size == 0 and not Path(f"{path}-wal").exists():
        return True
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            return not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except (sqlite3.Error, UnicodeDecodeError):  # damaged: `trouble_at_start` says so
        return False


def clock_went_back(newest: datetime | None) -> str:
    """One line if the last change lies in the future; "" otherwise."""
    if newest is None or newest <= timezone.now() + timedelta(minutes=5):
        return ""
    moment = timezone.localtime(newest).strftime("%Y-%m-%d %H:%M")
    return _("The clock of this computer is slow: the last change is of %(moment)s.") % {
        "moment": moment
    }
