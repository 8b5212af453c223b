"""`manage.py export_tournament`: a whole tournament as one document (docs/formats.md)."""

from scoring.exchange.reads.export import export_text
from scoring.management.terminal import ExportCommand
from scoring.models import Tournament


class Command(ExportCommand):
    help = "Writes a whole tournament as one JSON document, to FILE or to standard output."
    model = Tournament
    text_of = staticmethod(export_text)
