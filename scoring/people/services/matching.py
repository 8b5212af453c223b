"""Newcomers: whom on record they are, what forbids entering them, and how tables write them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from time import strptime
from typing import Literal

from scoring.core.forms import parse_number
from scoring.core.text import (
    Details,
    Name,
    details_problems,
    fold,
    letters_and_digits,
    name_problems,
    parse_name,
    plain_text,
)
from scoring.models import Category, EntryCategory, Pot, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.models.tournament import TournamentState
from scoring.people.reads.entries import (
    MAX_SORTED,
    Suggestion,
    as_suggestions,
    sole_match,
    with_similar_names,
)
from scoring.people.reads.members import KnownPeople
from scoring.rules.problem import Problem, errors


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player to be entered; `row` is the line of a pasted list.

    `person` is an id on record, `another` says that none of the namesakes is meant. `categories`
    are beginnings of names of categories and optional pots, None for the categories of the last
    tournament. `typed` is the name as typed at the desk, which may be abbreviated.
    """

    name: Name
    club: str = ""
    start_number: int | None = None
    person: int | None = None
    another: bool = False
    row: int = 0
    from_series: int = 1
    categories: tuple[str, ...] | None = None
    passport: str = ""
    birth_year: int | None = None
    typed: str = ""
    published_as: str = ""

    @property
    def details(self) -> Details:
        return Details(self.passport, self.birth_year)


@dataclass(frozen=True, slots=True)
class Placed:
    """A matched newcomer; `pots` are the ids of the optional pots that the player takes part in."""

    problems: list[Problem]
    person: int | None = None
    categories: list[Category] = field(default_factory=list)
    pots: list[int] = field(default_factory=list)


def examine(
    tournament: Tournament, newcomers: Iterable[Newcomer]
) -> tuple[list[Problem], list[Placed]]:
    roster, newcomers = Roster(tournament), list(newcomers)
    roster.people.prefetch(each.name for each in newcomers)
    roster.people.read(each.person for each in newcomers if each.person is not None)
    problems = [Problem("tournament-final")] if tournament.state == TournamentState.FINAL else []
    placed = [roster.place(newcomer) for newcomer in newcomers]
    return [*problems, *(problem for each in placed for problem in each.problems)], placed


