"""Emptying an append-only log and ledger between tests."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper


@pytest.fixture(scope="session", autouse=True)
def flushing_between_tests() -> Iterator[None]:
    """Tests with real transactions empty every table afterwards, which log and ledger refuse.

    On SQLite their triggers are removed and restored within that flush; PostgreSQL truncates, which
    does not fire row triggers.
    """
    log = import_module("scoring.migrations.0002_log_is_append_only")
    ledger = import_module("scoring.migrations.0007_the_ledger_is_append_only")
    made = [*log.SQLITE, *(each for table in ledger.TABLES for each in ledger.sqlite(table))]
    gone = [
        *log.SQLITE_BACK,
        *(
            f"DROP TRIGGER {table}_{kept}"
            for table in ledger.TABLES
            for kept in ("keeps_content", "keeps_rows")
        ),
    ]
    operations = DatabaseWrapper.ops_class
    flush = operations.sql_flush

    def without_triggers(self: Any, *args: Any, **kwargs: Any) -> list[str]:
        return [*gone, *flush(self, *args, **kwargs), *made]

    with mock.patch.object(operations, "sql_flush", without_triggers):
        yield
