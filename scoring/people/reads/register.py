"""People and clubs on record: duplicates, and names due for removal."""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, date, timedelta

from django.db.models import Count, ForeignObjectRel, Max, Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.access import tournaments_of_organizer
from scoring.core.listing import CLUB, NAME, Column, Listing, rows_of
from scoring.core.text import Register, letters_and_digits
from scoring.models import (
    Actor,
    Booking,
    Club,
    ClubMember,
    Entry,
    LogEntry,
    Person,
    Reservation,
    Ruling,
    Series,
    Team,
    Tournament,
    User,
)
from scoring.models.host import Owned
from scoring.models.tournament import TournamentState

KEPT_MONTHS = 6  # lists and cards, and so the names on them (TO 7.4.4)
MIN_QUERY_LENGTH = 2  # letters
MAX_MATCHES = 100
MAX_DOUBLES = 20  # names; merging some makes room for the next


@dataclass(frozen=True, slots=True)
class RegisterRow:
    person: Person
    last: Tournament | None
    played: int


def register_rows(people: Iterable[Person]) -> list[RegisterRow]:
    chosen = list(people)
    entries = Entry.objects.filter(person__in=chosen).select_related("tournament")
    played: dict[int, list[Tournament]] = defaultdict(list)
    for entry in entries.order_by("tournament__date", "tournament_id"):
        played[entry.person_id].append(entry.tournament)
    return [
        RegisterRow(person, next(reversed(played[person.pk]), None), len(played[person.pk]))
        for person in chosen
    ]


def matching_people(owned: Owned, query: str) -> list[RegisterRow]:
    """People who match at least two letters, so that nobody can browse the register."""
    if len(letters_and_digits(query)) < MIN_QUERY_LENGTH:
        return []
    ids = Register(owned).starting(query, MAX_MATCHES)
    return register_rows(Person.objects.filter(pk__in=ids).select_related("club"))


def doubles(owned: Owned) -> tuple[list[list[RegisterRow]], bool]:
    """Groups of people whose names have the same words in any order, and whether there are more."""
    on_record = Person.objects.of(owned).on_record()
    twice = on_record.order_by().values("alike").annotate(count=Count("pk")).filter(count__gt=1)
    spellings = twice.order_by("alike").values_list("alike", flat=True)
    first = list(spellings[: MAX_DOUBLES + 1])
    people = on_record.filter(alike__in=first[:MAX_DOUBLES]).order_by("family", "given", "pk")
    groups: dict[str, list[RegisterRow]] = defaultdict(list)
    for row in register_rows(people.select_related("club")):
        groups[row.person.alike].append(row)
    return [group for group in groups.values() if len(group) > 1], len(first) > MAX_DOUBLES


@dataclass(frozen=True, slots=True)
class Traces:
    """How many unchangeable texts may still name a person, and teams named after the person."""

    reasons: int
    notes: int
    rulings: int
    teams: tuple[Team, ...]


def traces_of(people: Iterable[Person]) -> Traces:
    chosen = list(people)
    names = {person.family.casefold() for person in chosen}
    played = Tournament.objects.filter(entries__person__in=chosen).values("pk")

    def count_names(texts: Iterable[tuple[object, ...]]) -> int:
        lines = (" ".join(map(str, text)).casefold() for text in texts)
        return sum(any(name in line for name in names) for line in lines)

    reasons = LogEntry.objects.filter(tournament__in=played).exclude(reason="")
    notes = Booking.objects.filter(tournament__in=played).exclude(note="")
    rulings = Ruling.objects.filter(tournament__in=played)
    texts = rulings.values_list("note", "incident", "objection__text", "objection__reason")
    teams = Team.objects.filter(contest__tournament__in=played)
    teams = teams.select_related("contest__tournament")
    return Traces(
        count_names(reasons.values_list("reason")),
        count_names(notes.values_list("note")),
        count_names(texts),
        tuple(team for team in teams if count_names([(team.name,)])),
    )


@dataclass(frozen=True, slots=True)
class ClubRow:
    club: Club
    members: int
    people: int
    here: int


def club_rows(tournament: Tournament, clubs: Iterable[Club]) -> list[ClubRow]:
    chosen = list(clubs)
    today = ClubMember.objects.on(timezone.localdate()).filter(club__in=chosen)
    members = dict(today.order_by().values_list("club").annotate(Count("pk")))
    on_record = Person.objects.filter(club__in=chosen).order_by()
    people = dict(on_record.values_list("club").annotate(Count("pk")))
    names = tournament.entries.exclude(club_name="").order_by()
    here = dict(names.values_list("club_name").annotate(Count("pk")))
    return [
        ClubRow(club, members.get(club.pk, 0), people.get(club.pk, 0), here.get(club.name, 0))
        for club in chosen
    ]


def entries_of(person: Person) -> QuerySet[Entry]:
    entries = person.entries.select_related("tournament")
    return entries.order_by("-tournament__date", "-tournament_id")


def clubs_listing(tournament: Tournament) -> Listing:
    columns = [
        CLUB.of("club.name", 36),
        Column("members", _("Members"), "int", width=10),
        Column("people", _("On record"), "int", width=10),
        Column("here", _("Play here"), "int", width=10),
    ]
    clubs = Club.objects.of(tournament)
    return Listing(_("Clubs"), columns, rows_of(columns, club_rows(tournament, clubs)))


