"""Players in somebody else's table: columns in any order. Pure: bytes to rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from openpyxl.utils import get_column_letter

from scoring.core.foreign.grids import (
    HEADS_WITHIN,
    MOST_BYTES,
    MOST_ROWS,
    Unreadable,
    Unreckoned,
    grids,
)
from scoring.core.text import folded
from scoring.players.services.import_table import LONGEST_CELL, RawRow

# What a table calls its columns, letters only, in both languages.
HEADS: Mapping[str, str] = {
    **dict.fromkeys(
        ("nr", "nummer", "startnummer", "startnr", "no", "number", "startnumber"), "number"
    ),
    **dict.fromkeys(
        ("familienname", "nachname", "zuname", "family", "familyname", "lastname", "surname"),
        "family",
    ),
    **dict.fromkeys(("vorname", "rufname", "given", "givenname", "firstname", "forename"), "given"),
    **dict.fromkeys(
        ("name", "spieler", "spielerin", "teilnehmer", "player", "fullname", "vornamename",
         "vornamenachname", "spielername"),
        "name",
    ),
    **dict.fromkeys(("namevorname", "nachnamevorname", "familiennamevorname"), "family_first"),
    **dict.fromkeys(("verein", "club", "klub", "skatclub", "vereinsname", "skatverein"), "club"),
    **dict.fromkeys(
        ("pass", "passnr", "passnummer", "spielerpass", "spielerpassnr", "passport",
         "passportnumber", "passportno", "mitgliedsnummer", "mitgliedsnr", "dskvnr"),
        "passport",
    ),
    **dict.fromkeys(
        ("geburtsjahr", "jahrgang", "gebjahr", "geb", "geboren", "geburtsdatum", "gebdatum",
         "yearofbirth", "birthyear", "born", "dateofbirth", "birthdate", "birthday"),
        "birth_year",
    ),
    **dict.fromkeys(
        ("kategorie", "klasse", "wertungsklasse", "altersklasse", "category", "categories",
         "class"),
        "category",
    ),
}  # fmt: skip
MOST_SHEETS = 10
NAMES = frozenset(("family", "name", "family_first"))


@dataclass(frozen=True, slots=True)
class PlayersSheet:
    """The rows of players, the columns that were read by letter, and the heads that were not."""

    rows: tuple[RawRow, ...]
    letters: Mapping[str, str]
    ignored: tuple[str, ...]


def read_players(data: bytes) -> PlayersSheet:
    """The players of a file, of whatever kind it is. Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise Unreadable("sheet-too-large")
    try:
        for _name, grid in islice(grids(data), MOST_SHEETS):
            lines = list(grid)
            if found := heads(lines):
                return players(lines, *found)
    except Unreadable:
        raise
    # A damaged or hostile file may fail anywhere inside the readers, and with anything.
    except Exception as broken:
        raise Unreadable("sheet-damaged") from broken
    raise Unreadable("sheet-without-heads")


def heads(lines: Sequence[Sequence[object]]) -> tuple[int, dict[str, int], tuple[str, ...]] | None:
    """The index of the row of headings, where each column stands, and what was not understood."""
    for index, line in enumerate(lines[:HEADS_WITHIN]):
        words = [text_of(each) for each in line]
        found: dict[str, int] = {}
        for position, word in enumerate(words):
            column = HEADS.get("".join(char for char in folded(word) if char.isalpha()), "")
            if column:
                found.setdefault(column, position)
        # "Name" beside "Vorname" is the family name.
        if "given" in found and "name" in found:
            found.setdefault("family", found.pop("name"))
        if NAMES & found.keys() and (len(found) > 1 or sum(map(bool, words)) == 1):
            others = tuple(
                word[:40] for at, word in enumerate(words) if word and at not in found.values()
            )
            return index, found, others
    return None


def players(
    lines: Sequence[Sequence[object]],
    head: int,
    columns: Mapping[str, int],
    others: tuple[str, ...],
) -> PlayersSheet:
    """Every row below the headings in which somebody is named."""
    letters = {column: get_column_letter(at + 1) for column, at in columns.items()}
    rows = []
    for number, line in enumerate(lines[head + 1 :], head + 2):
        for at in columns.values():
            if at < len(line) and isinstance(line[at], Unreckoned):
                raise Unreadable("sheet-not-reckoned", cell=str(line[at]))
        values = {column: text_of(line[at]) for column, at in columns.items() if at < len(line)}
        if any(values.get(column) for column in (*NAMES, "given")):
            rows.append(RawRow(number, values, letters))
    if not rows:
        raise Unreadable("sheet-empty")
    if len(rows) > MOST_ROWS:
        raise Unreadable("sheet-too-many-rows", most=MOST_ROWS)
    return PlayersSheet(tuple(rows), letters, others)


def text_of(value: object) -> str:
    """A cell as a person reads it: 12.0 is 12, a day is a day."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value)[:LONGEST_CELL].split())
