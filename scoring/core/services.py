"""What every service shares: who acts, what may be refused, and the one way to write.

A service validates and values *before* it opens its block, because SQLite's write lock is one
for all. Inside, its first statement raises the revision: that takes the lock and refuses the
stale on SQLite and PostgreSQL alike, where `select_for_update` would do nothing on the first.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from scoring.core.refusals import Refused, StaleRevision, refuse
from scoring.models import Actor, LogEntry, ScoreList, Series, Tournament

Figures = Mapping[str, Any] | None
Row = TypeVar("Row", bound=Model)


def write_log(
    action: str,
    subject: str,
    *,
    by: Actor,
    tournament: Tournament | None,
    old: Figures = None,
    new: Figures = None,
    reason: str = "",
    token: str | None = None,
) -> LogEntry:
    """One row of the log; it is part of the change and belongs into the same block."""
    return LogEntry.objects.create(
        tournament=tournament,
        at=timezone.now(),
        user=by.user,
        actor=by.label,
        action=action,
        subject=subject,
        old=old,
        new=new,
        reason=reason,
        submission=token,
    )


def still_there(rows: QuerySet[Row], gone: str) -> Row:
    """The first of these rows; raises Refused with the code `gone` if there is none any more."""
    found = rows.first()
    if found is None:
        raise refuse(gone)
    return found


def refresh(row: Model, gone: str) -> None:
    """The row as it stands now; raises Refused with the code `gone` if somebody removed it."""
    try:
        row.refresh_from_db()
    except ObjectDoesNotExist:
        raise refuse(gone) from None


def lock(tournament: Tournament) -> None:
    """Take the row of a tournament, and read it as it stands now; Refused if it is gone."""
    if not Tournament.objects.filter(pk=tournament.pk).update(name=F("name")):
        raise refuse("tournament-gone")
    tournament.refresh_from_db()


def lock_series(tournament: Tournament) -> None:
    """Lock all lists of the tournament: waits for running changes and blocks new ones.

    The lists first, as everybody does who takes a list and its series: so nobody waits for
    somebody who waits for him.
    """
    ScoreList.objects.filter(series__tournament=tournament).update(state=F("state"))
    Series.objects.filter(tournament=tournament).update(state=F("state"))


class AlreadyWritten(Exception):
    """A submission arrived again. Its first arrival stands; `log` tells what it wrote."""

    def __init__(self, log: LogEntry) -> None:
        self.log = log
        super().__init__(f"submission {log.submission} was written as log entry {log.pk}")


def find_submission(token: str | None) -> LogEntry | None:
    """The log row of a submission that was written before."""
    return LogEntry.objects.filter(submission=token).first() if token else None


def raise_if_reverted(stands: bool) -> None:
    """Raises Refused if what a submission did when it first arrived was taken back since.

    Nobody is told that something is hidden, say, that is shown again.
    """
    if not stands:
        raise refuse("submission-of-another-form")


class Submission:
    """What somebody sends to a service: its actions, what it is about, and a token.

    A service opens the submission and the block that it writes in by one `with`:

        sent = Submission(tournament, by, token, Action.POT_REMOVED, about=pot_subject(7))
        with sent, sent.alone():
            pot.delete()
            sent.log(old={"kind": "overall"})

    If the token was seen before, the inner block raises AlreadyWritten. The submission catches it:
    nothing is written, `repeated` is true, `earlier` is the log row of the first arrival, and the
    service goes on behind the block. It raises Refused if the token came with another action, to
    another tournament, or about something else.

    Without `tournament` the submission is about the installation; with `any_tournament` it makes
    or removes one, which `log` names. An empty `about` says that the subject is known only when it
    is written.
    """

    earlier: LogEntry

    def __init__(
        self,
        tournament: Tournament | None,
        by: Actor,
        token: str | None,
        *actions: str,
        about: str = "",
        reason: str = "",
        any_tournament: bool = False,
    ) -> None:
        self.tournament, self.by, self.token = tournament, by, token
        self.any_tournament = any_tournament
        self.actions, self.about, self.reason = actions, about, reason
        self.repeated = False
        self.logged = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, AlreadyWritten) or error.log.submission != self.token:
            return False
        self.repeat(error.log)
        return True

    def repeat(self, log: LogEntry) -> None:
        """Take the log row of the first arrival; raises Refused if it is of another form."""
        here = self.tournament.pk if self.tournament else None
        elsewhere = not self.any_tournament and log.tournament_id != here
        if elsewhere or log.action not in self.actions or self.about not in ("", log.subject):
            raise refuse("submission-of-another-form")
        self.repeated, self.earlier = True, log

    def seen(self) -> bool:
        """Whether this submission was written before; raises Refused as `repeat`."""
        if earlier := find_submission(self.token):
            self.repeat(earlier)
        return self.repeated

    @property
    def wrote(self) -> dict[str, Any]:
        """The new figures that the first arrival logged."""
        return self.earlier.new or {}

    @contextmanager
    def once(self, *, ask: bool = True) -> Iterator[None]:
        """One atomic block in which the token counts once.

        Raises AlreadyWritten if the token was seen before, also when its twin commits while this
        block is open: then the unique column of the log refuses the second. Without `ask` that
        column is left to say it, and a refusal of what was written before is no refusal either.
        """
        if ask and (earlier := find_submission(self.token)):
            raise AlreadyWritten(earlier)
        try:
            with transaction.atomic():
                yield
        except (IntegrityError, Refused, StaleRevision):
            if earlier := find_submission(self.token):
                raise AlreadyWritten(earlier) from None
            raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """As `once`, and nobody else changes players, series or states meanwhile.

        What is checked in this block still holds when it is written: the second of two desks waits
        for the first. Who writes a list does not wait here; it asks `start_playing`.
        """
        with self.once():
            if self.tournament:
                lock(self.tournament)
                # The twin of this very submission may have committed while we waited.
                if earlier := find_submission(self.token):
                    raise AlreadyWritten(earlier)
            yield

    def log(
        self,
        *,
        old: Figures = None,
        new: Figures = None,
        action: str = "",
        about: str = "",
        reason: str = "",
        tournament: Tournament | None = None,
    ) -> LogEntry:
        """Log what was done, inside the block. The token goes to the first row of a submission.

        Without `action` and `about` the row tells of the first action and the subject of the
        submission.
        """
        token, self.logged = None if self.logged else self.token, True
        return write_log(
            action or self.actions[0],
            about or self.about,
            by=self.by,
            tournament=tournament or self.tournament,
            old=old,
            new=new,
            reason=reason or self.reason,
            token=token,
        )
