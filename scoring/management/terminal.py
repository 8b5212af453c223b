"""What the long commands share: refusals as lines, and progress on a terminal only."""

import json
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation
from django.utils.translation import gettext as _
from tqdm import tqdm

from scoring.backup.services import backups
from scoring.core.forms import Refused, refuse
from scoring.core.heavy import remove_old_uploads
from scoring.messages import message
from scoring.messages.citing import citation_text
from scoring.models import Actor, Host, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.rules.problem import Problem
from skatturnier.checks import TAG
from skatturnier.middleware import FORMER_MIGRATIONS


@contextmanager
def refusals_shown() -> Iterator[None]:
    """In English, as scripts expect it: a refusal ends the command with a line a problem."""
    with translation.override("en"):
        try:
            yield
        except Refused as refused:
            raise CommandError("\n".join(map(problem_line, refused.problems))) from refused


def problem_line(problem: Problem) -> str:
    """A problem as one line: where, what, and which paragraph."""
    where = f"{problem.field}: " if problem.field else ""
    rule = f" [{citation_text(problem.rule)}]" if problem.rule else ""
    return f"{where}{message(problem)}{rule}"


def progress(total: int, unit: str) -> Any:
    """A bar for a person who waits; a script that reads our output sees nothing of it."""
    return tqdm(total=total, unit=f" {unit}", disable=None, leave=False)


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """For a command that cannot count: the step it is at, and the seconds so far."""
    with tqdm(total=1, disable=None, leave=False, bar_format="{desc} … {elapsed}") as bar:
        yield bar.set_description_str


def put_text(out: OutputWrapper, text: str, file: Path | None) -> None:
    """Write a document to a file, all of it or nothing, or to standard output; as UTF-8 on every
    system (docs/formats.md).
    """
    if file is None:
        with suppress(AttributeError):  # where it is not a stream of bytes
            out.reconfigure(encoding="utf-8", newline="\n")
        out.write(text, ending="")
        return
    part = file.with_name(file.name + ".part")
    try:
        # A full disk must not leave half a document where a whole one was.
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CommandError(f"{file}: {error.strerror}") from error


# JSON as the commands read it: what can be read in two ways is not read at all.


class KeyTwice(ValueError):
    """A key that stands twice in one object: which of the two values is meant?"""

    def __init__(self, key: str) -> None:
        self.key = " ".join(key.split())[:40]
        super().__init__(f"“{self.key}” stands there twice")


def loads(text: str) -> object:
    """The value of a JSON text.

    Raises KeyTwice, or what `json.loads` raises: JSONDecodeError, another ValueError for a number
    of thousands of digits, RecursionError for what is nested too deeply.

    >>> loads('{"tops": 1, "tops": 2}')
    Traceback (most recent call last):
    scoring.management.terminal.KeyTwice: “tops” stands there twice
    """
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        keys = Counter(key for key, _value in pairs)
        raise KeyTwice(keys.most_common(1)[0][0])
    return fields


# Which host a command means: by its name, and where none is given the first.


def add_host_option(parser: CommandParser) -> None:
    parser.add_argument("--host", default="", help="the name of the host; default: the first one")


def host_named(name: str) -> int:
    """The id of the host; raises CommandError if there is none of this name."""
    if not name:
        return FIRST_HOST
    host = Host.objects.filter(name=name).values_list("pk", flat=True).first()
    if host is None:
        raise CommandError(f"there is no host {name!r}")
    return host


# What the commands that write and read whole documents share (docs/formats.md).

Progress = Callable[[str], None]  # told the step that is reached
Summary = dict[str, object]  # what was made, for scripts


class ExportCommand(BaseCommand):
    """Writes a row of `model` with all that belongs to it as text."""

    requires_system_checks = (TAG,)
    model: type[Season] | type[Tournament]
    text_of: Callable[[Any, Progress], str]

    def add_arguments(self, parser: CommandParser) -> None:
        name = self.model._meta.verbose_name
        parser.add_argument("id", type=int, help=f"the number of the {name}")
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *args: object, id: int, file: Path | None, **kwargs: object) -> None:
        row = self.model._default_manager.filter(pk=id).first()
        if row is None:
            raise CommandError(f"there is no {self.model._meta.verbose_name} {id}")
        with refusals_shown(), steps() as progress:
            text = self.text_of(row, progress)
        put_text(self.stdout, text, file)


class ImportCommand(BaseCommand):
    """Creates a row from a document and prints it as JSON."""

    requires_system_checks = (TAG,)

    def made_of(self, data: bytes, *, host: int, progress: Progress) -> Summary:
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        add_host_option(parser)

    def handle(self, *args: object, file: Path, host: str, **kwargs: object) -> None:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        with refusals_shown(), steps() as progress:
            summary = self.made_of(data, host=host_named(host), progress=progress)
        self.stdout.write(json.dumps(summary, ensure_ascii=False))


# What a new version of the program needs before it is served.

UPDATE_KEY = 7_528_002  # of PostgreSQL's advisory lock, as `core.services.REGISTER_KEY`


def update(tell: Callable[[str], object], *, by: Actor) -> bool:
    """Migrate where something is due; whether the database was new.

    A database in use is backed up first: whoever is unhappy with the new program can go back.
    Files that nobody took in are removed. Raises Refused.
    """
    with alone():
        executor = MigrationExecutor(connection)
        if FORMER_MIGRATIONS & executor.loader.applied_migrations.keys():
            raise refuse("database-too-old")
        is_new = not executor.loader.applied_migrations
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            tell(_("Preparing the database …"))
            with backups.kept_before_update(by=by, is_new=is_new):
                call_command("migrate", interactive=False, verbosity=0, database=DEFAULT_DB_ALIAS)
    keep_private()
    remove_old_uploads()
    for path in backups.remove_all_unfinished():
        tell(_("Removed a backup that was not finished: %s") % path)
    return is_new


def keep_private() -> None:
    """Let no other account of this computer read the data: they hold names and hashes of passwords.

    Left alone are a folder of several accounts, as /tmp, and Windows, which has rights of its own.
    """
    folder = settings.DATA_DIR
    if sys.platform == "win32":
        return
    private = [*folder.glob("backups/*")]
    if connection.vendor == "sqlite":
        database = connection.settings_dict["NAME"]
        private += [Path(f"{database}{end}") for end in ("", "-wal", "-shm")]
    for path in private:
        with suppress(OSError):
            path.chmod(0o600)
    with suppress(OSError):
        if not folder.stat().st_mode & stat.S_ISVTX:
            folder.chmod(0o700)


@contextmanager
def alone() -> Iterator[None]:
    """Of several servers that start at once on one PostgreSQL, one migrates and the others wait."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [UPDATE_KEY])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [UPDATE_KEY])
