"""Bookings and counts of the till can only grow, but for those of a sample tournament.

Whoever alters one of these tables on SQLite later has to make the triggers again: Django copies
the table, and the triggers go with the old one.
"""

from django.db import migrations

TABLES = ("scoring_booking", "scoring_tillcount")
REFUSAL = "the ledger is append-only"
IS_SAMPLE = "COALESCE((SELECT sample FROM scoring_tournament WHERE id = OLD.tournament_id), {no})"


def sqlite(table: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    return [
        f"CREATE TRIGGER {table}_keeps_content BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_keeps_rows BEFORE DELETE ON {table} "
        f"WHEN NOT {IS_SAMPLE.format(no=0)} {refuse}",
    ]


POSTGRESQL_FUNCTION = (
    "CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"IF TG_OP = 'DELETE' AND {IS_SAMPLE.format(no='false')} THEN RETURN OLD; END IF; "
    f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
)


def postgresql(table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_keeps_rows BEFORE DELETE OR UPDATE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change()"
    ]


def forwards(apps, schema_editor):
    lite = schema_editor.connection.vendor == "sqlite"
    if not lite:
        schema_editor.execute(POSTGRESQL_FUNCTION, params=None)
    for table in TABLES:
        for statement in sqlite(table) if lite else postgresql(table):
            schema_editor.execute(statement, params=None)


def backwards(apps, schema_editor):
    lite = schema_editor.connection.vendor == "sqlite"
    for table in TABLES:
        if lite:
            schema_editor.execute(f"DROP TRIGGER {table}_keeps_content")
            schema_editor.execute(f"DROP TRIGGER {table}_keeps_rows")
        else:
            schema_editor.execute(f"DROP TRIGGER {table}_keeps_rows ON {table}")
    if not lite:
        schema_editor.execute("DROP FUNCTION refuse_ledger_change()")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_office")]
    operations = [migrations.RunPython(forwards, backwards)]
