"""Members from a table: every row is judged first, then written.

The verdict is made anew under the lock when the import is confirmed, so that what was shown is what
is done. Who is a member already is left alone: a table can be sent twice.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from time import strptime
from typing import Literal

from scoring.core.refusals import refuse
from scoring.core.services import changing, refresh
from scoring.core.text import Details, Name, details_problems, folded, name_problems
from scoring.members.reads.matching import Known, KnownPeople
from scoring.members.services.members import (
    MemberTerms,
    overlap,
    period_problems,
    terms_problems,
    write_member,
)
from scoring.models import Actor, Club, ClubMember, LogEntry, Person, Tournament
from scoring.models.log import Action
from scoring.models.names import club_subject
from scoring.players.services.import_table import (
    Choices,
    RawRow,
    is_answered,
    is_left,
    read_name,
    read_number,
    read_year,
    row_digest,
    still_shown,
)
from scoring.players.services.leaving import forget_unused
from scoring.rules.problem import Problem

VerdictName = Literal["new", "known", "entered", "double", "ambiguous", "faulty", "left"]
WRITTEN = ("new", "known")
# How tables say that somebody counts among the ladies: the beginning of a word.
LADY = re.compile(r"(?:^|[^a-z])(?:dame|lad(?:y|ies)|frau|weiblich|female|w$|f$)")
_GERMAN = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})")
_AMERICAN = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_ENGLISH = re.compile(r"\d{1,2} [A-Za-z]{3} \d{4}")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?")
_YEAR = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class MemberVerdict:
    """What becomes of a row.

    new        is written down and becomes a member
    known      is somebody on record and becomes a member
    entered    is a member already, with `number`; nothing happens
    double     stands in row `number` of the same table already; nothing happens
    ambiguous  fits several people, `candidates` by id: somebody has to choose
    faulty     cannot be read or entered, for the reasons in `problems`
    left       is left out
    """

    raw: RawRow
    verdict: VerdictName
    name: Name
    terms: MemberTerms
    details: Details
    problems: tuple[Problem, ...] = ()
    person: int | None = None
    number: int | None = None
    candidates: tuple[int, ...] = ()

    @property
    def who(self) -> object:
        """What rows of one person have in common. Of new ones a number tells namesakes apart."""
        return self.person or (folded(str(self.name)), self.details, self.terms.number)


def judge_members(club: Club, rows: Iterable[RawRow], choices: Choices) -> list[MemberVerdict]:
    """The verdict of every row, in the order of the table."""
    judge, table = Judge(club, choices), list(rows)
    judge.people.register.know(read_name(raw) for raw in table if not is_left(raw, choices))
    return [judge.verdict(raw) for raw in table]


def import_members(
    tournament: Tournament,
    club: Club,
    rows: Sequence[RawRow],
    *,
    by: Actor,
    choices: Choices,
    shown: Collection[str] | None = None,
) -> int:
    """Write every row whose verdict is new or known; returns how many.

    Raises Refused if that is nobody, or if it is not what the page showed (`shown`).
    """
    about = club_subject(club.name)
    with changing(tournament, by, Action.MEMBERS_IMPORTED, about=about, register=True) as change:
        refresh(club, "club-gone")
        verdicts = judge_members(club, rows, choices)
        good = [each for each in verdicts if each.verdict in WRITTEN]
        if not good:
            raise refuse("no-members-to-import")
        if shown is not None and digests(verdicts, choices) != still_shown(shown, choices):
            raise refuse("members-changed-meanwhile", count=len(good))
        # Numbers of the table first: the free ones lie behind them.
        ordered = sorted(good, key=lambda each: each.terms.number is None)
        new: dict[object, Person] = {}
        numbers = [write_row(tournament, club, each, new, by).number for each in ordered]
        change.log(new={"members": len(numbers), "member_numbers": sorted(numbers)})
        return len(numbers)


CHANGES = (
    *(Action.MEMBERS_IMPORTED, Action.MEMBER_ADDED, Action.MEMBER_CHANGED),
    *(Action.MEMBER_MOVED, Action.MEMBER_REMOVED),
)


def last_import(club: Club, by: Actor) -> Sequence[int]:
    """The numbers that the last act of the club's members has read in, if this account did that."""
    rows = LogEntry.objects.filter(action__in=CHANGES, subject=club_subject(club.name))
    last = rows.filter(tournament__host=club.host_id).order_by("-id").first()
    if last is None or last.action != Action.MEMBERS_IMPORTED or last.actor != by.label:
        return ()
    return [int(number) for number in (last.new or {}).get("member_numbers", ())]


def undo_import(tournament: Tournament, club: Club, *, by: Actor) -> int:
    """Remove all members whom the last table has brought; returns how many.

    Raises Refused if the club's members were changed since. People with details stay on record.
    """
    about = club_subject(club.name)
    with changing(tournament, by, Action.MEMBER_REMOVED, about=about, register=True) as change:
        numbers = last_import(club, by)
        if not numbers:
            raise refuse("members-changed-since")
        rows = club.members.filter(number__in=numbers).select_related("person").order_by("-id")
        # A number may have had another member before: those of the table came last.
        for member in rows[: len(numbers)]:
            person = member.person
            member.delete()
            forget_unused(person)
        change.log(old={"members": len(numbers), "member_numbers": list(numbers)})
        return len(numbers)


def write_row(
    tournament: Tournament, club: Club, row: MemberVerdict, new: dict[object, Person], by: Actor
) -> ClubMember:
    """The membership of a row; somebody new may stand in several, whenever he was a member."""
    if row.person is None:
        unsaved = Person(host_id=club.host_id, family=row.name.family, given=row.name.given)
        person = new.setdefault(row.who, unsaved)
    else:
        person = Person.objects.get(pk=row.person)
    return write_member(tournament, club, person, row.terms, row.details, by)


