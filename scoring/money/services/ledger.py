"""The till's book: money in, money out, and mistakes mended by a second booking (docs/law.md "Money
of a tournament").

Cents; positive came in, negative went out. Bookings are numbered within their tournament without
a gap, and never change.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db.models import Max, Sum
from django.utils import timezone

from scoring.core.forms import Refused, refuse
from scoring.core.services import changing, write_log
from scoring.core.text import plain_text
from scoring.models import Actor, Booking, Entry, Fees, Pot, ScoreList, TillCount, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind, FeeColumns
from scoring.models.names import booking_subject
from scoring.money.reads.dues import AT_THE_DOOR, Due, all_dues, dues_of_list, entry_dues, fees_of
from scoring.money.reads.ledger import expected
from scoring.rules.fees import MOST_CENTS as MOST_CENTS_OF_A_FEE
from scoring.rules.fees import ladder_problems
from scoring.rules.problem import Problem

# Bookings that other services make in their own blocks: what is due, and what is taken back.
#
# The block has to hold the tournament alone (`changing`), or two desks would give out the
# same number.

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


def collect_entries(
    tournament: Tournament,
    entries: Sequence[Entry],
    *,
    by: Actor,
    pots: Collection[int] = (),
    lists: bool = False,
) -> list[Booking]:
    """Tick what these players owe at the door: book the difference, or give back what is over.

    With `lists` their lost-game fees as well. Returns no booking where nothing was open.
    """
    with changing(tournament, by, Action.BOOKING_MADE):
        there = list(
            tournament.entries.filter(pk__in=[entry.pk for entry in entries]).select_related(
                "person"
            )
        )
        if len(there) != len(set(entries)):
            raise refuse("entry-gone")
        items = charges(tournament, there, pots)
        if lists:
            items += list_charges(tournament, there)
        return write_bookings(tournament, items, by=by)


def collect_list(
    score_list: ScoreList,
    positions: Collection[int],
    *,
    by: Actor,
    rest: Mapping[int, int] | None = None,
) -> list[Booking]:
    """Tick what these seats of a list owe: book the difference to what was booked for it.

    `rest` is what the clerk saw and took of each seat, in cents: Refused if the list says otherwise
    by now, also where the sum is the same.
    """
    tournament = score_list.series.tournament
    with changing(tournament, by, Action.BOOKING_MADE):
        # Nobody may correct the list between reading what it costs and booking it.
        score_list.refresh_from_db()
        seats = [seat for seat in dues_of_list(score_list).seats if seat.seat.position in positions]
        now = {seat.seat.position: seat.rest for seat in seats}
        if rest is not None and rest != now:
            raise refuse("fee-changed", cents=sum(now.values()))
        items = [
            due_item(due, seat.seat.entry, score_list)
            for seat in seats
            for due in (seat.lost, seat.passed)
            if due.rest
        ]
        return write_bookings(tournament, items, by=by)


def book(tournament: Tournament, item: BookingItem, *, by: Actor, reason: str) -> Booking:
    """Book one movement by hand: a donation, a gift from the till, a refund as `refund` does it.

    Raises Refused with all problems: prizes are paid out by their pot, and everything needs a
    reason, because nothing else tells what it was.
    """
    problems = amount_problems(item.cents)
    if item.kind not in BookingKind.values or item.kind == BookingKind.PAYOUT:
        problems.append(Problem("booking-kind-unknown", "kind"))
    if not reason.strip():
        problems.append(Problem("reason-missing", "reason"))
    if problems:
        raise Refused(problems)
    with changing(tournament, by, Action.BOOKING_MADE):
        belonging(tournament, item)
        noted = replace(item, note=plain_text(reason)[:NOTE_LENGTH])
        return write_bookings(tournament, [noted], by=by, reason=reason.strip())[0]


def give_back(entry: Entry, *, by: Actor, reason: str) -> list[Booking]:
    """Give a player back all that he paid at the door, each kind of it by a refund."""
    if not reason.strip():
        raise refuse("reason-missing", field="reason")
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_MADE):
        belonging(tournament, BookingItem(BookingKind.ENTRY_FEE, 0, entry))
        at_the_door = entry.bookings.filter(kind__in=AT_THE_DOOR, list=None).order_by()
        paid = at_the_door.values_list("kind", "pot").annotate(Sum("cents"))
        note = plain_text(reason)[:NOTE_LENGTH]
        items = [
            BookingItem(kind, -cents, entry, pot=pot, note=note)
            for kind, pot, cents in paid
            if cents > 0
        ]
        if not items:
            raise refuse("refund-exceeds", field="cents", cents=0)
        entry.pot_choices.all().delete()
        return write_bookings(tournament, items, by=by, reason=reason.strip())


def refund(
    entry: Entry,
    cents: int,
    *,
    by: Actor,
    reason: str,
    kind: str = BookingKind.ENTRY_FEE,
    pot: int | None = None,
) -> Booking:
    """Give a player back money that he paid for `kind`; never more than he paid for it.

    A stake comes out of its `pot` (an id).
    """
    problems = amount_problems(cents)
    if (kind == BookingKind.STAKE) != (pot is not None):
        problems.append(Problem("refund-pot", "pot"))
    if cents < 0:
        problems.append(Problem("amount-negative", "cents"))
    if not reason.strip():
        problems.append(Problem("reason-missing", "reason"))
    if problems:
        raise Refused(problems)
    tournament = entry.tournament
    note = plain_text(reason)[:NOTE_LENGTH]
    with changing(tournament, by, Action.BOOKING_MADE):
        item = BookingItem(kind, -cents, entry, pot=pot, note=note)
        belonging(tournament, item)
        booked = entry.bookings.filter(kind=kind, list=None, pot=pot)
        paid = sum(booked.values_list("cents", flat=True))
        if cents > paid:
            raise refuse("refund-exceeds", field="cents", cents=max(paid, 0))
        # Whoever gets a stake back does not play for the pot, and does not owe it again.
        entry.pot_choices.filter(pot=pot).delete()
        return write_bookings(tournament, [item], by=by, reason=note)[0]


def counter_book(booking: Booking, *, by: Actor, reason: str) -> Booking:
    """Cancel a booking by a second one. Once only, and no counter-booking is cancelled itself."""
    if not reason.strip():
        raise refuse("reason-missing", field="reason")
    tournament = booking.tournament
    with changing(tournament, by, Action.BOOKING_REVERSED):
        if booking.reverses_id is not None:
            raise refuse("booking-is-counter", booking=booking.number)
        if Booking.objects.filter(reverses=booking).exists():
            raise refuse("booking-reversed", booking=booking.number)
        given_back_before(booking)
        item = counter_item(booking)
        return write_bookings(
            tournament,
            [item],
            by=by,
            action=Action.BOOKING_REVERSED,
            reason=reason.strip(),
        )[0]


def amount_problems(cents: int) -> list[Problem]:
    """Whether this is an amount that moves money, and no slip of the keyboard."""
    if cents == 0:
        return [Problem("amount-missing", "cents")]
    if abs(cents) > MOST_CENTS:
        return [Problem("amount-out-of-range", "cents")]
    return []


def belonging(tournament: Tournament, item: BookingItem) -> None:
    """Raises Refused if the player, the list or the pot is of another tournament, or gone."""
    entry, score_list = item.entry, item.score_list
    if entry and not tournament.entries.filter(pk=entry.pk).exists():
        raise refuse("entry-gone", field="entry")
    if score_list and score_list.series.tournament_id != tournament.pk:
        raise refuse("booking-of-another-tournament")
    if item.pot is not None and not Pot.objects.filter(pk=item.pot, tournament=tournament).exists():
        raise refuse("pot-gone", field="pot")


def given_back_before(booking: Booking) -> None:
    """Raises Refused if what a player paid here went back to him by a refund already."""
    if booking.entry_id is None or booking.cents < 0:
        return
    alike = booking.tournament.bookings.filter(
        entry=booking.entry_id, kind=booking.kind, pot=booking.pot_id, list=booking.list_id
    )
    paid = sum(alike.values_list("cents", flat=True))
    if booking.cents > paid:
        raise refuse("refund-exceeds", cents=max(paid, 0))


# What a player pays in a tournament: set by the organizer.

AMOUNTS = ("entry_cents", "card_cents", "table_cents", "passed_cents")


@dataclass(frozen=True, slots=True)
class Prices:
    """The fees of a tournament in cents; the ladder as `rules.fees` reads it."""

    entry_cents: int = 0
    card_cents: int = 0
    table_cents: int = 0
    passed_cents: int = 0
    lost_ladder: Sequence[Sequence[int]] = ()

    def __bool__(self) -> bool:
        """Whether anything costs anything."""
        return any(asdict(self).values())


def set_fees(tournament: Tournament, prices: Prices, *, by: Actor) -> Fees:
    """Set the fees. Bookings stay: a changed fee shows as a difference.

    Raises Refused with all problems.
    """
    wanted = columns(prices)
    if problems := price_problems(prices):
        raise Refused(problems)
    with changing(tournament, by, Action.FEES_SET, about="fees") as change:
        fees = fees_of(tournament)
        old = {field: getattr(fees, field) for field in wanted}
        if old != wanted:
            write(fees, wanted)
            before, after = changed(old, wanted)
            change.log(old=before, new=after)
    return fees_of(tournament)


def columns(prices: Prices) -> dict[str, Any]:
    """As the database keeps them."""
    return {**asdict(prices), "lost_ladder": [list(step) for step in prices.lost_ladder]}


def price_problems(prices: Prices) -> list[Problem]:
    """Everything that is wrong with the fees."""
    wanted = columns(prices)
    problems = [
        Problem("fee-out-of-range", field)
        for field in AMOUNTS
        if not 0 <= wanted[field] <= MOST_CENTS_OF_A_FEE
    ]
    return problems + ladder_problems(wanted["lost_ladder"])


def prices_of(fees: FeeColumns) -> Prices:
    """The fees of a tournament, or those that a host proposes."""
    return Prices(**{key: getattr(fees, key) for key in Prices.__dataclass_fields__})


def write(fees: Fees, wanted: dict[str, Any]) -> None:
    for field, value in wanted.items():
        setattr(fees, field, value)
    fees.save()


def changed(old: dict[str, Any], new: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Old and new of what is different, for the log."""
    keys = [key for key in new if old.get(key) != new[key]]
    return {key: old.get(key) for key in keys}, {key: new[key] for key in keys}


