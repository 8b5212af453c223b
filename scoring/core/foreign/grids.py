"""Tables of other programs: .xlsx, .ods or .csv.

Nothing that is sent here is trusted: what a file claims to hold is measured before it is unpacked,
and of what it holds no more is read than a tournament can have. Pure: bytes to rows.
"""

import csv
import io
from collections.abc import Iterator
from contextlib import suppress

from scoring.core.foreign.archive import Archive, Unreadable
from scoring.core.foreign.excel import WORKBOOK, sheets_of_excel
from scoring.core.foreign.open_document import CONTENT, sheets_of_open_document
from scoring.core.foreign.sheets import MOST_COLUMNS, Cells, Sheet

MOST_BYTES = 10_000_000  # a club's sheet with its logo has three to five
MOST_BYTES_OF_LISTS = 30_000_000  # every list of a championship of 240 players has nine
MOST_TEXT = 3_000_000  # bytes of a table without any form
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_LOCKED = "EncryptedPackage".encode("utf-16-le")

# What Windows, DOS and old Macintoshes write, and the letters of names in which they differ.
OFFICES = ("cp1252", "cp850", "mac_roman")
LETTERS = frozenset("äöüÄÖÜßáàâçéèêëíìîïñóòôøúùûåæÁÉØÅ–„“”’")
SAMPLE = 200_000  # bytes that tell the encoding of a file
SAMPLED_LINES = 30


def sheets(data: bytes) -> Iterator[Sheet]:
    """The sheets of a file, visible ones first; each is read before the next one is asked for.

    Raises Unreadable; of a damaged file also anything that its readers raise.
    """
    for sheet in readable(data):
        try:
            yield sheet
        finally:
            # A sheet and its unread rows refer to each other, and they hold the whole file.
            sheet.rows = iter(())


def readable(data: bytes) -> Iterator[Sheet]:
    """The sheets of a file by its kind."""
    if data.startswith(_OLD_OFFICE):
        raise Unreadable("sheet-locked" if _LOCKED in data else "sheet-old-format")
    if not data.startswith(b"PK"):
        if len(data) > MOST_TEXT:
            raise Unreadable("sheet-too-large")
        sheet = Sheet("csv", iter(()))
        sheet.rows = comma_separated(data, sheet)
        yield sheet
        return
    archive = Archive(data)
    if WORKBOOK in archive.names:
        yield from sheets_of_excel(archive)
    elif CONTENT in archive.names:
        yield from sheets_of_open_document(archive)
    else:
        raise Unreadable("sheet-of-another-kind")


def comma_separated(data: bytes, sheet: Sheet) -> Iterator[Cells]:
    """Lines at semicolons, tabs or commas, in the encoding that fits."""
    text = decoded(data)
    if "\x00" in text or text.startswith("%PDF"):
        raise Unreadable("sheet-of-another-kind")
    lines = text[:SAMPLE].splitlines()[:SAMPLED_LINES]
    gap = max(";\t,", key=lambda sign: sum(line.count(sign) for line in lines))
    for cells in csv.reader(io.StringIO(text, newline=""), delimiter=gap):
        sheet.is_clipped |= any(cells[MOST_COLUMNS:])
        yield cells[:MOST_COLUMNS]


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
