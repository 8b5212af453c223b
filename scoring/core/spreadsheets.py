"""Spreadsheets of any program: .xlsx, .ods, .xls by python-calamine, .csv by the standard library.

In the running server a workbook is read by a process of its own, with a bound on time and memory: a
few bytes of an .ods file may ask for gigabytes.
"""

import csv
import io
import json
import re
import subprocess
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from openpyxl.utils import column_index_from_string, get_column_letter
from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from scoring.core.forms import Refused
from scoring.core.heavy import in_server, run_child_process
from scoring.core.text import fold
from scoring.rules.problem import Problem

MAX_BYTES = 30_000_000  # every list of a championship of 240 players has nine million
MAX_TEXT_BYTES = 3_000_000  # of a text file
MAX_UNPACKED_BYTES = 600_000_000  # every list of that championship has 300 million
MAX_PART_BYTES = 50_000_000
MAX_PARTS = MAX_SHEETS = 4_000
MAX_ROWS = 10_000  # of a sheet
MAX_COLUMNS = 200  # twelve series side by side have a hundred
MAX_CELLS = 8_000_000  # of a file
MAX_CELL_LENGTH = 400  # letters; a name is far shorter
MAX_SECONDS, MAX_MEMORY = 60.0, 1_024  # of the process that reads: seconds, MB
SAMPLE_BYTES = 200_000  # tell the encoding of a file
SAMPLE_LINES = 30
ZIP, OLD_OFFICE = b"PK", b"\xd0\xcf\x11\xe0"
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what every office program writes
# What Windows, DOS and old Macintoshes write, and the letters of names in which they differ.
OFFICES = ("cp1252", "cp850", "mac_roman")
LETTERS = frozenset("äöüÄÖÜßáàâçéèêëíìîïñóòôøúùûåæÁÉØÅ–„“”’")

Cell = str | int | float | bool | None
Cells = Sequence[Cell]


class Unreadable(Refused):
    """No table can be read from this file."""

    def __init__(self, code: str, **params: object) -> None:
        self.problem = Problem(code, "file", params)
        super().__init__([self.problem])


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet; `is_clipped` if something stands beyond the last row or column that is read."""

    name: str
    rows: Sequence[Cells]
    is_hidden: bool = False
    is_clipped: bool = False


def read_spreadsheet(data: bytes) -> bytes:
    """The cells of a file, a line of JSON for each sheet. Raises Unreadable."""
    if len(data) > MAX_BYTES:
        raise Unreadable("sheet-too-large")
    if not data.startswith((ZIP, OLD_OFFICE)) or not in_server():
        return b"\n".join(map(as_line, sheets(data)))
    try:
        content = run_child_process(
            ["read_spreadsheet"], data=data, seconds=MAX_SECONDS, memory=MAX_MEMORY
        )
    except (Refused, subprocess.CalledProcessError) as ended:  # too slow, or out of memory
        raise Unreadable("sheet-too-large") from ended
    if content.startswith(b'"'):
        raise Unreadable(f"sheet-{json.loads(content)}")
    return content


def stored_sheets(content: bytes) -> Iterator[Sheet]:
    """The sheets that `read_spreadsheet` returned, one at a time."""
    for line in io.BytesIO(content):
        yield Sheet(*json.loads(line))


def as_line(sheet: Sheet) -> bytes:
    return json.dumps([sheet.name, sheet.rows, sheet.is_hidden, sheet.is_clipped]).encode()


def sheets(data: bytes) -> Iterator[Sheet]:
    """The sheets of a file, read by this process. Raises Unreadable."""
    try:
        if data.startswith(ZIP):
            refuse_large_parts(data)
        elif not data.startswith(OLD_OFFICE):
            yield text_sheet(data)
            return
        yield from workbook_sheets(data)
    except (Unreadable, MemoryError, GeneratorExit, KeyboardInterrupt, SystemExit):
        raise
    except PasswordError as locked:
        raise Unreadable("sheet-locked") from locked
    # A damaged or hostile file may raise anything in the reader; a panic is no Exception.
    except BaseException as broken:
        raise Unreadable("sheet-damaged") from broken


def refuse_large_parts(data: bytes) -> None:
    """Raise Unreadable if the parts unpack to too much, are encrypted or packed in another way."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    sizes = [part.file_size for part in parts]
    if len(parts) > MAX_PARTS or sum(sizes) > MAX_UNPACKED_BYTES or max(sizes) > MAX_PART_BYTES:
        raise Unreadable("sheet-too-large")
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("sheet-locked")
    if any(part.compress_type not in COMPRESSIONS for part in parts):
        raise Unreadable("sheet-of-another-kind")


