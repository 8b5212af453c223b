"""The details of a person that an entry corrects, and the logs that tell of it."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.core.access import not_organized_problems
from scoring.core.forms import Refused, refuse
from scoring.core.services import write_log
from scoring.core.text import Details, Name, club_named
from scoring.models import Actor, Entry, Person, Role, Tournament
from scoring.models.log import Action
from scoring.models.names import entry_subject


def rename(entry: Entry, name: Name, club: str, details: Details | None, by: Actor) -> list[str]:
    """Write the details of a person; returns which of them are new, club aside, for the log.

    Raises Refused for an anonymous person, and if tournaments would change in which `by` is no
    clerk.
    """
    person = entry.person
    if person.anonymised_at:
        raise refuse("person-is-anonymous", field="family")
    before = log_details(person)
    person.family, person.given = name
    if details is not None:
        person.passport, person.birth_year = details
    words = new_details(person, before)
    if words:
        others = not_organized_problems([person], by, Role.CLERK, besides=entry.tournament_id)
        if others:
            person.refresh_from_db()
            raise Refused(replace(other, field="family") for other in others)
    person.club = club_named(club, person)
    person.save(update_fields=columns(words))
    log_elsewhere(person, words, entry.tournament, by)
    return words


def new_details(person: Person, before: dict[str, object]) -> list[str]:
    """The details that differ from before."""
    return [key for key, value in log_details(person).items() if value != before[key]]


def columns(words: Sequence[str]) -> list[str]:
    """The columns of these details, and the club: others may be writing the rest."""
    names = ["family", "given"] if "name" in words else []
    return ["club", *names, *(word for word in words if word != "name")]


def log_elsewhere(
    person: Person, words: list[str], tournament: Tournament | None, by: Actor
) -> None:
    """A row in the log of every other tournament in which the person plays."""
    if not words:
        return
    others = person.entries.select_related("tournament")
    others = others.exclude(tournament=tournament) if tournament else others
    for other in others:
        write_log(
            Action.ENTRY_CHANGED,
            entry_subject(other.start_number),
            by=by,
            tournament=other.tournament,
            new={"changed": words},
        )


def log_details(person: Person) -> dict[str, object]:
    """The details of a person by their field names in the log."""
    name = (person.family, person.given)
    return {"name": name, "passport": person.passport, "birth_year": person.birth_year}
