"""Styles of cells, each made once."""

from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet


class StyleTable:
    """The styles of one workbook by their number, as its cells name them.

    openpyxl looks a style up by all its parts for each cell, which takes longer than the rest of
    a sheet. `sheet` is any sheet of the workbook.
    """

    def __init__(self, sheet: Worksheet) -> None:
        self._sheet = sheet
        self._numbers: dict[str, int] = {}

    def number(self, name: str, **parts: object) -> int:
        """The style with the parts ("fill", "border" …) that always belong to this name."""
        if name not in self._numbers:
            cell = Cell(self._sheet, row=1, column=1)
            for part, value in parts.items():
                setattr(cell, part, value)
            self._numbers[name] = cell.style_id
        return self._numbers[name]
