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
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import saved
from scoring.core.head import Head
from scoring.core.listing import Text

Result = int | Fraction | str
# A cell as openpyxl writes a formula: its address, its style, its formula, and no result.
_FORMULA = re.compile(
    r'<c r="(?P<at>[A-Z]+[0-9]+)"(?P<more>[^>]*)>(?P<formula><f>[^<]*</f>)<v ?/?>(?:</v>)?</c>'
)
LEVEL = 4  # of compression: half the time of the usual 6, files a tenth larger


class FormulaWriter:
    """The formulas of a workbook with what each of them gives."""

    def __init__(self) -> None:
        self._results: dict[Worksheet, dict[str, Result]] = defaultdict(dict)

    def put(self, sheet: Worksheet, cell: str, formula: str, result: Result | None) -> None:
        """Write a formula ("=B2+1") into a cell; None: its result is not known."""
        sheet[cell].value = formula
        self.give(sheet, cell, result)

    def give(self, sheet: Worksheet, cell: str, result: Result | None) -> None:
        """What the formula gives that is in this cell."""
        if result is not None:
            self._results[sheet][cell] = result

    def saved(self, workbook: Workbook, title: Text, head: Head) -> bytes:
        """The workbook as a file whose formulas hold their results."""
        content = saved(workbook, title, head)
        results = {
            f"xl/worksheets/sheet{number}.xml": self._results[sheet]
            for number, sheet in enumerate(workbook.worksheets, 1)
            if sheet in self._results
        }
        with_results = BytesIO()
        with (
            ZipFile(BytesIO(content)) as old,
            ZipFile(with_results, "w", ZIP_DEFLATED, compresslevel=LEVEL) as new,
        ):
            for name in old.namelist():
                part = old.read(name)
                new.writestr(name, filled_in(part, results[name]) if name in results else part)
        return with_results.getvalue()


def filled_in(part: bytes, results: Mapping[str, Result]) -> bytes:
    """The XML of a sheet with the results of its formulas."""

    def with_result(cell: re.Match[str]) -> str:
        result = results.get(cell["at"])
        if result is None:
            return cell[0]
        kind = ' t="str"' if isinstance(result, str) else ""
        return (
            f'<c r="{cell["at"]}"{cell["more"]}{kind}>{cell["formula"]}<v>{as_xml(result)}</v></c>'
        )

    return _FORMULA.sub(with_result, part.decode()).encode()


def as_xml(result: Result) -> str:
    return repr(float(result)) if isinstance(result, Fraction) else escape(str(result))
