"""The first database of a run that is migrated from nothing is copied by all others.

A migration takes three seconds of a processor; every worker of a run needs a database of its own,
and so do many commands.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management.commands.migrate import Command
from django.db import DatabaseError, connection, connections

from skatturnier.starting import try_lock
from tools.scratch import scratch_database

TEMPLATE = f"migrated_{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}"  # of PostgreSQL


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the SQLite lies that is copied, the same for all workers of a run."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    return shared / "migrated.sqlite3"


@pytest.fixture(scope="session", autouse=True)
def _databases_are_migrated_once(migrated_file: Path, django_db_blocker: Any) -> Iterator[None]:
    """Whoever migrates a database without a table, in this process, gets a copy."""
    migrate = Command.handle

    def handle(command: Command, *args: Any, **options: Any) -> None:
        made = connections[options["database"]]
        if options["app_label"] or made.introspection.table_names():
            migrate(command, *args, **options)
            return
        copy, keep = (of_server, kept_on_server) if made.vendor == "postgresql" else (of_file, kept)
        with one_at_a_time(migrated_file.with_suffix(".lock")):
            if not copy(made, migrated_file):
                migrate(command, *args, **options)
                keep(made, migrated_file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Command, "handle", handle)
        yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), suppress(DatabaseError):
            on_server(connection, f"DROP DATABASE IF EXISTS {TEMPLATE}")


@pytest.fixture(scope="session")
def migrated(migrated_file: Path, django_db_blocker: Any) -> Callable[[Path], None]:
    """Puts a database into a data folder, as the first start does without the sample."""

    def prepare(folder: Path) -> None:
        if not migrated_file.exists():
            with django_db_blocker.unblock(), scratch_database():
                assert migrated_file.exists()
        folder.mkdir(exist_ok=True)
        shutil.copyfile(migrated_file, folder / "skatturnier.sqlite3")

    return prepare


def of_file(made: Any, file: Path) -> bool:
    """Let this SQLite be a copy; False if there is none to copy yet."""
    if not file.exists():
        return False
    made.close()
    shutil.copyfile(file, made.settings_dict["NAME"])
    return True


def kept(made: Any, file: Path) -> None:
    unfinished = file.with_suffix(".new")
    with made.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(unfinished)])
    unfinished.rename(file)


def of_server(made: Any, _file: Path) -> bool:
    """Let this PostgreSQL be a copy; False if there is none to copy yet."""
    known = f"SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE}'"
    if not on_server(made, known):
        return False
    name = made.ops.quote_name(made.settings_dict["NAME"])
    on_server(made, f"DROP DATABASE {name}", f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    return True


def kept_on_server(made: Any, _file: Path) -> None:
    name = made.ops.quote_name(made.settings_dict["NAME"])
    on_server(made, f"CREATE DATABASE {TEMPLATE} TEMPLATE {name}")


def on_server(made: Any, *statements: str) -> bool:
    """Run statements where no database is in use; whether the last one has a row."""
    made.close()
    with made._nodb_cursor() as cursor:
        for each in statements:
            cursor.execute(each)
        return cursor.description is not None and cursor.fetchone() is not None


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Of the processes that come here with the same path, one goes on and the others wait."""
    while (held := try_lock(path)) is None:
        time.sleep(0.05)
    try:
        yield
    finally:
        held.close()
