"""What a proxy or a monitor asks: is the process alive, and may people be sent to it?

Answered before anything else: without account, session, host name and https, and without a word
about the program to who is not meant.
"""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse

ALIVE, READY = "/healthz", "/readyz"

_migrated: list[bool] = []  # found once, true until this process ends


def health(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """`/healthz`: 200 as long as the process answers. `/readyz`: 503 while it must not be asked.

    Not ready is who does not reach the database, or whose database waits for a migration.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path not in (ALIVE, READY):
            return get_response(request)
        reason = "" if request.path == ALIVE else unready()
        return HttpResponse(
            f"{reason or 'ok'}\n",
            status=503 if reason else 200,
            content_type="text/plain",
            headers={"Cache-Control": "no-store"},
        )

    return middleware


def unready() -> str:
    """Why nobody should be sent here, in a word; "" if people may come."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _migrated:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return "migration"
            _migrated.append(True)
    except DatabaseError:
        return "database"
    return ""
