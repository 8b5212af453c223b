"""Who plays, and whom two letters may mean."""

from dataclasses import dataclass

from scoring.models import Entry, Person, Tournament
from scoring.services.people import Register, begins_a_part, folded, parse_name, plain_text

MOST_SUGGESTIONS = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Somebody on record; `start_number` if he plays already."""

    person: Person
    start_number: int | None


def players(tournament: Tournament, sought: str = "") -> list[Entry]:
    """The entries by start number; with letters or a number, those that they may mean."""
    entries = list(tournament.entries.select_related("person"))
    words = folded(plain_text(sought)).replace(",", " ").split()
    return [entry for entry in entries if all(fits(entry, word) for word in words)]


def fits(entry: Entry, word: str) -> bool:
    if word.isdecimal():
        return str(entry.start_number) == word
    return begins_a_part(word, folded(f"{entry.person} {entry.club_name}"))


def suggested(tournament: Tournament, typed: str) -> list[Suggestion]:
    """People on record whom the typed letters may mean; none below two letters."""
    return as_suggestions(tournament, Register.load().starting(typed))


def namesakes_of(tournament: Tournament, typed: str) -> list[Suggestion]:
    """People on record who are called exactly so."""
    name = parse_name(typed)
    return as_suggestions(tournament, Register.load().namesakes(name)) if name.family else []


def as_suggestions(tournament: Tournament, ids: list[int]) -> list[Suggestion]:
    chosen = ids[:MOST_SUGGESTIONS]
    people = Person.objects.filter(pk__in=chosen).select_related("club")
    playing = dict(
        tournament.entries.filter(person__in=chosen).values_list("person", "start_number")
    )
    return [Suggestion(person, playing.get(person.pk)) for person in people]
