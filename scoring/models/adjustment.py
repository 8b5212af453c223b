"""Points besides the lists: a penalty, a bonus, a decision of the board."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.person import Entry
from scoring.models.series import Series


class Adjustment(models.Model):
    """± points on a player's total, in one series or overall, with who decided it and why.

    Rows are never changed: a mistake is taken back by a second row that `reverses` it.
    """

    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="adjustments")
    series = models.ForeignKey(
        Series, models.RESTRICT, null=True, blank=True, related_name="adjustments"
    )
    points = models.IntegerField()
    reason = models.CharField(max_length=200)
    reverses = models.OneToOneField(
        "self", models.RESTRICT, null=True, blank=True, related_name="reversed_by"
    )
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_changes_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.points:+} for {self.entry_id}"
