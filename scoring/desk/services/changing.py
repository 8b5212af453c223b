"""The one way in which a score list is changed.

The first statement of a change raises the revision: that takes the lock and refuses the stale on
SQLite and PostgreSQL alike, where `select_for_update` would do nothing on the first.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from scoring.core.refusals import StaleRevision, refuse
from scoring.core.services import Figures, write_log
from scoring.core.submissions import AlreadyWritten, idempotent, repeated
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.score_list import ListState


def repeated_list(again: AlreadyWritten, score_list: ScoreList, *actions: str) -> LogEntry:
    """As `repeated`, of a submission about this list."""
    return repeated(again, score_list.series.tournament, *actions, about=score_list.subject)


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
    with idempotent(token, ask=False):
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
