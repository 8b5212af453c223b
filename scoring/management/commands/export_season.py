"""`manage.py export_season`: a whole season as one document (docs/formats.md)."""

from scoring.exchange.reads.export import export_season
from scoring.management.terminal import ExportCommand
from scoring.models import Season


class Command(ExportCommand):
    help = "Writes a whole season as one JSON document, to FILE or to standard output."
    model = Season
    text_of = staticmethod(export_season)
