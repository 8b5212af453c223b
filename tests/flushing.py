"""Emptying an append-only log and ledger between tests."""

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.db import connection

from scoring.exchange.reads.verify import trigger_statements

FIRST = "INSERT INTO scoring_host (id, name, kind) VALUES (1, 'Skat', 'club')"


@pytest.fixture(scope="session", autouse=True)
def flushing_between_tests() -> Iterator[None]:
    """Tests with real transactions empty every table afterwards, which log and ledger refuse.

    Their triggers go and come back within that one flush, and so does the first host. PostgreSQL
    deletes a few rows much faster than it makes the files of every table and index anew.
    """
    operations = type(connection.ops)
    genuine = operations.sql_flush

    def without_triggers(self: Any, style: Any, tables: list[str], **kwargs: Any) -> list[str]:
        flush = genuine(self, style, tables, **kwargs)
        made = list(trigger_statements())
        if connection.vendor == "sqlite":
            gone = [f"DROP TRIGGER {each.split()[2]}" for each in made]
            # Whoever restores a backup is asked for a log without a gap.
            again = "DELETE FROM sqlite_sequence WHERE name = 'scoring_logentry'"
            return [*gone, *flush, again, *made, FIRST]
        names = [(each.split()[2], each.partition(" ON ")[2].split()[0]) for each in made]
        gone = [f"DROP TRIGGER {name} ON {table}" for name, table in names]
        deleted = [f"DELETE FROM {self.quote_name(each)}" for each in tables]
        # References are checked before the triggers come back to tables that wait for it.
        checked = "SET CONSTRAINTS ALL IMMEDIATE"
        return ["; ".join([*gone, *deleted, checked]), *made, FIRST]

    with mock.patch.object(operations, "sql_flush", without_triggers):
        yield
