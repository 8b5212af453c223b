"""The one log: who changed what, when, from what to what, and why."""

from django.conf import settings
from django.db import models

from scoring.models.tournament import Tournament


class LogEntry(models.Model):
    """Append-only: triggers refuse every UPDATE and DELETE on both databases.

    `subject` names the object by what people see ("list/1/3" is table 3 of series 1,
    "entry/17" start number 17), never by a row's id, so that a log is as readable in another
    installation as in this one. `old` and `new` hold figures and start numbers, no names.
    References are not enforced, because a row outlives what it tells of.
    """

    tournament = models.ForeignKey(
        Tournament, models.DO_NOTHING, null=True, db_constraint=False, related_name="log"
    )
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
    )
    actor = models.CharField(max_length=150, blank=True)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=60, blank=True)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=400, blank=True)
    submission = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 - NULLs are not equal, "" would be

    class Meta:
        ordering = ["id"]
        # The log page reads a tournament's rows from the newest, and by what is asked for.
        indexes = [
            models.Index(fields=["tournament", "subject", "id"]),
            models.Index(fields=["tournament", "id"], name="log_of_tournament"),
            models.Index(fields=["tournament", "action", "id"], name="log_by_action"),
            models.Index(fields=["tournament", "actor", "id"], name="log_by_actor"),
            models.Index(fields=["tournament", "at"], name="log_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"


# What a blind second entry puts right. Both have read every line by then: for the confirmation
# that it leads to, its typist is not who entered the list, for every later one he is.
CORRECTED = "list.recheck.corrected"


CLEARED, RESTORED = "list.cleared", "list.restored"


# What puts figures into a list. Whoever did one of these since it was last empty entered it.
WRITING = (
    CORRECTED,
    "list.game.changed",
    "list.game.emptied",
    "list.game.recorded",
    "list.games.annulled",
    "list.games.recorded",
    "list.games.restored",
    "list.row.inserted",
    "list.row.removed",
    "list.seats.exchanged",
    "list.totals.entered",
)
