"""`manage.py export_season`: a whole season as one document (docs/formats.md)."""

from scoring.exchange.reads.export import export_season
from scoring.management.terminal import ExportCommand, Progress
from scoring.models import Season


class Command(ExportCommand):
    help = "Writes a whole season as one JSON document, to FILE or to standard output."
    model = Season

    def text_of(self, row: Season, progress: Progress) -> str:
        return export_season(row, progress)
