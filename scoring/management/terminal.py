"""What the long commands share: refusals as lines, and progress on a terminal only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, OutputWrapper
from django.utils import translation
from tqdm import tqdm

from scoring.core.refusals import Refused
from scoring.messages import message
from scoring.messages.citing import citation_text
from scoring.rules.problem import Problem


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
        with suppress(AttributeError):  # where it is no stream of bytes
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


def bytes_of(file: Path) -> bytes:
    """The bytes of a file; raises CommandError if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
