"""Corrections after a series was closed, which the standings list."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from scoring.models import LogEntry, Series, Tournament
from scoring.models.log import WRITING, Action
from scoring.models.names import list_numbers, number_in
from scoring.models.series import SeriesState


@dataclass(frozen=True, slots=True)
class LateCorrection:
    """The last correction of a list after its series had been closed for the first time."""

    at: datetime
    series: int
    table: int


def late_corrections(
    tournament: Tournament, series: Series | None = None, *, only: Collection[int] | None = None
) -> tuple[LateCorrection, ...]:
    """One for each corrected list, the newest first: two queries.

    `only` are the numbers of the series that a reader may know of; None: all of them.
    """
    log = LogEntry.objects.filter(tournament=tournament)
    closed = first_closings(log.filter(action=Action.SERIES_MOVED))
    if series:
        closed = {number: at for number, at in closed.items() if number == series.number}
    if only is not None:
        closed = {number: at for number, at in closed.items() if number in only}
    if not closed:
        return ()
    # Asked for each series by itself: what was typed into later ones is most of the log.
    late = (Q(subject__startswith=f"list/{number}/", id__gt=pk) for number, pk in closed.items())
    rows = log.filter(reduce(or_, late), action__in=CORRECTIONS).order_by("-id")
    found: dict[str, LateCorrection] = {}
    for at, subject in rows.values_list("at", "subject"):
        found.setdefault(subject, LateCorrection(at, *list_numbers(subject)))
    return tuple(found.values())


# What changes a result: the figures of a list, or whether it counts.
CORRECTIONS = (
    *WRITING,
    Action.LIST_ANNULLED,
    Action.LIST_CLEARED,
    Action.LIST_READMITTED,
    Action.LIST_REJECTED,
)


def first_closings(moves: QuerySet[LogEntry]) -> dict[int, int]:
    """By number of the series: the id of the row that tells of its first closing."""
    return dict(reversed(list(closings(moves))))


def closings(moves: QuerySet[LogEntry]) -> Iterator[tuple[int, int]]:
    for pk, subject, new in moves.order_by("id").values_list("id", "subject", "new"):
        if (new or {}).get("state") == SeriesState.CLOSED:
            yield number_in(subject), pk
