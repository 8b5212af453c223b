"""The log in words: who did what to what, when, why, and what changed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring.log.reads.differences import Difference, Figures, differences
from scoring.messages import label
from scoring.messages.log import about_text, reason_text
from scoring.models import LogEntry, ScoreList
from scoring.models.log import Action

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
        differences=tuple(differences(kind, row.old, row.new)),
    )


def events(rows: Iterable[LogEntry], opened: Collection[str] = ()) -> list[Event]:
    return [event(row, opened) for row in rows]


def list_history(score_list: ScoreList) -> list[Event]:
    """Every change of a list as difference to the one before, newest first."""
    tournament = score_list.series.tournament
    rows = LogEntry.objects.filter(tournament=tournament, subject=score_list.subject)
    found: list[Event] = []
    known: dict[str, Figures] = {}
    for row in rows.select_related("user", "tournament").order_by("id"):
        each = event(row)
        if row.action in WITHOUT_BEFORE and not row.old:
            each = replace(each, differences=since(known.get(row.action), row.new))
        if row.action == Action.LIST_CLEARED:
            known.clear()
        elif row.new:
            known[row.action] = row.new
        found.append(each)
    return found[::-1]


def since(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> tuple[Difference, ...]:
    """The differences to what the same action wrote before."""
    return tuple(differences("list", before, after))
