"""`manage.py document_schema`: the JSON schema of the documents (docs/formats.md)."""

import json
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from scoring.exchange.document import Document, LogRowPart
from scoring.exchange.part import schema_of_custom
from scoring.exchange.season_document import SeasonDocument
from scoring.public.reads.feeds import ResultsFeed


class Command(BaseCommand):
    help = "Prints the JSON schema of the documents of a tournament, a season and results.json."

    def handle(self, *args: Any, **options: Any) -> None:
        _references, schemas = msgspec.json.schema_components(
            (Document, SeasonDocument, LogRowPart, ResultsFeed),
            schema_hook=schema_of_custom,
            ref_template="#/$defs/{name}",
        )
        self.stdout.write(json.dumps({"$defs": schemas}, indent=1, sort_keys=True))
