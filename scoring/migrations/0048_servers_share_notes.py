"""Notes that servers on one database share; on PostgreSQL without write-ahead log."""

from django.db import migrations, models


def unlogged(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE scoring_note SET UNLOGGED")


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0047_a_fourth_may_join_a_table_of_three"),
    ]

    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                ("key", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("value", models.JSONField()),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RunPython(unlogged, migrations.RunPython.noop),
    ]
