"""`manage.py score_list`: a whole list valued, added up and checked (docs/formats.md)."""

import json
from dataclasses import asdict
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from scoring.management.terminal import problem_record, read_object
from scoring.rules.list_records import ListRecord, ListReport, report
from scoring.rules.problem import errors, warnings
from scoring.rules.score_list import SCHEMES, Scheme


class Command(BaseCommand):
    help = "Values a score list, adds it up and names everything that is wrong with it."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a list as JSON")
        parser.add_argument("--scheme", choices=SCHEMES, help="default: that of the rule system")

    def handle(self, *args: object, file: str, scheme: Scheme | None, **kwargs: object) -> None:
        list_report = report(ListRecord(read_object(Path(file))), scheme)
        # The texts belong to a public interface: English, whatever the program speaks.
        with translation.override("en"):
            self.stdout.write(json.dumps(as_json(list_report)))


def as_json(list_report: ListReport) -> dict[str, object]:
    problems, doubts = (
        [{"number": problem.number, **problem_record(problem)} for problem in problems]
        for problems in (errors(list_report.problems), warnings(list_report.problems))
    )
    return {
        "ok": not problems,
        "totals": [asdict(total) for total in list_report.totals],
        "passed": list_report.passed,
        "problems": problems,
        "warnings": doubts,
    }
