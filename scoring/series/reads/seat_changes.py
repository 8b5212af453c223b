"""A change of a seating by hand, read from its row of the log: for whom which seat changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.core.log_rows import fits
from scoring.models import Entry, LogEntry, ScoreList, Series
from scoring.models.log import Action
from scoring.models.names import series_subject

# The acts that change a seating, and how the log calls them.
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
    """A player whose place changed; None where he had none before, or has none any more."""

    entry: Entry
    before: TablePlace | None
    after: TablePlace | None

    @property
    def same_table(self) -> bool:
        """Only the seat is another one: somebody in front of him left the table."""
        both = self.before is not None and self.after is not None
        return both and self.before.table == self.after.table  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class SeatingChange:
    """What one act did: `seats` by start number, and the lists of the tables that it changed."""

    act: str
    row: LogEntry
    seats: tuple[ChangedSeat, ...]
    lists: tuple[ScoreList, ...]


def seating_change(series: Series, row_id: int) -> SeatingChange | None:
    """The act that this row of the log tells of; None if it tells of none of this series."""
    rows = LogEntry.objects.filter(
        pk=row_id,
        tournament=series.tournament_id,
        subject=series_subject(series),
        action__in=SEAT_ACTIONS.values(),
    )
    row = rows.first()
    if row is None or not fits(row):
        return None
    before, after = places(row.old), places(row.new)
    entries = series.tournament.entries.filter(start_number__in=before.keys() | after.keys())
    seats = [
        ChangedSeat(entry, before.get(entry.start_number), after.get(entry.start_number))
        for entry in entries.select_related("person").order_by("start_number")
    ]
    tables = [int(table) for table in (row.new or {}).get("tables") or {}]
    return SeatingChange(
        next(act for act, action in SEAT_ACTIONS.items() if action == row.action),
        row,
        tuple(seat for seat in seats if seat.before != seat.after),
        tuple(series.lists.filter(table_number__in=tables)),
    )


def places(figures: Mapping[str, Any] | None) -> dict[int, TablePlace]:
    """Who sits where, by start number, in the tables that a row of the log holds."""
    return dict(placed((figures or {}).get("tables") or {}))


def placed(tables: Mapping[str, list[int]]) -> Iterator[tuple[int, TablePlace]]:
    for table, seated in tables.items():
        for seat, number in enumerate(seated, 1):
            yield number, TablePlace(int(table), seat)
