"""`manage.py score_list`: a whole list valued, added up and checked (docs/formats.md)."""

import json
from dataclasses import asdict
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from scoring.management.commands.value import problem_record
from scoring.management.terminal import loads
from scoring.rules.list_records import ListReport, read_list, report
from scoring.rules.problem import Problem, errors, warnings
from scoring.rules.score_list import SCHEMES, Scheme


class Command(BaseCommand):
    help = "Values a score list, adds it up and names everything that is wrong with it."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a list as JSON")
        parser.add_argument("--scheme", choices=SCHEMES, help="default: that of the rule system")

    def handle(self, *args: object, file: str, scheme: Scheme | None, **kwargs: object) -> None:
        list_report = report(read_list(read_document(Path(file))), scheme)
        # The texts belong to a public interface: English, whatever the program speaks.
        with translation.override("en"):
            self.stdout.write(json.dumps(as_json(list_report)))


def read_document(path: Path) -> dict[str, object]:
    """The JSON object in a file; CommandError with one line where there is none."""
    try:
        document = loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(document, dict):
        raise CommandError(f"{path} holds no JSON object")
    return document


def as_json(list_report: ListReport) -> dict[str, object]:
    mistakes = errors(list_report.problems)
    return {
        "ok": not mistakes,
        "totals": [asdict(total) for total in list_report.totals],
        "passed": list_report.passed,
        "problems": [problem_as_json(mistake) for mistake in mistakes],
        "warnings": [problem_as_json(warning) for warning in warnings(list_report.problems)],
    }


def problem_as_json(problem: Problem) -> dict[str, object]:
    return {"number": problem.number, **problem_record(problem)}
