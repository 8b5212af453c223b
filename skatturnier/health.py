"""Is the process alive, may people be sent to it, is the database there?

What a proxy or a monitor asks is answered before anything else: without account, session, host name
and https, and without a word about the program to who is not meant.
"""

import logging
import time
from threading import Event, Lock, Thread

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from skatturnier.middleware import GetResponse, database_away
from skatturnier.words import first_line

ALIVE, READY = "/healthz", "/readyz"
ANSWERS_WITHIN = 2  # seconds for a new connection
LOOKING = 1.0  # seconds between two looks for a database that is away
logger = logging.getLogger(__name__)

_migrated: list[bool] = []  # found once, true until this process ends


def health(get_response: GetResponse) -> GetResponse:
    """`/healthz`: 200 as long as the process answers. `/readyz`: 503 while it must not be asked.

    Not ready is who does not reach the database, or whose database waits for a migration.
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
        if not _migrated:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return "migration"
            _migrated.append(True)
    except DatabaseError:
        return "database"
    return ""


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


ABSENCE = Absence()


def nobody_waits(get_response: GetResponse) -> GetResponse:
    """Tells at once that the database is away, once that is known."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not ABSENCE.known:
            return get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            return expected(database_away())

    return middleware