class Roster:
    """The players of a tournament and those being added."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.people = tournament, KnownPeople(tournament)
        self.register = self.people.register
        self.entered = dict(tournament.entries.values_list("person", "start_number"))
        self.taken = set(self.entered.values())
        self.categories = {
            letters_and_digits(category.name): category for category in tournament.categories.all()
        }
        stakes = tournament.pots.filter(optional=True, stake_cents__gt=0)
        self.options: dict[str, Category | Pot] = {
            **{letters_and_digits(stake.title): stake for stake in stakes},
            **self.categories,
        }
        self.rows_by_name: dict[Name, int] = {}  # of the newcomers so far, by folded name
        self.earlier: dict[int, list[tuple[int, str]]] = {}  # entries and categories by person

    def place(self, newcomer: Newcomer) -> Placed:
        problems = self.data_problems(newcomer)
        person = None
        if not errors(problems):
            doubts, newcomer = self.resolve_abbreviation(newcomer)
            if not doubts:
                doubts, person = self.identify(newcomer)
            problems += doubts
        if newcomer.start_number:
            self.taken.add(newcomer.start_number)
        row = newcomer.row or None
        numbered = [replace(problem, number=row) for problem in problems]
        return self.with_options(newcomer, person, numbered)

    def with_options(
        self, newcomer: Newcomer, person: int | None, problems: Sequence[Problem] = ()
    ) -> Placed:
        """With the named categories and pots; else categories of last time."""
        options = [self.option_named(name) for name in newcomer.categories or ()]
        categories = {option.pk: option for option in options if isinstance(option, Category)}
        pots = [option.pk for option in options if isinstance(option, Pot)]
        placed = Placed(list(problems), person, list(categories.values()), pots)
        # A pot alone says nothing of categories.
        if person is not None and not categories and (newcomer.categories is None or pots):
            return replace(placed, categories=self.last_categories(person))
        return placed

    def data_problems(self, newcomer: Newcomer) -> list[Problem]:
        problems = name_problems(newcomer.name, newcomer.club)
        problems += details_problems(newcomer.passport, newcomer.birth_year)
        problems += self.number_problems(newcomer)
        return problems + [
            Problem("category-unknown", "categories", {"name": name[:40]})
            for name in newcomer.categories or ()
            if self.option_named(name) is None
        ]

    def number_problems(self, newcomer: Newcomer) -> list[Problem]:
        number = newcomer.start_number
        if number is None:
            return []
        if not 1 <= number <= MAX_START_NUMBER:
            params = {"most": MAX_START_NUMBER}
            return [Problem("start-number-out-of-range", "start_number", params)]
        if number in self.taken:
            return [Problem("start-number-taken", "start_number", {"number": number})]
        return []

    def option_named(self, name: str) -> Category | Pot | None:
        """The category or optional pot of this name or unambiguous beginning."""
        prefix = letters_and_digits(name)
        if prefix in self.options:
            return self.options[prefix]
        fitting = [option for key, option in self.options.items() if key.startswith(prefix)]
        return fitting[0] if prefix and len(fitting) == 1 else None

    def last_categories(self, person: int) -> list[Category]:
        if not self.categories:
            return []
        if person not in self.earlier:
            people = {person, *self.people.people}  # all that were read for other rows, too
            self.earlier |= {who: [] for who in people}
            rows = EntryCategory.objects.filter(entry__person__in=people).order_by(
                "entry__tournament__date", "entry_id"
            )
            for who, entry, name in rows.values_list("entry__person", "entry", "category__name"):
                self.earlier[who].append((entry, letters_and_digits(name)))
        earlier = self.earlier[person]
        names = [name for entry, name in earlier if entry == earlier[-1][0]]
        return [self.categories[name] for name in names if name in self.categories]

    def identify(self, newcomer: Newcomer) -> tuple[list[Problem], int | None]:
        """Doubts, and the person on record; None for a new one."""
        if newcomer.another:
            return [], None
        if newcomer.person is not None:
            return self.choose_person(newcomer.person)
        namesakes = self.register.namesakes(newcomer.name)
        playing = [self.entered[person] for person in namesakes if person in self.entered]
        name = str(newcomer.name)
        if playing:
            return [doubt("name-plays-already", name=name, number=playing[0])], None
        key = Name(fold(newcomer.name.family), fold(newcomer.name.given))
        if key in self.rows_by_name:
            return [doubt("name-twice", name=name, row=self.rows_by_name[key])], None
        self.rows_by_name[key] = newcomer.row
        candidates = self.people.candidates(newcomer.name, newcomer.club, newcomer.details)
        if len(candidates) > 1:
            return [doubt("name-ambiguous", name=name, count=len(candidates))], None
        if not candidates:
            return [], None
        [person] = candidates
        is_certain = self.people.is_certain(person, newcomer.club, newcomer.details)
        if is_certain or not newcomer.typed:
            return [], person.pk
        return [doubt("name-of-another-club", name=name, club=str(person.club))], person.pk

    def resolve_abbreviation(self, newcomer: Newcomer) -> tuple[list[Problem], Newcomer]:
        """An exact name or one that fits nobody stays; several that fit are a question."""
        text = newcomer.typed
        is_chosen = newcomer.person or newcomer.another
        if not text or is_chosen or self.register.namesakes(newcomer.name):
            return [], newcomer
        starting = self.register.starting(text, MAX_SORTED)
        if match := sole_match(as_suggestions(self.tournament, starting), text):
            return [], replace(newcomer, person=match.person.pk)
        meant = with_similar_names(self.register, text, starting)
        return question(as_suggestions(self.tournament, meant), text), newcomer

    def choose_person(self, person: int) -> tuple[list[Problem], int | None]:
        if person in self.entered:
            params = {"number": self.entered[person]}
            return [Problem("person-plays-already", "name", params)], None
        if not self.people.read([person]):
            return [Problem("person-unknown", "name")], None
        # The same person must not be in one list twice.
        self.entered[person] = 0
        return [], person


def question(suggestions: Sequence[Suggestion], text: str) -> list[Problem]:
    if not suggestions:
        return []
    if len(suggestions) > 1:
        return [doubt("name-abbreviated", name=text)]
    [suggestion] = suggestions
    name = str(suggestion.person)
    if suggestion.start_number is not None:
        return [doubt("name-plays-already", name=name, number=suggestion.start_number)]
    return [doubt("name-resembles", known=name)]


def doubt(code: str, **params: object) -> Problem:
    """A warning, which the clerk may override."""
    return Problem(code, "name", params, severity="warning")


# A row of a table of people, and what its cells say.

MAX_CELL = 300  # letters
Doubt = Literal["", "no-name", "state"]
# How tables say that somebody counts among the ladies: the beginning of a word.
LADY = re.compile(r"(?:^|[^a-z])(?:dame|lad(?:y|ies)|frau|weiblich|female|w$|f$)")
_YEAR = re.compile(r"(?:^|\D)((?:19|20)\d\d)(?:\D|$)")


@dataclass(frozen=True)
class RawRow:
    """A row of a table: text by column; `letters` are those of the columns ("B" of B7).

    `number` is that of the row in its sheet, from 1, `sheet_number` that of the sheet, from 0. A
    row with a `doubt` is left out unless somebody ticks it; `fixed` are corrected columns.
    """

    number: int
    values: Mapping[str, str]
    letters: Mapping[str, str]
    doubt: Doubt = ""
    sheet: str = ""
    fixed: tuple[str, ...] = ()
    sheet_number: int = 0
    first_column: int = 0  # tells tables beside each other apart

    @property
    def key(self) -> str:
        return f"{self.sheet_number}.{self.first_column}.{self.number}"

    def text(self, column: str) -> str:
        return plain_text(self.values.get(column, ""))[:MAX_CELL]

    def cell(self, column: str) -> str:
        """The address of a cell, "B7"; without such a column the row, "7"."""
        return f"{self.letters.get(column, '')}{self.number}"

    def column_at(self, cell: str) -> str:
        return next((column for column in self.letters if self.cell(column) == cell), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow(Newcomer):
    """A newcomer as a row of a table says; in a list of members the number is the member's."""

    raw: RawRow
    joined: date | None = None
    left: date | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def lady(self) -> bool:
        return bool(LADY.search(fold(self.raw.text("category"))))

    @property
    def content(self) -> tuple[object, ...]:
        return (*self.name, self.club, self.start_number, *self.details, self.categories,
                self.joined, self.left, self.lady)  # fmt: skip


