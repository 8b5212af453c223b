"""What Django does not write by itself: triggers, the first host, and PostgreSQL's index of names."""

from django.db import ProgrammingError, migrations, transaction

# The log and the ledger only grow: triggers refuse to change or delete their rows, whoever asks.
# INSERT OR REPLACE removes the rows in its way without calling a trigger of SQLite, so it is refused
# too, as TRUNCATE is on PostgreSQL. Rows of a sample tournament's ledger may be deleted with it.
LOG, LEDGER = "the log is append-only", "the ledger is append-only"
IS_SAMPLE = "COALESCE((SELECT sample FROM scoring_tournament WHERE id = OLD.tournament_id), {no})"


def _sqlite(name, event, table, refusal, when=""):
    condition = f"WHEN {when} " if when else ""
    return (
        f"CREATE TRIGGER {name} BEFORE {event} ON {table} {condition}"
        f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
    )


def _taken(table, condition):
    return f"EXISTS (SELECT 1 FROM {table} WHERE {condition})"  # noqa: S608 - our own names


SQLITE = [
    _sqlite("log_keeps_rows", "DELETE", "scoring_logentry", LOG),
    _sqlite("log_keeps_content", "UPDATE", "scoring_logentry", LOG),
    _sqlite(
        "log_replaces_no_row", "INSERT", "scoring_logentry", LOG,
        _taken("scoring_logentry", "id = NEW.id"),
    ),
    _sqlite(
        "booking_replaces_no_row", "INSERT", "scoring_booking", LEDGER,
        _taken(
            "scoring_booking",
            "id = NEW.id OR reverses_id = NEW.reverses_id "
            "OR (tournament_id = NEW.tournament_id AND number = NEW.number)",
        ),
    ),
    _sqlite(
        "tillcount_replaces_no_row", "INSERT", "scoring_tillcount", LEDGER,
        _taken("scoring_tillcount", "id = NEW.id"),
    ),
]
for _name in ("booking", "tillcount"):
    _table = f"scoring_{_name}"
    SQLITE += [
        _sqlite(f"{_name}_keeps_content", "UPDATE", _table, LEDGER),
        _sqlite(f"{_name}_keeps_rows", "DELETE", _table, LEDGER, f"NOT {IS_SAMPLE.format(no=0)}"),
    ]

FUNCTIONS = [
    "CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{LOG}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    "CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"IF TG_OP = 'DELETE' AND {IS_SAMPLE.format(no='false')} THEN RETURN OLD; END IF; "
    f"RAISE EXCEPTION '{LEDGER}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
]
POSTGRESQL = [
    statement
    for name, table, function in (
        ("log", "scoring_logentry", "refuse_log_change"),
        ("booking", "scoring_booking", "refuse_ledger_change"),
        ("tillcount", "scoring_tillcount", "refuse_ledger_change"),
    )
    for statement in (
        f"CREATE TRIGGER {name}_keeps_rows BEFORE DELETE OR UPDATE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {function}()",
        f"CREATE TRIGGER {name}_is_not_emptied BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {function}()",
    )
]
# PostgreSQL finds a part of a name by its groups of three letters (docs/adr/0012-hosts.md). Without
# the extension, or the right to add it, names are read through as SQLite does.
NAMES_BY_LETTERS = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE INDEX person_by_letters ON scoring_person USING gin (sought gin_trgm_ops)",
)


def make_triggers(apps, schema_editor):
    lite = schema_editor.connection.vendor == "sqlite"
    for statement in SQLITE if lite else [*FUNCTIONS, *POSTGRESQL]:
        schema_editor.execute(statement, params=None)


def make_the_first_host(apps, schema_editor):
    """Everything of an installation belongs to a host; one alone is shown nowhere."""
    apps.get_model("scoring", "Host")(name="Skat").save()


def index_names(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
        if cursor.fetchone() is None:
            return
        try:
            with transaction.atomic(using=connection.alias):
                for statement in NAMES_BY_LETTERS:
                    cursor.execute(statement)
        except ProgrammingError:  # the account may not add extensions
            return


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]
    operations = [
        migrations.RunPython(make_triggers, migrations.RunPython.noop),
        migrations.RunPython(make_the_first_host, migrations.RunPython.noop),
        migrations.RunPython(index_names, migrations.RunPython.noop),
    ]
