"""Who may be here tonight: the members of a season by number, and who played before as a guest."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import Entry, Person, Season, Tournament


@dataclass(frozen=True, slots=True)
class Attendee:
    """A member or a guest: his number, how often he came, and whether he is entered in the evening
    that is prepared.

    The number is that of the member; a guest's is his last start number, 0 if a member has it.
    """

    person: Person
    start_number: int
    visits: int
    is_entered: bool = False
    is_member: bool = False


def earlier_days(season: Season | None, besides: Tournament | None = None) -> list[Tournament]:
    """The tournaments of a season, the last one first, samples left out."""
    if season is None:
        return []
    days = season.tournaments.filter(sample=False).order_by("-date", "-pk")
    return [day for day in days if day != besides]


def attendees(
    days: Iterable[Tournament], into: Tournament | None = None, season: Season | None = None
) -> list[Attendee]:
    """The members of the season by number, then everybody else who played on these days, most
    visits first among equal last numbers.

    `into` is the tournament that they may be entered in.
    """
    order = {day.pk: place for place, day in enumerate(days)}
    entered = set(into.entries.values_list("person", flat=True)) if into else set()
    rows = Entry.objects.filter(tournament__in=order, person__anonymised_at=None)
    visits: dict[int, list[Entry]] = {}
    for entry in sorted(
        rows.select_related("person__club"), key=lambda row: order[row.tournament_id]
    ):
        visits.setdefault(entry.person_id, []).append(entry)
    members = season.members.select_related("person__club") if season else ()
    found = [
        Attendee(
            member.person,
            member.number,
            len(visits.pop(member.person_id, ())),
            member.person_id in entered,
            is_member=True,
        )
        for member in members
    ]
    taken = {attendee.start_number for attendee in found}
    guests = [
        Attendee(
            last.person,
            0 if last.start_number in taken else last.start_number,
            1 + len(others),
            person in entered,
        )
        for person, (last, *others) in visits.items()
    ]
    return found + sorted(guests, key=order_of_guests)


def order_of_guests(guest: Attendee) -> tuple[bool, int, int, str]:
    """By the last number, who has none at the end; among equal ones most visits first."""
    return not guest.start_number, guest.start_number, -guest.visits, guest.person.family
