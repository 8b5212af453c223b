"""What a new version of the program needs before it is served."""

import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from scoring.backup.services import backups
from scoring.core.refusals import refuse
from scoring.core.uploads import remove_old_uploads
from scoring.models import Actor
from skatturnier.health import FORMER_MIGRATIONS

UPDATE_KEY = 7_528_002  # of PostgreSQL's advisory lock, as `core.locks.REGISTER_KEY`


def update(tell: Callable[[str], object], *, by: Actor) -> bool:
    """Migrate where something is due; whether the database was new.

    A database in use is backed up first: whoever is unhappy with the new program can go back.
    Files that nobody took in are removed. Raises Refused.
    """
    with alone():
        executor = MigrationExecutor(connection)
        if FORMER_MIGRATIONS & executor.loader.applied_migrations.keys():
            raise refuse("database-too-old")
        is_new = not executor.loader.applied_migrations
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            tell(_("Preparing the database …"))
            with backups.kept_before_update(by=by, is_new=is_new):
                call_command("migrate", interactive=False, verbosity=0, database=DEFAULT_DB_ALIAS)
    keep_private()
    remove_old_uploads()
    for path in backups.remove_all_unfinished():
        tell(_("Removed a backup that was not finished: %s") % path)
    return is_new


def keep_private() -> None:
    """Let no other account of this computer read the data: they hold names and hashes of passwords.

    Left alone are a folder of several accounts, as /tmp, and Windows, which has rights of its own.
    """
    folder = settings.DATA_DIR
    if sys.platform == "win32":
        return
    private = [*folder.glob("backups/*")]
    if connection.vendor == "sqlite":
        database = connection.settings_dict["NAME"]
        private += [Path(f"{database}{end}") for end in ("", "-wal", "-shm")]
    for path in private:
        with suppress(OSError):
            path.chmod(0o600)
    with suppress(OSError):
        if not folder.stat().st_mode & stat.S_ISVTX:
            folder.chmod(0o700)


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
