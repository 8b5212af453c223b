"""`manage.py import_tournament`: a new tournament from a document (docs/formats.md)."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from scoring.exchange.services import import_tournament
from scoring.management.hosts import add_host_option, host_named
from scoring.management.terminal import bytes_of, refusals_shown, steps
from scoring.models import Actor


class Command(BaseCommand):
    help = "Makes a new tournament of a document of export_tournament, all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        add_host_option(parser)

    def handle(self, *args: object, file: Path, host: str, **kwargs: object) -> None:
        data = bytes_of(file)
        with refusals_shown(), steps() as progress:
            by = Actor(name="import_tournament")
            tournament = import_tournament(data, by=by, host=host_named(host), progress=progress)
        summary = {
            "id": tournament.pk,
            "name": tournament.name,
            "entries": tournament.entries.count(),
            "series": tournament.series.count(),
        }
        self.stdout.write(json.dumps(summary, ensure_ascii=False))
