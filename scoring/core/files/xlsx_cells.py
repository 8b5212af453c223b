"""Cells of large sheets, written as XML: openpyxl would make an object of each.

Figures: docs/adr/0008-spreadsheet-libraries.md. The XML is that of openpyxl, with one difference:
cells with the same formula share it, as Excel writes them itself.
"""

from fractions import Fraction
from functools import lru_cache
from xml.sax.saxutils import escape

from openpyxl.utils import get_column_letter

from scoring.core.listing import printable

Result = int | Fraction | str
EMPTY = "/>"


def content(value: object) -> str:
    """A figure or a text, as XML behind the address and the style of its cell."""
    if value is None or value == "":
        return EMPTY
    if isinstance(value, int):
        return f"><v>{value}</v></c>"
    return _text(str(value))


@lru_cache(512)
def _text(text: str) -> str:
    shown = escape(printable(text))
    return f' t="inlineStr"><is><t xml:space="preserve">{shown}</t></is></c>'


def formula(text: str, result: Result | None) -> str:
    """A formula ("=B2+1") with its result; None: it is not known."""
    return _with_result(f"<f>{escape(text[1:])}</f>", result)


def first_formula(text: str, number: int, among: str, result: Result | None) -> str:
    """The formula of the first of many cells; the others, in the range `among`, take it over."""
    shared = f'<f t="shared" ref="{among}" si="{number}">{escape(text[1:])}</f>'
    return _with_result(shared, result)


def same_formula(number: int, result: Result | None) -> str:
    """The formula of the cell that holds `first_formula` of this number, moved to here."""
    return _with_result(f'<f t="shared" si="{number}"/>', result)


def shown_result(result: Result) -> str:
    """A result as the XML of a cell holds it."""
    return repr(float(result)) if isinstance(result, Fraction) else escape(str(result))


def _with_result(found: str, result: Result | None) -> str:
    if result is None:
        return f">{found}</c>"
    if isinstance(result, int):
        return f">{found}<v>{result}</v></c>"
    kind = ' t="str"' if isinstance(result, str) else ""
    return f"{kind}>{found}<v>{shown_result(result)}</v></c>"


def opened(address: str, style: int) -> str:
    """The begin of a cell; its content closes it."""
    return f'<c r="{address}" s="{style}"' if style else f'<c r="{address}"'


class SheetCells:
    """The cells of one sheet."""

    def __init__(self) -> None:
        self._cells: dict[int, dict[int, str]] = {}
        self._rows: dict[int, str] = {}
        self.heights: dict[int, float] = {}

    def put(self, row: int, column: int, found: str = EMPTY, style: int = 0) -> None:
        """Write a cell, or write it anew; `found` is what `content` and the like give."""
        cell = opened(f"{get_column_letter(column)}{row}", style) + found
        self._cells.setdefault(row, {})[column] = cell

    def put_row(self, row: int, cells: str) -> None:
        """Write all cells of a row at once."""
        self._rows[row] = cells

    @property
    def xml(self) -> bytes:
        """The rows, as they stand between the tags of `sheetData`."""
        found = []
        for row in sorted(self._cells.keys() | self._rows.keys()):
            height = self.heights.get(row)
            size = f' ht="{height}" customHeight="1"' if height else ""
            own = self._cells.get(row, {})
            cells = self._rows.get(row) or "".join(own[column] for column in sorted(own))
            found.append(f'<row r="{row}"{size}>{cells}</row>')
        return "".join(found).encode()
