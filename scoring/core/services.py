"""The one way in which services write: block, lock, token, log, one after the other.

What computes for long does so before the block, because SQLite has one write lock for all; whatever
was checked outside and could have changed since is checked again inside.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from threading import RLock
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from scoring.core.polls import note_logged
from scoring.core.refusals import refuse
from scoring.core.submission import counted_once, note_row, submitted
from scoring.models import Actor, LogEntry, Tournament
from scoring.models.log import OF_REPORTED

# Whoever waits for SQLite's one write lock sleeps and tries again, and some never come first: of
# fifty browsers that send at full speed the last waited nine seconds, and 1.2 behind this lock.
WRITING = RLock()
REGISTER_KEY = 7_528_001  # of PostgreSQL's advisory lock; any number that is used for nothing else

Figures = Mapping[str, Any] | None
Row = TypeVar("Row", bound=Model)


@dataclass
class Change:
    """A change in its open block, which writes its rows of the log."""

    tournament: Tournament | None
    by: Actor
    actions: tuple[str, ...]
    about: str = ""
    reason: str = ""
    host: int | None = None

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
        """Log what was done: by default the first action, the subject and the reason given."""
        return write_log(
            action or self.actions[0],
            about or self.about,
            by=self.by,
            tournament=tournament or self.tournament,
            host=self.host,
            old=old,
            new=new,
            reason=reason or self.reason,
        )


@contextmanager
def block() -> Iterator[None]:
    """One atomic block, for which those who wait are let in one after the other."""
    with WRITING if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


@contextmanager
def changing(
    tournament: Tournament | None,
    by: Actor,
    *actions: str,
    about: str = "",
    reason: str = "",
    host: int | None = None,
    register: bool = False,
) -> Iterator[Change]:
    """One atomic block in which nobody else changes the tournament, and a form counts once.

    `about` is the subject of the log's rows, which may be known only when they are written. Without
    a tournament, and with `register`, nobody else changes people, clubs and accounts meanwhile;
    `host` is the id of the host whose row it then is. Raises Refused for a tournament that is gone
    or was reported from elsewhere, Repeated if the form of this request was carried out before.
    """
    # A tournament is made as a reported one and stays it: nothing has to be locked for this.
    if tournament and tournament.reported_at and not OF_REPORTED.issuperset(actions):
        raise refuse("tournament-is-reported")
    with block(), counted_once():
        if register or tournament is None:
            lock_register()
        if tournament:
            if not lock_tournaments(tournament.pk):
                raise refuse("tournament-gone")
            tournament.refresh_from_db()
        yield Change(tournament, by, actions, about, reason, host)


@contextmanager
def trying_out() -> Iterator[None]:
    """A block that is rolled back, for previews: services in it write nothing, no token either."""
    with submitted("", None), block():
        yield
        transaction.set_rollback(True)


def lock_register() -> None:
    """Wait for whoever changes people, clubs or accounts, and let nobody else until the block ends.

    Names are unique there, and the same people are entered in several tournaments. Before any
    tournament is locked. On SQLite the block has locked everything.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [REGISTER_KEY])


def lock_tournaments(*tournaments: int) -> int:
    """Lock the rows of tournaments, by their ids; returns how many there are.

    More than one only with the register: two who lock several would wait for each other.
    """
    return Tournament.objects.filter(pk__in=tournaments).update(name=F("name"))


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
    )
    row.save(force_insert=True)
    note_row(row.pk)
    note_logged(row)
    return row


def still_there(rows: QuerySet[Row], gone: str) -> Row:
    """The first of these rows; raises Refused with the code `gone` if there is none."""
    row = rows.first()
    if row is None:
        raise refuse(gone)
    return row


def refresh(row: Model, gone: str) -> None:
    """Reads the row again; raises Refused with the code `gone` if it was removed."""
    try:
        row.refresh_from_db()
    except ObjectDoesNotExist:
        raise refuse(gone) from None
