"""`manage.py restore`: put a backup in the place of the database."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.backup.services.restoring import restore, set_damaged_aside
from scoring.backup.services.sqlite import is_empty, refuse_other_databases
from scoring.management.terminal import refusals_shown


class Command(BaseCommand):
    help = "Puts a backup in the place of the database, which is kept aside in backups/."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace what is there")

    def handle(self, *args: object, file: Path, yes: bool, **kwargs: object) -> None:
        with refusals_shown():
            refuse_other_databases("restore-postgresql")
            folder = settings.DATA_DIR / "backups"
            damaged = set_damaged_aside(file, folder) if yes else None
            if not yes and not is_empty():
                raise CommandError(
                    "there are accounts or tournaments in the present database: with --yes it is "
                    "replaced and kept aside"
                )
            done = restore(file, folder)
        if aside := done.aside or damaged:
            self.stdout.write(f"The replaced database is kept in {aside}")
        self.stdout.write(f"Restored from {file}")
