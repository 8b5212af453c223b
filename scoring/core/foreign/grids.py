"""Tables of other programs: .xlsx, .ods or .csv.

Nothing that is sent here is trusted: what a file claims to hold is measured before it is unpacked,
and of what it holds no more is read than a tournament can have. Pure: bytes to rows.
"""

import csv
import io
import posixpath
import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import IO
from xml.etree.ElementTree import Element, fromstring, iterparse

from openpyxl import load_workbook
from openpyxl.utils import coordinate_to_tuple, get_column_letter

from scoring.core.foreign.headings import HEADS_WITHIN
from scoring.core.refusals import Refused
from scoring.rules.problem import Problem

MOST_BYTES = 10_000_000  # a club's sheet with its logo has three to five
MOST_UNPACKED = 25_000_000
MOST_PARTS = 2_000
MOST_COLUMNS = 60
MOST_ROWS = 2_000
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"

# What Windows, DOS and old Macintoshes write, and the letters of names in which they differ.
OFFICES = ("cp1252", "cp850", "mac_roman")
LETTERS = frozenset("äöüÄÖÜßáàâçéèêëíìîïñóòôøúùûåæÁÉØÅ–„“”’")
SAMPLE = 200_000  # bytes that tell the encoding of a file
Grid = Iterable[Sequence[object]]


class Unreckoned(str):
    """A formula without its result, by its cell: some program wrote it and reckoned nothing."""


class Unreadable(Refused):
    """No table can be read from this; the problem says in one line why."""

    def __init__(self, code: str, **params: object) -> None:
        self.problem = Problem(code, "file", params)
        super().__init__([self.problem])


def grids(data: bytes, most: int = MOST_ROWS + HEADS_WITHIN + 1) -> Iterator[tuple[str, Grid]]:
    """The tables of a file with their names, row by row; of each no more than `most` rows."""
    if data.startswith(_OLD_OFFICE):
        raise Unreadable("sheet-locked" if _LOCKED in data else "sheet-old-format")
    if not data.startswith(b"PK"):
        yield "csv", islice(comma_separated(data), most)
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = measured(archive)
        if "xl/workbook.xml" in names:
            yield from of_excel(data, archive, most)
        elif "content.xml" in names:
            yield from of_open_document(archive, names, most)
        else:
            raise Unreadable("sheet-of-another-kind")


def measured(archive: zipfile.ZipFile) -> set[str]:
    """The names of the parts; raises Unreadable where they unpack to too much.

    The sizes are the file's own claim, but `zipfile` never unpacks more of a part than claimed.
    """
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Unreadable("sheet-too-large")
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("sheet-locked")
    return {part.filename for part in parts}


def of_excel(data: bytes, archive: zipfile.ZipFile, most: int) -> Iterator[tuple[str, Grid]]:
    """Sheets in the order of their tabs, hidden ones last."""
    book, parts = load_workbook(io.BytesIO(data), read_only=True, data_only=True), parts_of(archive)
    sheets = sorted(book.worksheets, key=lambda sheet: sheet.sheet_state != "visible")
    for sheet in sheets:
        # What a sheet says of its size may be anything; the rows are counted as they come.
        sheet.reset_dimensions()
        rows = sheet.iter_rows(max_row=most, max_col=MOST_COLUMNS, values_only=True)
        with archive.open(parts[sheet.title]) as part:
            found = set(not_reckoned(part))
        yield sheet.title, without_results(rows, found) if found else rows


def parts_of(archive: zipfile.ZipFile) -> dict[str, str]:
    """The part of the archive in which each sheet stands."""
    relations = fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314 - as above
    targets = {each.get("Id"): each.get("Target", "") for each in relations}
    book = fromstring(archive.read("xl/workbook.xml"))  # noqa: S314 - as above
    return {
        sheet.get("name", ""): posixpath.join("/xl", targets[sheet.get(_RELATION)])[1:]
        for sheet in book.iter(f"{_SHEET}sheet")
    }


def not_reckoned(part: IO[bytes]) -> Iterator[tuple[int, int]]:
    """The cells with a formula and nothing that it gave; an empty text ("str") is something."""
    for _event, element in iterparse(part):  # noqa: S314 - as above
        if element.tag == f"{_SHEET}c":
            is_formula = element.find(f"{_SHEET}f") is not None
            place = element.get("r")  # optional in the format
            is_empty = not element.findtext(f"{_SHEET}v") and element.get("t") != "str"
            if is_formula and is_empty and place:
                yield coordinate_to_tuple(place)
        elif element.tag == f"{_SHEET}row":
            element.clear()


