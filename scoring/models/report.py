"""Results that a computer reports to a server: what it sends, and what the server has received."""

import uuid

from django.db import models
from django.db.models import Q

from scoring.models.host import Host
from scoring.models.tournament import Tournament

PUBLIC_KEY_LENGTH = 64  # 32 bytes of Ed25519 as hexadecimal digits
KEY_NAME_LENGTH = 60
ADDRESS_LENGTH = 200


# On the server ----------------------------------------------------------------------------------


class ReportKey(models.Model):
    """With a key that was given out, one computer reports the results of the host.

    It is shown once and stored as a hash; the first computer that is registered by it leaves its
    public key, and nobody else is registered by it after that.
    """

    host = models.ForeignKey(Host, models.CASCADE, related_name="report_keys")
    name = models.CharField(max_length=KEY_NAME_LENGTH)
    secret_hash = models.CharField(max_length=64, unique=True)
    public_key = models.CharField(max_length=PUBLIC_KEY_LENGTH, null=True, unique=True)  # noqa: DJ001 - NULLs are not equal, "" would be
    given_at = models.DateTimeField()
    registered_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="report_key_has_a_name"),
            models.CheckConstraint(
                condition=Q(public_key__isnull=True, registered_at__isnull=True)
                | Q(public_key__isnull=False, registered_at__isnull=False),
                name="report_key_is_registered_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ReceivedReport(models.Model):
    """A tournament that is reported to a host; `ident` is what the reporting computer calls it.

    `tournament` is the newest version. The earlier ones are kept as tournaments of their own.
    """

    host = models.ForeignKey(Host, models.PROTECT, related_name="received_reports")
    ident = models.UUIDField()
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="received_report")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["host", "ident"], name="received_report_once_a_host")
        ]

    def __str__(self) -> str:
        return str(self.ident)


class ReportVersion(models.Model):
    """One version of a reported tournament, as it was received.

    `people` are keyed hashes of how the document describes the person of each start number: who is
    described as before by the same key is taken to be the same person, whatever he is called here
    since. `changed` counts what differs from the version before, by kind; NULL for the first one,
    and where it was not counted yet.
    """

    report = models.ForeignKey(ReceivedReport, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="report_version")
    key = models.ForeignKey(ReportKey, models.PROTECT, related_name="versions")
    at = models.DateTimeField()
    people = models.JSONField(default=dict)
    changed = models.JSONField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["report", "number"], name="report_version_once"),
            models.UniqueConstraint(fields=["report", "sha256"], name="report_document_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="report_version_positive"),
        ]

    def __str__(self) -> str:
        return f"version {self.number}"


class RefusedReport(models.Model):
    """What a computer reported last and the host did not take, until it takes a later one of it.

    `sha256` tells it from what another computer reports of the same tournament, which may be a copy
    of its data: that settles nothing.

    `taken_for` is the report that the host has of the same tournament under another ident: an
    administrator may say that both are one.
    """

    host = models.ForeignKey(Host, models.CASCADE, related_name="refused_reports")
    ident = models.UUIDField()
    key = models.ForeignKey(ReportKey, models.CASCADE, related_name="refused")
    version = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64, blank=True, db_default="")
    name = models.CharField(max_length=120, blank=True)  # of the tournament, if it could be read
    date = models.DateField(null=True)
    at = models.DateTimeField()
    problems = models.JSONField(default=list)
    taken_for = models.ForeignKey(ReceivedReport, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["host", "ident", "sha256"], name="refused_document_once_a_host"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.ident}"


# On the computer that reports -------------------------------------------------------------------


class ReportTarget(models.Model):
    """A host of a server to which a host reports its results: one for each key that was typed in.

    The private key is derived from `seed` by the key of the installation, as the addresses of
    phones are: it stands in no row, and so in no backup. One that was removed is kept for the
    reports that went there, and comes back with a new key of the same host.
    """

    host = models.ForeignKey(Host, models.CASCADE, related_name="report_targets")
    address = models.CharField(max_length=ADDRESS_LENGTH)
    received_by = models.CharField(max_length=120)  # what the server calls the host there
    at_host = models.PositiveBigIntegerField(null=True)  # its id there, where the server told it
    seed = models.CharField(max_length=64)
    public_key = models.CharField(max_length=PUBLIC_KEY_LENGTH)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(address=""), name="report_target_has_an_address")
        ]

    def __str__(self) -> str:
        return self.received_by or self.address


class ReportState(models.TextChoices):
    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"


class Report(models.Model):
    """The newest version of a result that is to reach the server, or has.

    `result` is the id of the row of the log that made the result final: a later one is a corrected
    result. `packed` is the document as it is sent, until the server has answered; `newest` the
    newest version that the server says it has. `accepted` is the newest version that it took from
    here, and `after` the one that this version knowingly replaces, whoever reported that. `season`
    is the season in which it counts there, "" in none, NULL where an older server does not tell.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="report")
    target = models.ForeignKey(ReportTarget, models.SET_NULL, null=True, related_name="reports")
    ident = models.UUIDField(default=uuid.uuid4, unique=True)
    version = models.PositiveIntegerField(default=1)
    result = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()  # of the document in bytes, unpacked
    packed = models.BinaryField(null=True)
    state = models.CharField(
        max_length=10, choices=ReportState.choices, default=ReportState.WAITING
    )
    reported_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=40, blank=True)  # code of why the last try failed
    answered_at = models.DateTimeField(null=True)
    problems = models.JSONField(default=list)
    newest = models.PositiveIntegerField(null=True)
    after = models.PositiveIntegerField(null=True)
    accepted = models.PositiveIntegerField(null=True)
    accepted_at = models.DateTimeField(null=True)
    season = models.CharField(max_length=120, null=True)  # noqa: DJ001 - NULL is unknown, "" is none

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=ReportState.values), name="report_state_known"
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="report_version_at_least_one"),
            # What waits has something to be sent, and what was answered is not kept twice.
            models.CheckConstraint(
                condition=Q(state=ReportState.WAITING, packed__isnull=False, answered_at=None)
                | (
                    ~Q(state=ReportState.WAITING)
                    & Q(packed__isnull=True, answered_at__isnull=False)
                ),
                name="report_waits_with_its_document",
            ),
        ]

    def __str__(self) -> str:
        return f"version {self.version}, {self.state}"
