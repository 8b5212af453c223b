"""Who announced himself before the day: in the order of arrival, with the waiting list."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Reservation, Tournament


@dataclass(frozen=True, slots=True)
class ReservedPlace:
    """A reservation: `number` in the order of arrival, `waiting` on the waiting list, 0 if not.

    `start_number` is there once the player was entered at the door.
    """

    reservation: Reservation
    number: int
    waiting: int
    start_number: int | None


@dataclass(frozen=True, slots=True)
class Places:
    """Everybody who announced himself."""

    rows: Sequence[ReservedPlace]

    @property
    def waiting(self) -> int:
        return sum(1 for place in self.rows if place.waiting)

    @property
    def came(self) -> int:
        return sum(1 for place in self.rows if place.start_number)


def places(tournament: Tournament) -> Places:
    """The reservations; whoever cancels makes room for the first who waits."""
    entered = dict(tournament.entries.values_list("person", "start_number"))
    rows = tournament.reservations.select_related("person__club").order_by("pk")
    most = tournament.max_players
    return Places(
        [
            ReservedPlace(
                row, number, max(number - most, 0) if most else 0, entered.get(row.person_id)
            )
            for number, row in enumerate(rows, 1)
        ]
    )
