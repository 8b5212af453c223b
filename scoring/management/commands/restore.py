"""`manage.py restore`: put a backup in place of the database."""

from pathlib import Path

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.db import connection

from scoring.backup.services import postgresql
from scoring.backup.services.backups import folder, restore, set_damaged_aside
from scoring.backup.services.sqlite import is_empty
from scoring.management.terminal import CheckedCommand, report_refusals


class Command(CheckedCommand):
    help = "Puts a backup in place of the database, which is kept aside in backups/."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace what is there")

    def handle(self, *args: object, file: Path, yes: bool, **kwargs: object) -> None:
        with report_refusals():
            is_sqlite = connection.vendor == "sqlite"
            damaged = set_damaged_aside(file, folder()) if yes and is_sqlite else None
            if not (yes or (is_empty() if is_sqlite else postgresql.is_empty())):
                raise CommandError(
                    "there are accounts or tournaments in the present database: with --yes it is "
                    "replaced and kept aside"
                )
            if is_sqlite:
                aside = restore(file, folder()) or damaged
            else:
                aside = postgresql.restore_dump(file, folder())
                call_command("migrate", interactive=False, verbosity=0)
        if aside:
            self.stdout.write(f"The replaced database is kept in {aside}")
        self.stdout.write(f"Restored from {file}")
