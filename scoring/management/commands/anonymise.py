"""`manage.py anonymise`: remove names and photos whose six months are over (TO 7.4.4)."""

import json
from datetime import date

from django.core.management.base import CommandParser

from scoring.management.terminal import CheckedCommand, day, report_refusals
from scoring.models import Actor, Host
from scoring.people.reads.register import first_day_kept, forgettable
from scoring.people.services.register import anonymise_people, remove_old_photos


class Command(CheckedCommand):
    help = (
        "Counts the people who last played more than six months ago, or before an earlier day; "
        "with --write their names are removed for good, and the photos of lists that are older "
        "than six months. All results stay."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--before", type=day, help="2026-01-01; without it, six months ago")
        parser.add_argument("--write", action="store_true", help="remove them, not only count")

    def handle(self, *args: object, before: date | None, write: bool, **kwargs: object) -> None:
        by = Actor(name="anonymise")
        until = first_day_kept(before)
        candidates = (each for host in Host.objects.all() for each in forgettable(by, host, until))
        people = [candidate for candidate in candidates if candidate.entries.exists()]
        with report_refusals():
            removed = anonymise_people(None, people, by=by) if write and people else 0
            photos = remove_old_photos(by=by) if write else 0
        summary = {"before": until.isoformat(), "people": len(people), "removed": removed}
        summary |= {"photos": photos}
        self.stdout.write(json.dumps(summary))
