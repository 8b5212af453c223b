"""The rows of a foreign table: which are results, whom they name, and what stands above them.

A row with figures is a result or a sum. A row without any may name the series or the table of
those below it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.core.foreign.cells import CellReader, Spot, as_whole, place
from scoring.results_import.files.bands import Band, Rows
from scoring.results_import.files.blocks import ColumnBlock
from scoring.results_import.files.labels import (
    FIGURES,
    IDENTITY,
    is_blank,
    is_figure,
    is_sum,
    series_in,
    table_in,
    text_of,
)

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

    `key` names the row wherever it is asked about or left out; `series` are those that it may be
    about; `spots` say what of it cannot be read.
    """

    key: str
    row: int
    block: ColumnBlock
    number: int | None
    name: str
    series: set[int]
    table: int | None = None
    seat: int | None = None
    place: int | None = None
    figures: dict[str, int | None] = field(default_factory=dict)
    spots: list[Spot] = field(default_factory=list)
    player: int | None = None

    def cell(self, *roles: str) -> str:
        """The address of the first of these columns that the block has."""
        columns = self.block.columns
        at = next((columns[role] for role in roles if role in columns), self.block.first)
        return place(self.row, at + 1)

    def same_result(self, other: "TableRow") -> bool:
        return self.figures == other.figures


class BandReader:
    """Reads the rows below one band of headings, block by block."""

    def __init__(
        self, key: str, reader: CellReader, band: Band, blocks: Sequence[ColumnBlock]
    ) -> None:
        self.key, self.reader, self.band, self.blocks = key, reader, band, blocks
        self.sums: list[str] = []  # the rows that hold sums: "12 (Summe)"
        self.above: dict[int, list[TableRow]] = {block.place: [] for block in blocks}

    def rows(self, rows: Rows, end: int, context: Context) -> Iterator[TableRow]:
        """Every result down to row `end` (from 0), left to right."""
        for at in range(self.band.below, end):
            cells = rows[at]
            if not any(map(is_figure, cells)):
                texts = [text for cell in cells if (text := text_of(cell))]
                if context.read(texts) or len(texts) < 2:
                    continue
            else:
                context.is_new = False
            for block in self.blocks:
                if found := self.read(block, at + 1, context):
                    yield found

    def read(self, block: ColumnBlock, row: int, context: Context) -> TableRow | None:
        """The result in a row; None where the block has no figures there, or sums."""
        columns = {role: at + 1 for role, at in block.columns.items()}
        if all(is_blank(self.cell(row, columns, role)) for role in FIGURES):
            return None
        named = [role for role in IDENTITY if not is_blank(self.cell(row, columns, role))]
        has_figures = any(is_figure(self.cell(row, columns, role)) for role in FIGURES)
        if not named and not has_figures:
            return None
        before = len(self.reader.spots)
        found = TableRow(
            f"{self.key}.{row}.{block.place}",
            row,
            block,
            self.number(row, columns),
            self.name(row, columns),
            set(),
        )
        if self.is_sum(found, row, columns):
            del self.reader.spots[before:]
            return None
        found.figures = {role: self.figure(row, columns, role) for role in FIGURES}
        found.series = self.series(block, row, columns, context)
        for role in ("table", "seat", "place"):
            setattr(found, role, as_whole(self.cell(row, columns, role)))
        found.table = (
            found.table or table_in(str(self.cell(row, columns, "table"))) or context.table
        )
        found.spots = self.reader.spots[before:]
        del self.reader.spots[before:]
        self.above[block.place].append(found)
        return found

    def cell(self, row: int, columns: Mapping[str, int], role: str) -> object:
        return self.reader.value(row, columns[role]) if role in columns else None

    def number(self, row: int, columns: Mapping[str, int]) -> int | None:
        """A start number as people write it: 7, "7.", "Nr. 7"."""
        cell = self.cell(row, columns, "number")
        if is_blank(cell):
            return None
        match = _NUMBER.fullmatch(cell.strip()) if isinstance(cell, str) else None
        if match:
            return int(match[1])
        return self.reader.whole(row, columns["number"], least=1)

    def name(self, row: int, columns: Mapping[str, int]) -> str:
        """The name of a row from whatever columns the table has for it."""
        texts = {
            role: "" if is_blank(self.cell(row, columns, role)) else self.reader.text(row, at)
            for role, at in columns.items()
            if role in ("name", "family", "given", "family_first")
        }
        if texts.get("family") and texts.get("given"):
            return f"{texts['family']}, {texts['given']}"
        return next(filter(None, texts.values()), "")

    def figure(self, row: int, columns: Mapping[str, int], role: str) -> int | None:
        """A figure; a missing one is a problem, but for the total of a table that has points."""
        cell = self.cell(row, columns, role)
        is_empty = cell is None or (isinstance(cell, str) and is_blank(cell))
        if role not in columns or is_empty:
            needed = role in columns and not (role == "total" and "points" in columns)
            if needed:
                self.reader.wrong(row, columns[role], "incoming-figure-missing")
            return None
        least = 0 if role in ("won", "lost") else -99_999
        return self.reader.whole(row, columns[role], least=least)

    def series(
        self, block: ColumnBlock, row: int, columns: Mapping[str, int], context: Context
    ) -> set[int]:
        """By the column of the row, else by what stands above the columns, else above the row."""
        if "series" in columns:
            cell = self.cell(row, columns, "series")
            named = series_in(cell) if isinstance(cell, str) else None
            found = named if named is not None else self.reader.whole(row, columns["series"])
            return {found} if found is not None else set()
        return {block.series} if block.series is not None else context.possible

    def is_sum(self, found: TableRow, row: int, columns: Mapping[str, int]) -> bool:
        """Whether a row holds sums: it says so, or names nobody and sums up those above it."""
        words = found.name or self.words_before(row, columns)
        if is_sum(words):
            self.sums.append(f"{row} ({words})")
            return True
        if found.number is not None or found.name:
            return False
        shown = {
            role: figure
            for role in FIGURES
            if role in columns and (figure := as_whole(self.cell(row, columns, role))) is not None
        }
        above = self.above[found.block.place]
        if shown and any(adds_up(shown, above[-count:]) for count in (3, 4, len(above))):
            self.sums.append(str(row))
            return True
        return False

    def words_before(self, row: int, columns: Mapping[str, int]) -> str:
        """The first text left of the figures."""
        first = min(at for role, at in columns.items() if role in FIGURES)
        texts = (text_of(self.reader.value(row, at)) for at in range(1, first))
        return next(filter(None, texts), "")


def adds_up(sums: Mapping[str, int], rows: Sequence[TableRow]) -> bool:
    """Whether each of these figures is the sum of that of two rows or more."""
    return len(rows) > 1 and all(
        figure == sum(each.figures.get(role) or 0 for each in rows) for role, figure in sums.items()
    )
