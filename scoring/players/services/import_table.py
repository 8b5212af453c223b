"""Players from a foreign table: every row is matched first, then they are entered.

Rows are matched again under the lock when the import is confirmed, so that what was shown is done.
Players who are entered already are left alone: importing twice changes nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scoring.core.refusals import refuse
from scoring.core.services import Submission
from scoring.core.text import Name, folded, parse_name, plain_text
from scoring.models import Actor, Entry, Person, Tournament
from scoring.models.log import Action
from scoring.models.tournament import TournamentState
from scoring.players.services.entries import entered_earlier, write_entries
from scoring.players.services.matching import Newcomer, Placed, Roster
from scoring.rules.problem import Problem, errors

LONGEST_CELL = 300
ResultName = Literal["new", "known", "entered", "double", "ambiguous", "faulty"]
WRITTEN = ("new", "known")
_YEAR = re.compile(r"(?:^|\D)((?:19|20)\d\d)(?:\D|$)")


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row of the table: text by column, `letters` are its columns ("B" of B7)."""

    row: int
    values: Mapping[str, str]
    letters: Mapping[str, str]

    def text(self, column: str) -> str:
        return plain_text(self.values.get(column, ""))[:LONGEST_CELL]

    def cell(self, column: str) -> str:
        """The address of a cell, "B7"; of a missing column only the row."""
        return f"{self.letters.get(column, '')}{self.row}"


@dataclass(frozen=True, slots=True)
class RowResult:
    """What becomes of a row.

    new        is added to the register and entered
    known      is somebody on record and entered
    entered    plays here already, with `number`; nothing happens
    double     is in row `number` of the same table already; nothing happens
    ambiguous  fits several people, `candidates` by id: somebody has to choose
    faulty     cannot be read or entered, for the reasons in `problems`
    """

    raw: RawRow
    name: ResultName
    newcomer: Newcomer
    problems: tuple[Problem, ...] = ()
    placed: Placed | None = None
    number: int | None = None
    candidates: tuple[int, ...] = ()


Choices = Mapping[int, str]  # row → "new", or the id of a person, where a row is ambiguous


def judge(tournament: Tournament, rows: Iterable[RawRow], choices: Choices) -> list[RowResult]:
    """The result of every row, in the order of the table."""
    matcher, table = RowMatcher(tournament, choices), list(rows)
    matcher.scan(table)
    return [matcher.match(raw) for raw in table]


def import_players(
    tournament: Tournament,
    rows: Sequence[RawRow],
    *,
    by: Actor,
    choices: Choices,
    expected: int,
    token: str | None = None,
) -> list[Entry]:
    """Enter every row that is new or known; no fee is booked.

    Raises Refused if there is none, or if their number, without those chosen by hand, is no longer
    `expected`: then somebody else was faster, and the rows have to be shown again.
    """
    sent = Submission(tournament, by, token, Action.PLAYERS_IMPORTED, about="tournament")
    with sent, sent.alone():
        if tournament.state == TournamentState.FINAL:
            raise refuse("tournament-final")
        good = [each for each in judge(tournament, rows, choices) if each.name in WRITTEN]
        if not good:
            raise refuse("nothing-to-import")
        if count_unchosen(good, choices) != expected:
            raise refuse("import-changed-meanwhile", count=len(good))
        newcomers = [each.newcomer for each in good]
        placed = [each.placed or Placed([]) for each in good]
        entries = write_entries(tournament, newcomers, placed, by=by)
        sent.log(new={"start_numbers": [entry.start_number for entry in entries]})
        return entries
    return entered_earlier(tournament, sent.wrote.get("start_numbers", []))


def count_unchosen(results: Iterable[RowResult], choices: Choices) -> int:
    """How many rows are entered without a choice by hand."""
    return sum(each.name in WRITTEN and each.raw.row not in choices for each in results)


@dataclass(frozen=True, slots=True)
class RecordedPerson:
    """The details of a person on record that distinguish namesakes."""

    pk: int
    passport: str
    birth_year: int | None
    club: str

    def is_identified_by(self, newcomer: Newcomer) -> bool:
        """Whether a row has the passport, the year of birth or the club of this person."""
        passport, club = folded(newcomer.passport), folded(newcomer.club)
        if passport and self.passport:
            return passport == self.passport
        if newcomer.birth_year and self.birth_year:
            return newcomer.birth_year == self.birth_year
        return bool(club) and club == self.club


