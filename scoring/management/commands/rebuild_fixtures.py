"""`manage.py rebuild_fixtures`: make the documents in `fixtures/` anew from their seed."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scoring.management.terminal import scratch_database
from scoring.simulation.services.tournament import FIXTURE_TIME, fixture_documents
from skatturnier.checks import TAG


class Command(BaseCommand):
    help = "Writes fixtures/*.json from their seed, in a database of its own."
    requires_system_checks = (TAG,)

    def handle(self, *args: object, **kwargs: object) -> None:
        try:
            import time_machine
        except ImportError as error:
            raise CommandError("needs the development requirements (time-machine)") from error
        with scratch_database(), time_machine.travel(FIXTURE_TIME, tick=False):
            for name, text in fixture_documents():
                path = settings.BASE_DIR / "fixtures" / f"{name}.json"
                path.write_text(text, encoding="utf-8", newline="\n")
                self.stdout.write(f"{path.relative_to(settings.BASE_DIR)} {len(text) // 1024} KB")