def without_results(rows: Grid, places: Collection[tuple[int, int]]) -> Grid:
    """The same rows; a cell whose formula gave nothing says so."""
    for number, row in enumerate(rows, 1):
        yield [
            Unreckoned(f"{get_column_letter(column)}{number}")
            if (number, column) in places
            else value
            for column, value in enumerate(row, 1)
        ]


def of_open_document(
    archive: zipfile.ZipFile, names: set[str], most: int
) -> Iterator[tuple[str, Grid]]:
    """Read by hand, because a cell may say that it is repeated a thousand million times."""
    if "META-INF/manifest.xml" in names:
        manifest = archive.read("META-INF/manifest.xml")
        if b"encryption-data" in manifest:
            raise Unreadable("sheet-locked")
    with archive.open("content.xml") as content:
        for _event, element in tables(content):
            yield element.get(f"{_TABLE}name", ""), rows_of(element, most)
            element.clear()


def tables(content: IO[bytes]) -> Iterator[tuple[str, Element]]:
    for event, element in iterparse(content):  # noqa: S314 - as above
        if element.tag == f"{_TABLE}table":
            yield event, element


def rows_of(table: Element, most: int) -> Iterator[list[object]]:
    """The rows, those repeated written out, no further down than anybody looks."""
    told = 0
    for row in table.iter(f"{_TABLE}table-row"):
        values = values_of(row)
        # Empty ones too: every cell keeps the address that its author sees.
        for _each in range(min(times(row, "number-rows-repeated"), most - told)):
            told += 1
            yield values


def values_of(row: Element) -> list[object]:
    values: list[object] = []
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        repeated = times(cell, "number-columns-repeated")
        values += [value_of(cell)] * min(repeated, MOST_COLUMNS - len(values))
    return values


def value_of(cell: Element) -> object:
    """A date and a number by their values, everything else as it is shown."""
    if day := cell.get(f"{_OFFICE}date-value"):
        return day[:10]
    if cell.get(f"{_OFFICE}value-type") == "float":
        with suppress(ValueError):
            return float(cell.get(f"{_OFFICE}value", ""))
    return " ".join("".join(part.itertext()) for part in cell.findall(f"{_TEXT}p"))


def times(element: Element, name: str) -> int:
    text = element.get(f"{_TABLE}{name}", "1")
    return int(text) if text.isdecimal() and len(text) < 10 else 1


def comma_separated(data: bytes) -> Grid:
    """Lines at semicolons, tabs or commas, in the encoding that fits."""
    text = decoded(data)
    if "\x00" in text or text.startswith("%PDF"):
        raise Unreadable("sheet-of-another-kind")
    lines = text[:SAMPLE].splitlines()[:HEADS_WITHIN]
    gap = max(";\t,", key=lambda sign: sum(line.count(sign) for line in lines))
    yield from csv.reader(io.StringIO(text, newline=""), delimiter=gap)


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8 if it is that, else what fits of what German offices write."""
    with suppress(UnicodeDecodeError):
        if b"\x00" not in data:
            return data.decode("utf-8-sig")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    sample = data[:SAMPLE]
    if wide := without_mark(sample):
        return data.decode(wide, "replace")
    encoding = max(OFFICES, key=lambda each: likely(sample, each))
    if likely(sample, encoding) < 0:
        # Letters of another language: the bytes themselves have to tell. Asked so rarely that a
        # server need not hold it in its memory from the start.
        from charset_normalizer import from_bytes

        best = from_bytes(sample).best()
        encoding = best.encoding if best else encoding
    return data.decode(encoding, "replace")


def without_mark(sample: bytes) -> str:
    """UTF-16 that does not say so: every other byte of nearly every letter is 0."""
    for zeros, encoding in ((sample[1::2], "utf-16-le"), (sample[::2], "utf-16-be")):
        if zeros.count(0) * 10 > len(zeros) * 8 and sample.count(0) < len(sample) * 0.6:
            return encoding
    return ""


def likely(data: bytes, encoding: str) -> int:
    """How much better the letters of names fit than anything else beyond ASCII."""
    beyond = [char for char in data.decode(encoding, "replace") if char > "\x7f"]
    return sum(1 if char in LETTERS else -1 for char in beyond)
