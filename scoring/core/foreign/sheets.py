"""A sheet of a file that was sent: its rows as they come, and what its author has hidden."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from scoring.core.foreign.archive import Archive, Handler, Unreadable

MOST_COLUMNS = 200  # twelve series side by side have a hundred
Cells = Sequence[object]
NumberedRow = tuple[int, Cells]  # the number of a row, from 1, and its cells


class Unreckoned(str):
    """A formula without its result, by its cell: some program wrote it and reckoned nothing."""


@dataclass(slots=True)
class Sheet:
    """The name of a sheet and its rows, which can be read once.

    While they are read, `hidden_columns` (from 0), `hidden_rows` and `struck_rows` (from 1: rows
    with a text that is struck through) and `is_clipped` are filled: whether something stands beyond
    the last column that is read.
    """

    name: str
    rows: Iterator[Cells]
    is_hidden: bool = False
    hidden_columns: set[int] = field(default_factory=set)
    hidden_rows: set[int] = field(default_factory=set)
    struck_rows: set[int] = field(default_factory=set)
    is_clipped: bool = False


class RowHandler(Handler):
    """A handler of the part of a sheet: collects its rows, those without a value left out."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rows: list[NumberedRow] = []
        self.characters = 0

    def put(self, values: list[object], column: int, value: object) -> None:
        """A value at its place (from 0) in a row; beyond the last column it is only noted."""
        if column >= MOST_COLUMNS:
            self.sheet.is_clipped = True
            return
        if column >= len(values):
            values.extend([None] * (column + 1 - len(values)))
        values[column] = value


def streamed(archive: Archive, part: str, handler: RowHandler) -> Iterator[NumberedRow]:
    """The rows of a part while it is read."""
    for _piece in archive.parsed(part, handler):
        yield from handler.rows
        handler.rows.clear()


def with_gaps(rows: Iterable[NumberedRow]) -> Iterator[Cells]:
    """Every row at its number, so that each cell keeps the address that its author sees."""
    last = 0
    for number, cells in rows:
        if number <= last:
            raise Unreadable("sheet-damaged")
        for _gap in range(number - last - 1):
            yield ()
        last = number
        yield cells
