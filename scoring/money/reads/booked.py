"""The bookings of a tournament as figures, read once for whoever adds them up. Cents."""

from typing import NamedTuple

from django.db.models import QuerySet

from scoring.models import Booking, Tournament

COLUMNS = ("kind", "entry", "pot", "list", "cents", "reverses")


class Booked(NamedTuple):
    """One booking by the ids of what it is about; `reversing`: it cancels another one."""

    kind: str
    entry: int | None
    pot: int | None
    of_list: int | None
    cents: int
    reversing: bool


def booked(bookings: QuerySet[Booking]) -> list[Booked]:
    return [
        Booked(kind, entry, pot, of_list, cents, reverses is not None)
        for kind, entry, pot, of_list, cents, reverses in bookings.order_by().values_list(*COLUMNS)
    ]


def booked_in(tournament: Tournament) -> list[Booked]:
    """Every booking of a tournament: for pots, dues and till together."""
    return booked(Booking.objects.filter(tournament=tournament))
