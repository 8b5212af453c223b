"""The sheets of an .xlsx file, in one pass over the XML of each.

Read by hand: openpyxl holds the styles and every row as a tree, whatever their size, tells nothing
of hidden columns, and takes a formula without a result for an empty cell:
docs/adr/0008-spreadsheet-libraries.md.
"""

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sized
from datetime import datetime

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from scoring.core.foreign.archive import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_PARTS,
    MOST_SHEETS,
    Archive,
    Unreadable,
    weight,
)
from scoring.core.foreign.sheets import RowHandler, Sheet, Unreckoned, streamed, with_gaps

WORKBOOK = "xl/workbook.xml"
STRINGS, STYLES = "xl/sharedStrings.xml", "xl/styles.xml"
_SPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
_WORDS = (
    *(
        "sheet",
        "workbookPr",
        "numFmt",
        "cellXfs",
        "xf",
        "si",
        "t",
        "rPh",
        "font",
        "fonts",
        "strike",
    ),
    *("col", "row", "c", "f", "v", "is"),
)
_NAMES = {f"{space} {word}": word for space in _SPACES for word in _WORDS}
_RELATIONS = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships id",
    "http://purl.oclc.org/ooxml/officeDocument/relationships id",
)
_DIGITS = "0123456789"
MOST_FORMATS = 5_000  # of figures; Excel makes 250 of one's own


class _Events:
    """A handler that ignores everything; its children take what they need."""

    characters = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, data: str) -> None: ...


class _Relations(_Events):
    """The parts that a workbook names, by their key."""

    def __init__(self) -> None:
        self.targets: dict[str, str] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if "Id" in attributes:
            self.targets[cut(attributes["Id"])] = cut(attributes.get("Target", ""))
            refuse_many(self.targets, MOST_PARTS)


class _Workbook(_Events):
    """Sheets by name, key and state, in the order of their tabs, and the first day of dates."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, str]] = []
        self.first_day = CALENDAR_WINDOWS_1900

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        word = _NAMES.get(name)
        if word == "sheet":
            key = next((attributes[each] for each in _RELATIONS if each in attributes), "")
            state = attributes.get("state", "visible")
            self.sheets.append((cut(attributes.get("name", "")), cut(key), cut(state)))
            refuse_many(self.sheets, MOST_SHEETS)
        elif word == "workbookPr" and attributes.get("date1904") in ("1", "true"):
            self.first_day = CALENDAR_MAC_1904


class _Styles(_Events):
    """Which styles of cells show a date, and which strike through what they show."""

    def __init__(self) -> None:
        self.formats: dict[int, str] = dict(BUILTIN_FORMATS)
        self.dates: dict[int, bool] = {}  # by the number of a format
        self.are_dates: list[bool] = []
        self.struck_fonts: list[bool] = []
        self.are_struck: list[bool] = []
        self.inside = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        word = _NAMES.get(name)
        if word == "numFmt":
            self.formats[int(attributes["numFmtId"])] = cut(attributes.get("formatCode", ""))
            refuse_many(self.formats, MOST_FORMATS)
        elif word in ("cellXfs", "fonts"):
            self.inside = word
        elif word == "font" and self.inside == "fonts":
            self.struck_fonts.append(False)
            refuse_many(self.struck_fonts, MOST_FORMATS)
        elif word == "strike" and self.inside == "fonts" and self.struck_fonts:
            self.struck_fonts[-1] = attributes.get("val", "1") in ("1", "true")
        elif word == "xf" and self.inside == "cellXfs":
            self.are_dates.append(self.is_date(int(attributes.get("numFmtId", 0))))
            font = int(attributes.get("fontId", 0))
            self.are_struck.append(font < len(self.struck_fonts) and self.struck_fonts[font])

    def is_date(self, number: int) -> bool:
        if number not in self.formats:
            return False
        if number not in self.dates:
            self.dates[number] = is_date_format(self.formats[number])
        return self.dates[number]

    def end(self, name: str) -> None:
        if _NAMES.get(name) == self.inside:
            self.inside = ""


class _Strings(_Events):
    """The texts that cells share; how they are pronounced is left out."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.pieces: list[str] = []
        self.length = 0
        self.is_text = self.is_spoken = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        word = _NAMES.get(name)
        if word == "si":
            self.pieces, self.length = [], 0
        elif word == "rPh":
            self.is_spoken = True
        self.is_text = word == "t" and not self.is_spoken

    def end(self, name: str) -> None:
        word = _NAMES.get(name)
        self.is_text = False
        if word == "si":
            text = "".join(self.pieces)
            self.texts.append(text)
            self.characters += weight(text)
        elif word == "rPh":
            self.is_spoken = False

    def text(self, data: str) -> None:
        if self.is_text:
            self.pieces.append(data)
            self.length += len(data)
            refuse_long(self.length)


