"""How cells look, asked for once."""

from copy import copy

from openpyxl.cell import Cell
from openpyxl.styles.cell_style import StyleArray


class Looks:
    """The looks of one workbook.

    openpyxl asks for a style by all that it is made of, cell by cell, which takes longer than
    everything else on a sheet: of cells that look alike only the first is asked for.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[bytes, str], StyleArray] = {}

    def give(self, cell: Cell, name: str, **parts: object) -> None:
        """Dress a cell in parts ("fill", "border" …) that are always the same under this name."""
        before = cell._style.tobytes() if cell._style else b""
        if (known := self._known.get((before, name))) is not None:
            cell._style = copy(known)
            return
        for part, look in parts.items():
            setattr(cell, part, look)
        self._known[before, name] = copy(cell._style)
