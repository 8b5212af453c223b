"""`manage.py export_season`: a whole season as one document (docs/formats.md)."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.exchange.reads.export_season import export_season
from scoring.management.terminal import put_text, refusals_shown, steps
from scoring.models import Season


class Command(BaseCommand):
    help = "Writes a whole season as one JSON document, to FILE or to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", type=int, help="the number of the season")
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *args: object, id: int, file: Path | None, **kwargs: object) -> None:
        season = Season.objects.filter(pk=id).first()
        if season is None:
            raise CommandError(f"there is no season {id}")
        with refusals_shown(), steps() as progress:
            text = export_season(season, progress)
        put_text(self.stdout, text, file)
