"""A pasted list of players, one a line: from a letter, a mail or a spreadsheet."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.core.text import PARTICLES, Name, parse_name, plain_text
from scoring.models.person import HIGHEST_START_NUMBER
from scoring.players.services.matching import Newcomer
from scoring.rules.problem import Problem

MOST_ROWS = 1_000
_NUMBER = re.compile(r"\s*(?:(?:nr|no)\b\.?|#)?\s*(\d+)(?=[\s.):;,]|$)[\s.):;,]*", re.IGNORECASE)

# What a spreadsheet calls its columns, in both languages.
HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("nr", "nummer", "startnummer", "startnr", "no", "number"), "number"),
    **dict.fromkeys(("familienname", "nachname", "family", "family name", "surname"), "family"),
    **dict.fromkeys(("vorname", "given", "given name", "first name"), "given"),
    **dict.fromkeys(("name", "spieler", "teilnehmer", "player"), "name"),
    **dict.fromkeys(("verein", "club", "klub", "mannschaft"), "club"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PastedRow:
    """A line of the list: what was read from it, and what could not be."""

    row: int
    text: str
    newcomer: Newcomer
    problems: tuple[Problem, ...] = ()


def read_rows(text: str) -> list[PastedRow]:
    """Every line that is not empty, numbered as it was pasted.

    >>> [row.newcomer.name.family for row in read_rows("1 Ada Becker; SC Grün\\n2 Celan, Carla")]
    ['Becker', 'Celan']
    """
    lines = [(row, line) for row, line in enumerate(text.splitlines(), 1) if plain_text(line)]
    columns = headings(cells(lines[0][1])) if lines else None
    if columns:
        return [read_table_row(row, line, columns) for row, line in lines[1:]]
    return [read_line(row, line) for row, line in lines]


def cells(line: str) -> list[str]:
    """The line at its tabs, else its semicolons, else its commas."""
    gap = next((gap for gap in "\t;" if gap in line), ",")
    return [plain_text(cell).strip('"') for cell in line.split(gap)]


def headings(first: Sequence[str]) -> list[str] | None:
    """The columns of a spreadsheet with a row of headings; None if the row is a player."""
    found = [HEADINGS.get(cell.lower().strip(" .-"), "") for cell in first]
    # "Name" beside "Vorname" is the family name.
    if "given" in found:
        found = ["family" if column == "name" else column for column in found]
    known = [column for column in found if column]
    return found if len(known) >= 2 and {"name", "family"} & set(known) else None


def read_table_row(row: int, line: str, columns: Sequence[str]) -> PastedRow:
    values = dict(zip(columns, cells(line), strict=False))
    if "name" in values:
        name = parse_name(values["name"])
    else:
        name = Name(values.get("family", ""), values.get("given", ""))
    return finished(row, line, values.get("number", ""), name, values.get("club", ""))


def read_line(row: int, line: str) -> PastedRow:
    """A line without headings: [number] name [club], or [number] family, given [club]."""
    match = _NUMBER.match(line)
    number, rest = (match[1], line[match.end() :]) if match else ("", line)
    found = [cell for cell in cells(rest) if cell] or [""]
    by_comma = "\t" not in rest and ";" not in rest
    if len(found) > 2 or (by_comma and len(found) == 2 and is_family(found[0])):
        name, club = Name(found[0], found[1]), ", ".join(found[2:])
    else:
        name, club = parse_name(found[0]), ", ".join(found[1:])
    return finished(row, line, number, name, club)


def is_family(text: str) -> bool:
    """Whether what stands before a comma is a family name: "Becker", "von der Heide".

    >>> is_family("von der Heide"), is_family("Ada Becker")
    (True, False)
    """
    words = text.split()
    while words and words[0] in PARTICLES:
        words.pop(0)
    return len(words) <= 1


def finished(row: int, line: str, number: str, name: Name, club: str) -> PastedRow:
    """The newcomer of a row, and what is wrong with its number."""
    problems = []
    start_number = None
    if number:
        digits = number if number.isascii() and number.isdigit() and len(number) < 12 else "0"
        start_number = int(digits)
        if not 1 <= start_number <= HIGHEST_START_NUMBER:
            params = {"text": number[:20]}
            problems.append(Problem("start-number-unreadable", "start_number", params, number=row))
            start_number = None
    newcomer = Newcomer(name=name, club=club, start_number=start_number, row=row)
    return PastedRow(row, plain_text(line), newcomer, tuple(problems))
