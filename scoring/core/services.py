"""What every service shares: who acts, what may be refused, and the one way to write.

A service validates and values *before* it opens its block, because SQLite's write lock is one
for all. Inside, its first statement raises the revision: that takes the lock and refuses the
stale on SQLite and PostgreSQL alike, where `select_for_update` would do nothing on the first.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.db.models import F, Model
from django.utils import timezone

from scoring.models import Actor, LogEntry, ScoreList, Series, Tournament
from scoring.models.score_list import ListState
from scoring.rules.problem import Problem

Figures = Mapping[str, Any] | None


class Refused(Exception):
    """The law, the list or the state of the tournament does not allow it; nothing was written."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


class StaleRevision(Exception):
    """Somebody changed the list since the caller read it; nothing was written."""


class AlreadyWritten(Exception):
    """A submission arrived again. Its first arrival stands; `log` tells what it wrote."""

    def __init__(self, log: LogEntry) -> None:
        self.log = log
        super().__init__(f"submission {log.submission} was written as log entry {log.pk}")


def refuse(code: str, field: str = "", rule: str = "", **params: object) -> Refused:
    """A refusal with one problem."""
    return Refused([Problem(code, field=field, params=params, rule=rule)])


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


def seen(token: str | None) -> LogEntry | None:
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


def repeated_list(again: AlreadyWritten, score_list: ScoreList, *actions: str) -> LogEntry:
    """As `repeated`, of a submission about this list."""
    return repeated(again, score_list.series.tournament, *actions, about=score_list.subject)


def still(stands: bool) -> None:
    """Raises Refused if what a submission did when it first arrived was taken back since.

    Nobody is told that something is hidden, say, that is shown again.
    """
    if not stands:
        raise refuse("submission-of-another-form")


@contextmanager
def once(token: str | None, *, ask: bool = True) -> Iterator[None]:
    """One atomic block in which a submission token counts once.

    Raises AlreadyWritten if the token was seen before, also when its twin commits while this
    block is open: then the unique column of the log refuses the second. Without `ask` that
    column is left to say it, and a refusal of what was written before is no refusal either.
    """
    if ask and (earlier := seen(token)):
        raise AlreadyWritten(earlier)
    try:
        with transaction.atomic():
            yield
    except (IntegrityError, Refused, StaleRevision):
        if earlier := seen(token):
            raise AlreadyWritten(earlier) from None
        raise


@contextmanager
def alone(tournament: Tournament, token: str | None) -> Iterator[None]:
    """As `once`, and nobody else changes players, series or states of the tournament meanwhile.

    What is checked in this block still holds when it is written: the second of two desks waits
    for the first. Who writes a list does not wait here; it asks `start_playing`.
    """
    with once(token):
        lock(tournament)
        # The twin of this very submission may have committed while we waited.
        if earlier := seen(token):
            raise AlreadyWritten(earlier)
        yield


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


@dataclass(slots=True)
class Change:
    """An open change of a score list; `log` writes the row that belongs to it.

    `content` tells whether it changes what the list says, `reason` why it is made.
    """

    score_list: ScoreList
    by: Actor
    token: str | None
    content: bool = True
    reason: str = ""

    def log(
        self, action: str, *, old: Figures = None, new: Figures = None, reason: str = ""
    ) -> LogEntry:
        """Log the change. The submission token goes to the first row of a change."""
        token, self.token = self.token, None
        return write_log(
            action,
            self.score_list.subject,
            by=self.by,
            tournament=self.score_list.series.tournament,
            old=old,
            new=new,
            reason=reason or self.reason,
            token=token,
        )


UNCONFIRMED = (ListState.OPEN, ListState.ENTERED)
CHANGEABLE = (*UNCONFIRMED, ListState.CONFIRMED)

UNCONFIRM: Mapping[str, Any] = {
    "state": ListState.ENTERED,
    "confirmed_by": None,
    "confirmed_at": None,
    "confirmed_revision": None,
    "self_confirmed": False,
}

# What a list may become from each state; later guards add to this table, nothing goes past it.
LIST_TRANSITIONS: dict[str, tuple[str, ...]] = {
    ListState.OPEN: (ListState.ENTERED, ListState.REJECTED, ListState.ANNULLED),
    ListState.ENTERED: (
        ListState.OPEN,
        ListState.CONFIRMED,
        ListState.REJECTED,
        ListState.ANNULLED,
    ),
    ListState.CONFIRMED: (
        ListState.ENTERED,
        ListState.FINAL,
        ListState.REJECTED,
        ListState.ANNULLED,
    ),
    ListState.FINAL: (ListState.CONFIRMED,),
    ListState.REJECTED: (ListState.OPEN,),
    ListState.ANNULLED: (ListState.OPEN,),
}


def move_list(score_list: ScoreList, to: str) -> None:
    """Take a list to another state, inside an open change; raises Refused where it may not."""
    if to not in LIST_TRANSITIONS[score_list.state]:
        raise refuse("list-transition-not-allowed", state=score_list.state, becomes=to)
    score_list.state = to
    score_list.save(update_fields=["state"])


@contextmanager
def changing(
    score_list: ScoreList,
    revision: int,
    *,
    by: Actor,
    token: str | None = None,
    content: bool = True,
    reason: str = "",
) -> Iterator[Change]:
    """The atomic block of every change to a list.

    Whoever changes the `content` has entered it and cannot confirm it alone; closing, say,
    changes none. Whoever confirmed the list confirmed another revision: the change takes the
    confirmation away.

    Raises StaleRevision if the list is no longer at `revision`, AlreadyWritten if `token` was
    seen before, Refused if the list is final, rejected or annulled.
    """
    # Nearly every submission is new: its token is looked up where the revision does not fit.
    with once(token, ask=False):
        if not raise_revision(score_list, revision, by if content else None):
            score_list.refresh_from_db()
            if score_list.state not in CHANGEABLE:
                raise refuse("list-not-changeable", state=score_list.state)
            raise StaleRevision
        yield Change(score_list, by, token, content, reason)


def raise_revision(score_list: ScoreList, revision: int, writer: Actor | None) -> bool:
    """Take the list at `revision` to the next one; False if it is not there any more.

    A `writer` is kept as who entered the list. Afterwards `score_list` is as the database has it.
    """
    here = ScoreList.objects.filter(pk=score_list.pk, revision=revision)
    change: dict[str, Any] = {"revision": revision + 1}
    if writer:
        change["entered_by"] = writer.user
    if here.filter(state__in=UNCONFIRMED).update(**change):
        if score_list.revision == revision and score_list.state in UNCONFIRMED:
            # Read at this very revision, nothing else of it can have changed since.
            for column, value in change.items():
                setattr(score_list, column, value)
            return True
    elif not here.filter(state=ListState.CONFIRMED).update(**change, **UNCONFIRM):
        return False
    score_list.refresh_from_db()
    return True
