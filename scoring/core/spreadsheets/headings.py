"""What tables call their columns."""

from collections.abc import Mapping

from scoring.core.text import folded

MAX_HEADING = 120  # letters

# What tables call a column, in both languages: letters only, without case and accents.
WORDS: Mapping[str, str] = {
    "number": "nr nummer startnummer startnr startno no number startnumber teilnehmernr teilnnr "
    "spielernr spielernummer",
    "family": "familienname nachname zuname family familyname lastname surname",
    "given": "vorname rufname given givenname firstname forename",
    "name": "name namen spieler spielerin teilnehmer teilnehmerin partner player fullname "
    "vornamename vornamenachname spielername",
    "family_first": "namevorname nachnamevorname familiennamevorname",
    "club": "verein club klub skatclub vereinsname skatverein",
    "passport": "pass passnr passnummer spielerpass spielerpassnr passport passportnumber mitglnr "
    "passportno mitgliedsnummer mitgliedsnr dskvnr",
    "birth_year": "geburtsjahr jahrgang gebjahr geb geboren geburtsdatum gebdatum yearofbirth "
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
    """The columns of one kind of table, by every word for them."""
    return {word: column for column in columns for word in WORDS[column].split()}


def letters(text: str) -> str:
    """The letters of a text, without case, accents, signs and digits.

    >>> letters("Gew. Spiele"), letters("Start-Nr.")
    ('gewspiele', 'startnr')
    """
    return "".join(char for char in folded(text[:MAX_HEADING]) if char.isalpha())
