"""Whether the triggers that keep log and ledger append-only are all there, and no others."""

from collections.abc import Iterator, Sequence
from importlib import import_module

from django.db import connection

from scoring.rules.problem import Problem

MIGRATION = import_module("scoring.migrations.0002_triggers")
# Those of constraints are PostgreSQL's own. "O": it fires, as made.
POSTGRESQL = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'"


def trigger_problems() -> Iterator[Problem]:
    """Triggers that are missing or changed, and those that are not ours."""
    wanted = {statement.split()[2]: statement for statement in statements()}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            found = dict(cursor.fetchall())
        else:
            cursor.execute(POSTGRESQL)
            found = {name: wanted.get(name, "") for (name,) in cursor.fetchall()}
    for name in sorted(wanted.keys() | found.keys()):
        if name not in wanted:
            yield Problem("verify-trigger-foreign", params={"name": name})
        elif found.get(name) != wanted[name]:
            yield Problem("verify-trigger", params={"name": name})


def statements() -> Sequence[str]:
    """The statements by which the migration makes them on this database."""
    return MIGRATION.SQLITE if connection.vendor == "sqlite" else MIGRATION.POSTGRESQL
