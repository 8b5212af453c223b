"""Forms that were carried out, so that none counts twice."""

from django.db import models

ADDRESS_LENGTH = 2_000


class Submission(models.Model):
    """The token of a form, stored with the change that it made, and where its sender went on.

    `sender` is the account or the list whose token it is, `log` the number of the first row of the
    log that the change wrote. Kept for a day; part of no export.
    """

    sender = models.CharField(max_length=40, blank=True)
    token = models.CharField(max_length=64)
    at = models.DateTimeField(db_index=True)
    log = models.BigIntegerField(null=True)
    address = models.CharField(max_length=ADDRESS_LENGTH, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("sender", "token"), name="one_submission_of_a_token"),
        )

    def __str__(self) -> str:
        return f"{self.sender}: {self.token}"
