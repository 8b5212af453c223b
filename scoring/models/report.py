"""Results that a club reports to a host."""

from django.db import models
from django.db.models import Q

from scoring.models.checks import check
from scoring.models.host import Host
from scoring.models.tournament import Tournament

KEY_NAME_LENGTH = 60
KEY_LENGTH = 40  # letters and hyphens of a key
SENDER_LENGTH = 150
ADDRESS_LENGTH = 200
ANSWER_LENGTH = 1_000


class ReportKey(models.Model):
    """A key with which a club reports results to the host: shown once, stored as a hash."""

    host = models.ForeignKey(Host, models.CASCADE, related_name="report_keys")
    name = models.CharField(max_length=KEY_NAME_LENGTH)  # of the club
    secret_hash = models.CharField(max_length=64, unique=True)
    given_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [check("report_key_has_a_name", ~Q(name=""))]


class ReceivedReport(models.Model):
    """A document that was reported to a host, with a key or as a file by hand.

    An accepted report became `tournament` and keeps the document, packed by gzip; a refused one has
    the reasons as sentences. `ident` is the same in all documents of a tournament.
    """

    host = models.ForeignKey(Host, models.PROTECT, related_name="received_reports")
    key = models.ForeignKey(ReportKey, models.PROTECT, null=True, related_name="reports")
    sender = models.CharField(max_length=SENDER_LENGTH)  # the name of the key, or of the account
    ident = models.CharField(max_length=64, blank=True)  # "" of a document that cannot be read
    name = models.CharField(max_length=120, blank=True)
    date = models.DateField(null=True)
    at = models.DateTimeField()
    sha256 = models.CharField(max_length=64)
    document = models.BinaryField(null=True)
    tournament = models.OneToOneField(
        Tournament, models.PROTECT, null=True, related_name="received_report"
    )
    refusal = models.TextField(blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["host", "ident"], name="report_of_a_tournament")]
        constraints = [
            check(
                "report_is_taken_or_refused",
                Q(refusal="", tournament__isnull=False, document__isnull=False) & ~Q(ident="")
                | ~Q(refusal="") & Q(tournament__isnull=True, document__isnull=True),
            )
        ]


class ReportTarget(models.Model):
    """The server and host to which a host reports its results, with the key for it."""

    host = models.OneToOneField(Host, models.CASCADE, related_name="report_target")
    address = models.CharField(max_length=ADDRESS_LENGTH)
    key = models.CharField(max_length=KEY_LENGTH)
    received_by = models.CharField(max_length=120)  # the name of the host there
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.received_by or self.address


class ReportState(models.TextChoices):
    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNREACHED = "unreached"


class Report(models.Model):
    """The last report of a tournament; `result` is the log row that made the result final."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="report")
    at = models.DateTimeField()
    result = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=ReportState.choices)
    answer = models.CharField(max_length=ANSWER_LENGTH)

    class Meta:
        constraints = [check("report_state_known", Q(state__in=ReportState.values))]
