"""Formulas with their results, for previews that do not calculate.

openpyxl writes a formula without its result. Excel and LibreOffice calculate when they open a
file; the preview of a phone or a mail program shows an empty cell.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import saved
from scoring.core.head import Head
from scoring.core.listing import Text

Result = int | Fraction | str
# A cell as openpyxl writes a formula: its address, its style, its formula, and no result.
_FORMULA = re.compile(
    r'<c r="(?P<at>[A-Z]+[0-9]+)"(?P<more>[^>]*)>(?P<formula><f>[^<]*</f>)<v ?/?>(?:</v>)?</c>'
)


class FormulaWriter:
    """The formulas of a workbook with what each of them gives."""

    def __init__(self) -> None:
        self._results: dict[Worksheet, dict[str, Result]] = defaultdict(dict)

    def put(self, sheet: Worksheet, cell: str, formula: str, result: Result | None) -> None:
        """Write a formula ("=B2+1") into a cell; None: its result is not known."""
        self.put_in(sheet[cell], cell, formula, result)

    def put_in(self, cell: Cell, place: str, formula: str, result: Result | None) -> None:
        """As `put`, for a cell at hand; `place` is its address."""
        cell.value = formula
        if result is not None:
            self._results[cell.parent][place] = result

    def saved(self, workbook: Workbook, title: Text, head: Head) -> bytes:
        """The workbook as a file whose formulas hold their results."""
        content = saved(workbook, title, head)
        by_part = {
            f"xl/worksheets/sheet{number}.xml": self._results[sheet]
            for number, sheet in enumerate(workbook.worksheets, 1)
            if sheet in self._results
        }
        return with_results(content, by_part) if by_part else content


def with_results(content: bytes, by_part: Mapping[str, Mapping[str, Result]]) -> bytes:
    """The same file with the results of its formulas."""
    written = BytesIO()
    with ZipFile(BytesIO(content)) as old, ZipFile(written, "w", ZIP_DEFLATED) as new:
        for item in old.infolist():
            part = old.read(item)
            results = by_part.get(item.filename)
            new.writestr(item, filled_in(part, results) if results else part)
    return written.getvalue()


def filled_in(part: bytes, results: Mapping[str, Result]) -> bytes:
    def with_result(cell: re.Match[str]) -> str:
        result = results.get(cell["at"])
        if result is None:
            return cell[0]
        kind = ' t="str"' if isinstance(result, str) else ""
        shown = repr(float(result)) if isinstance(result, Fraction) else escape(str(result))
        return f'<c r="{cell["at"]}"{cell["more"]}{kind}>{cell["formula"]}<v>{shown}</v></c>'

    return _FORMULA.sub(with_result, part.decode()).encode()
