"""What a new version of the program needs before it is served."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from scoring.backup.services import backups
from scoring.core.uploads import remove_old_uploads
from scoring.models import Actor

UPDATE_KEY = 7_528_002  # of PostgreSQL's advisory lock, as `core.locks.REGISTER_KEY`


def update(tell: Callable[[str], object], *, by: Actor) -> bool:
    """Migrate where something is due; whether the database was new.

    A database in use is backed up first: whoever is unhappy with the new program can go back.
    Files that nobody took in are removed. Raises Refused.
    """
    with alone():
        executor = MigrationExecutor(connection)
        is_new = not executor.loader.applied_migrations
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            tell(_("Preparing the database …"))
            with backups.kept_before_update(by=by, is_new=is_new):
                call_command("migrate", interactive=False, verbosity=0, database=DEFAULT_DB_ALIAS)
    remove_old_uploads()
    for path in backups.remove_all_unfinished():
        tell(_("Removed a backup that was not finished: %s") % path)
    return is_new


@contextmanager
def alone() -> Iterator[None]:
    """Of several servers that start at once on one PostgreSQL, one migrates and the others wait."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [UPDATE_KEY])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [UPDATE_KEY])
