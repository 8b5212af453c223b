"""`manage.py serve`: what `run.py` starts. Prepares the database and serves the program."""

import argparse
import io
import os
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.utils import DatabaseError
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.accounts.services.accounts import first_link
from scoring.core.links import local_addresses, server_address
from scoring.core.refusals import Refused
from scoring.management.terminal import problem_line
from scoring.management.updating import update
from scoring.models import Actor, LogEntry
from skatturnier.checks import TAG
from skatturnier.health import newer_migration
from skatturnier.starting import beside, claim, open_page, require_free_port, without_exec
from skatturnier.trouble import clock_went_back, explained, found_at_start
from skatturnier.words import Trouble, first_line

# One process: a second one costs 50 MB of an old laptop's memory, and fifty clerks who save a game
# a second do not need it (tools/load).
WORKERS = 1


class Command(BaseCommand):
    help = "Prepares the database, prints the addresses and serves the program."
    requires_system_checks = (TAG,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--language", default="de", choices=("de", "en"))
        parser.add_argument("--sample", action=argparse.BooleanOptionalAction, default=True)
        parser.add_argument("--open", action="store_true")

    def handle(
        self, *args: object, port: int, language: str, sample: bool, **kwargs: object
    ) -> None:
        here = f"http://127.0.0.1:{port}"
        with translation.override(language):
            if trouble := found_at_start():
                raise CommandError(trouble)
            keep_others_out(here)
            try:
                refuse_newer_database()
                self.prepare(sample=sample)
                # Asked before the start (`starting.prepare`), which may be minutes ago.
                require_free_port(port)
                link = self.announce(here, port)
            except Trouble as taken:
                raise CommandError(str(taken)) from taken
            except Refused as refused:
                raise CommandError("\n".join(map(problem_line, refused.problems))) from refused
            except (DatabaseError, OSError) as error:
                sentence = explained(error) or first_line(error)
                raise CommandError(_("The database cannot be used: %s") % sentence) from error
        sys.stdout.flush()
        if kwargs["open"]:
            open_page(here + link)
        serve(port)

    def prepare(self, *, sample: bool) -> None:
        """Update the database, and give a new one its sample tournament."""
        is_new = update(self.stdout.write, by=Actor(name="serve"))
        if is_new and sample:
            call_command("demo", stdout=io.StringIO())
        newest = LogEntry.objects.order_by("-id").values_list("at", flat=True).first()
        if warning := clock_went_back(newest):
            self.stderr.write(warning)

    def announce(self, here: str, port: int) -> str:
        """Where to go with the browser: this laptop, the room, and once the first account.

        Returns the path of the page that is next on this computer.
        """
        token = first_link()
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
    """An older program would fail at the first column of the newer one that it does not fill."""
    if newer := newer_migration(MigrationLoader(connection)):
        raise CommandError(
            _(
                "A newer version of the program has worked with this database already "
                "(%(migration)s). Start the newer version; or put the backup back that it made "
                "before it changed the database: manage.py restore …/updated-….sqlite3"
            )
            % {"migration": newer}
        )


def keep_others_out(address: str) -> None:
    """Refuse a second server on the same SQLite file; PostgreSQL is there for many."""
    if connection.vendor != "sqlite":
        return
    try:
        claim(settings.DATA_DIR, address)
    except Trouble as trouble:
        raise CommandError(str(trouble)) from trouble
    except OSError as error:
        raise CommandError(explained(error) or str(error)) from error


def serve(port: int) -> None:
    """Serve the program on all addresses of this computer until it is told to end.

    This process becomes the one that watches over the server and starts it again if it dies; it
    has no need of what preparing has loaded, and an old laptop none of the memory.
    """
    connections.close_all()
    options = {
        "interface": "rsgi",
        "http": "1",
        "host": "0.0.0.0",  # noqa: S104 - the whole room is to reach it
        "port": port,
        "workers": WORKERS,
        "workers-kill-timeout": 5,
        "log-level": "warning",
        "working-dir": settings.BASE_DIR,
    }
    arguments = [f"--{name}={value}" for name, value in options.items()]
    arguments += ["--no-ws", "--respawn-failed-workers", "skatturnier.rsgi:application"]
    if without_exec():
        raise SystemExit(beside(sys.executable, settings.BASE_DIR, "granian", *arguments))
    os.chdir(settings.BASE_DIR)
    command = [sys.executable, "-m", "granian", *arguments]
    os.execv(command[0], command)  # noqa: S606 - our own program, no shell
