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
    0), and the headings that nobody knows or that stand a second time, by their place.
    """

    below: int
    columns: Mapping[str, int]
    unknown: Mapping[int, str]

    @property
    def is_lone(self) -> bool:
        return len(self.columns) == 1


def find_header(
    rows: Sequence[Sequence[object]], words: Mapping[str, str], suits: Callable[[Header], bool]
) -> Header | None:
    """The first row of headings by `suits`, or the first two rows that are headings together.

    A lone heading counts only where no others follow: above them it is the title of the table.
    """
    lone = None
    for index in range(min(HEADS_WITHIN, len(rows))):
        header = header_at(rows, words, index)
        if not suits(header):
            continue
        if not header.is_lone:
            return header
        lone = lone or header
    return lone


def header_at(rows: Sequence[Sequence[object]], words: Mapping[str, str], index: int) -> Header:
    """A row as headings, together with the next one if the two say more than either alone."""
    header = read_header(rows[index], words, index)
    if index + 1 == len(rows) or len(filled(rows[index])) < 2:
        return header
    below = read_header(rows[index + 1], words, index + 1)
    both = read_header(over_two_rows(rows[index], rows[index + 1], words), words, index + 1)
    says_more = len(both.columns) > max(len(header.columns), len(below.columns))
    texts = [text for _at, text in filled(rows[index + 1])]
    known = sum(letters(text) in words for text in texts)
    return both if says_more and 0 < min(len(texts), 2) <= known else header


def over_two_rows(
    upper: Sequence[object], lower: Sequence[object], words: Mapping[str, str]
) -> list[str]:
    """The headings of two rows: "Vor-" over "name" is one, "Name" over "Vorname" the lower."""
    above, under = dict(filled(upper)), dict(filled(lower))
    cells = []
    for at in range(max(len(upper), len(lower))):
        high, low = above.get(at, ""), under.get(at, "")
        known = (text for text in (high + low, low, high) if letters(text) in words)
        cells.append(next(known, low or high))
    return cells


def read_header(row: Sequence[object], words: Mapping[str, str], index: int) -> Header:
    """Of two columns with the same heading the first one counts."""
    columns: dict[str, int] = {}
    for at, text in filled(row):
        if column := words.get(letters(text)):
            columns.setdefault(column, at)
    # "Name" beside "Vorname" is the family name.
    if "given" in columns and "name" in columns:
        columns.setdefault("family", columns.pop("name"))
    unknown = {at: text for at, text in filled(row) if at not in columns.values()}
    return Header(index + 1, columns, unknown)


def filled(row: Sequence[object]) -> list[tuple[int, str]]:
    """The cells of a row in which something stands, with their places."""
    cells = ((at, str(cell)) for at, cell in enumerate(row) if cell is not None)
    return [(at, text) for at, text in cells if text.strip()]


def letters(text: str) -> str:
    """The letters of a text, without case and accents."""
    return "".join(char for char in folded(text) if char.isalpha())
