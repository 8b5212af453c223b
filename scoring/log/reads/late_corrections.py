"""Corrections after a series was closed, for the standings."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from scoring.models import LogEntry, Tournament
from scoring.models.log import WRITING, Action
from scoring.models.names import Scope, list_numbers
from scoring.models.series import SeriesState


@dataclass(frozen=True, slots=True)
class LateCorrection:
    """The last correction of a list after its series was first closed."""

    at: datetime
    series: int
    table: int


# Actions that change a result: the figures of a list, or whether it counts.
CORRECTIONS = (
    *WRITING,
    Action.LIST_ANNULLED,
    Action.LIST_CLEARED,
    Action.LIST_READMITTED,
    Action.LIST_REJECTED,
)
OF_A_LIST = r"^list/[0-9]{1,5}/[0-9]{1,5}$"  # a stored row may be about anything


def late_corrections(
    tournament: Tournament, only: Collection[int] | None = None
) -> tuple[LateCorrection, ...]:
    """One for each corrected list, the newest first: two queries; `only` as in `late_changes`."""
    found: dict[str, LateCorrection] = {}
    rows = late_changes(tournament, only).order_by("-id")
    for at, subject in rows.values_list("at", "subject"):
        found.setdefault(subject, LateCorrection(at, *list_numbers(subject)))
    return tuple(found.values())


def late_changes(tournament: Tournament, only: Collection[int] | None = None) -> QuerySet[LogEntry]:
    """The rows of the log that changed lists after the first closing of their series.

    `only` are the numbers of the series that a reader asks for or may see; None: all.
    """
    log = LogEntry.objects.filter(tournament=tournament)
    # A condition for each series excludes later ones, which are most of the log.
    late = [
        Q(subject__startswith=f"list/{number}/", id__gt=pk)
        for number, pk in first_closings(log.filter(action=Action.SERIES_MOVED)).items()
        if only is None or number in only
    ]
    if not late:
        return log.none()
    return log.filter(reduce(or_, late), action__in=CORRECTIONS).filter(subject__regex=OF_A_LIST)


def first_closings(moves: QuerySet[LogEntry]) -> dict[int, int]:
    """The id of the row of the first closing, by number of the series."""
    closings = moves.filter(new__state=SeriesState.CLOSED).order_by("-id")
    return {
        number: pk
        for pk, subject in closings.values_list("id", "subject")
        if (number := Scope(subject).number) is not None
    }
