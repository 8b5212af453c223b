"""The bookings of a tournament as figures, read once for whoever adds them up. Cents."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.core.questions import question
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


def figures_of(bookings: QuerySet[Booking]) -> QuerySet[Booking, Any]:
    """The columns of these bookings that `booked` takes."""
    return bookings.order_by().values_list(*COLUMNS)


def booked(rows: Iterable[Any]) -> list[Booked]:
    return [
        Booked(kind, entry, pot, of_list, cents, reverses is not None)
        for kind, entry, pot, of_list, cents, reverses in rows
    ]


@question(lambda tournament: [figures_of(Booking.objects.filter(tournament=tournament))])
def booked_in(_tournament: Tournament, rows: list[Any]) -> list[Booked]:
    """Every booking of a tournament: for pots, dues and till together."""
    return booked(rows)
