"""What servers on one database tell each other for a while."""

from django.db import models


class Note(models.Model):
    """A value under a key, once written for a while. Nothing uses it now: Django's cache does.

    On PostgreSQL the table is unlogged: it costs no write-ahead log, is not on a replica, and is
    empty after a crash.
    """

    key = models.CharField(max_length=200, primary_key=True)
    value = models.JSONField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
