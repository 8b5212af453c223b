"""The log can only grow: triggers refuse every UPDATE and DELETE, whoever sends it."""

from django.db import migrations

TABLE = "scoring_logentry"
REFUSAL = "the log is append-only"

SQLITE = [
    f"CREATE TRIGGER log_keeps_rows BEFORE DELETE ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END",
    f"CREATE TRIGGER log_keeps_content BEFORE UPDATE ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END",
]
SQLITE_BACK = ["DROP TRIGGER log_keeps_rows", "DROP TRIGGER log_keeps_content"]
POSTGRESQL = [
    "CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; "
    "END $$",
    f"CREATE TRIGGER log_keeps_rows BEFORE DELETE OR UPDATE ON {TABLE} "
    "FOR EACH ROW EXECUTE FUNCTION refuse_log_change()",
]
POSTGRESQL_BACK = [f"DROP TRIGGER log_keeps_rows ON {TABLE}", "DROP FUNCTION refuse_log_change()"]


def forwards(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def backwards(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for statement in SQLITE_BACK if sqlite else POSTGRESQL_BACK:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
