"""The entries of a tournament, and suggestions for abbreviated names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Count,
    F,
    OuterRef,
    QuerySet,
    Subquery,
    Sum,
    Window,
    prefetch_related_objects,
)
from django.db.models.functions import Greatest, RowNumber

from scoring.core.text import Register, fold, is_spelled_out, matches_words, parse_name, query_words
from scoring.models import Entry, Person, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.models.tournament import TournamentSource
from scoring.money.reads.dues import (
    EntryDues,
    door_prices,
    entry_dues,
    owed_at_the_door,
    staked_pots,
)

MAX_SUGGESTIONS = 8
MAX_SORTED = 300  # by their last tournament; two letters fit hundreds in a large register


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A person on record; the unpaid fee `owed` is in cents.

    A regular is of the organizing club or came more than once; an expected person has reserved.
    """

    person: Person
    start_number: int | None
    last: Tournament | None
    owed: int = 0
    is_regular: bool = False
    is_expected: bool = False

    @property
    def is_settled(self) -> bool:
        return self.start_number is not None and self.owed <= 0

    @property
    def details(self) -> str:
        person = self.person
        last = f"{self.last.name} {self.last.date.year}" if self.last else ""
        details = (person.club, person.birth_year, person.passport, last)
        return " · ".join(str(detail) for detail in details if detail)


def search_entries(tournament: Tournament, query: str = "") -> QuerySet[Entry] | list[Entry]:
    """The entries whose name, club or number matches, in the order of the numbers."""
    entries = tournament.entries.select_related("person")
    if not query:
        return entries
    words = query_words(query)
    return [
        entry
        for entry in entries
        if matches_words(words, entry.start_number, f"{entry.person} {entry.club_name}")
    ]


def suggestions_for(tournament: Tournament, text: str) -> list[Suggestion]:
    """People who match the typed letters, else those of similar names."""
    register = Register(tournament)
    ids = register.starting(text, MAX_SORTED)
    if not ids and is_spelled_out(text):
        ids = register.near(parse_name(text), MAX_SORTED)
    return as_suggestions(tournament, ids)


def with_similar_names(register: Register, text: str, starting: Sequence[int]) -> list[int]:
    near = register.near(parse_name(text), MAX_SORTED)
    return [*starting, *(pk for pk in near if pk not in starting)]


def namesakes_of(tournament: Tournament, text: str) -> list[Suggestion]:
    """People of exactly this name, else of this abbreviation or a similar name."""
    name, register = parse_name(text), Register(tournament)
    if not name.family:
        return []
    namesakes = register.namesakes(name)
    starting = [] if namesakes else register.starting(text, MAX_SORTED)
    return as_suggestions(tournament, namesakes or with_similar_names(register, text, starting))


def sole_match(suggestions: Sequence[Suggestion], text: str) -> Suggestion | None:
    """The person whom Enter takes: the only one expected, else the only regular, else the only one.

    A full name takes only a namesake: "Karl Meier" need not be the Karl-Heinz Meier on record.
    """
    name = parse_name(text)
    folded = (fold(name.family), fold(name.given))
    same = [
        suggestion
        for suggestion in suggestions
        if (fold(suggestion.person.family), fold(suggestion.person.given)) == folded
    ]
    if same or is_spelled_out(text):
        suggestions = same
    free = [suggestion for suggestion in suggestions if not suggestion.is_settled]
    expected = [suggestion for suggestion in free if suggestion.is_expected]
    regulars = [suggestion for suggestion in free if suggestion.is_regular]
    return next((some[0] for some in (expected, regulars, free) if len(some) == 1), None)


