"""Results in a file: whole lists on our own sheets, or a table of three figures a player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.core.foreign.cells import Spot
from scoring.core.foreign.grids import MOST_BYTES, Unreadable, grids
from scoring.messages import label
from scoring.models.score_list import SET_ASIDE
from scoring.printed_list.files.xlsx_layout import MARK
from scoring.printed_list.files.xlsx_read import read_list_sheet
from scoring.printed_list.incoming import Incoming
from scoring.results_import.files.totals import read_totals
from scoring.results_import.files.vereinsmeister import is_backup, read_backup
from scoring.results_import.reads import KnownPlaces
from scoring.results_import.services import NOTHING, Prelude
from scoring.rules.systems import System

MOST_SHEETS = 400
MOST_LINES = 5_000
Rows = Sequence[Sequence[object]]


@dataclass(frozen=True, slots=True)
class Read:
    """The lists of a file, what stands in no list, and what has to be there before; `ignored`
    is what nobody read: columns, people without a number, and lists that count nowhere."""

    lists: Sequence[Incoming]
    spots: Sequence[Spot] = ()
    prelude: Prelude = NOTHING
    ignored: Sequence[str] = ()


def read_results(data: bytes, system: System, known: KnownPlaces, series: int | None) -> Read:
    """What a file brings. Raises Unreadable with one clear line.

    `known` are the players and where they sit; `series` is that of a table that names none.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable("sheet-too-large")
    try:
        if is_backup(data):
            backup = read_backup(data)
            return Read(backup.lists, backup.spots, backup.prelude, backup.ignored)
        sheets = list(named_sheets(data))
        ours = [(name, rows) for name, rows in sheets if mark_of(rows)]
        if ours:
            aside = [f"{name} ({state})" for name, rows in ours if (state := aside_of(rows))]
            filled = (
                read_list_sheet(name, rows, system) for name, rows in ours if not aside_of(rows)
            )
            return Read([each for each in filled if each is not None], ignored=aside)
        for name, rows in sheets:
            if (found := read_totals(name, rows, known, series)) is not None:
                return Read(*found)
    except Unreadable:
        raise
    # A damaged or hostile file may fail anywhere inside the readers, and with anything.
    except Exception as broken:
        raise Unreadable("sheet-damaged") from broken
    raise Unreadable("results-without-heads")


def mark_of(rows: Rows) -> str:
    """The mark of a sheet that we wrote; empty for any other."""
    first = rows[0] if rows else ()
    return next((str(cell) for cell in first if str(cell).startswith(MARK)), "")


def aside_of(rows: Rows) -> str:
    """What a list is called that counts nowhere, rejected or annulled; empty for any other."""
    state = mark_of(rows).split()[2:3]
    return label("list_state", state[0]) if state and state[0] in SET_ASIDE else ""


def named_sheets(data: bytes) -> Iterator[tuple[str, Rows]]:
    """The sheets with their names and all their rows. Raises Unreadable where there are more than
    anybody would fill: nothing is left out in silence."""
    for number, (name, grid) in enumerate(grids(data, MOST_LINES + 1), 1):
        rows = [tuple(row) for row in grid]
        if number > MOST_SHEETS or (len(rows) > MOST_LINES and any(rows[-1])):
            raise Unreadable("sheet-too-large")
        yield name or str(number), rows