class RowMatcher:
    """Matches row after row and remembers those before."""

    def __init__(self, tournament: Tournament, choices: Choices) -> None:
        self.field = Roster.of(tournament)
        self.choices = choices
        self.by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
        for pk, family, given in self.field.register.people:
            self.by_name[family, given].append(pk)
        rows = Person.objects.filter(anonymised_at=None).values_list(
            "pk", "passport", "birth_year", "club__name"
        )
        self.people = {
            pk: RecordedPerson(pk, folded(passport), year, folded(club or ""))
            for pk, passport, year, club in rows
        }
        # The rows to be entered, by name, and who they are on record.
        self.seen: dict[str, list[tuple[Newcomer, int | None]]] = defaultdict(list)
        # The row that identifies a person by more than the name; all rows by name.
        self.identified: dict[int, Newcomer] = {}
        self.by_row_name: dict[str, list[Newcomer]] = defaultdict(list)

    def scan(self, rows: Iterable[RawRow]) -> None:
        """Find the persons identified by club or passport, before a namesake in an earlier row
        takes their place.
        """
        for newcomer in (read_newcomer(raw)[0] for raw in rows):
            self.by_row_name[folded(str(newcomer.name))].append(newcomer)
            for pk in self.exact(newcomer):
                known = self.people.get(pk)
                if known and known.is_identified_by(newcomer):
                    self.identified.setdefault(pk, newcomer)

    def match(self, raw: RawRow) -> RowResult:
        newcomer, problems = read_newcomer(raw)
        faults = self.field.faults(newcomer)
        problems += [replace(each, field=raw.cell(column_of(each.field))) for each in faults]
        categories, pots = self.field.classes(newcomer)[1:]
        if self.is_his_own_number(newcomer):
            problems = [each for each in problems if each.code != "start-number-taken"]
        if errors(problems):
            return RowResult(raw, "faulty", newcomer, tuple(problems))
        found = self.identify(raw, newcomer)
        if found.name in WRITTEN and newcomer.start_number:
            self.field.taken.add(newcomer.start_number)
        if found.placed is not None and found.placed.person and newcomer.categories is None:
            categories = self.field.of_last_time(found.placed.person)
        placed = found.placed and replace(found.placed, categories=categories, pots=pots)
        return replace(found, placed=placed)

    def is_his_own_number(self, newcomer: Newcomer) -> bool:
        """Whether the number belongs to the same player, entered here or in an earlier row."""
        return any(map(self.field.is_playing, self.exact(newcomer))) or any(
            row.start_number == newcomer.start_number and not are_two(row, newcomer)
            for row, _person in self.seen[folded(str(newcomer.name))]
        )

    def identify(self, raw: RawRow, newcomer: Newcomer) -> RowResult:
        """Who the row is, by all its details and the choice by hand."""
        candidates = self.narrowed(newcomer)
        choice = self.choices.get(raw.row, "")
        if choice == "new":
            return self.to_enter(raw, newcomer, None)
        if choice.isascii() and choice.isdigit() and int(choice[:18]) in candidates:
            return self.recorded(raw, newcomer, int(choice[:18]))
        if not candidates:
            return self.to_enter(raw, newcomer, None)
        is_certain = len(candidates) == 1 and not self.is_doubtful(newcomer, candidates[0])
        if is_certain or (len(candidates) > 1 and all(map(self.field.is_playing, candidates))):
            return self.recorded(raw, newcomer, candidates[0])
        return RowResult(raw, "ambiguous", newcomer, candidates=tuple(candidates))

    def exact(self, newcomer: Newcomer) -> list[int]:
        return self.by_name.get((folded(newcomer.name.family), folded(newcomer.name.given)), [])

    def narrowed(self, newcomer: Newcomer) -> list[int]:
        """The namesakes on record that no detail of the row contradicts."""
        passport, club = folded(newcomer.passport), folded(newcomer.club)
        namesakes = [self.people[pk] for pk in self.exact(newcomer) if pk in self.people]
        if passport and (sure := [each.pk for each in namesakes if each.passport == passport]):
            return sure
        possible = [
            each
            for each in namesakes
            if not (passport and each.passport)
            and not differ(newcomer.birth_year, each.birth_year)
            and not self.is_another(newcomer, each.pk)
        ]
        of_club = [each.pk for each in possible if club and each.club == club]
        return of_club or [each.pk for each in possible]

    def is_doubtful(self, newcomer: Newcomer, person: int) -> bool:
        """Whether a namesake of another club plays here, or is in the table."""
        known = self.people[person]
        if self.is_contested(newcomer, person):
            return True
        certain = known.passport and known.passport == folded(newcomer.passport)
        another = newcomer.club and known.club and known.club != folded(newcomer.club)
        return bool(self.field.is_playing(person) and another and not certain)

    def recorded(self, raw: RawRow, newcomer: Newcomer, person: int) -> RowResult:
        if self.field.is_playing(person):
            return RowResult(raw, "entered", newcomer, number=self.field.entered[person])
        return self.to_enter(raw, newcomer, person)

    def is_contested(self, newcomer: Newcomer, person: int) -> bool:
        """Whether two different rows fit a person whom neither identifies."""
        others = self.by_row_name[folded(str(newcomer.name))]
        return person not in self.identified and any(are_two(newcomer, other) for other in others)

    def is_another(self, newcomer: Newcomer, person: int) -> bool:
        """Whether a different row of this table is this person already."""
        rows = self.seen[folded(str(newcomer.name))]
        taken = [row for row, known in rows if known == person]
        taken += [self.identified[person]] if person in self.identified else []
        return any(are_two(newcomer, row) for row in taken)

    def to_enter(self, raw: RawRow, newcomer: Newcomer, person: int | None) -> RowResult:
        """To be entered, unless an earlier row is the same."""
        rows = self.seen[folded(str(newcomer.name))]
        same = [
            row.row
            for row, known in rows
            if (known == person if known and person else not are_two(row, newcomer))
        ]
        if same and self.choices.get(raw.row) != "new":
            return RowResult(raw, "double", newcomer, number=same[0])
        rows.append((newcomer, person))
        return RowResult(raw, "known" if person else "new", newcomer, placed=Placed([], person))


