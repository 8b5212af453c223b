"""What every service shares: who acts, what may be refused, and the one way to write.

A service validates and values *before* it opens its block, because SQLite's write lock is one
for all. Inside, its first statement raises the revision: that takes the lock and refuses the
stale on SQLite and PostgreSQL alike, where `select_for_update` would do nothing on the first.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from scoring.core.refusals import refuse
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
    """Wait for everybody who writes a list of the tournament, and let nobody begin.

    The lists first, as everybody does who takes a list and its series: so nobody waits for
    somebody who waits for him.
    """
    ScoreList.objects.filter(series__tournament=tournament).update(state=F("state"))
    Series.objects.filter(tournament=tournament).update(state=F("state"))