def workbook_sheets(data: bytes) -> Iterator[Sheet]:
    with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
        if len(book.sheets_metadata) > MAX_SHEETS:
            raise Unreadable("sheet-too-large")
        left = MAX_CELLS
        for at, about in enumerate(book.sheets_metadata):
            if about.typ != SheetTypeEnum.WorkSheet:
                continue
            sheet = book.get_sheet_by_index(at)
            # Rows are padded to the first one that holds something, columns are not.
            margin = [None] * (sheet.start[1] if sheet.start else 0)
            lines = ([*margin, *map(plain, cells)] for cells in sheet.iter_rows())
            hidden = about.visible != SheetVisibleEnum.Visible
            clipped = trim_sheet(about.name, lines, hidden)
            left -= sum(map(len, clipped.rows))
            if left < 0:
                raise Unreadable("sheet-too-large")
            yield clipped


def text_sheet(data: bytes) -> Sheet:
    """Lines at semicolons, tabs or commas, in the encoding that fits."""
    if len(data) > MAX_TEXT_BYTES:
        raise Unreadable("sheet-too-large")
    text = decode_text(data)
    if "\x00" in text or text.startswith("%PDF"):
        raise Unreadable("sheet-of-another-kind")
    lines = text[:SAMPLE_BYTES].splitlines()[:SAMPLE_LINES]
    gap = max(";\t,", key=lambda sign: sum(line.count(sign) for line in lines))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=gap)
    return trim_sheet("csv", ([plain(cell) for cell in cells] for cells in rows))


def trim_sheet(name: str, lines: Iterable[list[Cell]], is_hidden: bool = False) -> Sheet:
    """A sheet as far as it is read, without the empty cells and rows at the end."""
    rows, is_clipped = list[Cells](), False
    lines = iter(lines)
    for cells in islice(lines, MAX_ROWS):
        is_clipped = is_clipped or any(cell is not None for cell in cells[MAX_COLUMNS:])
        del cells[MAX_COLUMNS:]
        while cells and cells[-1] is None:
            cells.pop()
        rows.append(cells)
    is_clipped = is_clipped or any(cell is not None for cells in lines for cell in cells)
    while rows and not rows[-1]:
        rows.pop()
    return Sheet(name[:MAX_CELL_LENGTH], rows, is_hidden, is_clipped)


def plain(cell: object) -> Cell:
    """A cell as JSON holds it: 12.0 is 12, a moment is its day, nothing is None."""
    if cell is None or isinstance(cell, bool | int):
        return cell
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 1e15 else cell
    if isinstance(cell, datetime):
        cell = cell.date()
    return str(cell)[:MAX_CELL_LENGTH].strip() or None


def decode_text(data: bytes) -> str:
    """The text of a file: UTF-8 if it is that, else what fits of what German offices write."""
    with suppress(UnicodeDecodeError):
        if b"\x00" not in data:
            return data.decode("utf-8-sig")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    sample = data[:SAMPLE_BYTES]
    encoding = max(OFFICES, key=lambda name: score_letters(sample, name))
    if score_letters(sample, encoding) < 0 or b"\x00" in sample:
        # Letters of another language. Imported here: a server rarely needs it.
        from charset_normalizer import from_bytes

        best = from_bytes(sample).best()
        encoding = best.encoding if best else encoding
    return data.decode(encoding, "replace")


def score_letters(data: bytes, encoding: str) -> int:
    """How many letters of names the encoding gives, less the other signs beyond ASCII."""
    beyond = [char for char in data.decode(encoding, "replace") if char > "\x7f"]
    return sum(1 if char in LETTERS else -1 for char in beyond)


# Cells of foreign tables: "1.234", "937,0", " 12 ", cached results of formulas.

