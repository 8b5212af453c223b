"""`manage.py prepare`: what a start does before the server begins (`skatturnier/starting.py`)."""

import argparse
import io

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.utils import DatabaseError
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.accounts.services.accounts import create_first_link
from scoring.core.links import local_addresses, server_address
from scoring.management.commands.update import update
from scoring.management.terminal import CheckedCommand, report_refusals
from scoring.models import Actor, LogEntry
from skatturnier.middleware import newer_migration
from skatturnier.starting import open_page
from skatturnier.trouble import clock_went_back, explain_error, trouble_at_start
from skatturnier.words import first_line


class Command(CheckedCommand):
    help = "Prepares the database and prints the addresses; `serve` does this first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--language", default="de", choices=("de", "en"))
        parser.add_argument("--sample", action=argparse.BooleanOptionalAction, default=True)
        parser.add_argument("--open", action="store_true")

    def handle(
        self, *args: object, port: int, language: str, sample: bool, **kwargs: object
    ) -> None:
        here = f"http://127.0.0.1:{port}"
        with report_refusals(language):
            if trouble := trouble_at_start():
                raise CommandError(trouble)
            try:
                refuse_newer_database()
                self.prepare(sample=sample)
                link = self.announce(here, port)
            except (DatabaseError, OSError) as error:
                sentence = explain_error(error) or first_line(error)
                raise CommandError(_("The database cannot be used: %s") % sentence) from error
        if kwargs["open"]:
            open_page(here + link)

    def prepare(self, *, sample: bool) -> None:
        """Update the database, and give a new one its sample tournament."""
        is_new = update(self.stdout.write, by=Actor(name="serve"))
        if is_new and sample:
            call_command("demo", stdout=io.StringIO())
        newest = LogEntry.objects.order_by("-id").values_list("at", flat=True).first()
        if warning := clock_went_back(newest):
            self.stderr.write(warning)

    def announce(self, here: str, port: int) -> str:
        """Print where to go with the browser; returns the path of the next page."""
        token = create_first_link()
        path = reverse("setup", args=[token]) if token else "/"
        self.stdout.write(_("On this computer: %s/") % here)
        for address in local_addresses():
            self.stdout.write(_("In the local network: %s/") % f"http://{address}:{port}")
        if token:
            first = (server_address() or here) + path
            self.stdout.write(_("Set up the first account, on this computer: %s") % first)
        self.stdout.write(_("Ctrl+C ends the program."))
        return path


def refuse_newer_database() -> None:
    """Refuse a database of a newer version: it has columns that this one would not fill."""
    if newer := newer_migration(MigrationLoader(connection)):
        raise CommandError(
            _(
                "A newer version of the program has worked with this database already "
                "(%(migration)s). Start the newer version; or put the backup back that it made "
                "before it changed the database: manage.py restore …/updated-….sqlite3"
            )
            % {"migration": newer}
        )
