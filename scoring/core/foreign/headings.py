"""The row of headings in a foreign table, with columns in any order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.text import folded

# So far down a table may begin: above it stand titles, dates and sponsors.
HEADS_WITHIN = 30

# What tables call a column, in both languages: letters only, without case and accents.
WORDS: Mapping[str, str] = {
    "number": "nr nummer startnummer startnr no number startnumber",
    "family": "familienname nachname zuname family familyname lastname surname",
    "given": "vorname rufname given givenname firstname forename",
    "name": "name spieler spielerin teilnehmer player fullname vornamename vornamenachname "
    "spielername",
    "family_first": "namevorname nachnamevorname familiennamevorname",
    "club": "verein club klub skatclub vereinsname skatverein",
    "passport": "pass passnr passnummer spielerpass spielerpassnr passport passportnumber "
    "passportno mitgliedsnummer mitgliedsnr dskvnr",
    "birth_year": "geburtsjahr jahrgang gebjahr geb geboren geburtsdatum gebdatum yearofbirth "
    "birthyear born dateofbirth birthdate birthday",
    "category": "kategorie klasse wertungsklasse altersklasse category categories class",
    "series": "serie series runde",
    "table": "tisch table",
    "seat": "platz seat sitz",
    "points": "punkte spielpunkte points gamepoints pkt",
    "won": "gewonnen gew won g gsp gewonnenespiele siege",
    "lost": "verloren verl lost v vsp verlorenespiele",
    "total": "gesamt gesamtpunkte total summe performance leistung",
}


def vocabulary(*columns: str) -> dict[str, str]:
    """The columns of one kind of table, by every word for them."""
    return {word: column for column in columns for word in WORDS[column].split()}


@dataclass(frozen=True, slots=True)
class Header:
    """Where the headings end (the index of the first row below), where each column stands (from
    0), and the places of the headings that nobody knows.
    """

    below: int
    columns: Mapping[str, int]
    unknown: tuple[int, ...]


def find_header(
    rows: Sequence[Sequence[object]],
    words: Mapping[str, str],
    suits: Callable[[Header], bool],
    *,
    most_lines: int = 1,
) -> Header | None:
    """The first row that is one of headings by `suits`; they may stand in `most_lines` rows."""
    for index in range(min(HEADS_WITHIN, len(rows))):
        for height in range(1, most_lines + 1):
            header = read_header(rows[index : index + height], words, index)
            if suits(header):
                return header
    return None


def read_header(rows: Sequence[Sequence[object]], words: Mapping[str, str], index: int) -> Header:
    """Of two columns with the same heading the first one counts."""
    columns: dict[str, int] = {}
    cells = [
        (at, str(cell)) for row in rows for at, cell in enumerate(row) if cell not in (None, "")
    ]
    for at, text in cells:
        column = words.get("".join(char for char in folded(text) if char.isalpha()))
        if column:
            columns.setdefault(column, at)
    # "Name" beside "Vorname" is the family name.
    if "given" in columns and "name" in columns:
        columns.setdefault("family", columns.pop("name"))
    unknown = tuple(at for at, text in cells if text.strip() and at not in columns.values())
    return Header(index + len(rows), columns, unknown)
