"""Add, change, move and remove the members of a club; name and number those of a season."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Q

from scoring.core.forms import Refused, refuse, refuse_all
from scoring.core.services import changing, lock_season, log_season, refresh
from scoring.core.text import (
    Details,
    Name,
    details_problems,
    fold,
    get_or_create_clubs,
    name_problems,
)
from scoring.models import (
    Actor,
    Club,
    ClubMember,
    LogEntry,
    Person,
    Season,
    SeasonMember,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.person import MAX_MEMBER_NUMBER, MAX_START_NUMBER
from scoring.people.reads.members import KnownPeople, people_fitting
from scoring.people.services.entries import change_person, forget_unused, log_details, save_person
from scoring.people.services.matching import Newcomer
from scoring.people.services.register import free_number
from scoring.rules.problem import Problem

MAX_AGE_LIMIT = 150


@dataclass(frozen=True, slots=True)
class MemberTerms:
    """A membership as typed; without a number the next free one is given."""

    number: int | None = None
    joined: date | None = None
    left: date | None = None
    lady: bool = False

    @property
    def log_values(self) -> dict[str, object]:
        days = {"joined": self.joined, "left": self.left}
        values: dict[str, object] = {"member_number": self.number}
        values |= {key: day.isoformat() for key, day in days.items() if day}
        return values | ({"lady": True} if self.lady else {})


def member_terms(member: ClubMember) -> MemberTerms:
    return MemberTerms(member.number, member.joined, member.left, member.lady)


def terms_problems(club: Club, terms: MemberTerms, except_id: int = 0) -> list[Problem]:
    """Problems of number and days; `except_id` is the id of the membership being changed."""
    problems = []
    if terms.joined and terms.left and terms.left < terms.joined:
        problems.append(Problem("member-leaves-before-entering", "left"))
    if terms.number is None:
        return problems
    if not 1 <= terms.number <= MAX_MEMBER_NUMBER:
        params: dict[str, object] = {"most": MAX_MEMBER_NUMBER}
        return [*problems, Problem("member-number-out-of-range", "number", params)]
    holders = club.members.filter(number=terms.number, left=None).exclude(pk=except_id)
    if terms.left is None and holders.exists():
        problems.append(Problem("member-number-taken", "number", {"number": terms.number}))
    return problems


def overlap(one: MemberTerms, other: MemberTerms) -> bool:
    begins = max(one.joined or date.min, other.joined or date.min)
    return begins <= min(one.left or date.max, other.left or date.max)


def period_problems(
    club: Club, person: Person, terms: MemberTerms, except_id: int = 0
) -> list[Problem]:
    """The memberships of a person in a club must not overlap."""
    for other in club.members.filter(person=person).exclude(pk=except_id):
        if overlap(terms, member_terms(other)):
            params = {"name": str(person), "number": other.number}
            return [Problem("member-already", "joined" if other.left else "name", params)]
    return []


def add_member(
    tournament: Tournament,
    club: Club,
    name: Name,
    terms: MemberTerms,
    details: Details = Details(),  # noqa: B008 - a tuple
    *,
    by: Actor,
    person: int | None = None,
    another: bool = False,
) -> ClubMember:
    """Add a member: the only person on record who fits, `person`, or a new one.

    Raises Refused with all problems, with the code "member-who" if somebody has to choose.
    `another` says that it is none of the namesakes.
    """
    about = subject_of("club", club.name)
    with changing(tournament, by, Action.MEMBER_ADDED, about=about, register=True) as change:
        refresh(club, "club-gone")
        problems = name_problems(name) + details_problems(*details) + terms_problems(club, terms)
        refuse_all(problems)
        meant = find_person(club, name, details, person, another=another)
        if meant.pk:
            refuse_all(period_problems(club, meant, terms))
        member = write_member(tournament, club, meant, terms, details, by)
        change.log(new=member_terms(member).log_values)
        return member


def find_person(
    club: Club, name: Name, details: Details, chosen: int | None, *, another: bool
) -> Person:
    people = KnownPeople.of(club)
    if chosen is not None:
        if not (on_record := people.read([chosen])):
            raise refuse("person-unknown", field="name")
        return on_record[0]
    candidates = [] if another else people.candidates(name, club.name, details)
    if not candidates:
        return Person(host_id=club.host_id, **name._asdict())
    if len(candidates) > 1 or not people.is_certain(candidates[0], club.name, details):
        raise Refused([Problem("member-who", "name", {"name": str(name)}, severity="warning")])
    return candidates[0]


def write_member(
    tournament: Tournament | None,
    club: Club,
    person: Person,
    terms: MemberTerms,
    details: Details,
    by: Actor,
) -> ClubMember:
    """Details missing on record are filled in."""
    before = log_details(person)
    person.passport = person.passport or details.passport
    person.birth_year = person.birth_year or details.birth_year
    if person.club is None:
        person.club = club
    if person.pk:
        save_person(person, before, tournament, by)
    else:
        person.save()
    number = free_number(club) if terms.number is None else terms.number
    columns = asdict(replace(terms, number=number))
    return ClubMember.objects.create(club=club, person=person, **columns)


def rejoin(tournament: Tournament, member: ClubMember, joined: date, *, by: Actor) -> ClubMember:
    """Give a former member a new membership, with the old number if that is free."""
    person = member.person
    is_taken = member.club.members.filter(number=member.number, left=None).exists()
    terms = MemberTerms(None if is_taken else member.number, joined, None, member.lady)
    name = Name(person.family, person.given)
    return add_member(tournament, member.club, name, terms, person=person.pk, by=by)


def change_member(
    tournament: Tournament,
    member: ClubMember,
    name: Name,
    terms: MemberTerms,
    details: Details,
    *,
    by: Actor,
) -> None:
    """Correct a membership and its person; a day in `left` ends it, none resumes it."""
    club = member.club
    about = subject_of("club", club.name)
    with changing(tournament, by, Action.MEMBER_CHANGED, about=about, register=True) as change:
        refresh(member, "member-gone")
        before = member_terms(member)
        new_terms = terms if terms.number is not None else replace(terms, number=member.number)
        problems = name_problems(name) + details_problems(*details)
        problems += terms_problems(club, new_terms, member.pk)
        # Merged clubs and people may have left memberships that overlap.
        if (terms.joined, terms.left) != (before.joined, before.left):
            problems = problems or period_problems(club, member.person, new_terms, member.pk)
        refuse_all(problems)
        person = member.person
        words = change_person(tournament, person, name, details, by, person.club)
        if new_terms == before and not words:
            return
        write_terms(member, new_terms)
        changed = {"changed": words} if words else {}
        change.log(old=before.log_values, new={**new_terms.log_values, **changed})


def write_terms(member: ClubMember, terms: MemberTerms) -> None:
    assert terms.number is not None  # noqa: S101 - for the type checker
    member.number, member.lady = terms.number, terms.lady
    member.joined, member.left = terms.joined, terms.left
    member.save(update_fields=["number", "joined", "left", "lady"])


def move_member(
    tournament: Tournament,
    member: ClubMember,
    club: Club,
    *,
    on: date,
    by: Actor,
    number: int | None = None,
) -> ClubMember:
    """Move a member to another club: the old membership ends on the day before `on`."""
    about = subject_of("club", member.club.name)
    with changing(tournament, by, Action.MEMBER_MOVED, about=about, register=True) as change:
        refresh(member, "member-gone")
        refresh(club, "club-gone")
        refuse_all(moving_problems(member, club, on, number))
        before = member_terms(member)
        write_terms(member, replace(before, left=on - timedelta(days=1)))
        member.person.club = club
        terms = MemberTerms(number, on, None, member.lady)
        moved = write_member(tournament, club, member.person, terms, Details(), by)
        new = {**member_terms(moved).log_values, "club": club.name}
        change.log(old=before.log_values, new=new)
        return moved


def moving_problems(
    member: ClubMember, club: Club, on: date, number: int | None
) -> Sequence[Problem]:
    if member.left is not None:
        return [Problem("member-has-left")]
    if club.pk == member.club_id:
        return [Problem("same-club", "club")]
    if on <= (member.joined or date.min):
        return [Problem("member-leaves-before-entering", "on")]
    terms = MemberTerms(number, on)
    return terms_problems(club, terms) or [
        replace(problem, field="club") for problem in period_problems(club, member.person, terms)
    ]


def remove_member(tournament: Tournament, member: ClubMember, *, by: Actor) -> None:
    """The person stays on record."""
    about = subject_of("club", member.club.name)
    with changing(tournament, by, Action.MEMBER_REMOVED, about=about, register=True) as change:
        refresh(member, "member-gone")
        change.log(old=member_terms(member).log_values)
        member.delete()


def set_age_limits(
    tournament: Tournament, club: Club, *, junior_below: int, senior_from: int, by: Actor
) -> None:
    """Set the age limits of a club (docs/law.md "Categories by age")."""
    if not 0 <= junior_below <= senior_from <= MAX_AGE_LIMIT:
        raise refuse("age-limits-crossed", field="junior_below")
    about = subject_of("club", club.name)
    with changing(tournament, by, Action.CLUB_LIMITS_SET, about=about, register=True) as change:
        refresh(club, "club-gone")
        change.store(club, junior_below=junior_below, senior_from=senior_from)


# What may have changed a club's members, or given its name to another, whatever the row is about.
CHANGES_ANYWHERE = (
    *(Action.MEMBER_MOVED, Action.MEMBER_TAKEN, Action.MEMBER_GONE, Action.CLUB_MERGED),
    *(Action.CLUB_RENAMED, Action.PEOPLE_MERGED, Action.PERSON_MERGED, Action.PERSON_ANONYMISED),
)


def last_import(club: Club, by: Actor) -> Sequence[int]:
    """Member numbers of the last import, if it was by `by` and nothing changed since."""
    about = subject_of("club", club.name)
    rows = LogEntry.objects.filter(action__startswith="member", subject=about)
    rows = rows.exclude(action__startswith="member.offer")  # until he is taken nothing changes
    last = rows.filter(tournament__host=club.host_id).order_by("-id").first()
    if last is None or last.action != Action.MEMBERS_IMPORTED or last.actor != by.label:
        return ()
    of_host = Q(tournament__host=club.host_id) | Q(host=club.host_id)
    if LogEntry.objects.filter(of_host, id__gt=last.pk, action__in=CHANGES_ANYWHERE).exists():
        return ()
    return [int(number) for number in (last.new or {}).get("member_numbers", ())]


def undo_members_import(tournament: Tournament, club: Club, *, by: Actor) -> int:
    """Take back the last import; returns how many members. People with details stay on record."""
    about = subject_of("club", club.name)
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


# The members of a season: who is ticked every evening, by which number.


def set_members(season: Season, numbers: Mapping[int, int], *, by: Actor) -> None:
    """Make these people (ids) the members of the season, each with his number."""
    counts = Counter(numbers.values())
    problems = [
        Problem("season-number-twice", f"number_{person}", {"number": number})
        for person, number in numbers.items()
        if counts[number] > 1
    ]
    with changing(None, by, Action.SEASON_MEMBERS, host=season.host_id) as change:
        lock_season(season)
        on_record = Person.objects.of(season).filter(pk__in=numbers, anonymised_at=None)
        if on_record.count() < len(numbers):
            problems.append(Problem("person-gone"))
        refuse_all(problems)
        before = dict(season.members.values_list("person", "number"))
        if before == dict(numbers):
            return
        changed = {who for who in before | dict(numbers) if before.get(who) != numbers.get(who)}
        # Numbers may change hands: they are free before they are given.
        season.members.filter(person__in=changed).delete()
        SeasonMember.objects.bulk_create(
            SeasonMember(season=season, person_id=who, number=number)
            for who, number in numbers.items()
            if who in changed
        )
        old, new = (
            {"members": len(of), "start_numbers": sorted(of[who] for who in changed & of.keys())}
            for of in (before, numbers)
        )
        log_season(change, season, old=old, new=new)


class AddedMembers(NamedTuple):
    """How many are new; `renumbered` are wanted numbers that were not free, and those given."""

    new: int
    renumbered: Sequence[tuple[int, int]]


def add_members(season: Season, numbered: Iterable[tuple[int, int]], *, by: Actor) -> AddedMembers:
    """Add people (id, and the wanted number or 0).

    A number that is taken or too high is replaced by the next free one.
    """
    # Read inside the block: else somebody who becomes a member meanwhile would be removed.
    with changing(None, by, Action.SEASON_MEMBERS, host=season.host_id):
        members = dict(season.members.values_list("person", "number"))
        wishes = {person: number for person, number in numbered if person not in members}
        numbers, taken = dict(members), set(members.values())
        for person, number in wishes.items():
            if 1 <= number <= MAX_START_NUMBER and number not in taken:
                numbers[person] = number
                taken.add(number)
        free = (number for number in range(1, MAX_START_NUMBER + 1) if number not in taken)
        numbers |= {person: next(free) for person in wishes if person not in numbers}
        set_members(season, numbers, by=by)
    pairs = [(number, numbers[person]) for person, number in wishes.items() if number]
    return AddedMembers(len(wishes), [(old, new) for old, new in pairs if old != new])


def add_newcomers(season: Season, newcomers: Sequence[Newcomer], *, by: Actor) -> AddedMembers:
    """Add named people; raises Refused for ambiguous names, and for unusable new ones."""
    with changing(None, by, Action.SEASON_MEMBERS, host=season.host_id):
        problems: list[Problem] = []
        people: list[Person] = []
        new: dict[tuple[str, str], Person] = {}
        for newcomer in newcomers:
            fitting = people_fitting(season, newcomer.name, newcomer.club)
            if ambiguities := newcomer_problems(newcomer, fitting):
                problems += ambiguities
                continue
            key = fold(str(newcomer.name)), newcomer.club
            if not fitting and key not in new:
                new[key] = Person(host_id=season.host_id, **newcomer.name._asdict())
            people.append(fitting[0] if fitting else new[key])
        refuse_all(problems)
        clubs = get_or_create_clubs({club for _name, club in new}, season)
        for (_name, club), person in new.items():
            person.club = clubs.get(club)
        Person.objects.bulk_create(new.values())
        numbers = (newcomer.start_number or 0 for newcomer in newcomers)
        ids = (person.pk for person in people)
        return add_members(season, zip(ids, numbers, strict=True), by=by)


def newcomer_problems(newcomer: Newcomer, fitting: Sequence[Person]) -> list[Problem]:
    name = newcomer.name
    if len(fitting) > 1:
        names = [
            f"{person} ({person.club})" if person.club else f"{person}" for person in fitting[:5]
        ]
        return [Problem("several-called-so", "names", {"names": names})]
    if not fitting and (not name.family or len(name.given.strip(".")) < 2):
        return [Problem("nobody-called-so", "names", {"name": str(name)})]
    return [replace(problem, field="names") for problem in name_problems(name, newcomer.club)]
