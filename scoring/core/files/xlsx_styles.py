"""Styles of cells, looked up once."""

from copy import copy

from openpyxl.cell import Cell
from openpyxl.styles.cell_style import StyleArray


class StyleCache:
    """The styles of one workbook.

    openpyxl looks a style up by all its parts for each cell, which takes longer than the rest of
    a sheet: of cells with the same style only the first does so.
    """

    def __init__(self) -> None:
        self._styles: dict[tuple[bytes, str], StyleArray] = {}

    def apply(self, cell: Cell, name: str, **parts: object) -> None:
        """Give a cell the parts ("fill", "border" …) that always belong to this name."""
        before = cell._style.tobytes() if cell._style else b""
        if (style := self._styles.get((before, name))) is not None:
            cell._style = copy(style)
            return
        for part, value in parts.items():
            setattr(cell, part, value)
        self._styles[before, name] = copy(cell._style)
