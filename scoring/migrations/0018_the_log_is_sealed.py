"""The log is sealed; TRUNCATE and INSERT OR REPLACE do not pass what is append-only."""

from django.db import migrations, models
from django.db.models import F, Q

REFUSALS = {
    "scoring_logentry": "the log is append-only",
    "scoring_logseal": "the log is append-only",
    "scoring_booking": "the ledger is append-only",
    "scoring_tillcount": "the ledger is append-only",
}
# Whatever is unique: INSERT OR REPLACE removes the rows that stand in its way, and SQLite calls
# no trigger for them.
TAKEN = {
    "scoring_logentry": "id = NEW.id OR submission = NEW.submission",
    "scoring_logseal": "id = NEW.id OR since = NEW.since OR last = NEW.last",
    "scoring_booking": "id = NEW.id OR reverses_id = NEW.reverses_id "
    "OR (tournament_id = NEW.tournament_id AND number = NEW.number)",
    "scoring_tillcount": "id = NEW.id",
}


def sqlite(table):
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSALS[table]}'); END"
    taken = f"SELECT 1 FROM {table} WHERE {TAKEN[table]}"  # noqa: S608 - our own names
    made = [
        f"CREATE TRIGGER {table}_replaces_no_row BEFORE INSERT ON {table} "
        f"WHEN EXISTS ({taken}) {refuse}"
    ]
    if table == "scoring_logseal":
        made += [
            f"CREATE TRIGGER {table}_keeps_content BEFORE UPDATE ON {table} {refuse}",
            f"CREATE TRIGGER {table}_keeps_rows BEFORE DELETE ON {table} {refuse}",
        ]
    return made


def postgresql(table):
    function = "refuse_log_change" if "log" in table else "refuse_ledger_change"
    execute = f"EXECUTE FUNCTION {function}()"
    made = [
        f"CREATE TRIGGER {table}_is_not_emptied BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT {execute}"
    ]
    if table == "scoring_logseal":
        made.append(
            f"CREATE TRIGGER {table}_keeps_rows BEFORE DELETE OR UPDATE ON {table} "
            f"FOR EACH ROW {execute}"
        )
    return made


def forwards(apps, schema_editor):
    lite = schema_editor.connection.vendor == "sqlite"
    for table in REFUSALS:
        for statement in sqlite(table) if lite else postgresql(table):
            schema_editor.execute(statement, params=None)


def backwards(apps, schema_editor):
    lite = schema_editor.connection.vendor == "sqlite"
    for table in REFUSALS:
        for statement in sqlite(table) if lite else postgresql(table):
            name = statement.split()[2]
            schema_editor.execute(f"DROP TRIGGER {name}" + ("" if lite else f" ON {table}"))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_a_tournament_can_be_broken_off")]
    operations = [
        migrations.CreateModel(
            name="LogSeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.BigIntegerField(unique=True)),
                ("last", models.BigIntegerField(unique=True)),
                ("rows", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["last"],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(since__gte=0, since__lt=F("last")), name="seal_goes_forward"
                    )
                ],
            },
        ),
        migrations.RunPython(forwards, backwards),
    ]