def register_listing(people: Iterable[RegisterRow], subtitle: str) -> Listing:
    """For organizers only."""
    columns = [
        NAME.of("person.sorted_name"),
        CLUB.of(lambda each: str(each.person.club or ""), 26),
        Column("birth_year", _("Year of birth"), "rank", width=8, value="person.birth_year"),
        Column("passport", _("Passport"), width=14, value="person.passport"),
        Column("last", _("Last tournament"), width=28).of(
            lambda each: each.last and each.last.name
        ),
        Column("day", _("Day"), "date", width=11).of(lambda each: each.last and each.last.date),
        Column("played", _("Tournaments"), "int", width=8),
    ]
    return Listing(_("Register of people"), columns, rows_of(columns, people), subtitle)


def forgettable(by: Actor, owned: Owned, before: date | None = None) -> QuerySet[Person]:
    """The people whom the account may anonymise, except those who have reserved a place.

    With `before` only those who last played before that day.
    """
    first = first_day_kept(before)
    # Lists that are made once: a question for each person would take seconds on SQLite.
    own = Tournament.objects.filter(host=owned.host_id).order_by()
    later = Q(date__gte=first)
    later |= Q(pk__in=Series.objects.filter(day__gte=first).values("tournament"))
    later |= Q(pk__in=[pk for pk, day in last_work(own).items() if day >= first])
    busy = own.filter(later | ~Q(pk__in=tournaments_of_organizer(by).order_by().values("pk")))
    retained = Entry.objects.filter(tournament__in=busy.values("pk"))
    members = ClubMember.objects.not_left(timezone.localdate()).filter(club__host=owned.host_id)
    people = Person.objects.of(owned).filter(anonymised_at=None).select_related("club")
    people = people.exclude(pk__in=retained.order_by().values("person"))
    people = people.exclude(pk__in=members.order_by().values("person"))
    reserved = Reservation.objects.filter(tournament__in=busy.values("pk"))
    people = people.exclude(pk__in=reserved.order_by().values("person"))
    return people.order_by("family", "given", "pk")


def first_day_kept(before: date | None = None) -> date:
    """The first day whose players stay on record; an earlier day `before` keeps more of them."""
    first = last_day_on_record(timezone.localdate()) + timedelta(days=1)
    return min(first, before or first)


def last_day_on_record(today: date) -> date:
    """The last day of play whose six months are over."""
    day = months_later(today, -KEPT_MONTHS)
    # The months end on different days: 31 August and 28 February.
    while months_later(day + timedelta(days=1), KEPT_MONTHS) <= today:
        day += timedelta(days=1)
    return day


def last_day(person: Person) -> date | None:
    """The last day of play of a person's tournaments, or of work in running ones."""
    played = Tournament.objects.filter(entries__person=person)
    worked = last_work(played)
    rows = played.values_list("date", "series__day", "pk")
    days = [day for *dates, pk in rows for day in (*dates, worked.get(pk)) if day]
    return max(days, default=None)


def last_work(among: QuerySet[Tournament]) -> dict[int, date]:
    """By running tournament among these the last day on which lists or seatings changed."""
    at_play = Q(action__startswith="list.") | Q(action__startswith="series.")
    running = among.filter(state=TournamentState.RUNNING).order_by().values("pk")
    rows = LogEntry.objects.filter(at_play, tournament__in=running).order_by()
    latest = rows.values_list("tournament").annotate(Max("at"))
    return {tournament: timezone.localdate(at) for tournament, at in latest}


def months_later(day: date, months: int) -> date:
    """The same day this many months later, or the last of that month, at most `date.max`.

    >>> months_later(date(2026, 8, 31), 6)
    datetime.date(2027, 2, 28)
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year > MAXYEAR:
        return date.max
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


DERIVED = ("sought", "alike")  # how a name is searched, made from the name


def data_of(person: Person, by: Actor) -> dict[str, object]:
    """What is stored about a person where the actor organizes, and the other tournaments' names."""
    entries = person.entries.select_related("tournament").order_by("tournament__date", "pk")
    own = tournaments_of_organizer(by).order_by().values("pk")
    readable = list(entries.filter(tournament__in=own))
    elsewhere = entries.exclude(tournament__in=own)
    return {
        "person": fields_of(person),
        "entries": [fields_of(entry) for entry in readable],
        **rows_about([person]),
        **rows_about(readable),
        "elsewhere": [str(entry.tournament) for entry in elsewhere],
    }


def rows_about(subjects: Sequence[Model]) -> dict[str, list[dict[str, object]]]:
    """The rows that name these subjects, by the name of their model, without entries."""
    rows: dict[str, list[dict[str, object]]] = {}
    relations = subjects[0]._meta.get_fields(include_hidden=True) if subjects else ()
    for relation in relations:
        if isinstance(relation, ForeignObjectRel) and (model := relation.field.model) is not Entry:
            named = model._default_manager.filter(**{f"{relation.field.name}__in": subjects})
            key = str(model._meta.model_name)
            rows.setdefault(key, []).extend(map(fields_of, named.order_by("pk")))
    return rows


def fields_of(row: Model) -> dict[str, object]:
    """Without the account that wrote the row."""
    fields: dict[str, object] = {}
    for field in row._meta.concrete_fields:
        if field.name not in DERIVED and field.related_model is not User:
            value = getattr(row, field.name)
            fields[field.name] = str(value) if isinstance(value, Model) else value
    return fields