def as_suggestions(
    tournament: Tournament, ids: Sequence[int], most: int = MAX_SUGGESTIONS
) -> list[Suggestion]:
    """These people: the expected, then regulars, then by last tournament; settled ones last."""
    elsewhere = Entry.objects.filter(person=OuterRef("pk")).exclude(tournament=tournament)
    last = elsewhere.order_by("-tournament__date", "-tournament").values("tournament")
    people: dict[int, Any] = (
        Person.objects.select_related("club")
        .annotate(visits=Count("entries"), last_visited=Subquery(last[:1]))
        .in_bulk(ids[: max(most, MAX_SORTED)])
    )
    entries = {entry.person_id: entry for entry in tournament.entries.filter(person__in=people)}
    dues = entry_dues(TournamentSource(tournament), entries.values()) if entries else ()
    owed = {due.entry.person_id: due.rest for due in dues}
    reserved = tournament.reservations.filter(person__in=people)
    expected = set(reserved.values_list("person", flat=True)) - entries.keys()
    visited = Tournament.objects.in_bulk({person.last_visited for person in people.values()})
    organizer = fold(tournament.organizer)
    suggestions = [
        Suggestion(
            person,
            entries[pk].start_number if pk in entries else None,
            visited.get(person.last_visited),
            owed.get(pk, 0),
            person.visits > 1 or bool(person.club and fold(person.club.name) == organizer),
            pk in expected,
        )
        for pk in ids
        if (person := people.get(pk))
    ]
    return sorted(suggestions, key=suggestion_order)[:most]


def suggestion_order(suggestion: Suggestion) -> tuple[bool, bool, bool, int]:
    days = suggestion.last.date.toordinal() if suggestion.last else 0
    is_rare, is_unexpected = not suggestion.is_regular, not suggestion.is_expected
    return suggestion.is_settled, is_unexpected, is_rare, -days


def unpaid_entry(tournament: Tournament, person: int | None) -> Entry | None:
    if person is None:
        return None
    entry = tournament.entries.select_related("person").filter(person=person).first()
    return entry if entry and owed_at_the_door(entry) > 0 else None


@dataclass(frozen=True, slots=True)
class EntryRow:
    door: EntryDues
    pots: Sequence[tuple[str, bool]]  # title, and whether it is paid


def entry_rows(
    tournament: Tournament, entries: Iterable[Entry], source: TournamentSource | None = None
) -> list[EntryRow]:
    source = source or TournamentSource(tournament)
    entries = list(entries)
    prefetch_related_objects(entries, "in_categories__category")
    optional = {pot.pk: pot.title for pot in source.cached(staked_pots) if pot.optional}
    return [
        EntryRow(door, [(optional[d.pot], d.rest <= 0) for d in door.dues if d.pot in optional])
        for door in entry_dues(source, entries)
    ]


@dataclass(frozen=True, slots=True)
class Registered:
    """A player at the desk; amounts in cents."""

    entry: Entry
    cents: int
    categories: tuple[str, ...]
    cash: int | None = None
    owed: int = 0

    @property
    def change(self) -> int | None:
        """Money to give back; negative if it was not enough."""
        return None if self.cash is None or not self.cents else self.cash - self.cents


def door_price(source: TournamentSource) -> int:
    """What a player without a category pays, with the stakes of all compulsory pots, in cents."""
    fees, pots = source.cached(door_prices).fees, source.cached(staked_pots)
    stakes = sum(pot.stake_cents for pot in pots if not pot.optional)
    return fees.entry_cents + fees.card_cents + fees.table_cents + stakes


def registration_of(entry: Entry, cash: int | None = None) -> Registered:
    booked = entry.bookings.aggregate(sum=Sum("cents"))["sum"] or 0
    names = entry.in_categories.order_by("category").values_list("category__name", flat=True)
    return Registered(entry, booked, tuple(names), cash, owed_at_the_door(entry))


def numbered_reservations(tournament: Tournament) -> QuerySet[Any]:
    """The reservations, oldest first, with `number` and, once entered, `start_number`.

    `waiting` is the place on the waiting list, 0 for a place in the tournament.
    """
    most = tournament.max_players or MAX_START_NUMBER
    entry = Entry.objects.filter(tournament=tournament, person=OuterRef("person"))
    rows = tournament.reservations.select_related("person__club").order_by("pk")
    return rows.annotate(
        number=Window(RowNumber(), order_by="pk"),
        waiting=Greatest(F("number") - most, 0),
        start_number=entry.values("start_number"),
    )
