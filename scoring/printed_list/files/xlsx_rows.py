"""The formulas of a game's row, row_formulas once for all sheets with the same layout."""

from collections.abc import Mapping

from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx_layout import FIRST, SheetLayout
from scoring.rules.systems import System

# Column, address and formula of each cell, by column key.
RowCells = Mapping[str, tuple[int, str, str]]


class RowFormulas:
    """The formulas of one workbook, in the language that is active while it is written."""

    def __init__(self) -> None:
        self._rows: dict[tuple[System, int, int], RowCells] = {}

    def row(self, layout: SheetLayout, system: System, row: int) -> RowCells:
        key = (system, layout.seats, row)
        if key not in self._rows:
            self._rows[key] = {
                name: (layout.columns[name], layout.cell(name, row), formula)
                for name, formula in row_formulas(layout, system, row).items()
            }
        return self._rows[key]


def row_formulas(layout: SheetLayout, system: System, row: int) -> dict[str, str]:
    """The formula of every computed column."""
    found = {
        "factor": formulas.factor(layout, system, row),
        "value": formulas.value(layout, system, row),
        "plus": formulas.plus(layout, row),
        "minus": formulas.minus(layout, row),
        "error": formulas.error(layout, system, row),
    }
    for seat in range(1, layout.seats + 1):
        found[f"points_{seat}"] = formulas.running(layout, seat, FIRST, row)
        for key, won in (("won", True), ("lost", False)):
            found[f"{key}_{seat}"] = formulas.count(layout, seat, FIRST, row, won=won)
    return found
