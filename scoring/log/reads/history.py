"""The log in words: who did what to what, when, why, and what changed."""

import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from scoring.log.reads.differences import Difference, Figures, differences
from scoring.messages import label
from scoring.messages.log import about_text, reason_text
from scoring.models import LogEntry, ScoreList
from scoring.models.log import Action

logger = logging.getLogger(__name__)
# What a stored value raises that is not of the kind its reader expects.
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
# Actions logged without the old values, which are in an earlier row.
WITHOUT_BEFORE = (Action.LIST_TOTALS_ENTERED, Action.LIST_FOOT_RECORDED)


@dataclass(frozen=True, slots=True)
class Event:
    """One row of the log, `code` its action. `subject` is empty if it has no page."""

    id: int
    at: datetime
    who: str
    code: str
    action: str
    about: str
    subject: str
    tournament_id: int | None
    tournament: str
    reason: str
    differences: tuple[Difference, ...]


# On a laptop there is no word of hosts: these rows are about its reports.
SETS_TARGET = (Action.REPORT_TARGET_SET, Action.REPORT_TARGET_REMOVED)
REPORTING = "reporting"


def event(row: LogEntry, opened: Collection[str] = ()) -> Event:
    """A log row, with its `user` and `tournament`, in words.

    `opened` are the kinds of subjects whose pages the reader may open.
    """
    kind = row.subject.partition("/")[0]
    has_page = kind in opened and row.tournament is not None
    return Event(
        id=row.pk,
        at=row.at,
        who=str(row.user) if row.user else row.actor,
        code=row.action,
        action=label("action", row.action),
        about=about_text(REPORTING if row.action in SETS_TARGET else row.subject),
        subject=row.subject if has_page else "",
        tournament_id=row.tournament.pk if row.tournament else None,
        tournament=row.tournament.title if row.tournament else "",
        reason=reason_text(row.reason),
        differences=changes_in(row, partial(differences, kind, row.old, row.new)),
    )


def changes_in(row: LogEntry, read: Callable[[], Iterable[Difference]]) -> tuple[Difference, ...]:
    """What a row changed, as `read` finds it.

    A stored row may hold anything, and nobody can remove it: one that cannot be read says so, and
    the others stand beside it.
    """
    try:
        return tuple(read())
    except UNREADABLE:
        logger.exception("row %s of the log cannot be read", row.pk)
        return (Difference(_("Changes"), "", _("not readable")),)


def events(rows: Iterable[LogEntry], opened: Collection[str] = ()) -> list[Event]:
    return [event(row, opened) for row in rows]


def list_history(score_list: ScoreList) -> list[Event]:
    """Every change of a list as difference to the one before, newest first."""
    tournament = score_list.series.tournament
    rows = LogEntry.objects.filter(tournament=tournament, subject=score_list.subject)
    events: list[Event] = []
    known: dict[str, Figures] = {}
    for row in rows.select_related("user", "tournament").order_by("id"):
        each = event(row)
        if row.action in WITHOUT_BEFORE and not row.old:
            before = known.get(row.action)
            changes = changes_in(row, partial(differences, "list", before, row.new))
            each = replace(each, differences=changes)
        if row.action == Action.LIST_CLEARED:
            known.clear()
        elif row.new:
            known[row.action] = row.new
        events.append(each)
    return events[::-1]
