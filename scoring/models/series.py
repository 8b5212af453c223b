"""The series of a tournament and the draws that seated it."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.tournament import Tournament

LAST_SERIES = 99

ROUNDS = range(1, 25)
LONGEST_LIMIT = 600  # minutes of a series


class SeriesState(models.TextChoices):
    DRAFT = "draft", _("being prepared")
    RELEASED = "released", _("seating released")
    PLAYING = "playing", _("being played")
    CLOSED = "closed", _("closed")


class Series(models.Model):
    """One series: `rounds` × seats games at every table (12 rounds: 48 at four, 36 at three)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="series")
    number = models.PositiveSmallIntegerField()
    day = models.DateField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(default=12)
    state = models.CharField(max_length=10, choices=SeriesState.choices, default=SeriesState.DRAFT)
    seating_public_at = models.DateTimeField(null=True, blank=True)
    results_public_at = models.DateTimeField(null=True, blank=True)
    # The clock: when it began to be played, and how long a list may take (docs/law.md
    # "A score list"); without `minutes` there is no limit.
    started_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="series_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, rounds__gte=1, rounds__lte=24),
                name="series_rounds_sensible",
            ),
            models.CheckConstraint(
                condition=Q(state__in=SeriesState.values), name="series_state_known"
            ),
            models.CheckConstraint(
                condition=Q(minutes__isnull=True) | Q(minutes__gte=1), name="series_limit_sensible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} – {self.number}"

    @property
    def ends_at(self) -> datetime | None:
        """Until when its lists may go on; None without a limit, and before it is played."""
        if self.started_at is None or not self.minutes:
            return None
        return self.started_at + timedelta(minutes=self.minutes)


class Draw(models.Model):
    """One draw of a series: everything that is needed to repeat it, and its reason."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    mode = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    entries_hash = models.CharField(max_length=64)
    seed = models.CharField(max_length=80)
    engine = models.CharField(max_length=20)
    report = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="draw_number_once"),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of series {self.series_id}"


def current_series(tournament: Tournament) -> Series | None:
    """The current series: the first that is not closed, else the last."""
    every = list(tournament.series.all())
    unfinished = (each for each in every if each.state != SeriesState.CLOSED)
    return next(unfinished, every[-1] if every else None)
