"""`manage.py send_reports`: sends the results that wait to be reported (docs/formats.md)."""

import json

from django.core.management.base import BaseCommand

from scoring.reporting.sending import send_waiting


class Command(BaseCommand):
    help = "Sends reported results that wait, and prints how many still do."

    def handle(self, *args: object, **kwargs: object) -> None:
        self.stdout.write(json.dumps({"waiting": send_waiting()}))
