"""`manage.py read_photos`: the photos of a file, read in a process of their own."""

from pathlib import Path

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from scoring.core.heavy import within_memory
from scoring.lists.photos.reading import pictures
from scoring.models import Series


class Command(BaseCommand):
    help = "Reads the photos of score lists in a JPEG, PNG or PDF and writes them as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("data", type=Path, help="the picture, or a PDF of pictures")
        parser.add_argument("file", type=Path, help="what is written")
        parser.add_argument("--series", type=int, required=True, help="the id of a series")
        parser.add_argument("--table", type=int, help="the list, where its number is not read")
        parser.add_argument("--page", type=int, help="the only page of a PDF that is read")
        parser.add_argument("--memory", type=int, help="the most MB of data that it may hold")

    def handle(
        self,
        *args: object,
        data: Path,
        file: Path,
        series: int,
        table: int | None,
        page: int | None,
        memory: int | None,
        **kwargs: object,
    ) -> None:
        with within_memory(memory):
            played_series = Series.objects.select_related("tournament").get(pk=series)
            photos = list(pictures(data.read_bytes(), played_series, table, page))
        file.write_bytes(msgspec.json.encode(photos))
