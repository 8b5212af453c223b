"""What the registration desk shows: what entering costs, and what was taken of whom."""

from dataclasses import dataclass

from django.db.models import Sum

from scoring.models import Entry, Tournament
from scoring.money.reads.dues import fees_of


@dataclass(frozen=True, slots=True)
class Registered:
    """Somebody just entered: what was booked for him in cents, and what he gave, if he said."""

    entry: Entry
    cents: int
    categories: tuple[str, ...]
    given: int | None = None

    @property
    def change(self) -> int | None:
        """To be given back; negative: that was not enough."""
        return None if self.given is None or not self.cents else self.given - self.cents


def door_price(tournament: Tournament) -> int:
    """What somebody without any category pays at the door, in cents."""
    fees = fees_of(tournament)
    stakes = tournament.pots.filter(optional=False).aggregate(sum=Sum("stake_cents"))["sum"]
    return fees.entry_cents + fees.card_cents + fees.table_cents + (stakes or 0)


def registered(entry: Entry, given: int | None = None) -> Registered:
    """What the answer to a registration says."""
    booked = entry.bookings.aggregate(sum=Sum("cents"))["sum"] or 0
    names = entry.in_categories.order_by("category").values_list("category__name", flat=True)
    return Registered(entry, booked, tuple(names), given)
