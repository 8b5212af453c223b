"""`manage.py import_season`: a new season from a document (docs/formats.md)."""

from scoring.exchange.services.season import import_season
from scoring.management.terminal import ImportCommand
from scoring.models import Actor


class Command(ImportCommand):
    help = "Makes a new season of a document of export_season, all of it or nothing."
    actor = Actor(name="import_season")
    import_document = staticmethod(import_season)
    counted = ("tournaments", "members")
