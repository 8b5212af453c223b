"""`manage.py import_tournament`: a new tournament from a document (docs/formats.md)."""

from scoring.exchange.services.tournament import import_tournament
from scoring.management.terminal import ImportCommand
from scoring.models import Actor


class Command(ImportCommand):
    help = "Makes a new tournament of a document of export_tournament, all of it or nothing."
    actor = Actor(name="import_tournament")
    import_document = staticmethod(import_tournament)
    counted = ("entries", "series")
