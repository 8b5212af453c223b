"""A row of a table of people, and what its cells say."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from time import strptime
from typing import Literal

from scoring.core.text import Details, Name, folded, parse_name, plain_text
from scoring.people.services.matching import Newcomer
from scoring.rules.problem import Problem

MAX_CELL = 300  # letters
ROWS = 100_000  # more than a sheet has: the number of a row in its file tells its block, too
Doubt = Literal["", "no-name", "state"]
NumberProblem = Callable[[str, str], Problem]  # of a cell and its text
# How tables say that somebody counts among the ladies: the beginning of a word.
LADY = re.compile(r"(?:^|[^a-z])(?:dame|lad(?:y|ies)|frau|weiblich|female|w$|f$)")
_YEAR = re.compile(r"(?:^|\D)((?:19|20)\d\d)(?:\D|$)")
_DAYS = (  # the pattern, and where day, month and year stand in it
    (re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})"), (3, 2, 1)),
    (re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})"), (3, 1, 2)),
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?"), (1, 2, 3)),
)
_ENGLISH = re.compile(r"\d{1,2} [A-Za-z]{3} \d{4}")


@dataclass(frozen=True)
class RawRow:
    """A row as it stands in the table: text by column, `letters` say where ("B" of B7).

    `row` names it in its file, `number` in its sheet. One with a `doubt` is left out unless
    somebody ticks it; `fixed` are the columns that somebody corrected.
    """

    row: int
    values: Mapping[str, str]
    letters: Mapping[str, str]
    doubt: Doubt = ""
    sheet: str = ""
    fixed: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.row % ROWS

    def text(self, column: str) -> str:
        return plain_text(self.values.get(column, ""))[:MAX_CELL]

    def cell(self, column: str) -> str:
        """The address of a cell, "B7"; of a column that is not there just the row."""
        return f"{self.letters.get(column, '')}{self.number}"

    def column_at(self, cell: str) -> str:
        """The column of an address; empty for none."""
        return next((column for column in self.letters if self.cell(column) == cell), "")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """What a row says of a player or a member; `problems` are cells that cannot be read."""

    raw: RawRow
    name: Name
    club: str = ""
    number: int | None = None
    details: Details = Details()  # noqa: RUF009 - a tuple
    categories: tuple[str, ...] | None = None
    joined: date | None = None
    left: date | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def lady(self) -> bool:
        return bool(LADY.search(folded(self.raw.text("category"))))

    @property
    def content(self) -> tuple[object, ...]:
        """Everything that would be stored of it."""
        return (*self.name, self.club, self.number, *self.details, self.categories, self.joined,
                self.left, self.lady)  # fmt: skip


def start_number_unreadable(cell: str, text: str) -> Problem:
    return Problem("start-number-unreadable", cell, {"text": text[:20]})


def member_number_unreadable(cell: str, text: str) -> Problem:
    return Problem("member-number-unreadable", cell, {"text": text[:20]})


def read_person(raw: RawRow, unreadable: NumberProblem = start_number_unreadable) -> PersonRow:
    """Read all columns; a cell that cannot be read is a problem with its address."""
    problems: list[Problem] = []
    categories = [part for part in re.split(r"\s*[,;/+]\s*", raw.text("category")) if part]
    return PersonRow(
        raw,
        read_name(raw),
        raw.text("club"),
        read_number(raw, unreadable, problems),
        Details(raw.text("passport").lstrip("'"), read_year(raw, problems)),
        tuple(categories) or None,
        read_day(raw, "joined", problems),
        read_day(raw, "left", problems),
        tuple(problems),
    )


def newcomer_of(line: PersonRow) -> Newcomer:
    return Newcomer(
        line.name,
        line.club,
        line.number,
        row=line.raw.row,
        categories=line.categories,
        passport=line.details.passport,
        birth_year=line.details.birth_year,
    )


def read_name(raw: RawRow) -> Name:
    """The name, from whatever columns the table has for it."""
    if "family" in raw.letters:
        return Name(raw.text("family"), raw.text("given"))
    if "family_first" in raw.letters:
        text = raw.text("family_first")
        family, _space, given = text.partition(" ")
        return parse_name(text) if "," in text else Name(family, given)
    return parse_name(raw.text("name"))


def read_number(raw: RawRow, unreadable: NumberProblem, problems: list[Problem]) -> int | None:
    """A number, "7" or "7."; None where the cell is empty."""
    text = raw.text("number").rstrip(".")
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    if text:
        problems.append(unreadable(raw.cell("number"), text))
    return None


def read_year(raw: RawRow, problems: list[Problem]) -> int | None:
    """The year of birth, also of a whole date."""
    text = raw.text("birth_year")
    if match := _YEAR.search(text):
        return int(match[1])
    if text:
        cell = raw.cell("birth_year")
        problems.append(Problem("birth-year-unreadable", cell, {"text": text[:20]}))
    return None


def read_day(raw: RawRow, column: str, problems: list[Problem]) -> date | None:
    text = raw.text(column)
    if not text or text in "-–":
        return None
    try:
        return day_of(text, last=column == "left")
    except ValueError:
        problems.append(Problem("day-unreadable", raw.cell(column), {"text": text[:20]}))
        return None


def day_of(text: str, *, last: bool = False) -> date:
    """A day as tables write it; raises ValueError. A year alone is its first or `last` day.

    >>> day_of("1.3.2019") == day_of("2019-03-01") == day_of("3/1/2019") == day_of("1 Mar 2019")
    True
    >>> day_of("2019"), day_of("2019", last=True)
    (datetime.date(2019, 1, 1), datetime.date(2019, 12, 31))
    """
    for pattern, (year, month, day) in _DAYS:
        if match := pattern.fullmatch(text):
            return date(int(match[year]), int(match[month]), int(match[day]))
    if _ENGLISH.fullmatch(text):
        return date(*strptime(text, "%d %b %Y")[:3])
    if len(text) == 4 and text.isascii() and text.isdigit():
        return date(int(text), 12, 31) if last else date(int(text), 1, 1)
    raise ValueError(text)