MAX_SHOWN_LENGTH = 40
_ADDRESS = re.compile(r"([A-Z]{1,2})([1-9]\d{0,4})")
_MINUS = str.maketrans(dict.fromkeys("−–‐‑‒—", "-"))
_WHOLE = re.compile(r"[+-]?\d{1,7}(?:[.,]0+)?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[.' \u00a0\u202f]\d{3})+(?:,0+)?")


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a problem: the sheet, the cell ("" for the whole sheet), and the problem.

    It may as well be one of the cells `besides` that is wrong.
    """

    sheet: str
    cell: str
    problem: Problem
    besides: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.cell, *self.besides)))


class CellReader:
    """The cells of one sheet; `spots` collects what cannot be read."""

    def __init__(self, sheet: str, rows: Sequence[Cells]) -> None:
        self.sheet, self.rows = sheet, rows
        self.spots: list[Spot] = []

    def value(self, row: int, column: int) -> object:
        """What stands in a cell, counted from 1; None where the sheet has no such cell."""
        if 1 <= row <= len(self.rows) and 1 <= column <= len(self.rows[row - 1]):
            cell = self.rows[row - 1][column - 1]
            return None if isinstance(cell, str) and not cell.strip() else cell
        return None

    def text(self, row: int, column: int) -> str:
        cell = self.value(row, column)
        return "" if cell is None else " ".join(str(cell).split())

    def whole(self, row: int, column: int, *, least: int = -99_999) -> int | None:
        """A whole number; None for an empty cell and for one that was added to `spots`."""
        cell = self.value(row, column)
        number = as_whole(cell)
        if cell is not None and (number is None or number < least):
            self.add_problem(row, column, "cell-not-a-number", text=str(cell)[:MAX_SHOWN_LENGTH])
            return None
        return number

    def add_problem(self, row: int, column: int, code: str, **params: object) -> None:
        self.spots.append(Spot(self.sheet, place(row, column), Problem(code, "", params)))


def place(row: int, column: int) -> str:
    return f"{get_column_letter(column)}{row}"


def parse_cell(cell: str) -> tuple[int, int] | None:
    """Row and column, from 1, of an address.

    >>> parse_cell("C9"), parse_cell("viel")
    ((9, 3), None)
    """
    match = _ADDRESS.fullmatch(cell)
    return (int(match[2]), column_index_from_string(match[1])) if match else None


def as_whole(cell: object) -> int | None:
    """A cell as a whole number, however it was typed.

    >>> [as_whole(cell) for cell in ("1.234", "−12", "937,0", 12.0, "12,5", True)]
    [1234, -12, 937, 12, None, None]
    """
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int):
        return cell if abs(cell) < 10**7 else None
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 10**7 else None
    text = str(cell).strip().translate(_MINUS)
    if _GROUPED.fullmatch(text):
        return int(re.sub(r"[^\d+-]", "", text.split(",")[0]))
    return int(re.split("[.,]", text)[0]) if _WHOLE.fullmatch(text) else None


MAX_HEADING = 120  # letters

# What tables call a column, in both languages: letters only, without case and accents.
WORDS: Mapping[str, str] = {
    "number": "nr nummer startnummer startnr startno no number startnumber teilnehmernr teilnnr "
    "spielernr spielernummer",
    "family": "familienname nachname zuname family familyname lastname surname",
    "given": "vorname rufname given givenname firstname forename",
    "name": "name namen spieler spielerin teilnehmer teilnehmerin partner player fullname "
    "vornamename vornamenachname vorundnachname vorundzuname spielername skatfreund",
    "family_first": "namevorname nachnamevorname familiennamevorname nameundvorname "
    "nachundvorname nachnameundvorname",
    "club": "verein club klub skatclub vereinsname skatverein skatklub clubname klubname "
    "heimatverein heimatclub stammverein ortsverein heimverein",
    "passport": "pass passnr passnummer spielerpass spielerpassnr passport passportnumber mitglnr "
    "passportno mitgliedsnummer mitgliedsnr dskvnr dskvpassnr dskvpassnummer passno",
    "birth_year": "geburtsjahr jahrgang jg gebjahr geb geboren geburtsdatum geburtstag gebdatum "
    "gebam geborenam yearofbirth "
    "birthyear born dateofbirth birthdate birthday",
    "joined": "eintritt eintrittsdatum eintrittam eingetreten eingetretenam mitgliedseit seit "
    "membersince joined since entered entry",
    "left": "austritt austrittsdatum austrittam ausgetreten ausgetretenam bis lefton left until",
    "category": "kategorie kategorien klasse klassen wertungsklasse wertungsklassen altersklasse "
    "category categories class",
    "state": "status state",
    "series": "serie series runde durchgang",
    "table": "tisch tischnr tischnummer table",
    "seat": "sitz sitzplatz sitznr stuhl seat",
    # A place is where somebody sits, or what somebody has reached.
    "place": "platz pl place",
    "rank": "rang rank platzierung plazierung",
    "points": "punkte pkt pkte spielpunkte spielpkt spielpkte punktespiel points gamepoints",
    "won": "gewonnen gew g gsp gewspiele gewsp gewonnenespiele spielegewonnen spielegew siege "
    "won w",
    "lost": "verloren verl v vsp verlspiele verlsp verlorenespiele spieleverloren spieleverl "
    "lost l",
    "total": "gesamt ges gesamtpunkte gesamtpkt gespunkte gespkt punktegesamt total totalpoints "
    "summe leistung performance seegerfabian",
}


def vocabulary(*columns: str) -> dict[str, str]:
    """These columns, by every word for them."""
    return {word: column for column in columns for word in WORDS[column].split()}


def letters(text: str) -> str:
    """The letters of a text, without case, accents, signs and digits.

    >>> letters("Gew. Spiele"), letters("Start-Nr.")
    ('gewspiele', 'startnr')
    """
    return "".join(char for char in fold(text[:MAX_HEADING]) if char.isalpha())
