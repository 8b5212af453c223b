"""The registration desk: the price of an entry, and what was paid."""

from dataclasses import dataclass

from django.db.models import Sum

from scoring.models import Entry, Fees, Tournament
from scoring.money.reads.dues import entry_dues, fees_of


@dataclass(frozen=True, slots=True)
class Registered:
    """A player at the desk: what was booked in cents, what is still owed, and what was given."""

    entry: Entry
    cents: int
    categories: tuple[str, ...]
    given: int | None = None
    owed: int = 0

    @property
    def change(self) -> int | None:
        """Money to give back; negative if it was not enough."""
        return None if self.given is None or not self.cents else self.given - self.cents


def door_price(tournament: Tournament, fees: Fees | None = None) -> int:
    """The fee without any category, in cents; `fees` if they are known."""
    fees = fees or fees_of(tournament)
    stakes = tournament.pots.filter(optional=False).aggregate(sum=Sum("stake_cents"))["sum"]
    return fees.entry_cents + fees.card_cents + fees.table_cents + (stakes or 0)


def registered(entry: Entry, given: int | None = None) -> Registered:
    """The answer to a registration."""
    booked = entry.bookings.aggregate(sum=Sum("cents"))["sum"] or 0
    names = entry.in_categories.order_by("category").values_list("category__name", flat=True)
    owed = entry_dues(entry.tournament, [entry])[0].rest
    return Registered(entry, booked, tuple(names), given, owed)
