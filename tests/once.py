"""Results that are the same in every test, made once in a run."""

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection


@pytest.fixture(scope="session", autouse=True)
def _plans_are_searched_once() -> Iterator[None]:
    """A draw request has one plan, whose search can take seconds.

    Rooms that draw or repeat a draw get the plan of an earlier test; tests/seating uses the engine
    itself.
    """
    from scoring.seating import plan
    from scoring.verify.reads import draws

    with pytest.MonkeyPatch.context() as patch:
        searched = cache(plan.draw)
        patch.setattr(plan, "draw", searched)
        patch.setattr(draws, "draw", searched)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_found_once() -> Iterator[None]:
    """Every test client loads the middleware again, which then looks for all static files."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, Any] = {}

    def share(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files = dict(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", share)
        yield


@pytest.fixture(scope="session", autouse=True)
def _scratch_databases_are_migrated_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """The second and later ones of this process are copies of the first, still empty."""
    from scoring.management import scratch

    empty = tmp_path_factory.mktemp("scratch") / "empty.sqlite3"

    def migrate(command: str, **options: Any) -> None:
        assert command == "migrate"
        if empty.exists():
            shutil.copyfile(empty, Path(connection.settings_dict["NAME"]))
            return
        call_command(command, **options)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(empty)])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scratch, "call_command", migrate)
        yield
