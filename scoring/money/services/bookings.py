"""Bookings that other services make in their own blocks: what is due, and what is taken back.

The block has to hold the tournament alone (`changing`), or two desks would give out the
same number.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scoring.core.services import write_log
from scoring.models import Actor, Booking, Entry, ScoreList, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind
from scoring.models.names import booking_subject
from scoring.money.reads.all_dues import all_dues
from scoring.money.reads.dues import Due, entry_dues

# A till of a tournament never moves more at once; a bigger figure is a slip of the keyboard.
MOST_CENTS = 10_000_000
NOTE_LENGTH = 200


@dataclass(frozen=True, slots=True)
class BookingItem:
    """One movement of money before it is booked, in cents: what for, whose, and into which pot."""

    kind: str
    cents: int
    entry: Entry | None = None
    score_list: ScoreList | None = None
    pot: int | None = None
    note: str = ""
    reverses: Booking | None = None


def write_bookings(
    tournament: Tournament,
    items: Iterable[BookingItem],
    *,
    by: Actor,
    action: str = Action.BOOKING_MADE,
    reason: str = "",
) -> list[Booking]:
    """Book these with the next numbers and one log row, inside the block of a change.

    Nothing to book writes nothing.
    """
    wanted = list(items)
    if not wanted:
        return []
    highest = tournament.bookings.aggregate(highest=Max("number"))["highest"] or 0
    now = timezone.now()
    bookings = Booking.objects.bulk_create(
        Booking(tournament=tournament, number=number, at=now, by=by.user, **columns_of(item))
        for number, item in enumerate(wanted, highest + 1)
    )
    write_log(
        action,
        booking_subject(highest + 1),
        by=by,
        tournament=tournament,
        reason=reason,
        new={
            "bookings": [booking.number for booking in bookings],
            "cents": sum(booking.cents for booking in bookings),
        },
    )
    return bookings


def columns_of(item: BookingItem) -> dict[str, Any]:
    """The columns of a booking that its item tells."""
    return {
        "kind": item.kind,
        "pot_id": item.pot,
        "cents": item.cents,
        "note": item.note,
        "reverses": item.reverses,
        **whose(item),
    }


def whose(item: BookingItem) -> dict[str, int | None]:
    """The player and the list of a booking. What it cancels may be of a player who is gone."""
    if booking := item.reverses:
        return {
            "entry_id": booking.entry_id,
            "start_number": booking.start_number,
            "list_id": booking.list_id,
        }
    return {
        "entry_id": item.entry.pk if item.entry else None,
        "start_number": item.entry.start_number if item.entry else None,
        "list_id": item.score_list.pk if item.score_list else None,
    }


def charge(
    tournament: Tournament,
    entries: Sequence[Entry],
    *,
    by: Actor,
    given: int | None = None,
) -> list[Booking]:
    """Book what these players still owe at the door.

    Entry fee by category, card money, table money, the stakes of the pots that everybody plays
    for and of the optional ones that were chosen. Who was charged before pays the difference only.
    `given` is the money handed over, in cents: where it is less, that much is booked and the rest
    stays owed. Part of another service: call it inside the block of a change.
    """
    items = within(given, charges(tournament, entries))
    return write_bookings(tournament, items, by=by)


def within(given: int | None, items: Sequence[BookingItem]) -> list[BookingItem]:
    """The items as far as the money reaches, in their order; all of them if None is named."""
    if given is None:
        return list(items)
    left = given - sum(item.cents for item in items if item.cents < 0)
    booked = []
    for item in items:
        part = min(item.cents, left)
        left -= max(part, 0)
        if part:
            booked.append(replace(item, cents=part))
    return booked


def charges(
    tournament: Tournament, entries: Sequence[Entry], pots: Collection[int] = ()
) -> list[BookingItem]:
    """What `charge` would book, and the stakes of optional `pots` (ids) for each of them."""
    items = [
        due_item(due, dues.entry) for dues in entry_dues(tournament, entries) for due in dues.open
    ]
    asked = {(item.entry, item.pot) for item in items}
    stakes = optional_stakes(tournament, entries, pots) if pots else []
    return items + [item for item in stakes if (item.entry, item.pot) not in asked]


def list_charges(tournament: Tournament, entries: Sequence[Entry]) -> list[BookingItem]:
    """What these players owe for all their lists, as far as it is not booked."""
    return [
        due_item(due, dues.entry, score_list)
        for dues in all_dues(tournament, entries)
        for score_list, seat in dues.lists
        for due in (seat.lost, seat.passed)
        if due.rest
    ]


def uncharge(
    tournament: Tournament,
    entries: Sequence[Entry],
    *,
    by: Actor,
    reason: str = "",
    kinds: Collection[str] = BookingKind.values,
) -> list[Booking]:
    """Take back by counter-bookings all that was booked for entries that were a mistake.

    Part of another service: call it inside the block of a change, before the entries go.
    """
    standing = tournament.bookings.filter(
        entry__in=entries, kind__in=kinds, reverses__isnull=True, reversed_by__isnull=True
    )
    items = [counter_item(booking) for booking in standing]
    return write_bookings(tournament, items, by=by, action=Action.BOOKING_REVERSED, reason=reason)


def counter_item(booking: Booking) -> BookingItem:
    """The booking that cancels another one."""
    return BookingItem(booking.kind, -booking.cents, pot=booking.pot_id, reverses=booking)


def due_item(due: Due, entry: Entry, score_list: ScoreList | None = None) -> BookingItem:
    return BookingItem(due.kind, due.rest, entry, score_list, due.pot)


def optional_stakes(
    tournament: Tournament, entries: Sequence[Entry], pots: Collection[int]
) -> list[BookingItem]:
    """The stakes of optional pots, of those who have not paid them yet."""
    chosen = tournament.pots.filter(pk__in=pots, optional=True, stake_cents__gt=0)
    paid = {
        (dues.entry.pk, due.pot): due.paid
        for dues in entry_dues(tournament, entries)
        for due in dues.dues
    }
    items = [
        BookingItem(
            BookingKind.STAKE, pot.stake_cents - paid.get((entry.pk, pot.pk), 0), entry, pot=pot.pk
        )
        for entry in entries
        for pot in chosen
    ]
    return [item for item in items if item.cents > 0]
