"""Shared by all services: the log, and the submission that counts once.

A service validates *before* it opens its block, because SQLite has one write lock for all. The
first statement inside raises the revision: that takes the lock and refuses stale input on SQLite
and PostgreSQL alike, where `select_for_update` does nothing on the first. Locks: `core/locks.py`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.db.models import Model, QuerySet
from django.utils import timezone

from scoring.core.locks import block, lock, lock_register
from scoring.core.refusals import Refused, StaleRevision, refuse
from scoring.models import Actor, LogEntry, Tournament
from scoring.models.log import OF_REPORTED
from scoring.models.prepared import PreparedInsert

Figures = Mapping[str, Any] | None
LOGGED = PreparedInsert(LogEntry)
Row = TypeVar("Row", bound=Model)


def write_log(
    action: str,
    subject: str,
    *,
    by: Actor,
    tournament: Tournament | None,
    host: int | None = None,
    old: Figures = None,
    new: Figures = None,
    reason: str = "",
    token: str | None = None,
) -> LogEntry:
    """One row of the log, written in the same block as the change.

    `host` is the id of the one whose row it is, where it belongs to no tournament.
    """
    row = LogEntry(
        tournament=tournament,
        host_id=None if tournament else host,
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
    return LOGGED.write(row)


def still_there(rows: QuerySet[Row], gone: str) -> Row:
    """The first of these rows; raises Refused with the code `gone` if there is none."""
    found = rows.first()
    if found is None:
        raise refuse(gone)
    return found


def refresh(row: Model, gone: str) -> None:
    """Reads the row again; raises Refused with the code `gone` if it was removed."""
    try:
        row.refresh_from_db()
    except ObjectDoesNotExist:
        raise refuse(gone) from None


class AlreadyWritten(Exception):
    """A submission arrived again; `log` is what its first arrival wrote."""

    def __init__(self, log: LogEntry) -> None:
        self.log = log
        super().__init__(f"submission {log.submission} was written as log entry {log.pk}")


def find_submission(token: str | None) -> LogEntry | None:
    """The log row of a submission that was written before."""
    return LogEntry.objects.filter(submission=token).first() if token else None


def raise_if_reverted(stands: bool) -> None:
    """Raises Refused if what a repeated submission did was reverted since."""
    if not stands:
        raise refuse("submission-of-another-form")


class Submission:
    """What somebody sends to a service: its actions, its subject, and a token.

    A service opens the submission and its block by one `with`:

        sent = Submission(tournament, by, token, Action.POT_REMOVED, about=pot_subject(7))
        with sent, sent.alone():
            pot.delete()
            sent.log(old={"kind": "overall"})

    If the token was seen before, the inner block raises AlreadyWritten and the submission catches
    it: nothing is written, `repeated` is true, `earlier` is the log row of the first arrival, and
    the service goes on after the block. It raises Refused if the token came with another action,
    tournament or subject.

    Without `tournament` the submission concerns the installation; with `any_tournament` it makes or
    removes one, which `log` names; with `host` (an id) something of that host. An empty `about`:
    the subject is known only when it is written.
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
        host: int | None = None,
    ) -> None:
        self.tournament, self.by, self.token = tournament, by, token
        self.host = host
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
        """The new values that the first arrival logged."""
        return self.earlier.new or {}

    @contextmanager
    def once(self, *, ask: bool = True) -> Iterator[None]:
        """One atomic block in which the token counts once.

        Raises AlreadyWritten if the token was seen before, also when its twin commits while this
        block is open: the log's unique column refuses the second. Without `ask` only that column
        decides, and a refusal is a replay too if the token is known.
        """
        if ask and (earlier := find_submission(self.token)):
            raise AlreadyWritten(earlier)
        self.refuse_reported()
        try:
            with block():
                yield
        except (IntegrityError, Refused, StaleRevision):
            if earlier := find_submission(self.token):
                raise AlreadyWritten(earlier) from None
            raise

    def refuse_reported(self) -> None:
        """Raises Refused for a result that was reported from elsewhere: it is corrected there.

        A tournament is made as a reported one and stays it: nothing has to be locked for this.
        """
        if self.tournament and self.tournament.reported_at and not self.of_reported:
            raise refuse("tournament-is-reported")

    @property
    def of_reported(self) -> bool:
        """Whether it concerns nothing but how a reported result is shown and whose it is here."""
        return OF_REPORTED.issuperset(self.actions)

    @contextmanager
    def alone(self, *, register: bool = False) -> Iterator[None]:
        """As `once`, while nobody else changes players, series or states of the tournament.

        What is checked in this block still holds when it is written. Writers of a list do not wait
        here; they call `start_playing`. With `register`, and without a tournament, nobody else
        changes people, clubs and accounts meanwhile.
        """
        with self.once():
            if register or self.tournament is None:
                lock_register()
            if self.tournament:
                lock(self.tournament)
            # The twin of this submission may have committed while this one waited.
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
        """Log what was done, inside the block. The first row of a submission holds the token.

        `action` and `about` default to the submission's first action and its subject.
        """
        token, self.logged = None if self.logged else self.token, True
        return write_log(
            action or self.actions[0],
            about or self.about,
            by=self.by,
            tournament=tournament or self.tournament,
            host=self.host,
            old=old,
            new=new,
            reason=reason or self.reason,
            token=token,
        )
