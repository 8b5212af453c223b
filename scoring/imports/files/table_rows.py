"""The rows of a foreign table: which are results, whom they name, and what stands above them.

A row with figures is a result or a sum. A row without any may name the series or the table of
those below it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.core.spreadsheets.cells import Spot, as_whole, place
from scoring.imports.files.bands import texts
from scoring.imports.files.kinds import FIGURES, IDENTITY, NAMES
from scoring.imports.files.labels import (
    is_blank,
    is_figure,
    is_sum,
    series_in,
    table_in,
    text_of,
)
from scoring.imports.files.mapping import Table

MAX_NAME = 40  # letters that are shown
_NUMBER = re.compile(r"(?:(?:start)?-?(?:nr|no)\b\.?|#)?\s*(\d{1,5})\.?", re.IGNORECASE)


@dataclass(slots=True)
class Context:
    """What rows above say of those below: the series, the table, and whether they disagree.

    `is_new` is a table that no result has been read of.
    """

    series: int | None = None
    table: int | None = None
    sheet_series: int | None = None
    is_new: bool = False

    def read(self, texts: Sequence[str]) -> bool:
        """Take in a row without figures; whether it names any."""
        series = [found for text in texts if (found := series_in(text)) is not None]
        tables = [found for text in texts if (found := table_in(text)) is not None]
        if len(set(series)) == 1:
            self.series, self.table = series[0], None
        if len(set(tables)) == 1:
            self.table, self.is_new = tables[0], True
        return bool(series or tables)

    def begin(self, title: Sequence[str]) -> None:
        """Go on with the next headings, and what stands among them."""
        if not self.is_new:
            self.table = None
        self.read(title)

    @property
    def possible(self) -> set[int]:
        """The series that rows above and the name of the sheet name."""
        return {each for each in (self.series, self.sheet_series) if each is not None}


@dataclass(slots=True)
class TableRow:
    """One result as it stands in a table. `player` is set when it is known who that is.

    `key` names the row wherever it is asked about; `series` are those that it may be about; `spots`
    say what of it cannot be read.
    """

    key: str
    row: int
    columns: Mapping[str, int]
    number: int | None
    name: str
    series: set[int]
    table: int | None = None
    seat: int | None = None
    figures: dict[str, int | None] = field(default_factory=dict)
    spots: list[Spot] = field(default_factory=list)
    player: int | None = None

    def cell(self, *meanings: str) -> str:
        """The address of the first of these columns that the table has."""
        figures = [at for meaning, at in self.columns.items() if meaning in FIGURES]
        at = next((self.columns[each] for each in meanings if each in self.columns), min(figures))
        return place(self.row, at + 1)

    @property
    def described(self) -> str:
        """Whom it names, as it stands there."""
        number = "" if self.number is None else str(self.number)
        return " · ".join(filter(None, (number, self.name[:MAX_NAME])))


def read_rows(tables: Sequence[Table], ignored: list[str]) -> dict[str, list[TableRow]]:
    """The results in the tables of one sheet, by the key of the table; what is a sum is ignored."""
    reader = tables[0].reader
    context = Context(sheet_series=series_in(reader.sheet))
    found: dict[str, list[TableRow]] = {table.key: [] for table in tables}
    bands = dict.fromkeys(table.band for table in tables)
    for cells in reader.rows[: next(iter(bands)).top]:
        context.read(texts(cells))
    for band in bands:
        context.begin(band.title)
        beside = [RowReader(table) for table in tables if table.band is band]
        for at in range(band.below, band.end):
            cells = reader.rows[at]
            if any(map(is_figure, cells)):
                context.is_new = False
            elif context.read(words := texts(cells)) or len(words) < 2:
                continue
            for each in beside:
                if row := each.read(at + 1, context):
                    found[each.table.key].append(row)
        ignored += (f"{reader.sheet}: {text}" for each in beside for text in each.sums)
    return found


class RowReader:
    """Reads the rows of one table."""

    def __init__(self, table: Table) -> None:
        self.table, self.reader = table, table.reader
        self.columns = table.block.columns
        self.sums: list[str] = []  # the rows that hold sums: "12 (Summe)"
        self.above: list[TableRow] = []

    def read(self, row: int, context: Context) -> TableRow | None:
        """The result in a row; None where the table has no figures there, or sums."""
        if all(is_blank(self.cell(row, meaning)) for meaning in FIGURES):
            return None
        named = any(not is_blank(self.cell(row, meaning)) for meaning in IDENTITY)
        if not named and not any(is_figure(self.cell(row, meaning)) for meaning in FIGURES):
            return None
        before = len(self.reader.spots)
        key = f"{self.table.key}.{row}"
        found = TableRow(key, row, self.columns, self.number(row), self.name(row), set())
        if not self.is_sum(found, row):
            found.figures = {meaning: self.figure(row, meaning) for meaning in FIGURES}
            found.series = self.series(row, context)
            found.table, found.seat = self.whole(row, "table"), self.whole(row, "seat")
            found.table = found.table or table_in(str(self.cell(row, "table"))) or context.table
            found.spots = self.reader.spots[before:]
            self.above.append(found)
        del self.reader.spots[before:]
        return found if found.figures else None

    def cell(self, row: int, meaning: str) -> object:
        at = self.columns.get(meaning)
        return None if at is None else self.reader.value(row, at + 1)

    def whole(self, row: int, meaning: str) -> int | None:
        return as_whole(self.cell(row, meaning))

    def number(self, row: int) -> int | None:
        """A start number as people write it: 7, "7.", "Nr. 7"."""
        cell = self.cell(row, "number")
        if is_blank(cell):
            return None
        match = _NUMBER.fullmatch(cell.strip()) if isinstance(cell, str) else None
        return int(match[1]) if match else self.read_whole(row, "number", least=1)

    def read_whole(self, row: int, meaning: str, least: int = -99_999) -> int | None:
        return self.reader.whole(row, self.columns[meaning] + 1, least=least)

    def name(self, row: int) -> str:
        """The name of a row from whatever columns the table has for it."""
        cells = {meaning: self.cell(row, meaning) for meaning in NAMES}
        names = {
            key: " ".join(str(cell).split()) for key, cell in cells.items() if not is_blank(cell)
        }
        if "family" in names and "given" in names:
            return f"{names['family']}, {names['given']}"
        return next(iter(names.values()), "")

    def figure(self, row: int, meaning: str) -> int | None:
        """A figure; a missing one is a problem, but for the total of a table that has points."""
        if meaning not in self.columns:
            return None
        if is_blank(self.cell(row, meaning)):
            if meaning != "total" or "points" not in self.columns:
                self.reader.wrong(row, self.columns[meaning] + 1, "incoming-figure-missing")
            return None
        return self.read_whole(row, meaning, 0 if meaning in ("won", "lost") else -99_999)

    def series(self, row: int, context: Context) -> set[int]:
        """By the column of the row, else by what stands above the columns, else above the row."""
        if "series" in self.columns:
            cell = self.cell(row, "series")
            named = series_in(cell) if isinstance(cell, str) else None
            found = named if named is not None else self.read_whole(row, "series")
            return {found} if found is not None else set()
        series = self.table.block.series
        return {series} if series is not None else context.possible

    def is_sum(self, found: TableRow, row: int) -> bool:
        """Whether a row holds sums: it says so, or names nobody and sums up those above it."""
        words = found.name or self.words_before(row)
        if is_sum(words):
            self.sums.append(f"{row} ({words})")
            return True
        if found.number is not None or found.name:
            return False
        figures = {meaning: self.whole(row, meaning) for meaning in FIGURES}
        shown = {meaning: figure for meaning, figure in figures.items() if figure is not None}
        counts = (3, 4, len(self.above))
        if shown and any(adds_up(shown, self.above[-count:]) for count in counts):
            self.sums.append(str(row))
            return True
        return False

    def words_before(self, row: int) -> str:
        """The first text left of the figures."""
        words = (text_of(self.reader.value(row, at)) for at in range(1, self.table.block.first + 1))
        return next(filter(None, words), "")


def adds_up(sums: Mapping[str, int], rows: Sequence[TableRow]) -> bool:
    """Whether each of these figures is the sum of that of two rows or more."""
    return len(rows) > 1 and all(
        figure == sum(each.figures.get(meaning) or 0 for each in rows)
        for meaning, figure in sums.items()
    )