def digests(verdicts: Iterable[MemberVerdict], choices: Choices) -> set[str]:
    """What is written without anybody having chosen who that is, by row."""
    return {
        row_digest(each.raw, each.name, each.terms, each.details, each.person)
        for each in verdicts
        if each.verdict in WRITTEN and not is_answered(each.raw.row, choices)
    }


class Judge:
    """Judges row after row and remembers numbers and names that stood above."""

    def __init__(self, club: Club, choices: Choices) -> None:
        self.club, self.choices = club, choices
        self.people = KnownPeople(club)
        self.numbers: set[int] = set()
        self.seen: dict[object, list[MemberVerdict]] = defaultdict(list)

    def verdict(self, raw: RawRow) -> MemberVerdict:
        problems: list[Problem] = []
        name, details, terms = read_member(raw, problems)
        if is_left(raw, self.choices):
            return MemberVerdict(raw, "left", name, terms, details)
        found = self.person_of(raw, name, details)
        if found is None:
            candidates = tuple(each.pk for each in self.people.candidates(name, details))
            return MemberVerdict(raw, "ambiguous", name, terms, details, candidates=candidates)
        person = found[0] if found else None
        if person and terms.left is None and person.number is not None:
            # That he has a number is no fault of the table.
            return MemberVerdict(raw, "entered", name, terms, details, number=person.number)
        pk = person.pk if person else None
        good = MemberVerdict(raw, "known" if pk else "new", name, terms, details, person=pk)
        above = [each for each in self.seen[good.who] if overlap(each.terms, terms)]
        if above:
            return MemberVerdict(raw, "double", name, terms, details, number=above[0].raw.number)
        if person and (before := self.same_period(person, terms)):
            return MemberVerdict(raw, "entered", name, terms, details, number=before.number)
        problems += self.faults(raw, name, details, terms, person)
        if problems:
            return MemberVerdict(raw, "faulty", name, terms, details, tuple(problems))
        self.seen[good.who].append(good)
        if terms.number is not None and terms.left is None:
            self.numbers.add(terms.number)
        return good

    def person_of(self, raw: RawRow, name: Name, details: Details) -> tuple[Known, ...] | None:
        """The person on record, () for somebody new, None if somebody has to choose."""
        found = self.people.candidates(name, details)
        choice = self.choices.get(raw.row, "")
        if choice == "new":
            return ()
        if chosen := [each for each in found if str(each.pk) == choice]:
            return tuple(chosen)
        if found and not self.people.is_certain(found, details):
            return None
        return tuple(found)

    def same_period(self, person: Known, terms: MemberTerms) -> ClubMember | None:
        """A membership that ended on the same day."""
        if terms.left is None:
            return None
        return self.club.members.filter(person=person.pk, left=terms.left).first()

    def faults(
        self,
        raw: RawRow,
        name: Name,
        details: Details,
        terms: MemberTerms,
        person: Known | None,
    ) -> list[Problem]:
        """What cannot be written, each at its cell."""
        problems = name_problems(name) + details_problems(*details)
        problems += terms_problems(self.club, terms)
        if terms.left is None and terms.number in self.numbers:
            problems.append(Problem("member-number-taken", "number", {"number": terms.number}))
        if person and not problems:
            known = Person.objects.get(pk=person.pk)
            problems += period_problems(self.club, known, terms)
        return [at_cell(each, raw) for each in problems]


def at_cell(problem: Problem, raw: RawRow) -> Problem:
    return Problem(problem.code, raw.cell(problem.field), problem.params)


def read_member(raw: RawRow, problems: list[Problem]) -> tuple[Name, Details, MemberTerms]:
    """What a row says, and into `problems` what of it cannot be read, each with its cell."""
    details = Details(raw.text("passport").lstrip("'"), read_year(raw, problems))
    terms = MemberTerms(
        read_number(raw, problems, "member-number-unreadable", digits=9),
        read_day(raw, "joined", problems),
        read_day(raw, "left", problems),
        bool(LADY.search(folded(raw.text("category")))),
    )
    return read_name(raw), details, terms


def read_day(raw: RawRow, column: str, problems: list[Problem]) -> date | None:
    """A day as tables write it; a year alone is its first day, where somebody left its last."""
    text = raw.text(column)
    if not text or text in "-–":
        return None
    try:
        return day_of(text, last=column == "left")
    except ValueError:
        problems.append(Problem("day-unreadable", raw.cell(column), {"text": text[:20]}))
        return None


def day_of(text: str, *, last: bool = False) -> date:
    """A day as text; raises ValueError.

    >>> day_of("1.3.2019"), day_of("2019-03-01"), day_of("3/1/2019")
    (datetime.date(2019, 3, 1), datetime.date(2019, 3, 1), datetime.date(2019, 3, 1))
    >>> day_of("1 Mar 2019")
    datetime.date(2019, 3, 1)
    >>> day_of("2019"), day_of("2019", last=True)
    (datetime.date(2019, 1, 1), datetime.date(2019, 12, 31))
    """
    if found := _GERMAN.fullmatch(text):
        return date(int(found[3]), int(found[2]), int(found[1]))
    if found := _AMERICAN.fullmatch(text):
        return date(int(found[3]), int(found[1]), int(found[2]))
    if found := _ISO.fullmatch(text):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if _ENGLISH.fullmatch(text):
        return date(*strptime(text, "%d %b %Y")[:3])
    if _YEAR.fullmatch(text):
        return date(int(text), 12, 31) if last else date(int(text), 1, 1)
    raise ValueError(text)
