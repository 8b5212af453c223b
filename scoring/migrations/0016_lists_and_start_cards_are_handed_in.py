"""Whether a player handed in lists and start card, and whether prizes wait for it."""

from importlib import import_module

from django.db import migrations, models

LEDGER = import_module("scoring.migrations.0007_the_ledger_is_append_only")


def drop_triggers(apps, schema_editor):
    """On SQLite a table that triggers name cannot be copied: docs/adr/0002."""
    if schema_editor.connection.vendor == "sqlite":
        LEDGER.backwards(apps, schema_editor)


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        LEDGER.forwards(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0015_wenzels_are_a_setting")]
    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.AddField(
            model_name="entry",
            name="handed_in",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="ask_handed_in",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
