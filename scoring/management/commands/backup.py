"""`manage.py backup`: the whole database in one file, while people go on working."""

from pathlib import Path

from django.core.management.base import CommandParser

from scoring.backup.services.backups import back_up_by_hand, finish
from scoring.management.terminal import CheckedCommand, report_refusals
from scoring.messages.catalogue import message
from scoring.models import Actor, Tournament


class Command(CheckedCommand):
    help = "Writes a backup of the whole database and reads it back; prints its path and size."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: a new one in backups/")

    def handle(self, *args: object, file: Path | None, **kwargs: object) -> None:
        # Ends the command with one line if the database is away or has no tables.
        Tournament.objects.exists()
        with report_refusals():
            path = back_up_by_hand(file)
            problems = finish(path, Actor(name="backup")) if file is None else []
        self.stdout.write(f"{path} {path.stat().st_size / 1024**2:.1f} MB")
        for problem in problems:
            self.stderr.write(message(problem))
