"""The announcement of a tournament (TO 6.2), logos, and how often papers are printed."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.host import Host
from scoring.models.tournament import Tournament


class Announcement(models.Model):
    """The items of TO 6.2 by their letter ("A.a"), as the organizer worded them."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="announcement")
    items = models.JSONField(default=dict, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"announcement of {self.tournament_id}"


class Logo(models.Model):
    """The picture on the head of every print: a small PNG, stored in the database so that
    exports and backups contain it."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="logo")
    png = models.BinaryField()

    def __str__(self) -> str:
        return f"logo of {self.tournament_id}"


class HostLogo(models.Model):
    """The picture of a host, for its tournaments that have none of their own.

    By `digest`, of the picture, public pages know that it was exchanged.
    """

    host = models.OneToOneField(Host, models.CASCADE, related_name="logo")
    png = models.BinaryField()
    digest = models.CharField(max_length=32)

    def __str__(self) -> str:
        return f"logo of host {self.host_id}"


class PrintCopies(models.Model):
    """How many copies of a paper "Print for this moment" makes; one where there is no row."""

    MOST = 20

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="print_copies")
    paper = models.CharField(max_length=20)
    copies = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "paper"], name="copies_set_once"),
            models.CheckConstraint(condition=Q(copies__lte=20), name="twenty_copies_at_most"),
        ]

    def __str__(self) -> str:
        return f"{self.copies} × {self.paper} of {self.tournament_id}"
