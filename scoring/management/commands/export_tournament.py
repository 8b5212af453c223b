"""`manage.py export_tournament`: a whole tournament as one document (docs/formats.md)."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.exchange.reads.export import export_text
from scoring.management.terminal import put_text, refusals_shown, steps
from scoring.models import Tournament


class Command(BaseCommand):
    help = "Writes a whole tournament as one JSON document, to FILE or to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", type=int, help="the number of the tournament")
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *args: object, id: int, file: Path | None, **kwargs: object) -> None:
        tournament = Tournament.objects.filter(pk=id).first()
        if tournament is None:
            raise CommandError(f"there is no tournament {id}")
        with refusals_shown(), steps() as progress:
            text = export_text(tournament, progress)
        put_text(self.stdout, text, file)
