"""`manage.py update`: what a server does before it starts; several may do it at once."""

import logging
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from scoring.backup.services import backups
from scoring.core.forms import refuse
from scoring.core.heavy import remove_old_uploads
from scoring.management.terminal import report_refusals
from scoring.models import Actor
from skatturnier.checks import refuse_start
from skatturnier.middleware import FORMER_MIGRATIONS
from skatturnier.trouble import explain_on_console

logger = logging.getLogger(__name__)

UPDATE_KEY = 7_528_002  # of a PostgreSQL advisory lock, as `core.services.REGISTER_KEY`


class Command(BaseCommand):
    help = "Backs up the database and migrates it, if this version of the program needs that."
    requires_system_checks = ()  # `refuse_start` tells of them in the log of the server

    def handle(self, *args: object, **kwargs: object) -> None:
        refuse_start()
        with report_refusals():
            try:
                update(self.stdout.write, by=Actor(name="update"))
            except DatabaseError as error:
                if not (sentence := explain_on_console(error)):
                    raise
                logger.error(sentence)
                sys.exit(1)


def update(tell: Callable[[str], object], *, by: Actor) -> bool:
    """Apply the migrations that are due; returns whether the database was new.

    A database in use is backed up first. Raises Refused.
    """
    with lock_update():
        executor = MigrationExecutor(connection)
        if FORMER_MIGRATIONS & executor.loader.applied_migrations.keys():
            raise refuse("database-too-old")
        is_new = not executor.loader.applied_migrations
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            tell(_("Preparing the database …"))
            with backups.back_up_before_update(by=by):
                call_command("migrate", interactive=False, verbosity=0)
    restrict_access()
    remove_old_uploads()
    for path in backups.remove_unfinished():
        tell(_("Removed a backup that was not finished: %s") % path)
    return is_new


def restrict_access() -> None:
    """Keep other accounts of this computer from the data, with its names and password hashes.

    A folder shared by several accounts, like /tmp, stays as it is, and so does Windows, which has
    its own permissions.
    """
    folder = settings.DATA_DIR
    if sys.platform == "win32":
        return
    paths = list(folder.glob("backups/*"))
    if connection.vendor == "sqlite":
        database = connection.settings_dict["NAME"]
        paths += [Path(f"{database}{end}") for end in ("", "-wal", "-shm")]
    for path in paths:
        with suppress(OSError):
            path.chmod(0o600)
    with suppress(OSError):
        if not folder.stat().st_mode & stat.S_ISVTX:
            folder.chmod(0o700)


@contextmanager
def lock_update() -> Iterator[None]:
    """Let one of several servers that start together on one PostgreSQL migrate; the others wait."""
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
