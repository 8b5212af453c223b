"""The row of headings in a foreign table, with columns in any order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.text import folded

# So far down a table may begin: above it stand titles, dates and sponsors.
HEADS_WITHIN = 30

# What tables call a column, in both languages: letters only, without case and accents.
WORDS: Mapping[str, str] = {
    "number": "nr nummer startnummer startnr startno no number startnumber teilnehmernr teilnnr "
    "spielernr spielernummer",
    "family": "familienname nachname zuname family familyname lastname surname",
    "given": "vorname rufname given givenname firstname forename",
    "name": "name namen spieler spielerin teilnehmer teilnehmerin player fullname vornamename "
    "vornamenachname spielername",
    "family_first": "namevorname nachnamevorname familiennamevorname",
    "club": "verein club klub skatclub vereinsname skatverein",
    "passport": "pass passnr passnummer spielerpass spielerpassnr passport passportnumber "
    "passportno mitgliedsnummer mitgliedsnr dskvnr",
    "birth_year": "geburtsjahr jahrgang gebjahr geb geboren geburtsdatum gebdatum yearofbirth "
    "birthyear born dateofbirth birthdate birthday",
    "joined": "eintritt eintrittsdatum eintrittam eingetreten eingetretenam mitgliedseit seit "
    "membersince joined since entered entry",
    "left": "austritt austrittsdatum austrittam ausgetreten ausgetretenam bis lefton left until",
    "category": "kategorie klasse wertungsklasse altersklasse category categories class",
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
    rows: Sequence[Sequence[object]], words: Mapping[str, str], suits: Callable[[Header], bool]
) -> Header | None:
    """The first row that is one of headings by `suits`."""
    for index in range(min(HEADS_WITHIN, len(rows))):
        header = read_header(rows[index], words, index)
        if suits(header):
            return header
    return None


def read_header(row: Sequence[object], words: Mapping[str, str], index: int) -> Header:
    """Of two columns with the same heading the first one counts."""
    columns: dict[str, int] = {}
    cells = [(at, str(cell)) for at, cell in enumerate(row) if cell not in (None, "")]
    for at, text in cells:
        column = words.get("".join(char for char in folded(text) if char.isalpha()))
        if column:
            columns.setdefault(column, at)
    # "Name" beside "Vorname" is the family name.
    if "given" in columns and "name" in columns:
        columns.setdefault("family", columns.pop("name"))
    unknown = tuple(at for at, text in cells if text.strip() and at not in columns.values())
    return Header(index + 1, columns, unknown)