class _Rows(RowHandler):
    """The cells of a sheet with what they show, or what their formula gave."""

    def __init__(
        self, sheet: Sheet, texts: list[str], styles: _Styles, first_day: datetime
    ) -> None:
        super().__init__(sheet)
        self.texts, self.first_day = texts, first_day
        self.are_dates, self.are_struck = styles.are_dates, styles.are_struck
        self.letters: dict[str, int] = {}
        self.number, self.column, self.is_hidden = 0, -1, False
        self.values: list[object] = []
        self.pieces: list[str] | None = None
        self.kind, self.style, self.has_formula, self.shown = "n", 0, False, ""
        self.length = 0
        self.steps: Mapping[str, Callable[[Mapping[str, str]], None]] = {
            "col": self.columns,
            "row": self.row,
            "c": self.cell,
            "f": self.formula,
            "v": self.value,
            "t": self.value,
        }

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        step = self.steps.get(_NAMES.get(name, ""))
        if step:
            step(attributes)

    def columns(self, attributes: Mapping[str, str]) -> None:
        if attributes.get("hidden") in ("1", "true"):
            first, last = int(attributes["min"]), int(attributes["max"])
            self.sheet.hidden_columns.update(range(first - 1, min(last, 500)))

    def row(self, attributes: Mapping[str, str]) -> None:
        self.number = int(attributes.get("r", self.number + 1))
        self.column, self.values = -1, []
        self.is_hidden = attributes.get("hidden") in ("1", "true")

    def cell(self, attributes: Mapping[str, str]) -> None:
        place = attributes.get("r")
        self.column = self.column_of(place) if place else self.column + 1
        self.kind, self.style = attributes.get("t", "n"), int(attributes.get("s", 0))
        self.has_formula, self.shown, self.length = False, "", 0

    def column_of(self, place: str) -> int:
        letters = place.rstrip(_DIGITS)
        if letters not in self.letters:
            self.letters[letters] = column_index_from_string(letters) - 1
        return self.letters[letters]

    def formula(self, _attributes: Mapping[str, str]) -> None:
        self.has_formula = True

    def value(self, _attributes: Mapping[str, str]) -> None:
        self.pieces = []

    def text(self, data: str) -> None:
        if self.pieces is not None:
            self.pieces.append(data)
            self.length += len(data)
            refuse_long(self.length)

    def end(self, name: str) -> None:
        word = _NAMES.get(name)
        if word in ("v", "t"):
            self.shown += "".join(self.pieces or ())
            self.pieces = None
            self.characters += weight(self.shown)
        elif word == "c":
            value = self.found()
            if value is not None:
                self.put(self.values, self.column, value)
                self.note(value)
        elif word == "row" and self.values:
            self.rows.append((self.number, self.values))
            self.values = []

    def note(self, value: object) -> None:
        """Remember of a row that its author has hidden it, or struck through a text of it."""
        if self.is_hidden:
            self.sheet.hidden_rows.add(self.number)
        is_struck = self.style < len(self.are_struck) and self.are_struck[self.style]
        if is_struck and isinstance(value, str):
            self.sheet.struck_rows.add(self.number)

    def found(self) -> object:
        """What a cell shows; None where it is empty."""
        shown, kind = self.shown, self.kind
        if not shown:
            # An empty text ("str") is something that a formula may give.
            return self.unreckoned() if self.has_formula and kind != "str" else None
        if kind == "n":
            return self.figure(shown)
        if kind == "s":
            return self.texts[int(shown)]
        return shown == "1" if kind == "b" else shown

    def unreckoned(self) -> Unreckoned:
        return Unreckoned(f"{get_column_letter(self.column + 1)}{self.number}")

    def figure(self, shown: str) -> object:
        number = float(shown)
        if self.style < len(self.are_dates) and self.are_dates[self.style]:
            try:
                return from_excel(number, self.first_day)
            except (ValueError, OverflowError):
                return shown
        return int(number) if number.is_integer() else number


def cut(name: str) -> str:
    """A name or a format as far as it is kept."""
    return name[:LONGEST_NAME]


def refuse_many(found: Sized, most: int) -> None:
    """Raises Unreadable for more than any office program writes."""
    if len(found) > most:
        raise Unreadable("sheet-too-large")


def refuse_long(length: int) -> None:
    """Raises Unreadable for a text that fits into no cell."""
    if length > LONGEST_TEXT:
        raise Unreadable("sheet-too-large")


def sheets_of_excel(archive: Archive) -> Iterator[Sheet]:
    """Sheets in the order of their tabs, hidden ones last."""
    book, relations, styles, strings = _Workbook(), _Relations(), _Styles(), _Strings()
    archive.read(WORKBOOK, book)
    archive.read("xl/_rels/workbook.xml.rels", relations)
    for name, handler in ((STYLES, styles), (STRINGS, strings)):
        if name in archive.names:
            archive.read(name, handler)
    for name, key, state in sorted(book.sheets, key=lambda sheet: sheet[2] != "visible"):
        sheet = Sheet(name, iter(()), is_hidden=state != "visible")
        rows = _Rows(sheet, strings.texts, styles, book.first_day)
        part = posixpath.normpath(posixpath.join("/xl", relations.targets[key]))[1:]
        sheet.rows = with_gaps(streamed(archive, part, rows))
        yield sheet
