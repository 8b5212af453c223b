"""The entries of a tournament, and suggestions for abbreviated names."""

from dataclasses import dataclass

from scoring.core.text import Register, abbreviated, begins_a_part, folded, parse_name, plain_text
from scoring.models import Entry, Person, Tournament
from scoring.money.reads.dues import entry_dues

MOST_SUGGESTIONS = 8
MOST_SORTED = 300  # by their last tournament; two letters fit hundreds in a large register


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A person on record with details beside the name; `start_number` if already entered.

    `last` is the last tournament played, `owed` the unpaid fee, in cents.
    """

    person: Person
    start_number: int | None
    last: Tournament | None
    owed: int = 0

    @property
    def settled(self) -> bool:
        """Nothing is left to do: entered and paid."""
        return self.start_number is not None and self.owed <= 0

    @property
    def details(self) -> str:
        """Club, year of birth, passport and last tournament, as far as they are known."""
        person = self.person
        last = f"{self.last.name} {self.last.date.year}" if self.last else ""
        details = (person.club, person.birth_year, person.passport, last)
        return " · ".join(str(each) for each in details if each)


def players(tournament: Tournament, sought: str = "") -> list[Entry]:
    """The entries by start number; with letters or a number, those that match."""
    rows = tournament.entries.select_related("person")
    entries = list(rows.prefetch_related("in_categories__category"))
    words = folded(plain_text(sought)).replace(",", " ").split()
    return [entry for entry in entries if all(fits(entry, word) for word in words)]


def fits(entry: Entry, word: str) -> bool:
    if word.isdecimal():
        return str(entry.start_number) == word
    return begins_a_part(word, folded(f"{entry.person} {entry.club_name}"))


def suggested(tournament: Tournament, typed: str) -> list[Suggestion]:
    """People on record who match the typed letters, two at least.

    Those not entered come first, then those who played here last.
    """
    return as_suggestions(tournament, Register.load().starting(typed))


def namesakes_of(tournament: Tournament, typed: str) -> list[Suggestion]:
    """People on record with exactly this name, or this abbreviation."""
    name, register = parse_name(typed), Register.load()
    if not name.family:
        return []
    ids = register.namesakes(name)
    if not ids and abbreviated(typed):
        ids = register.starting(typed)
    return as_suggestions(tournament, ids)


def as_suggestions(tournament: Tournament, ids: list[int]) -> list[Suggestion]:
    """The likeliest of these people."""
    sorted_ids = ids[:MOST_SORTED]
    entries = {each.person_id: each for each in tournament.entries.filter(person__in=sorted_ids)}
    owed = {each.entry.person_id: each.rest for each in entry_dues(tournament, entries.values())}
    last = last_tournaments(tournament, sorted_ids)

    def order(person: int) -> tuple[bool, int, int]:
        when = last[person].date.toordinal() if person in last else 0
        settled = person in entries and owed.get(person, 0) <= 0
        return (settled, -when, ids.index(person))

    chosen = sorted(sorted_ids, key=order)[:MOST_SUGGESTIONS]
    people = Person.objects.select_related("club").in_bulk(chosen)
    numbers = {person: entry.start_number for person, entry in entries.items()}
    return [
        Suggestion(people[pk], numbers.get(pk), last.get(pk), owed.get(pk, 0))
        for pk in chosen
        if pk in people
    ]


def debtor(tournament: Tournament, person: int | None) -> Entry | None:
    """The entry of a person who plays already but has not paid at the door."""
    entry = tournament.entries.select_related("person").filter(person=person).first()
    if entry is None or person is None:
        return None
    return entry if entry_dues(tournament, [entry])[0].rest > 0 else None


def last_tournaments(tournament: Tournament, ids: list[int]) -> dict[int, Tournament]:
    """The last tournament of each person, by id, except this one."""
    entries = Entry.objects.filter(person__in=ids).exclude(tournament=tournament)
    ordered = entries.select_related("tournament").order_by("tournament__date", "tournament")
    return {entry.person_id: entry.tournament for entry in ordered}
