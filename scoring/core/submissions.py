"""A submission counts once: its token stands in the unique column of the log."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction

from scoring.core.refusals import Refused, StaleRevision, refuse
from scoring.models import LogEntry, Tournament


class AlreadyWritten(Exception):
    """A submission arrived again. Its first arrival stands; `log` tells what it wrote."""

    def __init__(self, log: LogEntry) -> None:
        self.log = log
        super().__init__(f"submission {log.submission} was written as log entry {log.pk}")


def find_submission(token: str | None) -> LogEntry | None:
    """The log row of a submission that was written before."""
    return LogEntry.objects.filter(submission=token).first() if token else None


def repeated(
    again: AlreadyWritten, tournament: Tournament | None, *actions: str, about: str = ""
) -> LogEntry:
    """What this very submission wrote when it arrived first: one of these actions, here.

    `about` is the subject, where it is known. Raises Refused if its token came with another
    form, about something else or to another tournament: then nothing of what is asked now was
    written.
    """
    log = again.log
    here = log.tournament_id == (tournament.pk if tournament else None)
    if not here or log.action not in actions or (about and log.subject != about):
        raise refuse("submission-of-another-form")
    return log


def raise_if_reverted(stands: bool) -> None:
    """Raises Refused if what a submission did when it first arrived was taken back since.

    Nobody is told that something is hidden, say, that is shown again.
    """
    if not stands:
        raise refuse("submission-of-another-form")


@contextmanager
def idempotent(token: str | None, *, ask: bool = True) -> Iterator[None]:
    """One atomic block in which a submission token counts once.

    Raises AlreadyWritten if the token was seen before, also when its twin commits while this
    block is open: then the unique column of the log refuses the second. Without `ask` that
    column is left to say it, and a refusal of what was written before is no refusal either.
    """
    if ask and (earlier := find_submission(token)):
        raise AlreadyWritten(earlier)
    try:
        with transaction.atomic():
            yield
    except (IntegrityError, Refused, StaleRevision):
        if earlier := find_submission(token):
            raise AlreadyWritten(earlier) from None
        raise
