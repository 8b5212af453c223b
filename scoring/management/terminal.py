"""What commands share."""

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.utils import translation
from tqdm import tqdm

from scoring.core.forms import Refused
from scoring.messages.catalogue import message
from scoring.messages.citing import citation_text
from scoring.models import Actor, Host, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.rules.problem import Problem
from skatturnier.checks import TAG


class CheckedCommand(BaseCommand):
    """A command that needs valid settings. Django's own checks would import every view."""

    requires_system_checks = (TAG,)


@contextmanager
def report_refusals(language: str = "en") -> Iterator[None]:
    """End the command with one line per problem if the block is refused; for scripts in English."""
    with translation.override(language):
        try:
            yield
        except Refused as refused:
            raise CommandError("\n".join(map(problem_line, refused.problems))) from refused


def problem_line(problem: Problem) -> str:
    """A problem as one line: where, what, and which paragraph."""
    where = f"{problem.field}: " if problem.field else ""
    rule = f" [{citation_text(problem.rule)}]" if problem.rule else ""
    return f"{where}{message(problem)}{rule}"


def problem_record(problem: Problem) -> dict[str, object]:
    """A problem as JSON."""
    return {
        "field": problem.field,
        "code": problem.code,
        "message": message(problem),
        "rule": citation_text(problem.rule),
    }


def progress(total: int, unit: str) -> Any:
    """A progress bar on standard error if that is a terminal, else nothing."""
    return tqdm(total=total, unit=f" {unit}", disable=None, leave=False)


def put_text(out: OutputWrapper, text: str, file: Path | None) -> None:
    """Write all of a document or nothing to a file, or to standard output if `file` is None.

    It is UTF-8 on every system (docs/formats.md).
    """
    if file is None:
        with suppress(AttributeError):  # a test's output is no stream of bytes
            out.reconfigure(encoding="utf-8", newline="\n")
        out.write(text, ending="")
        return
    part = Path(f"{file}.part")  # "." has no name to which something could be added
    try:
        # A full disk must not leave half a document where a whole one was.
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CommandError(f"{file}: {error.strerror}") from error


# JSON as the commands read it: a key may not occur twice in an object.


class KeyTwice(ValueError):
    """A key occurs twice in one object, so that either value may be meant."""

    def __init__(self, key: str) -> None:
        self.key = " ".join(key.split())[:40]
        super().__init__(f"“{self.key}” occurs twice")


def loads(text: str) -> object:
    """The value of a JSON text.

    Raises KeyTwice, or what `json.loads` raises: JSONDecodeError, another ValueError for a number
    of thousands of digits, RecursionError for deep nesting.

    >>> loads('{"tops": 1, "tops": 2}')
    Traceback (most recent call last):
    scoring.management.terminal.KeyTwice: “tops” occurs twice
    """
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for key, value in pairs:
        if key in fields:
            raise KeyTwice(key)
        fields[key] = value
    return fields


def read_object(path: Path) -> dict[str, object]:
    """The JSON object in a file; raises CommandError with one line if there is none."""
    try:
        document = loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(document, dict):
        raise CommandError(f"{path} holds no JSON object")
    return document


def day(text: str) -> date:
    """The type of an option that names a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day; write it as 2026-01-01") from None


# The host that a command works for.


def add_host_option(parser: CommandParser) -> None:
    parser.add_argument("--host", default="", help="the name of the host; default: the first one")


def host_id_of(name: str) -> int:
    """The id of the host; raises CommandError if there is none of this name."""
    if not name:
        return FIRST_HOST
    host = Host.objects.filter(name=name).values_list("pk", flat=True).first()
    if host is None:
        raise CommandError(f"there is no host {name!r}")
    return host


# What the commands that write and read whole documents share (docs/formats.md).


class ExportCommand(CheckedCommand):
    """Writes the document of a row of `model`."""

    model: type[Season] | type[Tournament]
    text_of: Callable[[Any], str]

    def add_arguments(self, parser: CommandParser) -> None:
        name = self.model._meta.verbose_name
        parser.add_argument("id", type=int, help=f"the number of the {name}")
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *args: object, id: int, file: Path | None, **kwargs: object) -> None:
        row = self.model._default_manager.filter(pk=id).first()
        if row is None:
            raise CommandError(f"there is no {self.model._meta.verbose_name} {id}")
        with report_refusals():
            text = self.text_of(row)
        put_text(self.stdout, text, file)


class ImportCommand(CheckedCommand):
    """Creates a row from a document; prints its id and name as JSON, and what `counted` counts."""

    actor: Actor
    import_document: Callable[..., Any]
    counted: tuple[str, ...]  # relations of the new row

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        add_host_option(parser)

    def handle(self, *args: object, file: Path, host: str, **kwargs: object) -> None:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        with report_refusals():
            row = self.import_document(data, by=self.actor, host=host_id_of(host))
        counts = {name: getattr(row, name).count() for name in self.counted}
        summary = {"id": row.pk, "name": row.name, **counts}
        self.stdout.write(json.dumps(summary, ensure_ascii=False))
