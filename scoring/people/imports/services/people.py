"""People from a table, who become players of a tournament or members of a club."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from scoring.core.cached import digest_of
from scoring.core.forms import refuse
from scoring.core.services import changing, refresh
from scoring.core.text import NearNames, details_problems, fold, name_problems
from scoring.models import Actor, Club, Person, Tournament
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.tournament import TournamentState
from scoring.people.reads.members import KnownPeople, agrees, differ
from scoring.people.services.entries import write_entries
from scoring.people.services.matching import PersonRow, Placed, RawRow, Roster, read_person
from scoring.people.services.members import (
    MemberTerms,
    overlap,
    period_problems,
    terms_problems,
    write_member,
)
from scoring.rules.problem import Problem

VerdictName = Literal["new", "known", "entered", "double", "ambiguous", "faulty", "left"]
LEAVE, TAKE, FIXED = "leave", "take", "fixed"
# By key of a row: left out, ticked or corrected; if it is ambiguous "new", or the id of a person.
Choices = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """What becomes of a row.

    new        is put on record and entered
    known      is somebody on record and entered
    entered    is there already, with `number`; nothing happens
    double     stands in row `number` of the same table already; nothing happens
    ambiguous  may be one of the `candidates` (ids): somebody has to choose
    faulty     cannot be read or entered because of `problems`
    left       is left out by choice, or because it is doubtful and not ticked

    `same_as` is the key of an earlier row of the same new person, `placed` holds the categories of
    a player.
    """

    line: PersonRow
    verdict: VerdictName
    problems: tuple[Problem, ...] = ()
    person: int | None = None
    number: int | None = None
    candidates: tuple[int, ...] = ()
    same_as: str = ""
    placed: Placed | None = None

    @property
    def raw(self) -> RawRow:
        return self.line.raw

    @property
    def is_written(self) -> bool:
        return self.verdict in ("new", "known")

    @property
    def digest(self) -> str:
        """The row and a hash of what would be stored of it: "0.1.7:9f86d081884c7d65"."""
        categories = [category.pk for category in self.placed.categories] if self.placed else []
        return f"{self.raw.key}:{digest_of(self.line.content, self.person, categories)}"


class PeopleImport(ABC):
    action: ClassVar[Action]
    about = "tournament"
    numbers_identify = False  # whether different numbers mean different new people of one name

    def __init__(self, tournament: Tournament, choices: Choices) -> None:
        self.tournament, self.choices = tournament, choices
        self.near_names: NearNames = {}

    @abstractmethod
    def begin(self) -> KnownPeople:
        """Read who is entered now; returns the people on record."""

    @abstractmethod
    def number_here(self, line: PersonRow, person: int) -> int | None:
        """The number of a person who is entered already; else None."""

    @abstractmethod
    def club_of(self, line: PersonRow) -> str:
        """The club whose members are meant first."""

    @abstractmethod
    def faults(self, line: PersonRow, person: int | None) -> list[Problem]:
        """The problems of a row; `problem_column` names the columns of their fields."""

    @abstractmethod
    def accept(self, line: PersonRow, person: int | None) -> Placed | None:
        """Note that a row is to be written; returns the placed player, None for a member."""

    @abstractmethod
    def write(self, verdicts: Sequence[RowVerdict], by: Actor) -> dict[str, object]:
        """Write rows; returns what the log says of them."""

    def judge(self, lines: Sequence[PersonRow]) -> list[RowVerdict]:
        self.people = self.begin()
        # What will be entered by name and, of people on record, by person; all rows by name; by
        # person the row that is certainly about him.
        self.accepted: dict[str, list[RowVerdict]] = defaultdict(list)
        self.accepted_people: dict[int, list[RowVerdict]] = defaultdict(list)
        self.rows_by_name: dict[str, list[PersonRow]] = defaultdict(list)
        self.certain_rows: dict[int, PersonRow] = {}
        self.collect_names([line for line in lines if not self.is_left(line.raw)])
        return [self.verdict(line) for line in lines]

    def is_left(self, raw: RawRow) -> bool:
        return self.choices.get(raw.key, LEAVE if raw.doubt else "") == LEAVE

    def collect_names(self, lines: Sequence[PersonRow]) -> None:
        """Collect names and certain people: a later row may be more certain about somebody."""
        names, register = {line.name for line in lines}, self.people.register
        register.prefetch_near(names, self.near_names)
        self.people.prefetch(names)
        self.people.read(pk for similar in register.near_ids.values() for pk in similar)
        for line in lines:
            self.rows_by_name[fold(str(line.name))].append(line)
            for person in self.people.namesakes(line.name):
                is_same = agrees(person, line.details)
                is_at_home = self.people.is_at_home(person, self.club_of(line))
                if is_same or (is_same is None and is_at_home):
                    self.certain_rows.setdefault(person.pk, line)

    def verdict(self, line: PersonRow) -> RowVerdict:
        if self.is_left(line.raw):
            return RowVerdict(line, "left")
        person, candidates = self.identify(line)
        if candidates:
            return RowVerdict(line, "ambiguous", line.problems, candidates=tuple(candidates))
        if person and (number := self.number_here(line, person)) is not None:
            return RowVerdict(line, "entered", number=number)
        accepted = self.accepted[fold(str(line.name))]
        same = [row for row in accepted if self.is_same(row, line, person)]
        if person:  # also under a similar name
            same += self.accepted_people[person]
        double = next((row for row in same if overlap(row_terms(row.line), row_terms(line))), None)
        if double and self.choices.get(line.raw.key) != "new":
            return RowVerdict(line, "double", number=double.raw.number)
        faults = [
            replace(problem, field=line.raw.cell(problem_column(problem.field, line.raw)))
            for problem in self.faults(line, person)
        ]
        if problems := (*line.problems, *faults):
            return RowVerdict(line, "faulty", problems)
        same_as = same[0].raw.key if same and not double else ""
        verdict: VerdictName = "known" if person else "new"
        placed = self.accept(line, person)
        row = RowVerdict(line, verdict, person=person, same_as=same_as, placed=placed)
        accepted.append(row)
        if person:
            self.accepted_people[person].append(row)
        return row

    def is_same(self, row: RowVerdict, line: PersonRow, person: int | None) -> bool:
        if row.person and person:
            return row.person == person
        if self.numbers_identify and differ(row.line.start_number, line.start_number):
            return False
        return not are_different_people(row.line, line)

    def identify(self, line: PersonRow) -> tuple[int | None, Sequence[int]]:
        """The person, None for a new one; or the candidates among whom somebody has to choose."""
        choice = self.choices.get(line.raw.key, "")
        if choice == "new":
            return None, ()
        exact = self.namesakes(line)
        candidates = exact or self.similar(line)
        if chosen := [each.pk for each in candidates if str(each.pk) == choice]:
            return chosen[0], ()
        if not candidates:
            return None, ()
        if len(exact) == 1 and not self.is_doubtful(line, exact[0]):
            return exact[0].pk, ()
        are_here = all(self.number_here(line, each.pk) is not None for each in exact)
        if len(exact) > 1 and are_here:
            return exact[0].pk, ()
        return None, [each.pk for each in candidates]

    def namesakes(self, line: PersonRow) -> list[Person]:
        """The people of this name, except those whom another row means."""
        ids = self.people.register.namesakes(line.name)
        others = [pk for pk in ids if self.is_another(line, pk)]
        return self.people.candidates(line.name, self.club_of(line), line.details, others)

    def similar(self, line: PersonRow) -> list[Person]:
        """The people of a similar name whom the row does not contradict."""
        club, similar = fold(line.club), self.people.register.near_ids.get(line.name, ())
        return [
            person
            for person in self.people.read(similar)
            if agrees(person, line.details) is not False
            and not (club and person.club and club != fold(person.club.name))
        ]

    def is_doubtful(self, line: PersonRow, person: Person) -> bool:
        """Whether another row may be this person, or the person a namesake of another club."""
        others = self.rows_by_name[fold(str(line.name))]
        if person.pk not in self.certain_rows and any(
            are_different_people(line, other) for other in others
        ):
            return True
        return not self.people.is_certain(person, self.club_of(line), line.details)

    def is_another(self, line: PersonRow, person: int) -> bool:
        """Whether another row that differs from this one is this person."""
        rows = [row.line for row in self.accepted_people[person]]
        rows += [self.certain_rows[person]] if person in self.certain_rows else []
        return any(are_different_people(line, row) for row in rows)


class PlayerImport(PeopleImport):
    action = Action.PLAYERS_IMPORTED

    def begin(self) -> KnownPeople:
        self.roster = Roster(self.tournament)
        return self.roster.people

    def number_here(self, line: PersonRow, person: int) -> int | None:
        return self.roster.entered.get(person)

    def club_of(self, line: PersonRow) -> str:
        return line.club

    def faults(self, line: PersonRow, person: int | None) -> list[Problem]:
        return self.roster.data_problems(line)

    def accept(self, line: PersonRow, person: int | None) -> Placed:
        if line.start_number:
            self.roster.taken.add(line.start_number)
        return self.roster.with_options(line, person)

    def write(self, verdicts: Sequence[RowVerdict], by: Actor) -> dict[str, object]:
        if self.tournament.state == TournamentState.FINAL:
            raise refuse("tournament-final")
        lines = [verdict.line for verdict in verdicts]
        placed = [verdict.placed or Placed([]) for verdict in verdicts]
        entries = write_entries(self.tournament, lines, placed, by=by)
        return {"start_numbers": [entry.start_number for entry in entries]}


class MemberImport(PeopleImport):
    """Several rows of one member are memberships of different times."""

    action, numbers_identify = Action.MEMBERS_IMPORTED, True

    def __init__(self, tournament: Tournament, club: Club, choices: Choices) -> None:
        super().__init__(tournament, choices)
        self.club, self.about = club, subject_of("club", club.name)

    def begin(self) -> KnownPeople:
        refresh(self.club, "club-gone")
        rows = self.club.members.values_list("person", "left", "number")
        self.members = {(person, left): number for person, left, number in rows}
        self.numbers: set[int] = set()
        return KnownPeople(self.club, [person for person, left in self.members if left is None])

    def number_here(self, line: PersonRow, person: int) -> int | None:
        return self.members.get((person, line.left))

    def club_of(self, line: PersonRow) -> str:
        return self.club.name

    def faults(self, line: PersonRow, person: int | None) -> list[Problem]:
        terms = row_terms(line)
        problems = name_problems(line.name) + details_problems(*line.details)
        problems += terms_problems(self.club, terms)
        if line.left is None and terms.number in self.numbers:
            problems.append(Problem("member-number-taken", "number", {"number": terms.number}))
        if person and not problems:
            [known] = self.people.read([person])
            problems = period_problems(self.club, known, terms)
        return problems

    def accept(self, line: PersonRow, person: int | None) -> None:
        if line.start_number is not None and line.left is None:
            self.numbers.add(line.start_number)

    def write(self, verdicts: Sequence[RowVerdict], by: Actor) -> dict[str, object]:
        """Rows with numbers come first: the others get numbers above them."""
        new: dict[str, Person] = {}
        numbers = []
        for verdict in sorted(verdicts, key=lambda verdict: verdict.line.start_number is None):
            line = verdict.line
            if verdict.person:
                [person] = self.people.read([verdict.person])
            else:
                unsaved = Person(host_id=self.club.host_id, **line.name._asdict())
                person = new.setdefault(verdict.same_as or line.raw.key, unsaved)
            terms = row_terms(line)
            member = write_member(self.tournament, self.club, person, terms, line.details, by)
            numbers.append(member.number)
        return {"members": len(numbers), "member_numbers": sorted(numbers)}


def import_people(
    table: PeopleImport, rows: Iterable[RawRow], *, by: Actor, seen: Collection[str] | None = None
) -> list[RowVerdict]:
    """Judge under the lock and write; returns the verdicts.

    Raises Refused if nothing is to be written, or something else than was `seen`.
    """
    lines = list(map(read_person, rows))
    table.judge(lines)  # similar names are compared outside the lock
    with changing(table.tournament, by, table.action, about=table.about, register=True) as change:
        verdicts = table.judge(lines)
        good = [verdict for verdict in verdicts if verdict.is_written]
        if not good:
            raise refuse("nothing-to-import")
        if seen is not None and digests(good, table.choices) != unanswered(seen, table.choices):
            raise refuse("import-changed-meanwhile", count=len(good))
        change.log(new=table.write(good, by))
        return verdicts


def digests(verdicts: Iterable[RowVerdict], choices: Choices) -> set[str]:
    """The digests of the rows that are written without an answer by the clerk."""
    return unanswered((verdict.digest for verdict in verdicts if verdict.is_written), choices)


def unanswered(row_digests: Iterable[str], choices: Choices) -> set[str]:
    return {each for each in row_digests if choices.get(each.split(":")[0], TAKE) == TAKE}


def row_terms(line: PersonRow) -> MemberTerms:
    return MemberTerms(line.start_number, line.joined, line.left, line.lady)


def are_different_people(one: PersonRow, other: PersonRow) -> bool:
    """Whether two rows of one name differ by club, passport or year of birth."""
    return differ(one.details.birth_year, other.details.birth_year) or any(
        a and b and fold(a) != fold(b)
        for a, b in ((one.details.passport, other.details.passport), (one.club, other.club))
    )


def problem_column(field: str, raw: RawRow) -> str:
    """The column of the field of a problem; a name may be in several."""
    if field == "name":
        columns = ("name", "family", "family_first")
        return next((column for column in columns if column in raw.letters), field)
    return {"start_number": "number", "categories": "category"}.get(field, field)
