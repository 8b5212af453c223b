"""Who plays, and whom two letters may mean."""

from dataclasses import dataclass

from scoring.core.text import Register, abbreviated, begins_a_part, folded, parse_name, plain_text
from scoring.models import Entry, Person, Tournament
from scoring.money.reads.dues import entry_dues

MOST_SUGGESTIONS = 8
# Of so many only is it looked up who played last: two letters fit hundreds in a big register.
MOST_SORTED = 300


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Somebody on record, and what tells him from a namesake; `start_number` if he plays already.

    `last` is the tournament he played last, `owed` what he has not paid at the door, in cents.
    """

    person: Person
    start_number: int | None
    last: Tournament | None
    owed: int = 0

    @property
    def settled(self) -> bool:
        """Nothing is left to do: he plays and has paid."""
        return self.start_number is not None and self.owed <= 0

    @property
    def details(self) -> str:
        """Club, year of birth, passport and last tournament, as far as they are known."""
        person = self.person
        last = f"{self.last.name} {self.last.date.year}" if self.last else ""
        told = (person.club, person.birth_year, person.passport, last)
        return " · ".join(str(each) for each in told if each)


def players(tournament: Tournament, sought: str = "") -> list[Entry]:
    """The entries by start number; with letters or a number, those that they may mean."""
    rows = tournament.entries.select_related("person")
    entries = list(rows.prefetch_related("in_categories__category"))
    words = folded(plain_text(sought)).replace(",", " ").split()
    return [entry for entry in entries if all(fits(entry, word) for word in words)]


def fits(entry: Entry, word: str) -> bool:
    if word.isdecimal():
        return str(entry.start_number) == word
    return begins_a_part(word, folded(f"{entry.person} {entry.club_name}"))


def suggested(tournament: Tournament, typed: str) -> list[Suggestion]:
    """People on record whom the typed letters may mean; none below two letters.

    Who does not play yet comes first, then who played here last.
    """
    return as_suggestions(tournament, Register.load().starting(typed))


def namesakes_of(tournament: Tournament, typed: str) -> list[Suggestion]:
    """People on record who are called exactly so, or whose beginnings were typed."""
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
    """The entry of a person who plays already and has not paid at the door yet."""
    entry = tournament.entries.select_related("person").filter(person=person).first()
    if entry is None or person is None:
        return None
    return entry if entry_dues(tournament, [entry])[0].rest > 0 else None


def last_tournaments(tournament: Tournament, ids: list[int]) -> dict[int, Tournament]:
    """The last tournament but this one of each person, by id."""
    entries = Entry.objects.filter(person__in=ids).exclude(tournament=tournament)
    ordered = entries.select_related("tournament").order_by("tournament__date", "tournament")
    return {entry.person_id: entry.tournament for entry in ordered}
