"""The tables of a series as the desk works them off, and its clock."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scoring.models import LogEntry, Series
from scoring.models.log import Action
from scoring.models.series import SeriesState
from scoring.series.reads.series import URGENCY, SeriesView, TableView


def worklist(view: SeriesView) -> list[TableView]:
    """The tables, missing lists first, those that are missing longest before the others.

    A drawn table sits since the series began, one from a bag of cards since its list was opened.
    """
    opened = opened_at(view.series)
    start = view.series.started_at or timezone.now()

    def order(table: TableView) -> tuple[int, datetime, int]:
        number = table.score_list.table_number
        return URGENCY.index(table.progress), opened.get(number, start), number

    return sorted(view.tables, key=order)


def opened_at(series: Series) -> dict[int, datetime]:
    """When the lists of tables without a draw were opened, by table: one query."""
    about = f"list/{series.number}/"
    rows = LogEntry.objects.filter(
        tournament=series.tournament_id,
        action=Action.LIST_OPENED,
        subject__regex=rf"^{about}[0-9]{{1,9}}$",
    )
    return {
        int(subject.removeprefix(about)): at
        for subject, at in rows.order_by("id").values_list("subject", "at")
    }


@dataclass(frozen=True, slots=True)
class Clock:
    """Since when a series is played, and until when its lists may go on, if there is a limit."""

    started_at: datetime
    ends_at: datetime | None


def clock_of(series: Series) -> Clock | None:
    """The clock of a series that is being played; None before and after."""
    if series.state != SeriesState.PLAYING or series.started_at is None:
        return None
    return Clock(series.started_at, series.ends_at)
