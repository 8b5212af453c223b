"""Players from a foreign table: every row is matched first, then they are entered.

The verdict is made anew when the import is confirmed, under the lock, so that what was shown is
what is done. Whoever plays already is left alone: importing twice changes nothing.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from scoring.core.cached import digest_of
from scoring.core.refusals import refuse
from scoring.core.services import changing
from scoring.core.text import MOST_AT_ONCE, Heard, Name, batched, folded, parse_name, plain_text
from scoring.models import Actor, Entry, Person, Tournament
from scoring.models.log import Action
from scoring.models.tournament import TournamentState
from scoring.players.services.entries import (
    write_entries,
)
from scoring.players.services.matching import Newcomer, Placed, Roster
from scoring.rules.problem import Problem, errors

LONGEST_CELL = 300
VerdictName = Literal["new", "known", "entered", "double", "ambiguous", "faulty", "left"]
Doubt = Literal["", "no-name", "state"]
# The choice for a row that is left out, ticked, or corrected.
LEAVE, TAKE, FIXED = "leave", "take", "fixed"
ROWS = 100_000  # more than a sheet has: what a row is called tells the block, too
WRITTEN = ("new", "known")
_YEAR = re.compile(r"(?:^|\D)((?:19|20)\d\d)(?:\D|$)")


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
        return plain_text(self.values.get(column, ""))[:LONGEST_CELL]

    def cell(self, column: str) -> str:
        """The address of a cell, "B7"; of a column that is not there just the row."""
        return f"{self.letters.get(column, '')}{self.number}"

    def column_at(self, cell: str) -> str:
        """The column of an address; empty for none."""
        return next((each for each in self.letters if self.cell(each) == cell), "")

    @cached_property
    def read(self) -> tuple[Newcomer, Sequence[Problem]]:
        """What it says, read once: not again while everybody waits."""
        return read_newcomer(self)


@dataclass(frozen=True, slots=True)
class RowResult:
    """What becomes of a row.

    new        is written down and entered
    known      is somebody on record and entered
    entered    plays here already, with `number`; nothing happens
    double     stands in row `number` of the same table already; nothing happens
    ambiguous  fits several people, or is like a known name, `candidates` by id: somebody has to
               choose
    faulty     cannot be read or entered, for the reasons in `problems`
    left       is left out: somebody has chosen so, or nobody has ticked it in spite of its doubt
    """

    raw: RawRow
    verdict: VerdictName
    newcomer: Newcomer
    problems: tuple[Problem, ...] = ()
    placed: Placed | None = None
    number: int | None = None
    candidates: tuple[int, ...] = ()


# Row → "new", or the id of a person, where a row is ambiguous; else LEAVE or TAKE.
Choices = Mapping[int, str]


def judge(
    tournament: Tournament,
    rows: Iterable[RawRow],
    choices: Choices,
    heard: Heard | None = None,
) -> list[RowResult]:
    """The verdict of every row, in the order of the table."""
    matcher, table = RowMatcher(tournament, choices), list(rows)
    matcher.note(table, heard)
    return [matcher.verdict(raw) for raw in table]


def import_players(
    tournament: Tournament,
    rows: Sequence[RawRow],
    *,
    by: Actor,
    choices: Choices,
    shown: Collection[str] | None = None,
) -> list[Entry]:
    """Enter every row whose verdict is new or known; no fee is booked, nobody has paid yet.

    Raises Refused if that is nobody, or if it is not what a page has `shown` (`digests`): then
    somebody else was faster, and the verdicts have to be looked at again.
    """
    heard: Heard = {}
    judge(tournament, rows, choices, heard)  # names are compared before anybody waits
    with changing(
        tournament, by, Action.PLAYERS_IMPORTED, about="tournament", register=True
    ) as change:
        if tournament.state == TournamentState.FINAL:
            raise refuse("tournament-final")
        good = [each for each in judge(tournament, rows, choices, heard) if each.verdict in WRITTEN]
        if not good:
            raise refuse("nothing-to-import")
        if shown is not None and digests(good, choices) != still_shown(shown, choices):
            raise refuse("import-changed-meanwhile", count=len(good))
        newcomers = [each.newcomer for each in good]
        placed = [each.placed or Placed([]) for each in good]
        entries = write_entries(tournament, newcomers, placed, by=by)
        change.log(new={"start_numbers": [entry.start_number for entry in entries]})
        return entries


def digests(verdicts: Iterable[RowResult], choices: Choices) -> set[str]:
    """What is entered without anybody having chosen who that is, by row: "7:9f86d081884c7d65"."""
    return {
        row_digest(each.raw, each.newcomer, placed_as(each.placed))
        for each in verdicts
        if each.verdict in WRITTEN and not is_answered(each.raw.row, choices)
    }


def placed_as(placed: Placed | None) -> object:
    return placed and (placed.person, [category.pk for category in placed.categories])


def row_digest(raw: RawRow, *content: object) -> str:
    return f"{raw.row}:{digest_of(*content)}"


def still_shown(shown: Iterable[str], choices: Choices) -> set[str]:
    """What was shown of the rows that are neither left out nor answered since."""
    return {each for each in shown if not is_answered(int(each.partition(":")[0]), choices)}


def is_answered(row: int, choices: Choices) -> bool:
    return choices.get(row, TAKE) != TAKE


def is_left(raw: RawRow, choices: Choices) -> bool:
    """Whether a row is left out: it was chosen so, or is doubtful and was not ticked."""
    return choices.get(raw.row, LEAVE if raw.doubt else "") == LEAVE


@dataclass(frozen=True, slots=True)
class RecordedPerson:
    """What distinguishes a person on record from a namesake."""

    pk: int
    passport: str
    birth_year: int | None
    club: str

    def is_named_by_more(self, newcomer: Newcomer) -> bool:
        """Whether a row names this person by his passport, his year of birth or his club."""
        passport, club = folded(newcomer.passport), folded(newcomer.club)
        if passport and self.passport:
            return passport == self.passport
        if newcomer.birth_year and self.birth_year:
            return newcomer.birth_year == self.birth_year
        return bool(club) and club == self.club


class RowMatcher:
    """Judges row after row and remembers whom it has seen."""

    def __init__(self, tournament: Tournament, choices: Choices) -> None:
        self.field = Roster.of(tournament)
        self.choices = choices
        self.tournament = tournament
        self.people: dict[int, RecordedPerson] = {}
        # What was entered of this table: name → rows, and who is meant by them on record.
        self.seen: dict[str, list[tuple[Newcomer, int | None]]] = defaultdict(list)
        # Who is named by more than his name in some row, and by which; all rows of one name.
        self.certain: dict[int, Newcomer] = {}
        self.called: dict[str, list[Newcomer]] = defaultdict(list)

    def note(self, rows: Iterable[RawRow], heard: Heard | None = None) -> None:
        """Look through the whole table first: a namesake higher up must not take the place of
        somebody whom a row further down names with his club or passport.
        """
        newcomers = [raw.read[0] for raw in rows if not is_left(raw, self.choices)]
        self.read_people(newcomers, heard)
        for newcomer in newcomers:
            self.called[folded(str(newcomer.name))].append(newcomer)
            for pk in self.exact(newcomer):
                known = self.people.get(pk)
                if known and known.is_named_by_more(newcomer):
                    self.certain.setdefault(pk, newcomer)

    def read_people(self, newcomers: Iterable[Newcomer], heard: Heard | None = None) -> None:
        """Everybody on record who has the name of one of these, or one that is like it."""
        names, register = {each.name for each in newcomers}, self.field.register
        register.know_alike(names, heard)
        alike = {pk for found in register.alike.values() for pk in found}
        ids = sorted(alike | {pk for name in names for pk in register.namesakes(name)})
        columns = "pk", "passport", "birth_year", "club__name"
        for some in batched(ids, MOST_AT_ONCE):
            rows = Person.objects.of(self.tournament).filter(pk__in=some).values_list(*columns)
            for pk, passport, year, club in rows:
                self.people[pk] = RecordedPerson(pk, folded(passport), year, folded(club or ""))

    def verdict(self, raw: RawRow) -> RowResult:
        newcomer, unread = raw.read
        if is_left(raw, self.choices):
            return RowResult(raw, "left", newcomer)
        faults = self.field.faults(newcomer)
        problems = [*unread]
        problems += [replace(each, field=raw.cell(column_of(each.field))) for each in faults]
        categories, pots = self.field.classes(newcomer)[1:]
        if self.is_his_own_number(newcomer):
            # That it is taken is no fault of the table.
            problems = [each for each in problems if each.code != "start-number-taken"]
        if errors(problems):
            return RowResult(raw, "faulty", newcomer, tuple(problems))
        found = self.identified(raw, newcomer)
        if found.verdict in WRITTEN and newcomer.start_number:
            self.field.taken.add(newcomer.start_number)
        if found.placed is not None and found.placed.person and newcomer.categories is None:
            categories = self.field.of_last_time(found.placed.person)
        placed = found.placed and replace(found.placed, categories=categories, pots=pots)
        return replace(found, placed=placed)

    def is_his_own_number(self, newcomer: Newcomer) -> bool:
        """Whether somebody of this name plays here already, or has the number further up."""
        return any(map(self.field.is_playing, self.exact(newcomer))) or any(
            row.start_number == newcomer.start_number and not are_two(row, newcomer)
            for row, _person in self.seen[folded(str(newcomer.name))]
        )

    def identified(self, raw: RawRow, newcomer: Newcomer) -> RowResult:
        """Who the row is, by everything that stands in it."""
        candidates = self.narrowed(newcomer)
        choice = self.choices.get(raw.row, "")
        near = [] if candidates or choice == "new" else self.near(newcomer)
        if near and choice not in map(str, near):
            return RowResult(raw, "ambiguous", newcomer, candidates=tuple(near))
        candidates = candidates or near
        if choice == "new":
            return self.first_time(raw, newcomer, None)
        if choice.isascii() and choice.isdigit() and int(choice[:18]) in candidates:
            return self.known(raw, newcomer, int(choice[:18]))
        if not candidates:
            return self.first_time(raw, newcomer, None)
        if len(candidates) == 1 and not self.is_doubtful(newcomer, candidates[0]):
            return self.known(raw, newcomer, candidates[0])
        if all(map(self.field.is_playing, candidates)) and len(candidates) > 1:
            return self.known(raw, newcomer, candidates[0])
        return RowResult(raw, "ambiguous", newcomer, candidates=tuple(candidates))

    def exact(self, newcomer: Newcomer) -> list[int]:
        return self.field.register.namesakes(newcomer.name)

    def narrowed(self, newcomer: Newcomer) -> list[int]:
        """The namesakes on record whom nothing in the row contradicts."""
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

    def near(self, newcomer: Newcomer) -> list[int]:
        """Those on record whose names are like this one, unless the row says otherwise."""
        club = folded(newcomer.club)
        known = [self.people[pk] for pk in self.field.alike(newcomer) if pk in self.people]
        return [
            each.pk
            for each in known
            if not (newcomer.passport and each.passport)
            and not differ(newcomer.birth_year, each.birth_year)
            and not (club and each.club and club != each.club)
        ]

    def is_doubtful(self, newcomer: Newcomer, person: int) -> bool:
        """Whether a namesake of another club plays here, or wants to: that may be his son."""
        known = self.people[person]
        if self.is_contested(newcomer, person):
            return True
        certain = known.passport and known.passport == folded(newcomer.passport)
        another = newcomer.club and known.club and known.club != folded(newcomer.club)
        return bool(self.field.is_playing(person) and another and not certain)

    def known(self, raw: RawRow, newcomer: Newcomer, person: int) -> RowResult:
        if self.field.is_playing(person):
            return RowResult(raw, "entered", newcomer, number=self.field.entered[person])
        return self.first_time(raw, newcomer, person)

    def is_contested(self, newcomer: Newcomer, person: int) -> bool:
        """Whether two different people fit somebody whom no row names for certain."""
        others = self.called[folded(str(newcomer.name))]
        return person not in self.certain and any(are_two(newcomer, other) for other in others)

    def is_another(self, newcomer: Newcomer, person: int) -> bool:
        """Whether a row of this table that is no double of this one is this person already."""
        rows = self.seen[folded(str(newcomer.name))]
        taken = [row for row, meant in rows if meant == person]
        taken += [self.certain[person]] if person in self.certain else []
        return any(are_two(newcomer, row) for row in taken)

    def first_time(self, raw: RawRow, newcomer: Newcomer, person: int | None) -> RowResult:
        """To be entered, unless the same stands further up in this very table."""
        rows = self.seen[folded(str(newcomer.name))]
        same = [
            row.row
            for row, meant in rows
            if (meant == person if meant and person else not are_two(row, newcomer))
        ]
        if same and self.choices.get(raw.row) != "new":
            return RowResult(raw, "double", newcomer, number=same[0] % ROWS)
        rows.append((newcomer, person))
        return RowResult(raw, "known" if person else "new", newcomer, placed=Placed([], person))


def are_two(one: Newcomer, other: Newcomer) -> bool:
    """Whether two rows of one name differ by club, passport or year of birth."""
    return differ(one.birth_year, other.birth_year) or any(
        a and b and folded(a) != folded(b)
        for a, b in ((one.passport, other.passport), (one.club, other.club))
    )


def differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


# From text to a newcomer ------------------------------------------------------------------------


def read_newcomer(raw: RawRow) -> tuple[Newcomer, list[Problem]]:
    """What a row says, and what of it cannot be read, each with its cell."""
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
    """The name, from whatever columns the table has for it."""
    if "family" in raw.letters:
        return Name(raw.text("family"), raw.text("given"))
    if "family_first" in raw.letters:
        text = raw.text("family_first")
        family, _space, given = text.partition(" ")
        return parse_name(text) if "," in text else Name(family, given)
    return parse_name(raw.text("name"))


def read_number(
    raw: RawRow, problems: list[Problem], code: str = "start-number-unreadable", digits: int = 7
) -> int | None:
    """The number that somebody brings along, "7" or "7."; None where the cell is empty."""
    text = raw.text("number").rstrip(".")
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= digits:
        return int(text)
    problems.append(Problem(code, raw.cell("number"), {"text": text[:20]}))
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
    """The column of a field that a problem names."""
    return {"start_number": "number", "categories": "category"}.get(field, field)
