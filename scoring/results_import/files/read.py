"""Results in a file: whole lists on our own sheets, or a table of three figures a player."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from scoring.core.foreign.archive import Unreadable
from scoring.core.foreign.cells import Spot
from scoring.core.foreign.grids import MOST_BYTES_OF_LISTS, sheets
from scoring.core.foreign.sheets import Cells, Sheet
from scoring.messages import label
from scoring.models.score_list import SET_ASIDE
from scoring.printed_list.files.xlsx_layout import MARK
from scoring.printed_list.files.xlsx_read import read_list_sheet
from scoring.printed_list.incoming import Incoming
from scoring.results_import.files.identity import PlayerFinder
from scoring.results_import.files.own_lists import SeatReader
from scoring.results_import.files.placing import Placer
from scoring.results_import.files.totals import SheetReader, TotalsRead
from scoring.results_import.reads import (
    NO_ANSWERS,
    Asked,
    FileAnswers,
    KnownPlaces,
    StrayRow,
)
from scoring.rules.problem import Problem
from scoring.rules.systems import System

MOST_LINES = 5_000  # of a foreign sheet
MOST_CELLS = 250_000  # of all foreign sheets, empty ones between others included
MOST_ROWS_OF_A_LIST = 1_000
Rows = Sequence[Cells]


@dataclass(frozen=True, slots=True)
class Read:
    """The lists of a file, and what stands in no list.

    `asked` is what the file does not say for certain, `strays` are rows of no list. `ignored` is
    what nobody read: columns, sums, and lists that count nowhere.
    """

    lists: Sequence[Incoming]
    spots: Sequence[Spot] = ()
    ignored: Sequence[str] = ()
    asked: Sequence[Asked] = ()
    strays: Sequence[StrayRow] = ()

    @property
    def is_open(self) -> bool:
        """Whether something has to be answered, corrected or left out before it is taken in."""
        return bool(self.spots) or any(each.is_open for each in self.asked)


@dataclass(slots=True)
class _Foreign:
    """The sheets that are no lists of ours, as far as they may be read."""

    sheets: list[tuple[int, Sheet, list[Cells]]] = field(default_factory=list)
    cells: int = 0
    is_too_large: bool = False

    def add(self, number: int, sheet: Sheet, first: Cells) -> None:
        rows: list[Cells] = []
        for row in chain((first,), sheet.rows):
            self.cells += len(row)
            if self.cells > MOST_CELLS or (len(rows) >= MOST_LINES and any(row)):
                self.is_too_large = True
                return
            if len(rows) < MOST_LINES:
                rows.append(row)
        self.sheets.append((number, sheet, rows))


def read_results(
    data: bytes,
    system: System,
    known: KnownPlaces,
    series: int | None,
    answers: FileAnswers = NO_ANSWERS,
) -> Read:
    """What a file brings. Raises Unreadable with one clear line.

    `known` are the players and where they sit; `series` is that of a table that names none.
    """
    if len(data) > MOST_BYTES_OF_LISTS:
        raise Unreadable("sheet-too-large")
    try:
        return read_sheets(data, system, known, series, answers)
    except (Unreadable, MemoryError):
        raise
    # A damaged or hostile file may fail anywhere inside the readers, and with anything.
    except Exception as broken:
        raise Unreadable("sheet-damaged") from broken


def read_sheets(
    data: bytes, system: System, known: KnownPlaces, series: int | None, answers: FileAnswers
) -> Read:
    """Our own lists if there are any; else every table that has results."""
    foreign, lists, aside = _Foreign(), list[Incoming](), list[str]()
    seats = SeatReader(known, answers, PlayerFinder(known), [])
    has_own = False
    for number, sheet in enumerate(sheets(data), 1):
        sheet.name = sheet.name or str(number)
        first = next(sheet.rows, ())
        if not mark_of(first):
            foreign.add(number, sheet, first)
            continue
        has_own = True
        if state := aside_of(first):
            aside.append(f"{sheet.name} ({state})")
        elif (found := read_list_sheet(sheet.name, own_rows(first, sheet), system)) is not None:
            lists.append(seats.settled(found, str(number)))
    if has_own:
        aside += (sheet.name for _number, sheet, _rows in foreign.sheets)
        return Read(list(with_repeats_named(lists)), ignored=aside, asked=seats.asked)
    if foreign.is_too_large:
        raise Unreadable("sheet-too-large")
    return read_tables(foreign, known, system, series, answers)


def left_out(incoming: Incoming, answers: FileAnswers) -> Incoming:
    """A list; one of which a row is left out is left out as a whole."""
    return replace(incoming, is_left=not answers.left.isdisjoint(incoming.keys))


def with_repeats_named(lists: Iterable[Incoming]) -> Iterator[Incoming]:
    """The lists; another one of the same table is a problem: nobody knows which is right."""
    found: dict[tuple[int, int], Incoming] = {}
    for each in lists:
        at = each.series, each.table
        first = found.setdefault(at, each)
        if all(at) and not each.is_left and not same_content(first, each):
            params: dict[str, object] = {"series": at[0], "table": at[1], "sheet": first.sheet}
            spot = each.spot(Problem("incoming-table-twice", "table", params))
            yield replace(each, spots=(*each.spots, spot))
        else:
            yield each


def same_content(one: Incoming, other: Incoming) -> bool:
    """Whether two lists say the same of the same people."""
    return (one.starts, one.lines, one.totals, one.played) == (
        other.starts,
        other.lines,
        other.totals,
        other.played,
    )


def own_rows(first: Cells, sheet: Sheet) -> list[tuple[object, ...]]:
    """All rows of a list of ours."""
    rows = [tuple(row) for row in chain((first,), sheet.rows)]
    if len(rows) > MOST_ROWS_OF_A_LIST:
        raise Unreadable("sheet-too-large")
    return rows


def read_tables(
    foreign: _Foreign, known: KnownPlaces, system: System, series: int | None, answers: FileAnswers
) -> Read:
    """The results in sheets of other programs; those in sight come before hidden ones."""
    found = TotalsRead()
    reader = SheetReader(answers, found)
    has_tables = False
    for number, sheet, rows in foreign.sheets:
        if sheet.is_hidden and has_tables:
            found.ignored.append(sheet.name)
            continue
        is_table = reader.read(number, sheet.name, rows, sheet.hidden_columns)
        has_tables = has_tables or is_table
        if not is_table and any(map(any, rows)):
            found.ignored.append(sheet.name)
        if sheet.is_clipped:
            found.ignored.append(f"{sheet.name}: …")
    if not has_tables:
        raise Unreadable("results-without-heads")
    if reader.tables:
        found.ignored += (
            f"{each.reader.sheet}: {each.band.columns[0].heading} …"
            for each, _problem, _doubtful in reader.incomplete
        )
    else:
        for columns, problem, doubtful in reader.incomplete:
            found.ask_columns(columns, problem, doubtful=doubtful)
    usual = known.series[0] if series is None and len(known.series) == 1 else series
    Placer(known, system, answers).lists_of(reader.tables, usual, found)
    asked = (*found.columns.values(), *found.asked)
    return Read(found.lists, found.spots, ignored=found.ignored, asked=asked, strays=found.strays)


def mark_of(first: Cells) -> str:
    """The mark of a sheet that we wrote, in its first row; empty for any other."""
    return next((str(cell) for cell in first if str(cell).startswith(MARK)), "")


def aside_of(first: Cells) -> str:
    """What a list is called that counts nowhere, rejected or annulled; empty for any other."""
    state = mark_of(first).split()[2:3]
    return label("list_state", state[0]) if state and state[0] in SET_ASIDE else ""
