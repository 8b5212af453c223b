"""What a host proposes for new tournaments, and the column meanings that its imports remember."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.checks import check, unique
from scoring.models.host import Host
from scoring.models.money import FeeColumns
from scoring.models.tournament import ROUNDS, Confirm, Counts, Ties
from scoring.rules.score_list import SCHEMES

LANGUAGES = [code for code, _name in settings.LANGUAGES]


class HostDefaults(FeeColumns):
    """What the host proposes for a new tournament, and the language of new accounts.

    Empty means: `edition`, the newest of the system; `scheme`, the default of the system;
    `language`, that of the browser.
    """

    host = models.OneToOneField(Host, models.CASCADE, related_name="defaults")
    place = models.CharField(max_length=120, blank=True)
    organizer = models.CharField(max_length=120, blank=True)
    system = models.CharField(max_length=40, default="isko-1998")
    edition = models.CharField(max_length=20, blank=True)
    scheme = models.CharField(max_length=20, blank=True)
    ties = models.CharField(max_length=10, choices=Ties.choices, default=Ties.LOT)
    counts = models.CharField(max_length=10, choices=Counts.choices, default=Counts.ENTERED)
    confirm = models.CharField(max_length=10, choices=Confirm.choices, default=Confirm.SECOND)
    paper_total = models.BooleanField(default=True)
    series = models.PositiveSmallIntegerField(default=3)
    rounds = models.PositiveSmallIntegerField(default=12)
    language = models.CharField(max_length=5, blank=True)

    class Meta:
        verbose_name_plural = "host defaults"
        constraints = [
            check("host_default_scheme_known", Q(scheme__in=["", *SCHEMES])),
            check("host_default_ties_known", Q(ties__in=Ties.values)),
            check("host_default_counts_known", Q(counts__in=Counts.values)),
            check("host_default_confirm_known", Q(confirm__in=Confirm.values)),
            check("host_default_rounds_in_range", Q(rounds__gte=ROUNDS[0], rounds__lte=ROUNDS[-1])),
            check("host_default_language_known", Q(language__in=["", *LANGUAGES])),
        ]

    @staticmethod
    def of(host: int) -> "HostDefaults":
        """The defaults that the host with this id has set, else the built-in ones (unsaved)."""
        return HostDefaults.objects.filter(host=host).first() or HostDefaults(host_id=host)


class RememberedColumns(models.Model):
    """The meanings of a table's columns, as somebody last corrected them when importing a file.

    `headings` is a digest; `meanings` has a word for each heading, in order.
    """

    host = models.ForeignKey(Host, models.CASCADE, related_name="remembered_columns")
    kind = models.CharField(max_length=10)
    headings = models.CharField(max_length=32)
    meanings = models.JSONField()
    used_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "remembered columns"
        constraints = [unique("columns_once_by_headings", "host", "kind", "headings")]
