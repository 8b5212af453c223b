"""A pasted list of players, one a line: from a letter, a mail or a spreadsheet."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.core.files.xlsx import OWN
from scoring.core.forms import refuse, refuse_all
from scoring.core.spreadsheets import Cells, Sheet, letters, vocabulary
from scoring.core.text import PARTICLES, SUFFIXES, plain_text
from scoring.people.services.matching import Newcomer, PersonRow, RawRow, mark_families, read_person

MAX_ROWS = 1_000
# At the start of a line that begins with no space.
_NUMBER = re.compile(r"(?:(?:nr|no)\b\.?\s*|#\s*)?(\d+)(?=[\s.):;,]|$)[\s.):;,]*", re.IGNORECASE)
# As at the desk: "Ada Becker /d /3"; the slash in "SC Grün / Weiß" or "Nord/Süd" begins no option.
_OPTION = re.compile(r"/[^/]+")
HEADS = vocabulary("number", "family", "given", "name", "family_first", "club")
HEADS["mannschaft"] = "club"


def newcomers_in(text: str) -> Sequence[Newcomer]:
    """A newcomer for every line that is not empty, numbered as pasted.

    Raises Refused for too many lines, or with everything that cannot be read in them.

    >>> [str(each.name) for each in newcomers_in("1 Ada Becker; SC Grün\\n2 Celan, Carla")]
    ['Ada Becker', 'Carla Celan']
    >>> [each.club for each in newcomers_in("Ada Becker; SC Nord /Süd")]
    ['SC Nord /Süd']
    """
    people = people_in(text, options=False)
    problems = [
        replace(problem, number=person.raw.number)
        for person in people
        for problem in person.problems
    ]
    refuse_all(problems)
    return people


def people_in(text: str, *, options: bool) -> list[PersonRow]:
    """The people of a list; without `options` what begins with a slash belongs to the club."""
    lines = [plain_text(line) and line for line in text.splitlines()]
    people = [read_person(raw) for raw in raw_rows(lines, options=options) if lines[raw.number - 1]]
    if len(people) > MAX_ROWS:
        raise refuse("too-many-rows", field="text", most=MAX_ROWS)
    return people


def pasted_sheets(text: str) -> list[Sheet]:
    """The list as a table of the same rows, and what its columns mean.

    Raises Refused for no lines, or too many.
    """
    people = people_in(text, options=True)
    if not people:
        raise refuse("nothing-to-import", field="text")
    name, rows = _("List of players"), list[Cells]([()] * people[-1].raw.number)
    for person in people:
        raw = person.raw
        texts = (raw.text("number"), *person.name, person.club, raw.text("category"))
        rows[raw.number - 1] = [text or None for text in texts]
    columns = ("number", "family", "given", "club", "category")
    return [Sheet(name, rows), Sheet(OWN, [(name, 0, *columns)])]


def raw_rows(lines: Sequence[str], *, options: bool) -> Iterator[RawRow]:
    """The rows below headings, if the first line with text has them; else a row for each line."""
    grid = [cells(line) for line in lines]
    first = next((number for number, line in enumerate(lines, 1) if line), 0)
    if first and (columns := headings(grid[first - 1])):
        for number, texts in enumerate(grid[first:], first + 1):
            values = {key: texts[at] for key, at in columns.items() if at < len(texts)}
            yield RawRow(number, values, dict.fromkeys(columns, ""))
        return
    for number, line in enumerate(lines, 1):
        person, category = split_options(line) if options else (line, "")
        yield raw_row(number, person, category)


def cells(line: str) -> list[str]:
    """The line split at tabs, else semicolons, else commas."""
    gap = next((gap for gap in "\t;" if gap in line), ",")
    return [plain_text(cell).strip('"') for cell in line.split(gap)]


def headings(line: Sequence[str]) -> Mapping[str, int]:
    """The columns that a line names; none without a name among them, or for this alone.

    A line of one word could be a player.
    """
    columns: dict[str, int] = {}
    for at, text in enumerate(line):
        if column := HEADS.get(letters(text)):
            columns.setdefault(column, at)
    mark_families(columns)
    names = {"name", "family", "family_first"}
    return columns if len(columns) > 1 and names & columns.keys() else {}


def raw_row(row: int, line: str, category: str) -> RawRow:
    """A line without headings: [number] name [club], or [number] family, given [club]."""
    number, rest = split_number(line)
    parts = [cell for cell in cells(rest) if cell] or [""]
    by_comma = "\t" not in rest and ";" not in rest
    begins_with_family = is_family(parts[0]) if by_comma else len(parts) > 2
    if len(parts) > 1 and begins_with_family:
        values = {"family": parts[0], "given": parts[1], "club": ", ".join(parts[2:])}
    else:
        values = {"name": parts[0], "club": ", ".join(parts[1:])}
    values |= {"number": number, "category": category}
    return RawRow(row, values, dict.fromkeys(values, ""))


def split_number(line: str) -> tuple[str, str]:
    """The number that a line begins with, and the rest of it.

    >>> split_number("12. Ada Becker"), split_number("Ada Becker")
    (('12', 'Ada Becker'), ('', 'Ada Becker'))
    """
    start = line.lstrip()
    match = _NUMBER.match(start)
    return (match[1], start[match.end() :]) if match else ("", line)


def split_options(line: str) -> tuple[str, str]:
    """The line before its options, and these.

    >>> split_options("Ada Becker, SC Grün / Weiß /d /3")
    ('Ada Becker, SC Grün / Weiß', 'd, 3')
    """
    words, count = line.split(), 0
    while count + 1 < len(words) and _OPTION.fullmatch(words[-1 - count]):
        count += 1
    if not count:
        return line, ""
    return line.rsplit(None, count)[0], ", ".join(word[1:] for word in words[-count:])


def is_family(text: str) -> bool:
    """Whether the text before a comma is a family name: "Becker", "von der Heide".

    >>> [is_family(text) for text in ("von der Heide", "Dr. Meier sen.", "Frau Becker")]
    [True, True, False]
    """
    words = [word.rstrip(".").lower() for word in text.split() if word not in PARTICLES]
    return sum(word not in SUFFIXES | {"dr", "prof"} for word in words) <= 1
