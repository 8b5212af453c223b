"""The first SQLite of a run that is migrated from nothing is copied by all others.

A migration takes three seconds of a processor; every worker of a run needs a database of its own,
and so do forty tests: that saves two minutes of a ring.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management.commands.migrate import Command
from django.db import connections

from skatturnier.starting import try_lock
from tools.scratch import scratch_database


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the SQLite lies that is copied, the same for all workers of a run."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    return shared / "migrated.sqlite3"


@pytest.fixture(scope="session", autouse=True)
def _databases_are_migrated_once(migrated_file: Path) -> Iterator[None]:
    """Whoever migrates a SQLite without a table, in this process, gets a copy."""
    migrate = Command.handle

    def handle(command: Command, *args: Any, **options: Any) -> None:
        made = connections[options["database"]]
        if made.vendor != "sqlite" or options["app_label"] or made.introspection.table_names():
            migrate(command, *args, **options)
            return
        while (held := try_lock(migrated_file.with_suffix(".lock"))) is None:
            time.sleep(0.05)
        with closing(held):
            if migrated_file.exists():
                made.close()
                shutil.copyfile(migrated_file, made.settings_dict["NAME"])
                return
            migrate(command, *args, **options)
            unfinished = migrated_file.with_suffix(".new")
            with made.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(unfinished)])
            unfinished.rename(migrated_file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Command, "handle", handle)
        yield


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
