"""Workbooks: a listing as a sheet, formulas with their results, sheets with live columns."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.listing import (
    FIGURES,
    MARK,
    Align,
    Column,
    Head,
    Listing,
    Row,
    Span,
    Text,
    cell_text,
    exact_decimal,
    foot_cells,
    group_spans,
    printable,
)

FORMATS = {"cents": '#,##0.00\\ "€"', "fraction": "0.00"}
LINE = 15  # points: the height of a row of one line
MAX_NARROW_COLUMNS = 6  # a table with more keeps its names in sight
MAX_NAME_PLACE = 4  # unless more columns than that would have to stay with them
OWN = "_skatturnier"  # the name of the hidden sheet by which the program knows its own table
MAX_COLUMN_WIDTH = 48  # characters; longer texts are wrapped
_ALIGN: Mapping[Align, str] = {"start": "left", "center": "center", "end": "right"}
_FORBIDDEN_IN_NAME = re.compile(r"[\[\]:*?/\\]")
FORMULA_STARTS = ("=", "+", "-", "@")  # read as a formula when a cell is edited
FACE = "Calibri"  # as cells without a style; without a name some programs take a serif
_BOLD, _TITLE = Font(FACE, bold=True), Font(FACE, bold=True, size=14)
_INDENTED = Alignment("left", indent=1)
_RULE = Side(style="thin")
_HEAD_FILL = PatternFill("solid", fgColor="E6E6E6")


def listing_workbook(listing: Listing, head: Head) -> bytes:
    workbook = Workbook()
    heading_row = fill_sheet(workbook.active, listing, head)
    hidden = workbook.create_sheet(OWN)
    hidden.sheet_state = "hidden"
    words = (workbook.active.title, heading_row, *(column.key for column in listing.columns))
    for place, word in enumerate(words, 1):
        put_text(hidden.cell(1, place), word)
    return save_workbook(workbook, listing.title, head)


def save_workbook(workbook: Workbook, title: Text, head: Head) -> bytes:
    workbook.properties.title = printable(title)
    workbook.properties.creator = printable(head.club) or None
    buffer = BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def fill_sheet(sheet: Worksheet, listing: Listing, head: Head) -> int:
    """Write head, headings, rows, foot and notes; returns the number of the headings' row."""
    sheet.title = sheet_name(listing.title)
    heading_row = _fill_head(sheet, listing, head)
    for column, width in enumerate(_widths(listing), 1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    for index, row in enumerate(listing.rows, heading_row + 1):
        _fill_row(sheet, index, listing, row)
    last = heading_row + len(listing.rows)
    for index, row in enumerate(listing.foot, last + 1):
        spans = foot_cells(listing.columns, row)
        _fill_spans(sheet, index, listing, spans, rule=index == last + 1)
    notes = last + len(listing.foot) + 2
    for index, note in enumerate(listing.notes, notes):
        put_text(sheet.cell(index, 1), note)
    _set_view(sheet, listing, heading_row, last)
    return heading_row


def sheet_name(title: Text) -> str:
    """The title as a valid sheet name: 31 characters, none of []:*?/\\, no quote at an end."""
    name = _FORBIDDEN_IN_NAME.sub(" ", printable(title)).strip(" '")
    return name[:31].strip(" '") or "1"


def _fill_head(sheet: Worksheet, listing: Listing, head: Head) -> int:
    texts = (
        (head.tournament, _TITLE),
        (" · ".join(filter(None, (head.club, head.place, head.day_text))), None),
        (" – ".join(str(part) for part in (listing.title, listing.subtitle) if part), _BOLD),
        (head.state, None),
    )
    row = 1
    for text, font in texts:
        if text:
            put_text(sheet.cell(row, 1), text)
            if font:
                sheet.cell(row, 1).font = font
            row += 1
    row += 1
    spans = group_spans(listing.columns)
    if spans:
        _fill_spans(sheet, row, listing, spans)
        # Spreadsheets do not fit the height of merged cells.
        widths = _widths(listing)
        lines = (len(span.text) // sum(widths[span.first : span.last + 1]) + 1 for span in spans)
        sheet.row_dimensions[row].height = LINE * max(lines)
        row += 1
    for index, column in enumerate(listing.columns, 1):
        cell = sheet.cell(row, index)
        put_text(cell, column.heading)
        cell.font, cell.fill, cell.border = _BOLD, _HEAD_FILL, Border(bottom=_RULE)
        indent = 1 if after_figure(listing, index) else 0
        cell.alignment = Alignment(
            _ALIGN[column.alignment], "bottom", wrap_text=True, indent=indent
        )
    return row


def after_figure(listing: Listing, place: int) -> bool:
    """Whether column `place`, from 1, is a text right of figures, and needs an indent."""
    if place == 1 or listing.columns[place - 1].alignment != "start":
        return False
    return listing.columns[place - 2].alignment == "end"


def _fill_spans(
    sheet: Worksheet, row: int, listing: Listing, spans: list[Span], *, rule: bool = False
) -> None:
    """Bold cells; those that cover several columns are merged."""
    for span in spans:
        cell = sheet.cell(row, span.first + 1)
        write_value(
            cell, listing.columns[span.first], span.text if span.value is None else span.value
        )
        cell.font = _BOLD
        cell.alignment = Alignment(_ALIGN[span.align], wrap_text=span.align == "center")
        if span.count > 1 and span.text:
            sheet.merge_cells(
                start_row=row, end_row=row, start_column=span.first + 1, end_column=span.last + 1
            )
    if rule:
        for index in range(1, len(listing.columns) + 1):
            sheet.cell(row, index).border = Border(top=_RULE)


def _fill_row(sheet: Worksheet, index: int, listing: Listing, row: Row) -> None:
    for place, column in enumerate(listing.columns, 1):
        cell = sheet.cell(index, place)
        write_value(cell, column, row.get(column.key))
        if column.alignment == "center" or (column.alignment == "end") != (column.kind in FIGURES):
            cell.alignment = Alignment(_ALIGN[column.alignment])
        elif isinstance(cell.value, str) and len(cell.value) > MAX_COLUMN_WIDTH:
            cell.alignment = Alignment(vertical="top", wrap_text=True)
        elif after_figure(listing, place):
            cell.alignment = _INDENTED


def number_format(column: Column, value: object) -> str:
    """Decimals where there are any: a team has won 129 games, not 129.00."""
    is_whole = column.kind == "fraction" and isinstance(value, int | Fraction) and value % 1 == 0
    return "General" if is_whole else FORMATS.get(column.kind, "General")


def write_value(cell: Cell, column: Column, value: object) -> None:
    """Write a value: a figure as a number, a day as a date, anything else as text."""
    if value is None or value == "" or value is False:
        return
    if value is True:
        put_text(cell, MARK)
    elif isinstance(value, int | Fraction):
        is_whole = isinstance(value, int) and column.kind not in FORMATS
        cell.value = value if is_whole else exact_decimal(column, value)
        cell.number_format = number_format(column, value)
    elif isinstance(value, datetime):
        # Spreadsheets know no time zones.
        cell.value = timezone.make_naive(value) if timezone.is_aware(value) else value
        cell.number_format = "dd.mm.yyyy hh:mm"
    elif isinstance(value, date):
        cell.value, cell.number_format = value, "dd.mm.yyyy"
    else:
        put_text(cell, value)


def put_typed(cell: Cell, value: object) -> None:
    """Write a figure, or a text; nothing where there is none."""
    if isinstance(value, str) and value:
        put_text(cell, value)
    elif isinstance(value, int):
        cell.value = value


def put_text(cell: Cell, text: object) -> None:
    """Write a text that is never computed, whatever it begins with."""
    cell.value = printable(text)
    cell.data_type = "s"  # openpyxl makes a formula of a string that begins with "="
    if cell.value.startswith(FORMULA_STARTS):
        cell.quotePrefix = True


def _widths(listing: Listing) -> list[int]:
    """The width of every column in characters, by its contents."""
    widths = []
    for column in listing.columns:
        words = printable(column.heading).split()
        texts = [*words, *(cell_text(column, row.get(column.key)) for row in listing.rows)]
        longest = max((len(text) for text in texts), default=0)
        widths.append(min(MAX_COLUMN_WIDTH, max(longest, column.width) + 2))
    return widths


def _set_view(sheet: Worksheet, listing: Listing, heading_row: int, last: int) -> None:
    """Frozen rows and columns, filter and page setup."""
    keys = [column.key for column in listing.columns]
    right = get_column_letter(len(keys))
    freezes_name = len(keys) > MAX_NARROW_COLUMNS and "name" in keys[:MAX_NAME_PLACE]
    frozen = keys.index("name") + 1 if freezes_name else 0
    sheet.freeze_panes = f"{get_column_letter(frozen + 1)}{heading_row + 1}"
    sheet.auto_filter.ref = f"A{heading_row}:{right}{max(last, heading_row)}"
    first = heading_row - 1 if group_spans(listing.columns) else heading_row
    sheet.print_title_rows = f"{first}:{heading_row}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddFooter.left.text = printable(listing.title).replace("&", "&&")
    sheet.oddFooter.right.text = "&P / &N"


# Formulas with their results, which openpyxl does not write: the preview of a phone or a mail
# program does not calculate.

Result = int | Fraction | str
# A cell as openpyxl writes a formula: its address, its style, its formula, and no result.
_FORMULA = re.compile(
    r'<c r="(?P<at>[A-Z]+[0-9]+)"(?P<more>[^>]*)>(?P<formula><f>[^<]*</f>)<v ?/?>(?:</v>)?</c>'
)
LEVEL = 4  # of compression: half the time of the usual 6, files a tenth larger


class FormulaWriter:
    """The results of the formulas of a workbook."""

    def __init__(self) -> None:
        self._results: dict[Worksheet, dict[str, Result]] = defaultdict(dict)

    def set_result(self, sheet: Worksheet, cell: str, result: Result | None) -> None:
        """Store the result of the formula in this cell, None if it is not known."""
        if result is not None:
            self._results[sheet][cell] = result

    def save(self, workbook: Workbook, title: Text, head: Head) -> bytes:
        content = save_workbook(workbook, title, head)
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
                new.writestr(name, add_results(part, results[name]) if name in results else part)
        return with_results.getvalue()


def add_results(part: bytes, results: Mapping[str, Result]) -> bytes:
    """The XML of a sheet with the results of its formulas."""

    def with_result(cell: re.Match[str]) -> str:
        result = results.get(cell["at"])
        if result is None:
            return cell[0]
        kind = ' t="str"' if isinstance(result, str) else ""
        text = repr(float(result)) if isinstance(result, Fraction) else escape(str(result))
        return f'<c r="{cell["at"]}"{cell["more"]}{kind}>{cell["formula"]}<v>{text}</v></c>'

    return _FORMULA.sub(with_result, part.decode()).encode()


# A listing some of whose columns are computed in the workbook.

INPUT_FILL = PatternFill("solid", fgColor="FFF9E5")
MAX_WIDTH = 110  # characters of the text of a formula

Formula = Callable[["Cells", Mapping[str, Any]], str]  # without "="; "" where the value is typed


@dataclass(frozen=True, slots=True)
class LiveColumn(Column):
    """A column whose cells are a formula, with the row's value as its result, or `typed`."""

    formula: Formula | None = None
    typed: bool = False


def with_formula(
    column: Column, formula: Formula | None = None, *, typed: bool = False
) -> LiveColumn:
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
        return f"{quote_sheetname(self.sheet.title)}!{self.own(key)}"

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
    def below(self) -> "Cells | None":
        """The next row; None for the last."""
        return Cells(self.block, self.row + 1) if self.row < self.block.last else None

    def own(self, key: str) -> str:
        return self.block.own(key)


class LiveBook:
    """A workbook of sheets with live columns, with the same head on each."""

    def __init__(self, head: Head) -> None:
        self.head, self.workbook, self.writer = head, Workbook(), FormulaWriter()
        self.workbook.remove(self.workbook.active)

    def add(self, listing: Listing, at: int | None = None) -> Block:
        """Add a sheet, as the last or at this place; its block has at least one row."""
        columns = [column for column in listing.columns if isinstance(column, LiveColumn)]
        computed = {column.key for column in columns if column.formula and not column.typed}
        plain = [{key: row[key] for key in row.keys() - computed} for row in listing.rows]
        sheet = self.workbook.create_sheet(index=at)
        heading_row = fill_sheet(sheet, replace(listing, rows=plain), self.head)
        letters = {
            column.key: get_column_letter(place) for place, column in enumerate(listing.columns, 1)
        }
        last = heading_row + max(1, len(listing.rows))
        block = Block(sheet, heading_row + 1, last, letters)
        for number, row in enumerate(listing.rows, block.first):
            for column in columns:
                self._fill_cell(column, Cells(block, number), row)
        for column in columns:
            if column.formula and column.kind == "text":
                # No spreadsheet fits a column to the texts of its formulas.
                longest = max((len(str(row[column.key])) for row in listing.rows), default=0)
                dimension = sheet.column_dimensions[letters[column.key]]
                dimension.width = min(MAX_WIDTH, max(dimension.width, longest + 3))
        return block

    def _fill_cell(self, column: LiveColumn, cells: Cells, row: Mapping[str, Any]) -> None:
        formula = column.formula(cells, row) if column.formula else ""
        sheet, cell = cells.block.sheet, cells[column.key]
        if formula:
            result = row[column.key]
            sheet[cell].value = f"={formula}"
            sheet[cell].number_format = number_format(column, result)
            self.writer.set_result(sheet, cell, result)
        elif column.typed:
            sheet[cell].fill = INPUT_FILL

    def save(self, title: Text) -> bytes:
        return self.writer.save(self.workbook, title, self.head)
