"""Formulas with their results, for previews that do not calculate.

openpyxl writes a formula without its result. Excel and LibreOffice calculate when they open a
file; the preview of a phone or a mail program shows an empty cell.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from tempfile import SpooledTemporaryFile
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import saved
from scoring.core.files.xlsx_cells import Result, shown_result
from scoring.core.head import Head
from scoring.core.listing import Text

# A cell as openpyxl writes a formula: its address, its style, its formula, and no result.
_FORMULA = re.compile(
    r'<c r="(?P<at>[A-Z]+[0-9]+)"(?P<more>[^>]*)>(?P<formula><f>[^<]*</f>)<v ?/?>(?:</v>)?</c>'
)
# What openpyxl writes of a sheet without cells.
_NO_ROWS = re.compile(rb"<sheetData ?/>|<sheetData></sheetData>")
_AREA = re.compile(rb'<dimension ref="[^"]*"')
_SELECTED = re.compile(rb' tabSelected="(?:1|true)"')
IN_MEMORY = 4_000_000  # bytes of rows; more wait on the disk
LEVEL = 4  # of compression: half the time of the usual 6, files a tenth larger


@dataclass(frozen=True, slots=True)
class _WaitingRows:
    """Where the rows of a sheet wait, their range, and the sheet that gives all else."""

    begin: int
    length: int
    area: str
    like: Worksheet


class FormulaWriter:
    """The formulas of a workbook with what each of them gives, and the rows of large sheets."""

    def __init__(self) -> None:
        self._results: dict[Worksheet, dict[str, Result]] = defaultdict(dict)
        self._rows: dict[Worksheet, _WaitingRows] = {}
        self._waiting = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (closed by `saved`)

    def put(self, sheet: Worksheet, cell: str, formula: str, result: Result | None) -> None:
        """Write a formula ("=B2+1") into a cell; None: its result is not known."""
        sheet[cell].value = formula
        if result is not None:
            self._results[sheet][cell] = result

    def put_rows(
        self, sheet: Worksheet, rows: bytes, area: str, like: Worksheet | None = None
    ) -> None:
        """Give a sheet that has no cells its rows as XML; `area` is their range.

        With `like` it takes everything else from that sheet: widths, merged cells, page setup.
        """
        self._rows[sheet] = _WaitingRows(self._waiting.tell(), len(rows), area, like or sheet)
        self._waiting.write(rows)

    def saved(self, workbook: Workbook, title: Text, head: Head) -> bytes:
        """The workbook as a file whose formulas hold their results."""
        with self._waiting:
            content = saved(workbook, title, head)
            if not self._results and not self._rows:
                return content
            written = BytesIO()
            with (
                ZipFile(BytesIO(content)) as old,
                ZipFile(written, "w", ZIP_DEFLATED, compresslevel=LEVEL) as new,
            ):
                for name, part in self._parts(old, workbook):
                    new.writestr(name, part)
        return written.getvalue()

    def _parts(self, old: ZipFile, workbook: Workbook) -> Iterator[tuple[str, bytes]]:
        """Every part of the file; the sheets with their results and rows."""
        names = {
            sheet: f"xl/worksheets/sheet{number}.xml"
            for number, sheet in enumerate(workbook.worksheets, 1)
        }
        sheets = {name: sheet for sheet, name in names.items()}
        for name in old.namelist():
            sheet = sheets.get(name)
            if rows := self._rows.get(sheet):
                part = old.read(names[rows.like])
                if rows.like != sheet:
                    part = _SELECTED.sub(b"", part, count=1)
                yield name, self._with_rows(part, rows)
            elif sheet in self._results:
                yield name, filled_in(old.read(name), self._results[sheet])
            else:
                yield name, old.read(name)

    def _with_rows(self, part: bytes, rows: _WaitingRows) -> bytes:
        self._waiting.seek(rows.begin)
        inside = b"<sheetData>" + self._waiting.read(rows.length) + b"</sheetData>"
        area = b'<dimension ref="' + rows.area.encode() + b'"'
        part = _AREA.sub(lambda _found: area, part, count=1)
        return _NO_ROWS.sub(lambda _found: inside, part, count=1)


def filled_in(part: bytes, results: Mapping[str, Result]) -> bytes:
    """The XML of a sheet with the results of its formulas."""

    def with_result(cell: re.Match[str]) -> str:
        result = results.get(cell["at"])
        if result is None:
            return cell[0]
        kind = ' t="str"' if isinstance(result, str) else ""
        return (
            f'<c r="{cell["at"]}"{cell["more"]}{kind}>{cell["formula"]}'
            f"<v>{shown_result(result)}</v></c>"
        )

    return _FORMULA.sub(with_result, part.decode()).encode()
