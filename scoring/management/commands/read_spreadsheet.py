"""`manage.py read_spreadsheet`: the cells of a spreadsheet, read in a process of their own."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from scoring.core.heavy import within_memory
from scoring.core.spreadsheets import Unreadable, read_spreadsheet


class Command(BaseCommand):
    help = "Reads the cells of a spreadsheet and writes a line of JSON for each sheet."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("data", type=Path, help="the spreadsheet")
        parser.add_argument("file", type=Path, help="what is written; a code if it is refused")
        parser.add_argument("--memory", type=int, help="the most MB of data that it may hold")

    def handle(
        self, *args: object, data: Path, file: Path, memory: int | None, **kwargs: object
    ) -> None:
        with within_memory(memory):
            try:
                content = read_spreadsheet(data.read_bytes())
            except Unreadable as refused:
                content = json.dumps(refused.problem.code.removeprefix("sheet-")).encode()
        file.write_bytes(content)
