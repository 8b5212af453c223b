"""Back up and restore PostgreSQL by its own programs, where they are installed beside this one.

`pg_dump` takes a consistent picture while people go on writing. `pg_restore` puts it back in one
transaction: the tables are locked meanwhile, and there is one database or the other.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.db.migrations.loader import MigrationLoader

from scoring.backup.services.sqlite import Backup, stamp, unused, written_whole
from scoring.core.refusals import refuse
from scoring.models import Tournament, User

SUFFIX = ".dump"
PROGRAMS = ("pg_dump", "pg_restore")
APPLIED = re.compile(r"^\d+\tscoring\t(\S+)\t", re.MULTILINE)  # of pg_restore's text of a table


def is_possible() -> bool:
    """Whether PostgreSQL's programs are installed where this server runs."""
    return all(map(shutil.which, PROGRAMS))


def dump(path: Path) -> Backup:
    """Write the database to a new file and read it back. Raises Refused."""
    if not is_possible():
        raise refuse("backup-postgresql")
    if path.exists():
        raise refuse("backup-exists", path=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as part:
            # A new file, readable by this account alone: it holds names and passwords' hashes.
            os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
            called("pg_dump", "--format=custom", "--no-unlogged-table-data", f"--file={part}")
            contents(part)
    except OSError as error:
        raise refuse("backup-failed", path=str(path), detail=str(error)) from error
    except subprocess.CalledProcessError as error:
        raise refuse("backup-failed", path=str(path), detail=complaint(error)) from error
    return Backup(path, path.stat().st_size)


def is_whole(path: Path) -> bool:
    """Whether pg_restore reads what is in the file."""
    try:
        contents(path)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def restore_dump(file: Path, folder: Path) -> Path | None:
    """Put a dump in the place of the database; returns where that is kept aside, None if empty.

    An older one is not migrated: `update` does that. Raises Refused if it is damaged, not ours or
    of a newer program; nothing is changed then.
    """
    if not is_possible():
        raise refuse("restore-postgresql")
    refuse_others(file)
    aside = None if is_empty() else dump(unused(folder / f"replaced-{stamp()}{SUFFIX}")).path
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    connection.close()
    name = str(connection.settings_dict["NAME"])
    try:
        called("pg_restore", *options, f"--dbname={name}", str(file))
    except subprocess.CalledProcessError as error:
        raise refuse("restore-failed", path=str(file), detail=complaint(error)) from error
    return aside


def refuse_others(file: Path) -> None:
    """Raises Refused unless the file is a dump of this program, or of an older one."""
    rows = ("--data-only", "--table=django_migrations", "--file=-")
    try:
        text = called("pg_restore", *rows, str(file))
    except subprocess.CalledProcessError as error:
        raise refuse("restore-failed", path=str(file), detail=complaint(error)) from error
    applied = set(APPLIED.findall(text))
    if not applied:
        raise refuse("restore-not-ours", path=str(file))
    known = {name for app, name in MigrationLoader(None).disk_migrations if app == "scoring"}
    if newer := applied - known:
        raise refuse("restore-newer", path=str(file), migration=max(newer))


def is_empty() -> bool:
    """Whether nobody would miss the database: no account, no tournament but samples."""
    if User._meta.db_table not in connection.introspection.table_names():
        return True
    return not (User.objects.exists() or Tournament.objects.filter(sample=False).exists())


def contents(path: Path) -> str:
    return called("pg_restore", "--list", str(path))


def called(program: str, *arguments: str) -> str:
    """What a program of PostgreSQL prints, called for the database of this installation.

    The address is in its environment, where no list of processes shows the password.
    """
    of = connection.settings_dict
    _words, environment = DatabaseClient.settings_to_cmd_args_env(of, [])
    given = {
        "PGHOST": of["HOST"],
        "PGPORT": str(of["PORT"]),
        "PGUSER": of["USER"],
        "PGDATABASE": of["NAME"],
        **(environment or {}),
    }
    set_there = {name: value for name, value in given.items() if value}
    done = subprocess.run(  # noqa: S603 - our own arguments, no shell
        [program, *arguments],
        env=os.environ | set_there,
        check=True,
        capture_output=True,
        text=True,
        errors="replace",
    )
    return done.stdout


def complaint(error: subprocess.CalledProcessError) -> str:
    """The last line that a program wrote before it failed."""
    return (str(error.stderr or "").strip().splitlines() or [str(error.returncode)])[-1][:300]