def are_two(one: Newcomer, other: Newcomer) -> bool:
    """Whether two rows of one name differ in club, passport or year of birth."""
    return differ(one.birth_year, other.birth_year) or any(
        a and b and folded(a) != folded(b)
        for a, b in ((one.passport, other.passport), (one.club, other.club))
    )


def differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def read_newcomer(raw: RawRow) -> tuple[Newcomer, list[Problem]]:
    """The newcomer of a row, and what is unreadable, each with its cell."""
    problems: list[Problem] = []
    number = read_number(raw, problems)
    year = read_year(raw, problems)
    classes = [part.strip() for part in re.split(r"[,;/+]", raw.text("category")) if part.strip()]
    newcomer = Newcomer(
        name=read_name(raw),
        club=raw.text("club"),
        start_number=number,
        row=raw.row,
        categories=tuple(classes) if classes else None,
        passport=raw.text("passport"),
        birth_year=year,
    )
    return newcomer, problems


def read_name(raw: RawRow) -> Name:
    """The name, from any columns of names."""
    if "family" in raw.letters:
        return Name(raw.text("family"), raw.text("given"))
    if "family_first" in raw.letters:
        text = raw.text("family_first")
        family, _space, given = text.partition(" ")
        return parse_name(text) if "," in text else Name(family, given)
    return parse_name(raw.text("name"))


def read_number(raw: RawRow, problems: list[Problem]) -> int | None:
    """The start number, "7" or "7."; None for an empty cell."""
    text = raw.text("number").rstrip(".")
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 8:
        return int(text)
    problems.append(Problem("start-number-unreadable", raw.cell("number"), {"text": text[:20]}))
    return None


def read_year(raw: RawRow, problems: list[Problem]) -> int | None:
    """The year of birth, also of a whole date."""
    text = raw.text("birth_year")
    if not text:
        return None
    if found := _YEAR.search(text):
        return int(found[1])
    problems.append(Problem("birth-year-unreadable", raw.cell("birth_year"), {"text": text[:20]}))
    return None


def column_of(field: str) -> str:
    """The column of a problem's field."""
    return {"start_number": "number", "categories": "category"}.get(field, field)
