"""The till's book: money in, money out, and mistakes mended by a second booking (docs/law.md "Money
of a tournament").

Cents; positive came in, negative went out. Bookings are numbered within their tournament without
a gap, and never change.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from django.db.models import Sum

from scoring.core.refusals import Refused, refuse
from scoring.core.services import changing
from scoring.core.text import plain_text
from scoring.models import Actor, Booking, Entry, Pot, ScoreList, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind
from scoring.money.reads.dues import AT_THE_DOOR
from scoring.money.reads.list_dues import dues_of_list
from scoring.money.services.bookings import (
    MOST_CENTS,
    NOTE_LENGTH,
    BookingItem,
    charges,
    counter_item,
    due_item,
    list_charges,
    write_bookings,
)
from scoring.rules.problem import Problem


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
