"""What a cell beside or above figures says: a series, a table, a sum, the heading of a column."""

import re
from functools import lru_cache

from scoring.core.spreadsheets.cells import as_whole
from scoring.core.spreadsheets.headings import letters
from scoring.core.text import folded

OVERALL = frozenset(
    ("gesamt", "total", "summe", "gesamtergebnis", "gesamtwertung", "endstand", "overall")
)
SUMS = OVERALL | frozenset(
    (
        *("summen", "gesamtsumme", "sum", "zusammen", "σ", "insgesamt", "durchschnitt", "schnitt"),
        *("mittelwert", "average", "mean", "kontrolle", "kontrollsumme", "differenz", "eingepasst"),
        *("passe", "ø"),
    )
)
BLANK = frozenset(("", "-", "–", "—", "−", "x", "/", "./."))
LONGEST = 120
_SERIES = re.compile(
    r"(?<!\w)(?:(?:serie|series|runde|durchgang)\s*(?:nr\.?\s*)?|s\.?\s?)(\d{1,2})(?![\d.]\w|\w)"
    r"|(?<!\w)(\d{1,2})\s?\.\s?(?:serie|runde|durchgang)\b"
)
# Neither one series nor another: "Serie 1-3", "Serie 1 + 2", "nach Serie 2", "nach 2 Serien".
_SEVERAL = re.compile(
    r"(?:serien?|series|runden?)\s*\d+\.?\s*(?:[-–+&/,]|bis|und|to|and)\s*\d"
    r"|\b(?:nach|after|bis)\s+(?:der\s+)?(?:serie|series|runde|\d)"
)
_TABLE = re.compile(r"(?<!\w)(?:tisch|table)\s*(?:nr\.?\s*)?(\d{1,4})(?!\w)")
_NUMBERED = re.compile(r"(\D*\D)\s?(\d{1,2})")


@lru_cache(2_000)
def series_in(text: str) -> int | None:
    """The one series that a text names.

    >>> [series_in(text) for text in ("Serie 2", "3. Serie", "Serie 1-3", "nach Serie 2", "S1 T4")]
    [2, 3, None, None, 1]
    """
    plain = folded(text[:LONGEST])
    if _SEVERAL.search(plain):
        return None
    found = {int(first or second) for first, second in _SERIES.findall(plain)}
    return found.pop() if len(found) == 1 else None


@lru_cache(2_000)
def table_in(text: str) -> int | None:
    """The one table that a text names.

    >>> table_in("Tisch 12"), table_in("Tischgebühr 12")
    (12, None)
    """
    found = {int(number) for number in _TABLE.findall(folded(text[:LONGEST]))}
    return found.pop() if len(found) == 1 else None


@lru_cache(2_000)
def without_series(text: str) -> str:
    """A heading without the series that it names: "Punkte Serie 2" is "punkte"."""
    plain = folded(text[:LONGEST])
    return _SERIES.sub(" ", plain) if series_in(text) is not None else plain


def numbered(text: str) -> tuple[str, int] | None:
    """The word and the number of "Punkte 2"."""
    match = _NUMBERED.fullmatch(text.strip())
    return (letters(match[1]), int(match[2])) if match else None


@lru_cache(2_000)
def is_sum(text: str) -> bool:
    """Whether a row that begins so holds sums: "Summe", "Gesamt Tisch 2", "Ø"."""
    words = folded(text[:LONGEST]).replace(":", " ").replace("∑", "σ").split()
    return bool(words) and words[0] in SUMS


def is_overall(text: str) -> bool:
    return letters(text) in OVERALL


def is_figure(cell: object) -> bool:
    """Whether a cell holds a number."""
    return as_whole(cell) is not None or isinstance(cell, float)


def text_of(cell: object) -> str:
    """The words of a cell; empty for a number, a day and a formula without a result."""
    if not isinstance(cell, str) or as_whole(cell) is not None:
        return ""
    return " ".join(cell[:400].split())


def is_blank(cell: object) -> bool:
    """Whether a cell says that there is nothing: empty, or a dash."""
    return cell is None or (isinstance(cell, str) and cell.strip().casefold() in BLANK)