def read_person(raw: RawRow) -> PersonRow:
    """Unreadable cells become problems with their address."""
    problems: list[Problem] = []
    categories = [part for part in re.split(r"\s*[,;/+]\s*", raw.text("category")) if part]
    return PersonRow(
        read_name(raw),
        raw.text("club"),
        read_number(raw, problems),
        row=raw.number,
        categories=tuple(categories) or None,
        passport=raw.text("passport").lstrip("'"),
        birth_year=read_year(raw, problems),
        raw=raw,
        joined=read_day(raw, "joined", problems),
        left=read_day(raw, "left", problems),
        problems=tuple(problems),
    )


def mark_families(columns: dict[str, int]) -> None:
    """Rename the column "Name" beside "Vorname": it has the family names."""
    if "given" in columns and "name" in columns:
        columns.setdefault("family", columns.pop("name"))


def read_name(raw: RawRow) -> Name:
    if "family" in raw.letters:
        return Name(raw.text("family"), raw.text("given"))
    if "family_first" in raw.letters:
        text = raw.text("family_first")
        family, _space, given = text.partition(" ")
        return parse_name(text) if "," in text else Name(family, given)
    return parse_name(raw.text("name"))


def read_number(raw: RawRow, problems: list[Problem]) -> int | None:
    text = raw.text("number").rstrip(".")
    number = parse_number(text, digits=9)
    if text and number is None:
        problems.append(Problem("number-unreadable", raw.cell("number"), {"text": text[:20]}))
    return number


def read_year(raw: RawRow, problems: list[Problem]) -> int | None:
    """The year of birth, also of a whole date."""
    text, cell = raw.text("birth_year"), raw.cell("birth_year")
    if match := _YEAR.search(text):
        return int(match[1])
    if text:
        problems.append(Problem("birth-year-unreadable", cell, {"text": text[:20]}))
    return None


def read_day(raw: RawRow, column: str, problems: list[Problem]) -> date | None:
    text = raw.text(column)
    if not text or text in "-–":
        return None
    try:
        return parse_day(text, last=column == "left")
    except ValueError:
        problems.append(Problem("day-unreadable", raw.cell(column), {"text": text[:20]}))
        return None


def parse_day(text: str, *, last: bool = False) -> date:
    """A day as tables write it; raises ValueError. A year alone is its first or `last` day.

    >>> {str(parse_day(day)) for day in ("1. 3. 2019", "2019-03-01", "3/1/2019", "1 Mar 2019")}
    {'2019-03-01'}
    >>> parse_day("1 1.3.2019")
    Traceback (most recent call last):
    ValueError: time data '1 1.3.2019' does not match format '%Y'
    >>> parse_day("2019"), parse_day("2019", last=True)
    (datetime.date(2019, 1, 1), datetime.date(2019, 12, 31))
    """
    for day, pattern in (
        (re.sub(r"\. +", ".", text), "%d.%m.%Y"),
        (text, "%m/%d/%Y"),
        (text, "%d %b %Y"),
        (re.split("[ T]", text)[0], "%Y-%m-%d"),
    ):
        with suppress(ValueError):
            return date(*strptime(day, pattern)[:3])
    year = strptime(text, "%Y").tm_year
    return date(year, 12, 31) if last else date(year, 1, 1)
