"""Sheets with formulas: a listing some of whose columns are computed in the workbook.

Only functions common to Excel 2007 and LibreOffice are used.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import FORMATS, fill_sheet
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Column, Listing, Text

TYPED = PatternFill("solid", fgColor="FFF9E5")
MAX_WIDTH = 110  # characters of the text of a formula

Formula = Callable[["Cells", Mapping[str, Any]], str]  # without "="; "" where the value is typed


@dataclass(frozen=True, slots=True)
class LiveColumn(Column):
    """A column whose cells are a formula of their row: the row's value is what it gives.

    Cells of a `typed` column that have no formula are marked as what may be changed.
    """

    formula: Formula | None = None
    typed: bool = False


def with_formula(
    column: Column, formula: Formula | None = None, *, typed: bool = False
) -> LiveColumn:
    """The same column with a formula, or typed."""
    parts = {field.name: getattr(column, field.name) for field in fields(Column)}
    return LiveColumn(**parts, formula=formula, typed=typed)


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of a sheet that formulas refer to: first and last row, letters of the columns."""

    sheet: Worksheet
    first: int
    last: int
    letters: dict[str, str]

    def range(self, key: str) -> str:
        """The column as other sheets refer to it: 'Results'!$G$7:$G$90."""
        return f"{quoted(self.sheet.title)}!{self.own(key)}"

    def own(self, key: str) -> str:
        """The column within its own sheet."""
        letter = self.letters[key]
        return f"${letter}${self.first}:${letter}${self.last}"


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of one row of a block, by the keys of the columns."""

    block: Block
    row: int

    def __getitem__(self, key: str) -> str:
        return f"{self.block.letters[key]}{self.row}"

    def __contains__(self, key: str) -> bool:
        return key in self.block.letters

    @property
    def behind(self) -> "Cells | None":
        """The next row; None for the last."""
        return Cells(self.block, self.row + 1) if self.row < self.block.last else None

    def own(self, key: str) -> str:
        return self.block.own(key)


def quoted(name: str) -> str:
    """The name of a sheet as formulas write it."""
    return "'" + name.replace("'", "''") + "'"


class LiveBook:
    """A workbook of such sheets, with the same head on each."""

    def __init__(self, head: Head) -> None:
        self.head, self.workbook, self.writer = head, Workbook(), FormulaWriter()
        self.workbook.remove(self.workbook.active)

    def add(self, listing: Listing, at: int | None = None) -> Block:
        """Add a sheet, as the last or at this place.

        At least one row is its block, so that formulas have a range.
        """
        columns = [column for column in listing.columns if isinstance(column, LiveColumn)]
        computed = {column.key for column in columns if column.formula and not column.typed}
        plain = [{key: row[key] for key in row.keys() - computed} for row in listing.rows]
        sheet = self.workbook.create_sheet(index=at)
        heads = fill_sheet(sheet, replace(listing, rows=plain), self.head)
        letters = {
            column.key: get_column_letter(place) for place, column in enumerate(listing.columns, 1)
        }
        block = Block(sheet, heads + 1, heads + max(1, len(listing.rows)), letters)
        for number, row in enumerate(listing.rows, block.first):
            for column in columns:
                self._fill_cell(column, Cells(block, number), row)
        for column in columns:
            if column.formula and column.kind == "text":
                _widen(sheet, column, letters[column.key], listing)
        return block

    def _fill_cell(self, column: LiveColumn, cells: Cells, row: Mapping[str, Any]) -> None:
        formula = column.formula(cells, row) if column.formula else ""
        sheet, cell = cells.block.sheet, cells[column.key]
        if formula:
            self.writer.put(sheet, cell, f"={formula}", row[column.key])
            sheet[cell].number_format = FORMATS.get(column.kind, "General")
        elif column.typed:
            sheet[cell].fill = TYPED

    def saved(self, title: Text) -> bytes:
        return self.writer.saved(self.workbook, title, self.head)


def _widen(sheet: Worksheet, column: Column, letter: str, listing: Listing) -> None:
    """Width for the texts of formulas: no spreadsheet fits a column to them."""
    longest = max((len(str(row[column.key])) for row in listing.rows), default=0)
    dimension = sheet.column_dimensions[letter]
    dimension.width = min(MAX_WIDTH, max(dimension.width, longest + 3))