# Counting the till.


def count_till(
    tournament: Tournament,
    counted: Mapping[str, int],
    *,
    by: Actor,
    note: str = "",
) -> list[TillCount]:
    """Keep what was counted, in cents by kind of booking ("": the whole till).

    Beside each stands what the ledger expected at this very moment. Counts can only be added.
    """
    if problems := counting_problems(counted):
        raise Refused(problems)
    with changing(tournament, by, Action.TILL_COUNTED, about="till") as change:
        now = timezone.now()
        rows = TillCount.objects.bulk_create(
            TillCount(
                tournament=tournament,
                kind=kind,
                counted_cents=cents,
                expected_cents=expected(tournament, kind),
                note=plain_text(note)[:NOTE_LENGTH],
                at=now,
                by=by.user,
            )
            for kind, cents in counted.items()
        )
        change.log(
            new={
                "counted": {row.kind or "all": row.counted_cents for row in rows},
                "expected": {row.kind or "all": row.expected_cents for row in rows},
            },
        )
        return rows


def counting_problems(counted: Mapping[str, int]) -> list[Problem]:
    """What is wrong with the amounts that somebody counted, in cents by kind of booking."""
    if not counted:
        return [Problem("amount-missing", "counted_all")]
    unknown = [
        Problem("booking-kind-unknown", "kind")
        for kind in counted
        if kind and kind not in BookingKind.values
    ]
    return unknown + [
        Problem("amount-out-of-range", f"counted_{kind or 'all'}")
        for kind, cents in counted.items()
        if abs(cents) > MOST_CENTS
    ]
