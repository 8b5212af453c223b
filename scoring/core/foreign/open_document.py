"""The sheets of an .ods file.

Read by hand, because a cell may say that it is repeated a thousand million times.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from openpyxl.utils import get_column_letter

from scoring.core.foreign.archive import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_SHEETS,
    Archive,
    Unreadable,
    weight,
)
from scoring.core.foreign.sheets import (
    MOST_COLUMNS,
    NumberedRow,
    RowHandler,
    Sheet,
    Unreckoned,
    with_gaps,
)

CONTENT, MANIFEST = "content.xml", "META-INF/manifest.xml"
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0 "
MOST_CELLS = 500_000  # of all sheets, repeated ones written out
MOST_ROWS = 10_000  # of a sheet, repeated ones written out: more than anybody looks at
CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
GAPS = (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break")
FIGURES = ("float", "currency", "percentage")


class _Content(RowHandler):
    """All sheets of a document, one after the other, each with the rows read so far."""

    def __init__(self) -> None:
        super().__init__(Sheet("", iter(())))
        self.found: list[tuple[Sheet, list[NumberedRow]]] = []
        self.unseen: set[str] = set()  # styles of sheets that are not shown
        self.struck: set[str] = set()  # styles of cells whose text is struck through
        self.style = ""
        self.values: list[object] = []
        self.number = self.column = self.columns = 0
        self.repeated, self.cells = 1, 0
        self.is_hidden = self.is_struck = False
        self.attributes: Mapping[str, str] = {}
        self.lines: list[list[str]] | None = None
        self.is_line, self.comments, self.length = False, 0, 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == f"{_TABLE}table":
            self.begin_sheet(attributes)
        elif name == f"{_TABLE}table-column":
            self.begin_column(attributes)
        elif name == f"{_TABLE}table-row":
            self.begin_row(attributes)
        elif name in CELLS:
            self.attributes, self.lines, self.length = attributes, [], 0
        elif name == f"{_TEXT}p" and self.lines is not None and not self.comments:
            self.begin_line(self.lines)
        elif name in GAPS:
            self.text(" ")
        elif name == f"{_OFFICE}annotation":
            self.comments += 1
        elif name == f"{_STYLE}style":
            self.style = attributes.get(f"{_STYLE}name", "")[:LONGEST_NAME]
        else:
            self.note_style(attributes)

    def note_style(self, attributes: Mapping[str, str]) -> None:
        """Remember the style that is being read if it hides a sheet or strikes a text through."""
        if attributes.get(f"{_TABLE}display") == "false":
            self.unseen.add(self.style)
            self.count(1)
        elif attributes.get(f"{_STYLE}text-line-through-style", "none") != "none":
            self.struck.add(self.style)
            self.count(1)

    def begin_row(self, attributes: Mapping[str, str]) -> None:
        self.values, self.column, self.attributes = [], 0, attributes
        self.repeated = times(attributes, "number-rows-repeated")
        self.is_hidden = attributes.get(f"{_TABLE}visibility", "visible") != "visible"
        self.is_struck = False

    def begin_line(self, lines: list[list[str]]) -> None:
        lines.append([])
        self.is_line = True
        if len(lines) > 1:
            self.count(1)

    def count(self, cells: int) -> None:
        """Raises Unreadable beyond the number of cells, or what takes as much memory as one."""
        self.cells += cells
        if self.cells > MOST_CELLS:
            raise Unreadable("sheet-too-large")

    def begin_sheet(self, attributes: Mapping[str, str]) -> None:
        is_hidden = attributes.get(f"{_TABLE}style-name", "")[:LONGEST_NAME] in self.unseen
        name = attributes.get(f"{_TABLE}name", "")[:LONGEST_NAME]
        self.sheet = Sheet(name, iter(()), is_hidden)
        self.rows = []
        self.found.append((self.sheet, self.rows))
        if len(self.found) > MOST_SHEETS:
            raise Unreadable("sheet-too-large")
        self.number = self.columns = 0

    def begin_column(self, attributes: Mapping[str, str]) -> None:
        count = min(times(attributes, "number-columns-repeated"), MOST_COLUMNS)
        if attributes.get(f"{_TABLE}visibility", "visible") != "visible":
            hidden = range(self.columns, min(self.columns + count, MOST_COLUMNS))
            self.sheet.hidden_columns.update(hidden)
            self.count(len(hidden))
        self.columns += count

    def end(self, name: str) -> None:
        if name in CELLS:
            self.end_cell()
        elif name == f"{_TABLE}table-row":
            self.end_row()
        elif name == f"{_TEXT}p":
            self.is_line = False
        elif name == f"{_OFFICE}annotation":
            self.comments -= 1

    def end_cell(self) -> None:
        value = self.value()
        count = times(self.attributes, "number-columns-repeated")
        if value is not None:
            for column in range(self.column, min(self.column + count, MOST_COLUMNS + 1)):
                self.put(self.values, column, value)
            self.count(min(count, MOST_COLUMNS))
            if isinstance(value, str):
                self.characters += weight(value)
                style = self.attributes.get(f"{_TABLE}style-name", "")[:LONGEST_NAME]
                self.is_struck |= style in self.struck
        self.column += count
        self.lines = None

    def end_row(self) -> None:
        # Empty rows only move those below: every cell keeps the address that its author sees.
        if self.values:
            times_written = max(0, min(self.repeated, MOST_ROWS - len(self.rows)))
            # Whoever reads them looks at every cell of every row; those of one are counted.
            self.count((times_written - 1) * len(self.values) + 1)
            numbers = range(self.number + 1, self.number + times_written + 1)
            self.rows.extend((number, self.values) for number in numbers)
            self.sheet.hidden_rows.update(numbers if self.is_hidden else ())
            self.sheet.struck_rows.update(numbers if self.is_struck else ())
        self.number += self.repeated

    def text(self, data: str) -> None:
        if self.lines and self.is_line:
            self.lines[-1].append(data)
            self.length += len(data)
            if self.length > LONGEST_TEXT:
                raise Unreadable("sheet-too-large")

    def value(self) -> object:
        """A date and a number by their values, everything else as it is shown."""
        attributes = self.attributes
        if day := attributes.get(f"{_OFFICE}date-value"):
            return day[:10]
        if attributes.get(f"{_OFFICE}value-type") in FIGURES:
            with suppress(ValueError):
                return float(attributes.get(f"{_OFFICE}value", ""))
        shown = " ".join("".join(line) for line in self.lines or ()).strip()
        if not shown and f"{_TABLE}formula" in attributes:
            is_text = attributes.get(f"{_OFFICE}value-type") == "string"
            return None if is_text else Unreckoned(self.place())
        return shown or None

    def place(self) -> str:
        return f"{get_column_letter(min(self.column, MOST_COLUMNS) + 1)}{self.number + 1}"


def times(attributes: Mapping[str, str], name: str) -> int:
    text = attributes.get(f"{_TABLE}{name}", "1")
    return max(1, int(text)) if text.isdecimal() and len(text) < 10 else 1


def sheets_of_open_document(archive: Archive) -> Iterator[Sheet]:
    """Sheets in the order of their tabs, hidden ones last."""
    if MANIFEST in archive.names and b"encryption-data" in archive.content(MANIFEST):
        raise Unreadable("sheet-locked")
    content = _Content()
    archive.read(CONTENT, content)
    for sheet, rows in sorted(content.found, key=lambda found: found[0].is_hidden):
        sheet.rows = with_gaps(rows)
        yield sheet
