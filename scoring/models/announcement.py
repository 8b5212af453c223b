"""The announcement of a tournament (TO 6.2) and the club's logo."""

from django.conf import settings
from django.db import models

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
