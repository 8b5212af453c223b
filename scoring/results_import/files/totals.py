"""Tables of three figures a player, as clubs write them: columns in any order, any heading.

Whatever such a table does not say for certain is asked: what a column holds, which series it is,
whose result a row is. Nothing is guessed.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from scoring.core.foreign.cells import CellReader, Spot, place
from scoring.messages import label
from scoring.printed_list.incoming import Incoming
from scoring.results_import.files.bands import Band, Rows, find_bands
from scoring.results_import.files.blocks import ColumnBlock, Split, split
from scoring.results_import.files.columns import AskedColumns
from scoring.results_import.files.labels import FIGURES, IDENTITY, series_in, text_of
from scoring.results_import.files.table_rows import BandReader, Context, TableRow
from scoring.results_import.reads import (
    LEFT_OUT,
    Asked,
    FileAnswers,
    FileQuestion,
    KnownPlaces,
    Option,
    StrayRow,
)
from scoring.rules.problem import Problem


@dataclass(slots=True)
class TotalsRead:
    """The lists of all tables, what stands in none, what is asked, and what was not read."""

    lists: list[Incoming] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    strays: list[StrayRow] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    columns: dict[str, Asked] = field(default_factory=dict)

    def ask_columns(
        self,
        columns: AskedColumns,
        problem: Problem,
        *,
        doubtful: Collection[int] = (),
        is_open: bool = True,
    ) -> None:
        """Ask what columns hold, once for all tables under the same headings."""
        before = self.columns.get(columns.key)
        if before is None or (is_open and not before.is_open):
            asked = columns.asked(problem, doubtful=doubtful, is_open=is_open)
            self.columns[columns.key] = asked


@dataclass(slots=True)
class Table:
    """The rows of one block of columns."""

    key: str
    reader: CellReader
    band: Band
    block: ColumnBlock
    rows: list[TableRow]
    columns: AskedColumns

    @property
    def name(self) -> str:
        return f"{self.key}.{self.block.place}"

    @property
    def cell(self) -> str:
        return place(self.band.below, self.block.first + 1)

    def heading(self, column: int) -> str:
        return next(each.heading for each in self.band.columns if each.at == column)[:60]


class SheetReader:
    """Finds the tables of sheets, and asks for the columns of those that it cannot read."""

    def __init__(self, answers: FileAnswers, found: TotalsRead) -> None:
        self.answers, self.found = answers, found
        self.tables: list[Table] = []
        # Tables that lack a column: what is missing, and the columns that may be it.
        self.incomplete: list[tuple[AskedColumns, Problem, tuple[int, ...]]] = []

    def read(self, number: int, name: str, rows: Rows, hidden: Iterable[int] = ()) -> bool:
        """Read one sheet; whether results stand in it."""
        bands = find_bands(rows, frozenset(hidden))
        reader, context = CellReader(name, rows), Context(sheet_series=series_in(name))
        for at, band in enumerate(bands):
            if at == 0:
                for cells in rows[: band.top]:
                    context.read([text for cell in cells if (text := text_of(cell))])
            end = bands[at + 1].top if at + 1 < len(bands) else len(rows)
            context.begin(band.title)
            self.read_band(f"{number}.{band.top}", reader, band, end, context)
        return bool(bands)

    def read_band(
        self, key: str, reader: CellReader, band: Band, end: int, context: Context
    ) -> None:
        columns = AskedColumns.of(reader, band, self.answers)
        parts = split(band, columns.chosen)
        if columns.chosen and (parts.blocks or is_left_out(columns.chosen)):
            self.found.ask_columns(columns, Problem("asked-columns"), is_open=False)
        if not parts.blocks:
            self.note_missing(columns, parts)
            return
        self.found.ignored += (f"{reader.sheet}: {each.heading}" for each in parts.ignored)
        rows = BandReader(key, reader, band, parts.blocks)
        found = list(rows.rows(reader.rows, end, context))
        for block in parts.blocks:
            of_block = [row for row in found if row.block is block]
            self.tables.append(Table(key, reader, band, block, of_block, columns))
        self.found.ignored += (f"{reader.sheet}: {each}" for each in rows.sums)

    def note_missing(self, columns: AskedColumns, parts: Split) -> None:
        """Why columns cannot be read; unless somebody answered that there is nothing to read."""
        if columns.chosen and is_left_out(columns.chosen):
            return
        again = (each.heading for each in columns.band.columns if each.at in parts.doubtful)
        wanted = (str(label("result_column", role)) for role in parts.missing)
        problem = (
            Problem("asked-columns-twice", "", {"columns": ", ".join(again)[:120]})
            if parts.doubtful
            else Problem("asked-columns-missing", "", {"columns": ", ".join(wanted)})
        )
        self.incomplete.append((columns, problem, parts.doubtful))


def is_left_out(chosen: Mapping[int, str]) -> bool:
    """Whether the answers leave no results to read: no figures, or nobody whose they are."""
    return any(set(chosen.values()).isdisjoint(roles) for roles in (FIGURES, IDENTITY))


# Which series ------------------------------------------------------------------------------------

SeriesOf = Callable[[TableRow], int | None]


def series_question(
    table: Table, known: KnownPlaces, usual: int | None, answers: FileAnswers, found: TotalsRead
) -> SeriesOf:
    """The series of each row of a table, None while that is asked.

    By what the file says; else `usual`, the one that was chosen for the whole file, but never for
    one of several series that stand beside each other.
    """
    named = set().union(*(row.series for row in table.rows))
    several = {each for row in table.rows if len(row.series) > 1 for each in row.series}
    unknown = named.difference(known.series)
    is_missing = any(not row.series for row in table.rows)
    doubtful = several or unknown
    chosen = None if doubtful or table.block.is_beside else usual
    if doubtful or (is_missing and chosen is None):
        values = [str(each) for each in known.series if not several or each in several]
        asked = series_asked(table, series_problem(several, unknown), values, answers)
        found.asked.append(asked)
        answer = asked.questions[0].chosen
        chosen = int(answer) if answer not in ("", LEFT_OUT) else None

    def series_of(row: TableRow) -> int | None:
        is_certain = len(row.series) == 1 and row.series <= set(known.series)
        return next(iter(row.series)) if is_certain else chosen

    return series_of


def series_problem(several: Collection[int], unknown: Collection[int]) -> Problem:
    """Why it is not certain which series a table is."""
    params: dict[str, object] = {"series": ", ".join(map(str, sorted(several or unknown)))}
    if several:
        return Problem("asked-series-which", "", params)
    return Problem("asked-series-unknown", "", params) if unknown else Problem("asked-series")


def series_asked(table: Table, problem: Problem, values: list[str], answers: FileAnswers) -> Asked:
    """The question which of these series a table is, or whether it is not to be read."""
    field = f"series-{table.name}"
    answer = answers.of(field, (*values, LEFT_OUT))
    options = (*(Option(each, each) for each in values), Option(LEFT_OUT, not_read()))
    question = FileQuestion(field, table.heading(table.block.first), options, answer)
    return Asked(table.reader.sheet, table.cell, problem, (question,), not answer)


def not_read() -> str:
    return label("result_column", LEFT_OUT)
