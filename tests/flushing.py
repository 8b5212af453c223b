"""Emptying an append-only log and ledger between tests."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper


@pytest.fixture(scope="session", autouse=True)
def flushing_between_tests() -> Iterator[None]:
    """Tests with real transactions empty every table afterwards, which the log and the
    ledger refuse.

    On SQLite its triggers go and come back within that one flush; PostgreSQL truncates, which
    row triggers do not see.
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
        # Whoever restores a backup is asked for a log without a gap.
        again = "DELETE FROM sqlite_sequence WHERE name = 'scoring_logentry'"
        return [*gone, *flush(self, *args, **kwargs), again, *made]

    with mock.patch.object(operations, "sql_flush", without_triggers):
        yield
