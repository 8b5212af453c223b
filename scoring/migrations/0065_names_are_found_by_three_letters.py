"""PostgreSQL finds a part of a name by its groups of three letters (docs/adr/0012-hosts.md).

Without the extension, or the right to add it, names are read through as SQLite does.
"""

from typing import Any

from django.db import ProgrammingError, migrations, transaction

STATEMENTS = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE INDEX person_by_letters ON scoring_person USING gin (sought gin_trgm_ops)",
)


def add(_apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
        if cursor.fetchone() is None:
            return
        try:
            with transaction.atomic(using=connection.alias):
                for each in STATEMENTS:
                    cursor.execute(each)
        except ProgrammingError:  # the account may not add extensions
            return


def remove(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS person_by_letters")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0061_second_factors")]
    operations = [migrations.RunPython(add, remove)]
