"""`manage.py import_tournament`: a new tournament from a document (docs/formats.md)."""

from scoring.exchange.reads.export import Progress
from scoring.exchange.services.tournament import import_tournament
from scoring.management.terminal import ImportCommand, Summary
from scoring.models import Actor


class Command(ImportCommand):
    help = "Makes a new tournament of a document of export_tournament, all of it or nothing."

    def import_document(self, data: bytes, *, host: int, progress: Progress) -> Summary:
        by = Actor(name="import_tournament")
        tournament = import_tournament(data, by=by, host=host, progress=progress)
        return {
            "id": tournament.pk,
            "name": tournament.name,
            "entries": tournament.entries.count(),
            "series": tournament.series.count(),
        }
