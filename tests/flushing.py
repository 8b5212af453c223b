"""Emptying an append-only log between tests."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper


@pytest.fixture(scope="session", autouse=True)
def flushing_between_tests() -> Iterator[None]:
    """Tests with real transactions empty every table afterwards, which the log refuses.

    On SQLite its triggers go and come back within that one flush; PostgreSQL truncates, which
    row triggers do not see.
    """
    triggers = import_module("scoring.migrations.0002_log_is_append_only")
    operations = DatabaseWrapper.ops_class
    flush = operations.sql_flush

    def without_triggers(self: Any, *args: Any, **kwargs: Any) -> list[str]:
        return [*triggers.SQLITE_BACK, *flush(self, *args, **kwargs), *triggers.SQLITE]

    with mock.patch.object(operations, "sql_flush", without_triggers):
        yield
