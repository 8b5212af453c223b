"""A database of its own for what must never touch the real one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from skatturnier.environment import sqlite


@contextmanager
def scratch_database() -> Iterator[Path]:
    """Everything inside happens in a new SQLite file, which is gone afterwards.

    With the settings of a laptop, also where the installation runs on PostgreSQL.
    """
    real = connections.databases[DEFAULT_DB_ALIAS]
    with TemporaryDirectory(prefix="skatturnier-") as folder:
        path = Path(folder) / "skatturnier.sqlite3"
        put_in_place({**real, **sqlite(path)})
        try:
            call_command("migrate", interactive=False, verbosity=0)
            yield path
        finally:
            put_in_place(real)


def put_in_place(database: dict[str, object]) -> None:
    connections[DEFAULT_DB_ALIAS].close()  # asked for, so that there is one to take away
    connections.close_all()
    connections.databases[DEFAULT_DB_ALIAS] = database
    del connections[DEFAULT_DB_ALIAS]
