"""Who may change a score list when, and the one way in which it is changed.

While a series is played the clerks correct, an entered list only with the agreement of all at
the table (SkO 5.5.3). Once the series is closed, or the tournament under review, the organizer
alone corrects and says why (TO 7.2.5). What is decided about a list as a whole, or about a wrong
deal, is the referee's at any time. A final result nobody changes.

The first statement of a change raises the revision: that takes the lock and refuses the stale on
SQLite and PostgreSQL alike, where `select_for_update` would do nothing on the first.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from django.db.models import F

from scoring.core.access import Right
from scoring.core.permission import has_role
from scoring.core.refusals import StaleRevision, refuse
from scoring.core.services import Submission
from scoring.models import Actor, LogEntry, Role, ScoreList, Series
from scoring.models.score_list import ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState

Leave = Literal["", "agreement", "organizer", "nobody"]

# What the log keeps where the table was asked and no other reason given.
AGREED = "SkO 5.5.3"


UNCONFIRMED = (ListState.OPEN, ListState.ENTERED)


CHANGEABLE = (*UNCONFIRMED, ListState.CONFIRMED)


UNCONFIRM: Mapping[str, Any] = {
    "state": ListState.ENTERED,
    "confirmed_by": None,
    "confirmed_at": None,
    "confirmed_revision": None,
    "self_confirmed": False,
}


# The allowed transitions of a list; guards restrict them further, nothing bypasses this table.
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


class Change(Submission):
    """A change of a score list that somebody sends.

    `content` tells whether it changes what the list says: who changes that has entered the list
    and cannot confirm it alone; closing, say, changes none. `reason` tells why it is made.
    """

    def __init__(
        self,
        score_list: ScoreList,
        by: Actor,
        token: str | None,
        *actions: str,
        content: bool = True,
        reason: str = "",
    ) -> None:
        tournament, about = score_list.series.tournament, score_list.subject
        super().__init__(tournament, by, token, *actions, about=about, reason=reason)
        self.score_list, self.content = score_list, content

    def repeat(self, log: LogEntry) -> None:
        """As `Submission.repeat`, and reads the list as it stands now."""
        super().repeat(log)
        self.score_list.refresh_from_db()

    @contextmanager
    def at(self, revision: int) -> Iterator[None]:
        """The atomic block of every change to a list, which has to be at this revision.

        Who confirmed the list confirmed another revision: the change takes the confirmation away.
        Raises StaleRevision if the list is no longer at `revision`, AlreadyWritten if the token
        was seen before, Refused if the list is final, rejected or annulled.
        """
        # Nearly every submission is new: its token is looked up where the revision does not fit.
        with self.once(ask=False):
            score_list = self.score_list
            if not raise_revision(score_list, revision, self.by if self.content else None):
                score_list.refresh_from_db()
                if score_list.state not in CHANGEABLE:
                    raise refuse("list-not-changeable", state=score_list.state)
                raise StaleRevision
            yield


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


def leave_needed(score_list: ScoreList) -> Leave:
    """Whose agreement a change of this list needs now: none (""), the table's, the organizer's."""
    series, tournament = score_list.series, score_list.series.tournament
    if tournament.state == TournamentState.FINAL:
        return "nobody"
    if series.state == SeriesState.CLOSED or tournament.state == TournamentState.REVIEW:
        return "organizer"
    is_entered = score_list.state in (ListState.ENTERED, ListState.CONFIRMED)
    return "agreement" if is_entered else ""


def may_correct(score_list: ScoreList, right: Right) -> bool:
    """Whether somebody with this right may change the list now, as far as pages can tell."""
    leave = leave_needed(score_list)
    if score_list.state not in CHANGEABLE or leave == "nobody":
        return False
    return right.organizer if leave == "organizer" else right.clerk


def hold_series(score_list: ScoreList) -> None:
    """Read the series and its tournament again, and keep both as they are until the block ends.

    After the list itself was taken: whoever takes both does it in this order.
    """
    Series.objects.filter(pk=score_list.series_id).update(state=F("state"))
    score_list.series = Series.objects.select_related("tournament").get(pk=score_list.series_id)


def admit_change(change: Change) -> None:
    """Raises Refused unless `change.by` may change this list now, with the reason he gives.

    To be asked inside the block, after the series was read again.
    """
    score_list, tournament = change.score_list, change.score_list.series.tournament
    leave, reason = leave_needed(score_list), change.reason.strip()
    if leave == "nobody":
        raise refuse("tournament-final")
    if leave == "organizer" and not (reason and has_role(change.by, tournament, Role.ORGANIZER)):
        review = tournament.state == TournamentState.REVIEW
        code = "tournament-under-review" if review else "series-closed"
        raise refuse(code, field="reason", rule="TO 7.2.5")
    if leave == "agreement" and change.content and not reason:
        raise refuse("agreement-missing", field="reason", rule="SkO 5.5.3")


def admit_decision(change: Change) -> None:
    """Raises Refused unless `change.by` may decide about this list as a whole now.

    Holds the series, so that it is neither closed nor made final before this is written.
    """
    hold_series(change.score_list)
    admit_change(change)
    refuse_clerks(change)


def refuse_clerks(change: Change) -> None:
    """Raises Refused for who is no referee: a clerk types what others decide."""
    if not has_role(change.by, change.score_list.series.tournament, Role.REFEREE):
        raise refuse("referee-decides")
