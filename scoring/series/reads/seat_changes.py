"""A change of a seating by hand, read from its row of the log: whose seat changes, and how."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.core.log_rows import fits
from scoring.models import Entry, LogEntry, ScoreList, Series
from scoring.models.log import Action
from scoring.models.names import series_subject

# The acts that change a seating, each with its action in the log.
SEAT_ACTIONS = {
    "swap": Action.SERIES_SEATS_SWAPPED,
    "fill": Action.SERIES_SEAT_FILLED,
    "move": Action.SERIES_PLAYER_MOVED,
    "join": Action.SERIES_PLAYER_JOINED,
    "leave": Action.SERIES_TABLE_SHORTENED,
    "dissolve": Action.SERIES_TABLE_DISSOLVED,
}


class TablePlace(NamedTuple):
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class ChangedSeat:
    """A player whose place changed; None if he had no place before, or has none now."""

    entry: Entry
    before: TablePlace | None
    after: TablePlace | None

    @property
    def same_table(self) -> bool:
        """Whether he stays at his table and only his seat changes."""
        if self.before is None or self.after is None:
            return False
        return self.before.table == self.after.table


@dataclass(frozen=True, slots=True)
class SeatingChange:
    """What one act changed: seats, and the lists of the tables that remain."""

    row: LogEntry
    seats: tuple[ChangedSeat, ...]
    lists: tuple[ScoreList, ...]


def seating_change(series: Series, row_id: int) -> SeatingChange | None:
    """The act recorded in this row of the log; None if it is not about a seating of this series."""
    rows = LogEntry.objects.filter(
        pk=row_id,
        tournament=series.tournament_id,
        subject=series_subject(series),
        action__in=SEAT_ACTIONS.values(),
    )
    row = rows.first()
    if row is None or not fits(row):
        return None
    before, after = table_places(row.old), table_places(row.new)
    entries = series.tournament.entries.filter(start_number__in=before.keys() | after.keys())
    seats = [
        ChangedSeat(entry, before.get(entry.start_number), after.get(entry.start_number))
        for entry in entries.select_related("person").order_by("start_number")
    ]
    tables = [int(table) for table in (row.new or {}).get("tables") or {}]
    return SeatingChange(
        row,
        tuple(seat for seat in seats if seat.before != seat.after),
        tuple(series.lists.filter(table_number__in=tables)),
    )


def table_places(log_values: Mapping[str, Any] | None) -> dict[int, TablePlace]:
    """Who sits where, by start number, in the tables of a row of the log."""
    tables: Mapping[str, list[int]] = (log_values or {}).get("tables") or {}
    return {
        number: TablePlace(int(table), seat)
        for table, players in tables.items()
        for seat, number in enumerate(players, 1)
    }
