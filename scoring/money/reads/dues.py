"""What is owed: reckoned from the fees and the lists, with the bookings subtracted; never stored.

Cents. A due that falls again, because a list was corrected or a player came into a cheaper
category, leaves a negative rest: money that goes back.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Min

from scoring.models import (
    Booking,
    Entry,
    EntryCategory,
    Fees,
    Pot,
    PotChoice,
    Seat,
    Tournament,
)
from scoring.models.money import BookingKind
from scoring.models.person import EntryState
from scoring.models.tournament import BrokenOff
from scoring.money.reads.booked import Booked, booked
from scoring.standings.reads.source import StandingsSource

# What is paid at the door, in the order in which it is listed.
AT_THE_DOOR = (
    BookingKind.ENTRY_FEE,
    BookingKind.CARD_MONEY,
    BookingKind.TABLE_MONEY,
    BookingKind.STAKE,
)
OF_LISTS = (BookingKind.LOST_GAMES, BookingKind.PASSED_GAMES)
GONE = (EntryState.WITHDRAWN, EntryState.NO_SHOW)


@dataclass(frozen=True, slots=True)
class Due:
    """One thing to pay: `due` by the fees, `paid` by the bookings. `pot` is the id of its pot."""

    kind: str
    due: int
    paid: int
    pot: int | None = None

    @property
    def rest(self) -> int:
        """Still to pay; negative: to be given back."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class EntryDues:
    """What one player pays at the door."""

    entry: Entry
    dues: tuple[Due, ...]

    @property
    def due(self) -> int:
        return sum(each.due for each in self.dues)

    @property
    def paid(self) -> int:
        return sum(due.paid for due in self.dues)

    @property
    def rest(self) -> int:
        return sum(due.rest for due in self.dues)

    @property
    def open(self) -> tuple[Due, ...]:
        return tuple(due for due in self.dues if due.rest)


def fees_of(tournament: Tournament) -> Fees:
    """The fees of a tournament; zero if none were set."""
    return Fees.objects.filter(tournament=tournament).first() or Fees(tournament=tournament)


class DoorPrices(NamedTuple):
    """What entering costs whom, without the stakes: the fees, and by entry the least fee of his
    categories. `chosen` are entry and optional pot (ids), `seated` who left after he had sat.
    """

    fees: Fees
    by_category: dict[int, int]
    chosen: set[tuple[int, int]]
    seated: set[int]


def door_prices(tournament: Tournament) -> DoorPrices:
    priced = EntryCategory.objects.filter(
        entry__tournament=tournament, category__entry_cents__isnull=False
    )
    least = priced.order_by().values_list("entry").annotate(Min("category__entry_cents"))
    choices = PotChoice.objects.filter(pot__tournament=tournament, pot__optional=True)
    seats = Seat.objects.filter(entry__tournament=tournament, entry__state__in=GONE)
    return DoorPrices(
        fees_of(tournament),
        dict(least),
        set(choices.values_list("entry", "pot")),
        set(seats.values_list("entry", flat=True)),
    )


def staked_pots(tournament: Tournament) -> list[Pot]:
    return list(tournament.pots.filter(stake_cents__gt=0))


def entry_dues(
    tournament: Tournament,
    entries: Iterable[Entry] | None = None,
    source: StandingsSource | None = None,
) -> list[EntryDues]:
    """What each of these players pays at the door (everybody, if none are named).

    A category with a fee of its own replaces the entry fee; of several the least is asked for.
    The stake of an optional pot is owed by those who chose it, and listed for those who paid it.
    `source` keeps prices and pots for whoever shows them, too.
    """
    source = source or StandingsSource(tournament)
    if entries is None:
        entries = tournament.entries.select_related("person")
    chosen = list(entries)
    paid = paid_by(tournament, chosen, AT_THE_DOOR)
    prices, pots = source.cached(door_prices), source.cached(staked_pots)
    return Price(tournament, chosen, prices, pots, paid).dues


class Paid:
    """What was booked for each player: at the door by kind and pot, for a list by kind."""

    def __init__(self, rows: Iterable[Booked]) -> None:
        self.at_the_door: dict[tuple[int, str, int | None], int] = defaultdict(int)
        self.of_lists: dict[tuple[int, int, str], int] = defaultdict(int)
        self.given_back: set[int] = set()
        # Other money is of no player, and may be of no list.
        for kind, entry, pot, of_list, cents, reversing in rows:
            if entry is None:
                continue
            if kind in OF_LISTS:
                if of_list is not None:
                    self.of_lists[of_list, entry, kind] += cents
                continue
            if kind not in AT_THE_DOOR:
                continue
            self.at_the_door[entry, kind, pot if kind == BookingKind.STAKE else None] += cents
            if cents < 0 and not reversing:
                self.given_back.add(entry)


def paid_by(tournament: Tournament, entries: Sequence[Entry], kinds: Iterable[str]) -> Paid:
    """What was booked under these kinds; for one player alone only what is his."""
    bookings = Booking.objects.filter(tournament=tournament, kind__in=kinds)
    if len(entries) == 1:
        bookings = bookings.filter(entry=entries[0])
    return Paid(booked(bookings))


class Price:
    """What entering a tournament costs, read once for many players."""

    def __init__(
        self,
        tournament: Tournament,
        entries: Sequence[Entry],
        prices: DoorPrices,
        pots: Iterable[Pot],
        paid: Paid,
    ) -> None:
        self.entries, self.prices, self.paid = entries, prices, paid
        self.pots = [pot for pot in pots if pot.stake_cents]
        # What was not used went back, and nobody owes the rest any more (TO 3.4).
        self.refunded = tournament.broken_off == BrokenOff.REFUNDED
        self.optional = {pot.pk for pot in self.pots if pot.optional}

    @property
    def dues(self) -> list[EntryDues]:
        return [EntryDues(entry, self.of(entry)) for entry in self.entries]

    def of(self, entry: Entry) -> tuple[Due, ...]:
        fees, by_category = self.prices.fees, self.prices.by_category
        asked: list[tuple[str, int, int | None]] = [
            (BookingKind.ENTRY_FEE, by_category.get(entry.pk, fees.entry_cents), None),
            (BookingKind.CARD_MONEY, fees.card_cents, None),
            (BookingKind.TABLE_MONEY, fees.table_cents, None),
        ]
        asked += [(BookingKind.STAKE, pot.stake_cents, pot.pk) for pot in self.pots]
        dues = []
        for kind, cents, pot in asked:
            paid = self.paid.at_the_door.get((entry.pk, kind, pot), 0)
            left_out = pot in self.optional and (entry.pk, pot) not in self.prices.chosen
            waived = self.waived(entry) or left_out
            dues.append(Due(kind, paid if waived else cents, paid, pot))
        return tuple(due for due in dues if due.due or due.paid)

    def waived(self, entry: Entry) -> bool:
        """Whether a player owes nothing more: he left, or the tournament was broken off.

        Of who is expelled, all is (TO 4.3), unless the organizer gave him his money back.
        """
        if self.refunded:
            return True
        if entry.state == EntryState.EXPELLED:
            return entry.pk in self.paid.given_back
        if entry.state not in GONE:
            return False
        return entry.pk not in self.prices.seated or entry.pk in self.paid.given_back
