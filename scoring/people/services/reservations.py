"""Places that people reserve by telephone or mail before the day."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.core.forms import Refused
from scoring.core.services import changing, refresh
from scoring.models import Actor, Reservation, Tournament
from scoring.models.log import Action
from scoring.people.services.entries import write_newcomers
from scoring.people.services.leaving import forget_unused
from scoring.people.services.matching import Newcomer, examine

SUBJECT = "tournament"


def reserve(tournament: Tournament, newcomers: Sequence[Newcomer], *, by: Actor) -> int:
    """Reserve a place for each; returns how many are new.

    A name on record means the person on record. A second reservation of one person is ignored.
    Raises Refused with the problems of all, each with its row.
    """
    with changing(tournament, by, Action.PLACES_RESERVED, about=SUBJECT, register=True) as change:
        # Categories and start numbers are asked for at the door.
        plain = [replace(newcomer, start_number=None, categories=None) for newcomer in newcomers]
        problems, placed = examine(tournament, plain)
        if problems:
            raise Refused(problems)
        reserved = set(tournament.reservations.values_list("person", flat=True))
        rows = [
            Reservation(tournament=tournament, person=person)
            for person in write_newcomers(tournament, plain, placed, by)
            if person.pk not in reserved
        ]
        Reservation.objects.bulk_create(rows)
        if rows:
            change.log(new={"count": len(rows)})
        return len(rows)


def cancel(reservation: Reservation, *, by: Actor) -> None:
    """Cancel a reservation; a person with nothing on record but a name is removed."""
    tournament = reservation.tournament
    with changing(tournament, by, Action.PLACE_CANCELLED, about=SUBJECT, register=True) as change:
        refresh(reservation, "reservation-gone")
        person = reservation.person
        reservation.delete()
        change.log(new={"count": tournament.reservations.count()})
        forget_unused(person)


def set_max_players(tournament: Tournament, most: int | None, *, by: Actor) -> None:
    """Set the number of places, None for no limit; later reservations are on the waiting list."""
    with changing(tournament, by, Action.PLACES_LIMITED, about=SUBJECT) as change:
        change.store(tournament, max_players=most)
