"""`manage.py anonymise`: remove the names whose six months are over (TO 7.4.4)."""

import json
from argparse import ArgumentTypeError
from datetime import date

from django.core.management.base import BaseCommand, CommandParser

from scoring.clubs.reads import forgettable
from scoring.clubs.services import anonymise_people
from scoring.management.terminal import refusals_shown
from scoring.models import Actor, Host
from skatturnier.checks import TAG


def day(text: str) -> date:
    """A day in ISO format."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day; write it as 2026-01-01") from None


class Command(BaseCommand):
    help = (
        "Counts the people who last played before a day and more than six months ago; with "
        "--write their names are removed for good. All results stay."
    )
    requires_system_checks = (TAG,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--before", type=day, required=True, help="2026-01-01")
        parser.add_argument("--write", action="store_true", help="remove them, not only count")

    def handle(self, *args: object, before: date, write: bool, **kwargs: object) -> None:
        by = Actor(name="anonymise")
        found = (each for host in Host.objects.all() for each in forgettable(by, host, before))
        people = [each for each in found if each.entries.exists()]
        with refusals_shown():
            removed = anonymise_people(None, people, by=by) if write and people else 0
        summary = {"before": before.isoformat(), "people": len(people), "removed": removed}
        self.stdout.write(json.dumps(summary))
