"""On SQLite a table that triggers name cannot be copied: they go and come again (docs/adr/0002)."""

from importlib import import_module

LOG = import_module("scoring.migrations.0002_log_is_append_only")
LEDGER = import_module("scoring.migrations.0007_the_ledger_is_append_only")
SEAL = import_module("scoring.migrations.0018_the_log_is_sealed")


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        LEDGER.backwards(apps, schema_editor)


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        LEDGER.forwards(apps, schema_editor)


def make_triggers_of_the_log(apps, schema_editor):
    """After the table of the log was copied: a column of it is removed so on the way back."""
    if schema_editor.connection.vendor == "sqlite":
        for statement in (*LOG.SQLITE, *SEAL.sqlite(LOG.TABLE)):
            schema_editor.execute(statement, params=None)
