"""`manage.py value`: what games are worth, one record a line (docs/formats.md)."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from scoring.management.terminal import KeyTwice, loads, problem_record
from scoring.rules.checks import appraise
from scoring.rules.outline import MAX_SEATS
from scoring.rules.problem import Problem, errors, warnings
from scoring.rules.records import read_line
from scoring.rules.score_list import Line

PASSED: dict[str, object] = {
    "multiplier": None,
    "value": 0,
    "score": 0,
    "won": None,
    "overbid": False,
    "steps": [],
}


class Command(BaseCommand):
    help = "Values game records: one JSON object a line in, one JSON object a line out."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="JSON lines; without it standard input")

    def handle(self, *args: object, file: str | None, **kwargs: object) -> None:
        """Print a line for each line while the file is read, so that it may be of any length.

        Only a file without a single line of text is refused as a whole (docs/formats.md).
        """
        name = "standard input" if file is None else file
        lines = unreadable = 0
        with override("en"), tolerate_closed_output():
            for text in texts(raw_lines(file, name)):
                lines += 1
                unreadable += text is None
                self.stdout.write(json.dumps(evaluate_line(text)))
            self.stdout.flush()
        if lines and unreadable == lines:
            raise CommandError(f"{name} is not UTF-8 text")


def raw_lines(file: str | None, name: str) -> Iterator[bytes]:
    """The lines of a file, or of standard input; CommandError where they cannot be read."""
    try:
        with nullcontext(sys.stdin.buffer) if file is None else open(file, "rb") as lines:
            yield from lines
    except OSError as failure:
        raise CommandError(f"cannot read {name}: {failure.strerror}") from None


@contextmanager
def tolerate_closed_output() -> Iterator[None]:
    """End quietly if nobody reads the output any more (`value games | head`).

    Raises CommandError if it cannot be written for another reason, such as a full disk.
    """
    try:
        yield
    except OSError as failure:
        # The rest goes nowhere, or Python would fail once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(failure, BrokenPipeError):
            raise CommandError(f"cannot write: {failure.strerror}") from None


def texts(lines: Iterable[bytes]) -> Iterator[str | None]:
    """The lines that are not empty, without a byte order mark; None for one that is not UTF-8."""
    for line in lines:
        try:
            text = line.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            yield None
            continue
        if text:
            yield text


def evaluate_line(text: str | None) -> dict[str, object]:
    """The output for one line. A line with problems does not stop the next."""
    try:
        record = loads(text or "")
    except KeyTwice as twice:
        return refused_record([Problem("key-twice", twice.key, {"key": twice.key}, "TO 7.2.1")])
    except (ValueError, RecursionError):
        return refused_record([Problem("malformed-json", rule="TO 7.2.1")])
    line, problems = read_line(record, bare=True)
    problems += seat_problems(line)
    if line is None or errors(problems):
        return refused_record(problems)
    if line.unread:
        return refused_record([*problems, Problem("game-missing", "game", rule="SkO 5.5.2")])
    if line.game is None:
        return accepted_record(PASSED, problems)

    appraisal = appraise(line.game)
    problems += appraisal.problems
    if appraisal.worth is None:
        return refused_record(problems)
    worth = {key: getattr(appraisal.worth, key) for key in PASSED}
    if appraisal.valuation is None:
        return refused_record(problems, worth)
    return accepted_record(worth, problems)


def seat_problems(line: Line | None) -> list[Problem]:
    """Problems of seats that no list has; a record may leave them out (docs/formats.md)."""
    if line is None:
        return []
    seats = {"soloist": line.soloist, "dealer": line.dealer}
    params = {"least": 1, "most": MAX_SEATS}
    return [
        Problem("out-of-range", key, params, "TO 7.2.1")
        for key, seat in seats.items()
        if seat is not None and not 1 <= seat <= MAX_SEATS
    ]


def accepted_record(worth: dict[str, object], problems: list[Problem]) -> dict[str, object]:
    return {
        "ok": True,
        **worth,
        "warnings": [problem_record(warning) for warning in warnings(problems)],
    }


def refused_record(
    problems: list[Problem], worth: dict[str, object] | None = None
) -> dict[str, object]:
    """The errors; and the figures, if the game has a value although it cannot be right."""
    return {
        "ok": False,
        "errors": [problem_record(error) for error in errors(problems)],
        **(worth or {}),
        "warnings": [problem_record(warning) for warning in warnings(problems)],
    }
