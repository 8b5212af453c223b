"""Whether the triggers that keep log and ledger append-only are all there, and no others."""

from collections.abc import Iterator
from importlib import import_module

from django.db import connection

from scoring.rules.problem import Problem

MIGRATIONS = ("0002_log_is_append_only", "0007_the_ledger_is_append_only", "0018_the_log_is_sealed")
LOG, LEDGER, SEALS = (import_module(f"scoring.migrations.{name}") for name in MIGRATIONS)
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


def statements() -> Iterator[str]:
    """The statements by which the migrations make them on this database."""
    lite = connection.vendor == "sqlite"
    yield from LOG.SQLITE if lite else LOG.POSTGRESQL[1:]
    for migration, tables in ((LEDGER, LEDGER.TABLES), (SEALS, SEALS.REFUSALS)):
        for table in tables:
            yield from migration.sqlite(table) if lite else migration.postgresql(table)
