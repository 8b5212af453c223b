"""The registration desk: the price of an entry, and what was paid."""

from dataclasses import dataclass

from django.db.models import Sum

from scoring.models import Entry
from scoring.money.reads.dues import door_prices, entry_dues, staked_pots
from scoring.standings.reads.results import StandingsSource


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


def door_price(source: StandingsSource) -> int:
    """The fee without any category, in cents."""
    fees, pots = source.cached(door_prices).fees, source.cached(staked_pots)
    stakes = sum(pot.stake_cents for pot in pots if not pot.optional)
    return fees.entry_cents + fees.card_cents + fees.table_cents + stakes


def registered(entry: Entry, given: int | None = None) -> Registered:
    """The answer to a registration."""
    booked = entry.bookings.aggregate(sum=Sum("cents"))["sum"] or 0
    names = entry.in_categories.order_by("category").values_list("category__name", flat=True)
    owed = entry_dues(entry.tournament, [entry])[0].rest
    return Registered(entry, booked, tuple(names), given, owed)
