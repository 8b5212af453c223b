"""Players in a foreign table: columns in any order. Pure: bytes to rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from openpyxl.utils import get_column_letter

from scoring.core.foreign.archive import Unreadable
from scoring.core.foreign.grids import MOST_BYTES, sheets
from scoring.core.foreign.headings import HEADS_WITHIN, Header, find_header, vocabulary
from scoring.core.foreign.sheets import Unreckoned
from scoring.players.services.import_table import LONGEST_CELL, RawRow

COLUMNS = (
    *("number", "family", "given", "name", "family_first"),
    *("club", "passport", "birth_year", "category"),
)
HEADS = vocabulary(*COLUMNS)
MOST_SHEETS = 10
MOST_ROWS = 2_000
NAMES = frozenset(("family", "name", "family_first"))


@dataclass(frozen=True, slots=True)
class PlayersSheet:
    """The rows of players, the letters of the columns read, and the headings ignored."""

    rows: tuple[RawRow, ...]
    letters: Mapping[str, str]
    ignored: tuple[str, ...]


def read_players(data: bytes, words: Mapping[str, str] = HEADS) -> PlayersSheet:
    """The people of a file of any kind, by the words of its headings. Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise Unreadable("sheet-too-large")
    try:
        for sheet in islice(sheets(data), MOST_SHEETS):
            lines = list(islice(sheet.rows, MOST_ROWS + HEADS_WITHIN + 1))
            if header := find_header(lines, words, names_players):
                return players(lines, header)
    except (Unreadable, MemoryError):
        raise
    # A damaged or hostile file may raise anything inside the readers.
    except Exception as broken:
        raise Unreadable("sheet-damaged") from broken
    raise Unreadable("sheet-without-heads")


def names_players(header: Header) -> bool:
    """Whether there is a column of names, and another one or nothing else."""
    return bool(NAMES & header.columns.keys()) and (len(header.columns) > 1 or not header.unknown)


def players(lines: Sequence[Sequence[object]], header: Header) -> PlayersSheet:
    """Every row below the headings that has a name."""
    named = (*NAMES, "given")
    rows = [raw for raw in raw_rows(lines, header) if any(map(raw.values.get, named))]
    if not rows:
        raise Unreadable("sheet-empty")
    if len(rows) > MOST_ROWS:
        raise Unreadable("sheet-too-many-rows", most=MOST_ROWS)
    heads = lines[header.below - 1]
    ignored = (text_of(heads[at])[:40] for at in header.unknown)
    return PlayersSheet(tuple(rows), rows[0].letters, tuple(filter(None, ignored)))


def raw_rows(lines: Sequence[Sequence[object]], header: Header) -> Iterator[RawRow]:
    """The rows below the headings, as text by column."""
    letters = {column: get_column_letter(at + 1) for column, at in header.columns.items()}
    for number, line in enumerate(lines[header.below :], header.below + 1):
        cells = {column: line[at] for column, at in header.columns.items() if at < len(line)}
        for cell in cells.values():
            if isinstance(cell, Unreckoned):
                raise Unreadable("sheet-not-reckoned", cell=str(cell))
        yield RawRow(number, {column: text_of(cell) for column, cell in cells.items()}, letters)


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
