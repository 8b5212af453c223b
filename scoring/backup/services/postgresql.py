"""Back up and restore PostgreSQL by its own programs, if they are installed on this machine.

`pg_dump` takes a consistent snapshot while people go on writing. `psql` restores it in one
transaction, which locks the tables and leaves one database or the other.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE
from tempfile import TemporaryFile

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from scoring.backup.services.sqlite import (
    new_file,
    refuse_other_versions,
    refusing_failure,
    stamp,
    unused_path,
)
from scoring.core.forms import refuse
from scoring.models import Tournament, User

SUFFIX = ".dump"
DUMP_PROGRAMS, RESTORE_PROGRAMS = ("pg_dump", "pg_restore"), ("psql", "pg_restore", "pg_dump")
APPLIED = re.compile(r"^\d+\tscoring\t(\S+)\t", re.MULTILINE)  # of pg_restore's text of a table
# Instead of pg_restore's own --clean, which drops only what the file contains: a table of a later
# version that refers to one of those would prevent it. What belongs to an extension stays.
DROP_ALL = """DO $$ DECLARE each text; BEGIN
    FOR each IN
        SELECT format('TABLE %s', oid::regclass) FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
                AND NOT EXISTS
                (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
        UNION ALL
        SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
            WHERE pronamespace = current_schema()::regnamespace AND NOT EXISTS
                (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP EXECUTE 'DROP ' || each || ' CASCADE'; END LOOP;
END $$"""


def is_possible(programs: Sequence[str] = DUMP_PROGRAMS) -> bool:
    """Whether PostgreSQL's programs are installed where this server runs."""
    return all(map(shutil.which, programs))


def dump(path: Path) -> Path:
    """Write the database to a new file and read it back. Raises Refused."""
    if not is_possible():
        raise refuse("backup-postgresql")
    with new_file(path) as part:
        run_program("pg_dump", "--format=custom", "--no-unlogged-table-data", f"--file={part}")
        refuse_damage(part)
    return path


def refuse_damage(file: Path) -> None:
    """Raise Refused unless pg_restore reads everything; its `--list` is at the start of a file."""
    with refusing_failure("backup-damaged", file):
        run_program("pg_restore", f"--file={os.devnull}", str(file))


def restore_dump(file: Path, folder: Path) -> Path | None:
    """Put a dump in place of the database; returns where that is kept aside, None if it was empty.

    An older dump is not migrated: the caller does that. Raises Refused, and changes nothing, if the
    dump is damaged, of another program, from a newer version, or from a preview before 1.0.0.
    """
    if not is_possible(RESTORE_PROGRAMS):
        raise refuse("restore-postgresql")
    refuse_others(file)
    aside = None if is_empty() else dump(unused_path(folder / f"replaced-{stamp()}{SUFFIX}"))
    connection.close()
    with refusing_failure("restore-failed", file):
        put_in_place(file)
    return aside


def put_in_place(file: Path) -> None:
    """Empty the database and fill it from a dump, in one transaction.

    It is committed only when the whole dump was read and written. Raises CalledProcessError.
    """
    writing = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    writing += ["--command=BEGIN", f"--command={DROP_ALL}", "--file=-"]
    reading = ["pg_restore", "--no-owner", "--no-comments", "--file=-", str(file)]
    with (
        subprocess.Popen(  # noqa: S603 - our own arguments, no shell
            writing, env=variables(), stdin=PIPE, stdout=DEVNULL, stderr=PIPE, text=True
        ) as writer,
        TemporaryFile("w+") as complaints,
    ):
        reader = subprocess.run(  # noqa: S603
            reading, stdout=writer.stdin, stderr=complaints, check=False
        )
        _output, errors = writer.communicate("" if reader.returncode else "COMMIT;\n")
        complaints.seek(0)
        if writer.returncode:
            raise subprocess.CalledProcessError(writer.returncode, writing, stderr=errors)
        if reader.returncode:
            raise subprocess.CalledProcessError(
                reader.returncode, reading, stderr=complaints.read()
            )


def refuse_others(file: Path) -> None:
    """Raise Refused unless this program, or an older one since 1.0.0, made the dump."""
    rows = ("--data-only", "--table=django_migrations", "--file=-")
    with refusing_failure("restore-failed", file):
        text = run_program("pg_restore", *rows, str(file))
    applied = {("scoring", name) for name in APPLIED.findall(text)}
    if not applied:
        raise refuse("restore-not-ours", path=str(file))
    refuse_other_versions(file, applied)


def is_empty() -> bool:
    """Whether the database holds nothing worth keeping: no account, no tournament but samples."""
    if User._meta.db_table not in connection.introspection.table_names():
        return True
    return not (User.objects.exists() or Tournament.objects.filter(sample=False).exists())


def run_program(program: str, *arguments: str) -> str:
    """Run a program of PostgreSQL on the database of this installation; returns its output.

    Raises CalledProcessError.
    """
    return subprocess.run(  # noqa: S603 - our own arguments, no shell
        [program, *arguments],
        env=variables(),
        check=True,
        capture_output=True,
        text=True,
        errors="replace",
    ).stdout


def variables() -> dict[str, str]:
    """The environment of such a program, with the address of the database.

    Arguments would show it to anybody who lists the processes.
    """
    database = connection.settings_dict
    _arguments, environment = DatabaseClient.settings_to_cmd_args_env(database, [])
    options = {
        "PGHOST": database["HOST"],
        "PGPORT": str(database["PORT"]),
        "PGUSER": database["USER"],
        "PGDATABASE": database["NAME"],
        **(environment or {}),
    }
    return os.environ | {name: value for name, value in options.items() if value}
