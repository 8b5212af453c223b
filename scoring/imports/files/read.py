"""Results in a file: whole lists on our own sheets, or a table of three figures a player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.files.xlsx import OWN
from scoring.core.spreadsheets.reading import Cells, Sheet, Unreadable
from scoring.imports.files.identity import PlayerFinder
from scoring.imports.files.kinds import RESULTS
from scoring.imports.files.mapping import (
    FileMap,
    Table,
    corrected,
    own_columns,
    refuse_many_cells,
)
from scoring.imports.files.own_lists import SeatReader
from scoring.imports.files.placing import Placer
from scoring.imports.files.table_rows import TableRow, read_rows
from scoring.imports.reads.answers import NO_ANSWERS, Answers, Asked
from scoring.imports.reads.known import KnownPlaces
from scoring.messages import label
from scoring.models.score_list import SET_ASIDE
from scoring.printed_list.files.xlsx_layout import MARK
from scoring.printed_list.files.xlsx_read import read_list_sheet
from scoring.printed_list.incoming import Incoming
from scoring.rules.problem import Problem
from scoring.rules.systems import System

MAX_ROWS_OF_A_LIST = 1_000
Remembered = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Read:
    """The lists of a file, and what stands in no list.

    `asked` is what the file does not say for certain. `ignored` is what nobody read: columns, sums,
    and lists that count nowhere. `map` are the tables of other programs, with their columns.
    """

    lists: Sequence[Incoming]
    map: FileMap
    ignored: Sequence[str] = ()
    asked: Sequence[Asked] = ()

    @property
    def is_open(self) -> bool:
        """Whether something has to be answered or left out before it is taken in."""
        series = (table.series for table in self.map.tables if table.series)
        return (
            self.map.is_open
            or any(each.is_open for each in self.asked)
            or any(question.is_open for question in series)
        )


def read_results(
    sheets: Iterable[Sheet],
    system: System,
    known: KnownPlaces,
    series: int | None = None,
    answers: Answers = NO_ANSWERS,
    remembered: Remembered | None = None,
) -> Read:
    """Our own lists if there are any; else every table that has results. Raises Unreadable.

    `known` are the players and where they sit; `series` is that of a table that names none.
    """
    found = FileMap(RESULTS, answers, remembered or {})
    finder = PlayerFinder(known, answers)
    seats, foreign = SeatReader(finder, answers), list[tuple[int, Sheet]]()
    lists, aside, has_own = list[Incoming](), list[str](), False
    for number, sent in enumerate(sheets):
        sheet = corrected(sent, answers.fixes(number))
        if sheet.name == OWN:
            found.own = own_columns(sheet)
        elif not (mark := mark_of(sheet)):
            foreign.append((number, sheet))
        elif state := aside_of(mark):
            aside.append(f"{sheet.name} ({state})")
        else:
            lists += list_on(sheet, f"l{number}", system, seats)
            has_own = True
    if has_own or aside:
        aside += (sheet.name for _number, sheet in foreign if sheet.rows)
        asked = (*finder.asked.values(), *seats.asked)
        return Read(list(with_repeats_named(lists)), found, aside, asked)
    refuse_many_cells(sheet for _number, sheet in foreign)
    return read_tables(foreign, found, finder, system, series)


def list_on(sheet: Sheet, key: str, system: System, seats: SeatReader) -> Iterator[Incoming]:
    """The list on a sheet of ours, if it is filled in."""
    if len(sheet.rows) > MAX_ROWS_OF_A_LIST:
        raise Unreadable("sheet-too-large")
    found = read_list_sheet(sheet.name, sheet.rows, system)
    if found is not None:
        yield seats.settled(found, key)


def with_repeats_named(lists: Iterable[Incoming]) -> Iterator[Incoming]:
    """The lists; another one of the same table is a problem: nobody knows which is right."""
    found: dict[tuple[int, int], Incoming] = {}
    for each in lists:
        at = each.series, each.table
        first = found.setdefault(at, each)
        if all(at) and not each.is_left and not first.is_left and not same_content(first, each):
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


def read_tables(
    foreign: Sequence[tuple[int, Sheet]],
    found: FileMap,
    finder: PlayerFinder,
    system: System,
    series: int | None,
) -> Read:
    """The results in sheets of other programs."""
    for number, sheet in foreign:
        found.add(number, sheet)
    found.settle()
    if not found.layouts and not found.answers.chosen:
        raise Unreadable("results-without-heads")
    usual = finder.known.series[0] if series is None and len(finder.known.series) == 1 else series
    placer = Placer(finder, system, found.answers)
    lists = placer.lists_of(rows_by_table(found), usual)
    ignored = [*found.ignored, *placer.ignored]
    ignored += (line.name for line in found.sheets if not line.is_read and line.has_content)
    return Read(lists, found, ignored, tuple(finder.asked.values()))


def rows_by_table(found: FileMap) -> list[tuple[Table, list[TableRow]]]:
    """The results of every table that is read, with what stands above them on their sheet."""
    rows: list[tuple[Table, list[TableRow]]] = []
    for line in found.sheets:
        if tables := [table for table in line.tables if table.is_used]:
            of_tables = read_rows(tables, found.ignored)
            rows += ((table, of_tables[table.key]) for table in tables)
    return rows


def mark_of(sheet: Sheet) -> str:
    """The mark of a sheet that we wrote, in its first row; empty for any other."""
    first: Cells = sheet.rows[0] if sheet.rows else ()
    return next((str(cell) for cell in first if str(cell).startswith(MARK)), "")


def aside_of(mark: str) -> str:
    """What a list is called that counts nowhere, rejected or annulled; empty for any other."""
    state = mark.split()[2:3]
    return label("list_state", state[0]) if state and state[0] in SET_ASIDE else ""
