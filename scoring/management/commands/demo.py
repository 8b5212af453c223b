"""`manage.py demo`: the sample tournament of a first start."""

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.management.terminal import CheckedCommand
from scoring.models import Actor, Tournament
from scoring.simulation.services import OPEN_TABLE, SAMPLE_SERIES, WRONG_TABLE, create_sample


class Command(CheckedCommand):
    help = "Makes the sample tournament: 23 players, 3 series, one list open, one with an error."

    def handle(self, *args: object, **kwargs: object) -> None:
        if Tournament.objects.filter(sample=True).exists():
            self.stdout.write(_("There is a sample tournament already."))
            return
        sample = create_sample(_("Sample tournament"), timezone.localdate(), by=Actor(name="demo"))
        words = {
            "tournament": sample.title,
            "series": SAMPLE_SERIES,
            "open": OPEN_TABLE,
            "wrong": WRONG_TABLE,
        }
        self.stdout.write(
            _(
                "%(tournament)s: in series %(series)s the list of table %(open)s is still being "
                "typed, and the list of table %(wrong)s has an error to find."
            )
            % words
        )
