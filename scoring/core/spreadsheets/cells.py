"""Cells of foreign tables: "1.234", "937,0", " 12 ", cached results of formulas."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.utils import column_index_from_string, get_column_letter

from scoring.core.spreadsheets.reading import Cells
from scoring.rules.problem import Problem

MAX_SHOWN_LENGTH = 40
_ADDRESS = re.compile(r"([A-Z]{1,2})([1-9]\d{0,4})")
_MINUS = str.maketrans(dict.fromkeys("−–‐‑‒—", "-"))
_WHOLE = re.compile(r"[+-]?\d{1,7}(?:[.,]0+)?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[.' \u00a0\u202f]\d{3})+(?:,0+)?")


class CellReader:
    """The cells of one sheet; what cannot be read is kept as a problem with its place."""

    def __init__(self, sheet: str, rows: Sequence[Cells]) -> None:
        self.sheet, self.rows = sheet, rows
        self.spots: list[Spot] = []

    def value(self, row: int, column: int) -> object:
        """What stands in a cell, counted from 1; None where the sheet has no such cell."""
        if 1 <= row <= len(self.rows) and 1 <= column <= len(self.rows[row - 1]):
            cell = self.rows[row - 1][column - 1]
            return None if isinstance(cell, str) and not cell.strip() else cell
        return None

    def text(self, row: int, column: int) -> str:
        cell = self.value(row, column)
        return "" if cell is None else " ".join(str(cell).split())

    def whole(self, row: int, column: int, *, least: int = -99_999) -> int | None:
        """A whole number; None for an empty cell and for one that is kept as a problem."""
        cell = self.value(row, column)
        number = as_whole(cell)
        if cell is not None and (number is None or number < least):
            self.wrong(row, column, "cell-not-a-number", text=str(cell)[:MAX_SHOWN_LENGTH])
            return None
        return number

    def wrong(self, row: int, column: int, code: str, **params: object) -> None:
        self.spots.append(Spot(self.sheet, place(row, column), Problem(code, "", params)))


def place(row: int, column: int) -> str:
    return f"{get_column_letter(column)}{row}"


def parse_cell(cell: str) -> tuple[int, int] | None:
    """Row and column, from 1, of an address.

    >>> parse_cell("C9"), parse_cell("viel")
    ((9, 3), None)
    """
    match = _ADDRESS.fullmatch(cell)
    return (int(match[2]), column_index_from_string(match[1])) if match else None


def as_whole(cell: object) -> int | None:
    """A cell as a whole number, however it was typed.

    >>> [as_whole(cell) for cell in ("1.234", "−12", "937,0", 12.0, "12,5", True)]
    [1234, -12, 937, 12, None, None]
    """
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int):
        return cell if abs(cell) < 10**7 else None
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 10**7 else None
    text = str(cell).strip().translate(_MINUS)
    if _GROUPED.fullmatch(text):
        return int(re.sub(r"[^\d+-]", "", text.split(",")[0]))
    return int(re.split("[.,]", text)[0]) if _WHOLE.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands: the sheet, the cell if it is one, and what is wrong there."""

    sheet: str
    cell: str
    problem: Problem
