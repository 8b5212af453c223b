"""`manage.py draw`: a seating plan from a list of players (docs/formats.md, docs/seating.md)."""

import json
from pathlib import Path
from secrets import token_hex

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.management.terminal import read_object
from scoring.seating.plan import draw
from scoring.seating.report import read_request, report_document
from scoring.seating.request import ENGINE, UnusableRequest


class Command(BaseCommand):
    help = "Draws a seating plan; the same players, options and seed give the same plan anywhere."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="players, series, mode and seed as JSON")

    def handle(self, *args: object, file: str, **kwargs: object) -> None:
        try:
            plan = draw(read_request(read_object(Path(file)), seed=token_hex(16)))
        except UnusableRequest as refused:
            # A name may hold a line break; the refusal may not.
            raise CommandError(" ".join(f"cannot be drawn: {refused}".split())) from refused
        document = {
            "seed": plan.seed,
            "engine": ENGINE,
            "fingerprint": plan.fingerprint,
            "series": plan.series,
            "report": report_document(plan.report),
        }
        self.stdout.write(json.dumps(document))
