"""What commands share: refusals as lines, progress on a terminal, JSON, hosts, and documents."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.utils import translation
from tqdm import tqdm

from scoring.core.forms import Refused
from scoring.exchange.reads.export import Progress
from scoring.messages.catalogue import message
from scoring.messages.citing import citation_text
from scoring.models import Host, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.rules.problem import Problem
from skatturnier.checks import TAG


@contextmanager
def report_refusals() -> Iterator[None]:
    """End the command with one line per problem if the block is refused, in English for scripts."""
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
    """A progress bar on a terminal; nothing if the output goes to a script or a file."""
    return tqdm(total=total, unit=f" {unit}", disable=None, leave=False)


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """Show the current step and the elapsed seconds of a command that cannot count."""
    with tqdm(total=1, disable=None, leave=False, bar_format="{desc} … {elapsed}") as bar:
        yield bar.set_description_str


def put_text(out: OutputWrapper, text: str, file: Path | None) -> None:
    """Write all of a document or nothing to a file, or to standard output if `file` is None.

    It is UTF-8 on every system (docs/formats.md).
    """
    if file is None:
        with suppress(AttributeError):  # a test's output is no stream of bytes
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
    fields = dict(pairs)
    if len(fields) != len(pairs):
        keys = Counter(key for key, _value in pairs)
        raise KeyTwice(keys.most_common(1)[0][0])
    return fields


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

Summary = dict[str, object]  # of the new row, for scripts


class ExportCommand(BaseCommand):
    """Writes the document of a row of `model`."""

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
        with report_refusals(), steps() as progress:
            text = self.text_of(row, progress)
        put_text(self.stdout, text, file)


class ImportCommand(BaseCommand):
    """Creates a row from a document and prints its summary as JSON."""

    requires_system_checks = (TAG,)

    def import_document(self, data: bytes, *, host: int, progress: Progress) -> Summary:
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        add_host_option(parser)

    def handle(self, *args: object, file: Path, host: str, **kwargs: object) -> None:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        with report_refusals(), steps() as progress:
            summary = self.import_document(data, host=host_id_of(host), progress=progress)
        self.stdout.write(json.dumps(summary, ensure_ascii=False))
