"""A table in somebody else's file: .xlsx, .ods or .csv, whatever office wrote it.

Nothing that is sent here is trusted: what a file claims to hold is measured before it is unpacked,
and of what it holds no more is read than a tournament can have. Pure: bytes to rows.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import IO
from xml.etree.ElementTree import Element, iterparse

from openpyxl import load_workbook

from scoring.rules.problem import Problem
from scoring.services.importing import MOST_ROWS

MOST_BYTES = 10_000_000  # a club's sheet with its logo has three to five
MOST_UNPACKED = 25_000_000
MOST_PARTS = 2_000
MOST_COLUMNS = 60
MOST_SHEETS = 10
# So far down a table may begin: above it stand titles, dates and sponsors.
HEADS_WITHIN = 30
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"

# What Windows, DOS and old Macintoshes write, and the letters of names in which they differ.
OFFICES = ("cp1252", "cp850", "mac_roman")
LETTERS = frozenset("äöüÄÖÜßáàâçéèêëíìîïñóòôøúùûåæÁÉØÅ–„“”’")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".emf", ".wmf", ".svg",
            ".pdf", ".bin")  # fmt: skip
SAMPLE = 200_000  # bytes that tell the encoding of a file
Grid = Iterable[Sequence[object]]


class Unreadable(Exception):
    """No table can be read from this; the problem says in one line why."""

    def __init__(self, code: str, **params: object) -> None:
        self.problem = Problem(code, "file", params)
        super().__init__(code)


def grids(data: bytes) -> Iterator[Grid]:
    """The tables of a file, row by row."""
    if data.startswith(_OLD_OFFICE):
        raise Unreadable("sheet-locked" if _LOCKED in data else "sheet-old-format")
    if not data.startswith(b"PK"):
        yield comma_separated(data)
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = measured(archive)
        if "xl/workbook.xml" in names:
            yield from of_excel(data)
        elif "content.xml" in names:
            yield from of_open_document(archive, names)
        else:
            raise Unreadable("sheet-of-another-kind")


def without_pictures(data: bytes) -> bytes:
    """The same file with nothing but what is read of it: a logo need not travel twice."""
    if not data.startswith(b"PK"):
        return data
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.infolist():
            if not part.is_dir() and not part.filename.lower().endswith(PICTURES):
                new.writestr(part.filename, old.read(part))
    return written.getvalue()


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


def of_excel(data: bytes) -> Iterator[Grid]:
    """Sheets in the order of their tabs, hidden ones last."""
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    sheets = sorted(book.worksheets, key=lambda sheet: sheet.sheet_state != "visible")
    for sheet in sheets[:MOST_SHEETS]:
        # What a sheet says of its size may be anything; the rows are counted as they come.
        sheet.reset_dimensions()
        yield sheet.iter_rows(
            max_row=MOST_ROWS + HEADS_WITHIN + 1, max_col=MOST_COLUMNS, values_only=True
        )


def of_open_document(archive: zipfile.ZipFile, names: set[str]) -> Iterator[Grid]:
    """Read by hand, because a cell may say that it is repeated a thousand million times."""
    if "META-INF/manifest.xml" in names:
        manifest = archive.read("META-INF/manifest.xml")
        if b"encryption-data" in manifest:
            raise Unreadable("sheet-locked")
    with archive.open("content.xml") as content:
        for _event, element in islice(tables(content), MOST_SHEETS):
            yield rows_of(element)
            element.clear()


def tables(content: IO[bytes]) -> Iterator[tuple[str, Element]]:
    for event, element in iterparse(content):  # noqa: S314 - as above
        if element.tag == f"{_TABLE}table":
            yield event, element


def rows_of(table: Element) -> Iterator[list[object]]:
    """The rows, those repeated written out, no further down than anybody looks."""
    told = 0
    for row in table.iter(f"{_TABLE}table-row"):
        values = values_of(row)
        repeated = times(row, "number-rows-repeated") if any(values) else 1
        # Empty rows keep their number, but a million of them below the table are not counted.
        if not any(values):
            repeated = min(times(row, "number-rows-repeated"), HEADS_WITHIN)
        for _each in range(min(repeated, MOST_ROWS + HEADS_WITHIN + 1 - told)):
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
    """A date by its value, everything else as it is shown."""
    if day := cell.get(f"{_OFFICE}date-value"):
        return day[:10]
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
        return data.decode("utf-8-sig")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    sample = data[:SAMPLE]
    encoding = max(OFFICES, key=lambda each: likely(sample, each))
    if likely(sample, encoding) < 0:
        # Letters of another language: the bytes themselves have to tell. Asked so rarely that a
        # server need not hold it in its memory from the start.
        from charset_normalizer import from_bytes

        best = from_bytes(sample).best()
        encoding = best.encoding if best else encoding
    return data.decode(encoding, "replace")


def likely(data: bytes, encoding: str) -> int:
    """How much better the letters of names fit than anything else beyond ASCII."""
    beyond = [char for char in data.decode(encoding, "replace") if char > "\x7f"]
    return sum(1 if char in LETTERS else -1 for char in beyond)
