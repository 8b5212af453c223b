"""A blind second entry of a list, stored separately from the first one."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.score_list import ScoreList


class Recheck(models.Model):
    """What a second person typed from the same paper without seeing the first entry.

    `document` holds game records by number, or the figures of each seat; `steps` counts its
    changes, `layout` the insertions and removals among them (as `ScoreList.layout`). `revision` is
    the list's revision that `differences` compare with; both are empty until the end.
    """

    # Declared above `list`, which shadows the builtin below.
    differences = models.JSONField(default=list)
    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="rechecks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    steps = models.PositiveIntegerField(default=0)
    layout = models.PositiveIntegerField(default=1)
    revision = models.PositiveIntegerField(null=True, blank=True)
    document = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["list", "by"],
                condition=Q(finished_at__isnull=True),
                name="one_open_recheck_a_person",
            ),
        ]

    def __str__(self) -> str:
        return f"second entry of list {self.list_id}"
