"""On SQLite a table that triggers name cannot be copied: they go and come again (docs/adr/0002)."""

from importlib import import_module

LEDGER = import_module("scoring.migrations.0007_the_ledger_is_append_only")


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        LEDGER.backwards(apps, schema_editor)


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        LEDGER.forwards(apps, schema_editor)
