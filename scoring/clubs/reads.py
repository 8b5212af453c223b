"""Who and which club is on record: to find doubles, and whose time to be forgotten has come."""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, date

from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.columns import CLUB, NAME
from scoring.core.listing import Column, Listing, rows_of
from scoring.core.permission import has_role
from scoring.core.text import Register, folded
from scoring.models import (
    Actor,
    Booking,
    Club,
    Entry,
    LogEntry,
    Person,
    Role,
    Ruling,
    Team,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.tournament import TournamentState

# What takes a row away, so that a form that arrives again finds it no more.
TAKEN_AWAY = (Action.CLUB_MERGED, Action.PEOPLE_MERGED, Action.PERSON_ANONYMISED)

# Lists and cards are kept for six months (TO 7.4.4), so the names on them as well.
KEPT_MONTHS = 6


MOST_FOUND = 100


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person with what distinguishes namesakes: the last tournament, and how many."""

    person: Person
    last: Tournament | None
    played: int


def known_people(people: Iterable[Person]) -> list[KnownPerson]:
    """These people in their order, each with the tournaments he was in."""
    chosen = list(people)
    entries = Entry.objects.filter(person__in=chosen).select_related("tournament")
    played: dict[int, list[Tournament]] = defaultdict(list)
    for entry in entries:
        played[entry.person_id].append(entry.tournament)
    return [
        KnownPerson(
            person,
            max(played[person.pk], key=lambda each: (each.date, each.pk), default=None),
            len(played[person.pk]),
        )
        for person in chosen
    ]


def on_record() -> int:
    return Person.objects.filter(anonymised_at=None).count()


def found(sought: str) -> list[KnownPerson]:
    """Whom two letters or more may mean; not more than anybody reads."""
    ids = Register.load().starting(sought)[:MOST_FOUND]
    return known_people(Person.objects.filter(pk__in=ids).select_related("club"))


def doubles() -> list[list[KnownPerson]]:
    """People who may be one: the same words of a name in any order, ü and ue alike."""
    groups: dict[frozenset[str], list[int]] = defaultdict(list)
    for pk, family, given in Register.load().people:
        words = frozenset(sounded(f"{family} {given}").replace("-", " ").split())
        groups[words].append(pk)
    ids = [pk for group in groups.values() if len(group) > 1 for pk in group]
    people = Person.objects.filter(pk__in=ids).select_related("club")
    rows = {each.person.pk: each for each in known_people(people)}
    return [[rows[pk] for pk in group] for group in groups.values() if len(group) > 1]


def sounded(name: str) -> str:
    """A name without the differences that a typewriter makes: Müller, Mueller, MULLER.

    >>> sounded("Müller") == sounded("MUELLER")
    True
    """
    bare = folded(name)
    for long, short in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        bare = bare.replace(long, short)
    return bare


def may_be_forgotten(by: Actor) -> list[KnownPerson]:
    """Everybody whose last tournament lies six months back or more (TO 7.4.4), if `by` may."""
    return known_people(forgettable(by))


@dataclass(frozen=True, slots=True)
class Traces:
    """Where a name may still stand after a person was forgotten.

    Free text that nothing changes, each counted once: reasons of the log, notes of bookings,
    decisions of referees and what was said against them. And what can be changed beforehand:
    `teams` that are called by the name, "Becker/Celan".
    """

    reasons: int
    notes: int
    rulings: int
    teams: tuple[Team, ...]

    @property
    def any(self) -> bool:
        return bool(self.reasons or self.notes or self.rulings)


def traces_of(people: Iterable[Person]) -> Traces:
    """How often a family name of these stands in text of their tournaments, and in which teams."""
    chosen = list(people)
    names = {each.family.casefold() for each in chosen}
    played = Tournament.objects.filter(entries__person__in=chosen).values("pk")

    def found(texts: Iterable[tuple[object, ...]]) -> int:
        told = (" ".join(map(str, each)).casefold() for each in texts)
        return sum(any(name in text for name in names) for text in told)

    reasons = LogEntry.objects.filter(tournament__in=played).exclude(reason="")
    notes = Booking.objects.filter(tournament__in=played).exclude(note="")
    rulings = Ruling.objects.filter(tournament__in=played)
    teams = Team.objects.filter(contest__tournament__in=played).select_related(
        "contest__tournament"
    )
    said = ("note", "incident", "objection__text", "objection__reason")
    return Traces(
        found(reasons.values_list("reason")),
        found(notes.values_list("note")),
        found(rulings.values_list(*said)),
        tuple(each for each in teams if found([(each.name,)])),
    )


def traces(person: Person) -> Traces:
    return traces_of([person])


@dataclass(frozen=True, slots=True)
class ClubRow:
    club: Club
    people: int
    here: int


def clubs(tournament: Tournament) -> list[ClubRow]:
    """Every club on record, how many people it has, and how many of them play here."""
    counted = Club.objects.annotate(count=Count("people"))
    names = tournament.entries.exclude(club_name="").order_by()
    here = dict(names.values_list("club_name").annotate(Count("pk")))
    return [ClubRow(club, club.count, here.get(club.name, 0)) for club in counted]


def tournaments_of(person: Person) -> Sequence[Entry]:
    """The entries of a person, the last first."""
    return list(
        person.entries.select_related("tournament").order_by("-tournament__date", "-tournament")
    )


def clubs_listing(tournament: Tournament) -> Listing:
    columns = [
        CLUB.of("club.name", 36),
        Column("people", _("On record"), "int", width=10),
        Column("here", _("Play here"), "int", width=10),
    ]
    return Listing(_("Clubs"), columns, rows_of(columns, clubs(tournament)))


def register_listing(people: Iterable[KnownPerson], subtitle: str) -> Listing:
    """People on record with what tells them from namesakes: for the organizer alone."""
    columns = [
        NAME.of("person.sorted_name"),
        CLUB.of(lambda each: str(each.person.club or ""), 26),
        Column("birth_year", _("Year of birth"), "rank", width=8, value="person.birth_year"),
        Column("passport", _("Passport"), width=14, value="person.passport"),
        Column("last", _("Last tournament"), width=28).of(
            lambda each: each.last.name if each.last else ""
        ),
        Column("day", _("Day"), "date", width=11).of(
            lambda each: each.last.date if each.last else None
        ),
        Column("played", _("Tournaments"), "int", width=8),
    ]
    return Listing(_("Register of people"), columns, rows_of(columns, people), subtitle)


def forgettable(by: Actor, before: date | None = None) -> list[Person]:
    """Whom this account may forget now, by name: six months have gone by since they last played.

    With `before` only those whose last day was earlier than that. Who never played is among them.
    """
    known = Person.objects.filter(anonymised_at=None).select_related("club")
    people = list(known.order_by("family", "given", "pk"))
    last, today = last_day(people), timezone.localdate()
    played = Tournament.objects.filter(entries__isnull=False).distinct()
    theirs = [each.pk for each in played if not has_role(by, each, Role.ORGANIZER)]
    not_ours = set(Entry.objects.filter(tournament__in=theirs).values_list("person", flat=True))
    return [
        person
        for person in people
        if person.pk not in not_ours and is_over(last.get(person.pk), today, before)
    ]


def is_over(last: date | None, today: date, before: date | None) -> bool:
    """Whether the six months after somebody's last day are over (None: he never played)."""
    if last is None:
        return True
    return months_later(last, KEPT_MONTHS) <= today and (before is None or last < before)


def last_day(people: Iterable[Person]) -> dict[int, date]:
    """The last day on which each of them may have played, by id.

    A league may be dated by its first day: as long as a tournament runs, the last day on which
    somebody worked at a list or a seating counts as well.
    """
    rows = Entry.objects.filter(person__in=people).values_list(
        "person", "tournament__date", "tournament__series__day"
    )
    latest: dict[int, date] = {}
    for person, day, series_day in rows:
        latest[person] = max(latest.get(person, day), day, series_day or day)
    worked = last_work()
    running = Entry.objects.filter(person__in=people, tournament__in=worked)
    for person, tournament in running.values_list("person", "tournament"):
        latest[person] = max(latest[person], worked[tournament])
    return latest


def last_work() -> dict[int, date]:
    """By id of each tournament that runs: the last day on which its lists or seatings changed."""
    at_play = Q(action__startswith="list.") | Q(action__startswith="series.")
    rows = LogEntry.objects.filter(at_play, tournament__state=TournamentState.RUNNING).order_by()
    found = rows.values_list("tournament").annotate(Max("at"))
    return {tournament: timezone.localdate(at) for tournament, at in found}


def months_later(day: date, months: int) -> date:
    """The same day so many months on, or the last of that month; no calendar goes past 9999.

    >>> months_later(date(2026, 8, 31), 6)
    datetime.date(2027, 2, 28)
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year > MAXYEAR:
        return date.max
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
