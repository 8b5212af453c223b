"""Players in a foreign table: columns in any order. Pure: bytes to rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice

from openpyxl.utils import get_column_letter

from scoring.core.foreign.archive import Unreadable
from scoring.core.foreign.grids import MOST_BYTES, sheets
from scoring.core.foreign.headings import (
    HEADS_WITHIN,
    Header,
    find_header,
    letters,
    vocabulary,
)
from scoring.core.foreign.sheets import Cells, Sheet, Unreckoned
from scoring.core.text import folded
from scoring.players.services.import_table import LONGEST_CELL, Doubt, RawRow

COLUMNS = (
    *("number", "family", "given", "name", "family_first"),
    *("club", "passport", "birth_year", "category"),
)
HEADS = vocabulary(*COLUMNS)
MOST_SHEETS = 10
MOST_ROWS = 2_000
NAMES = frozenset(("family", "name", "family_first"))


# What stands in a column of names and is none.
NO_NAMES = frozenset(
    (
        *vocabulary(*NAMES),
        *("summe", "summen", "gesamt", "insgesamt", "anzahl", "total", "mitglieder"),
    )
)
CLUB_WORDS = frozenset(
    (*("sc", "skc", "sv", "sg", "ev", "club", "klub", "verein"), "spielgemeinschaft", "stammtisch")
)


@dataclass(frozen=True, slots=True)
class PlayersSheet:
    """The rows of people, the letters of the columns read, and what was not read: headings, names
    that stand in columns further right ("E Name"), and other sheets.
    """

    rows: tuple[RawRow, ...]
    letters: Mapping[str, str]
    ignored: tuple[str, ...]
    beside: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()


def read_players(data: bytes, words: Mapping[str, str] = HEADS) -> PlayersSheet:
    """The people of a file of any kind, by the words of its headings. Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise Unreadable("sheet-too-large")
    try:
        return read_sheets(data, words)
    except (Unreadable, MemoryError):
        raise
    # A damaged or hostile file may raise anything inside the readers.
    except Exception as broken:
        raise Unreadable("sheet-damaged") from broken


def read_sheets(data: bytes, words: Mapping[str, str]) -> PlayersSheet:
    """The first sheet with headings, one with a lone heading only where no other has any."""
    best: tuple[Sheet, list[Cells], Header] | None = None
    filled = []
    for sheet in islice(sheets(data), MOST_SHEETS):
        lines = list(islice(sheet.rows, MOST_ROWS + HEADS_WITHIN + 1))
        if any(map(any, lines)):
            filled.append(sheet.name)
        if best is None or best[2].is_lone:
            header = find_header(lines, words, names_players)
            if header and not (best and header.is_lone):
                best = sheet, lines, header
    if best is None:
        raise Unreadable("sheet-without-heads")
    found = players(*best, words)
    return replace(found, sheets=tuple(name for name in filled if name != best[0].name))


def names_players(header: Header) -> bool:
    """Whether there is a column of names, and another one or nothing else."""
    return bool(NAMES & header.columns.keys()) and not (header.is_lone and header.unknown)


def players(
    sheet: Sheet, lines: Sequence[Cells], header: Header, words: Mapping[str, str]
) -> PlayersSheet:
    """Every row below the headings that has a name."""
    named = (*NAMES, "given")
    rows = [raw for raw in raw_rows(lines, header) if any(map(raw.values.get, named))]
    if not rows:
        raise Unreadable("sheet-empty")
    if len(rows) > MOST_ROWS:
        raise Unreadable("sheet-too-many-rows", most=MOST_ROWS)
    doubts = Doubts(sheet, rows)
    ignored, beside = [], []
    for at, text in header.unknown.items():
        if words.get(letters(text)) in named:
            beside.append(f"{get_column_letter(at + 1)} {text_of(text)[:40]}")
        else:
            ignored.append(text_of(text)[:40])
    return PlayersSheet(
        tuple(replace(raw, doubt=doubts.of(raw)) for raw in rows),
        rows[0].letters,
        tuple(ignored),
        tuple(beside),
    )


class Doubts:
    """Why a row of a table may be nobody who is to be entered."""

    def __init__(self, sheet: Sheet, rows: Sequence[RawRow]) -> None:
        self.hidden, self.struck = sheet.hidden_rows, sheet.struck_rows
        self.clubs = {folded(raw.text("club")) for raw in rows} - {""}
        # Whether a row usually has more than a name: then one without is perhaps a title.
        self.is_wide = 2 * sum(len(filled_in(raw)) > 1 for raw in rows) > len(rows)

    def of(self, raw: RawRow) -> Doubt:
        if raw.row in self.hidden:
            return "hidden"
        if raw.row in self.struck:
            return "struck"
        return "no-name" if self.is_no_name(raw) else ""

    def is_no_name(self, raw: RawRow) -> bool:
        """Whether a sum, a heading or a club stands where a name should."""
        texts = filled_in(raw)
        text = " ".join(texts[key] for key in (*NAMES, "given") if key in texts)
        if letters(text) in NO_NAMES or any(char in "0123456789:" for char in text):
            return True
        if len(texts) > 1 or "given" in texts:
            return False
        parts = folded(text).replace(".", "").split()
        if folded(text) in self.clubs or any(
            part in CLUB_WORDS or part.startswith("skat") for part in parts
        ):
            return True
        return self.is_wide and (len(parts) == 1 or "given" in raw.letters)


def filled_in(raw: RawRow) -> dict[str, str]:
    return {key: text for key, text in raw.values.items() if text}


def raw_rows(lines: Sequence[Sequence[object]], header: Header) -> Iterator[RawRow]:
    """The rows below the headings, as text by column."""
    addresses = {column: get_column_letter(at + 1) for column, at in header.columns.items()}
    for number, line in enumerate(lines[header.below :], header.below + 1):
        cells = {column: line[at] for column, at in header.columns.items() if at < len(line)}
        for cell in cells.values():
            if isinstance(cell, Unreckoned):
                raise Unreadable("sheet-not-reckoned", cell=str(cell))
        yield RawRow(number, {column: text_of(cell) for column, cell in cells.items()}, addresses)


def text_of(value: object) -> str:
    """A cell as displayed: 12.0 is 12, a moment is its day."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value)[:LONGEST_CELL].split())
