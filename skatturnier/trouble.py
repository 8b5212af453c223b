"""Failures of disk, folder or database, explained in the reader's language.

Every change is one transaction, so nothing is partly written when one of these happens.
"""

import errno
import os
import sqlite3
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.defaults import server_error

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
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and the chain of its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def explanation(error: BaseException | None) -> str:
    """The failure of disk or database in one sentence; "" for another error."""
    for each in causes(error):
        if isinstance(each, sqlite3.Error):
            name = getattr(each, "sqlite_errorname", "")
            for start, sentence in SQLITE.items():
                if name.startswith(start):
                    return str(sentence)
        if isinstance(each, OSError) and each.errno in FULL:
            return str(SQLITE["SQLITE_FULL"])
        if isinstance(each, OSError) and each.errno == errno.EROFS:
            return str(SQLITE["SQLITE_READONLY"])
    return ""


def failed(request: HttpRequest) -> HttpResponse:
    """Django's handler of uncaught exceptions: 503 where disk or database failed."""
    error = sys.exc_info()[1]
    with translation.override(translation.get_language_from_request(request)):
        sentence = explanation(error)
        if not sentence and isinstance(error, DatabaseError) and connection.vendor != "sqlite":
            sentence = _("The database cannot be reached at the moment. Please try again.")
        if not sentence:
            return server_error(request)
        # Without the request: the signed-in account is read from the database that failed.
        page = render_to_string("503.html", {"sentence": sentence})
    return HttpResponse(page, status=503, headers={"Retry-After": "30"})


def database_problem() -> str:
    """Why this database cannot be served, in one line; "" if it can."""
    if connection.vendor != "sqlite":
        return ""
    path = Path(connection.settings_dict["NAME"])
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.W_OK):
            text = _("%(path)s is read-only. Make it writable, or name another folder.")
            return text % {"path": place}
    try:
        with connection.cursor() as cursor:
            found = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
    except UnicodeDecodeError:  # a damaged description of the tables
        return f"{DAMAGED} ({path})"
    except DatabaseError as error:
        return f"{explanation(error) or error} ({path})"
    return "" if found == "ok" else f"{DAMAGED} ({path}: {found.splitlines()[-1]})"


def clock_problem(newest: datetime | None) -> str:
    """One line if the last change lies in the future; "" otherwise."""
    if newest is None or newest <= timezone.now() + timedelta(minutes=5):
        return ""
    moment = timezone.localtime(newest).strftime("%Y-%m-%d %H:%M")
    text = _("The clock of this computer is slow: the last change is of %(moment)s.")
    return text % {"moment": moment}
