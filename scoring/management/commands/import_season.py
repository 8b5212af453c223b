"""`manage.py import_season`: a new season from a document (docs/formats.md)."""

from scoring.exchange.reads.export import Progress
from scoring.exchange.services.season import import_season
from scoring.management.terminal import ImportCommand, Summary
from scoring.models import Actor


class Command(ImportCommand):
    help = "Makes a new season of a document of export_season, all of it or nothing."

    def import_document(self, data: bytes, *, host: int, progress: Progress) -> Summary:
        by = Actor(name="import_season")
        season = import_season(data, by=by, host=host, progress=progress)
        return {
            "id": season.pk,
            "name": season.name,
            "tournaments": season.tournaments.count(),
            "members": season.members.count(),
        }
