"""The log as a table."""

from collections.abc import Sequence
from itertools import islice

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.columns import AT, REASON
from scoring.core.listing import Column, Listing, Row, filled, rows_of
from scoring.log.reads.differences import Difference
from scoring.log.reads.history import Event, event
from scoring.models import LogEntry

MOST_LOGGED = 5_000  # rows of the log that one file holds: a hundred pages


def log_listing(found: QuerySet[LogEntry], *, with_tournament: bool = False) -> Listing:
    """The newest rows of the log with what each changed; of the installation `with_tournament`."""
    shown = [event(row) for row in islice(found.iterator(500), MOST_LOGGED + 1)]
    notes = []
    if len(shown) > MOST_LOGGED:
        notes = [
            _("These are the newest %(count)s rows; search for the others.")
            % {"count": MOST_LOGGED}
        ]
    return events_listing(shown[:MOST_LOGGED], _("Log"), notes, with_tournament=with_tournament)


def events_listing(
    events: Sequence[Event], title: str, notes: Sequence[str] = (), *, with_tournament: bool = False
) -> Listing:
    """What happened, act by act: in a log, or to one list."""
    columns = [
        AT,
        Column("who", _("Who"), width=14),
        *([Column("tournament", _("Tournament"), width=20)] if with_tournament else []),
        Column("about", pgettext("log", "About"), width=20),
        Column("action", _("What"), width=24),
        REASON.of(width=24),
    ]
    rows: list[Row] = []
    for entry, row in zip(events, rows_of(columns, events), strict=True):
        first, *others = changes_of(entry)
        rows += [{**row, "changes": first}, *({"changes": part} for part in others)]
    columns.append(Column("changes", _("Changes"), width=46))
    return Listing(title, filled(columns, rows, "reason"), rows, "", notes)


def changes_of(each: Event) -> list[str]:
    """The changes of an event; many changes continue in rows of their own."""
    changes = list(map(changed, each.differences))
    return [
        "; ".join(changes[first : first + IN_A_ROW])
        for first in range(0, max(1, len(changes)), IN_A_ROW)
    ]


def changed(each: Difference) -> str:
    """One difference in a line: "Game points: 120 → 96".

    >>> changed(Difference("Game points", "120", "96"))
    'Game points: 120 → 96'
    >>> changed(Difference("Soloist", "", "2"))
    'Soloist: 2'
    """
    if not each.new:
        return f"{each.name}: {each.old} → –"
    return f"{each.name}: {each.old} → {each.new}" if each.old else f"{each.name}: {each.new}"


IN_A_ROW = 4  # changes in one row
