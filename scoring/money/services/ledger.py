"""The ledger of the till (docs/law.md "Money of a tournament"). Cents; negative went out."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max, Sum
from django.utils import timezone

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import changing, get_or_refuse, refresh, write_log
from scoring.core.text import plain_text
from scoring.models import Actor, Booking, Entry, Fees, ScoreList, TillCount, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind, FeeColumns
from scoring.models.names import subject_of
from scoring.models.tournament import TournamentSource
from scoring.money.reads.dues import (
    AT_THE_DOOR,
    SeatDues,
    door_prices,
    dues_of_list,
    entry_dues,
    fees_of,
    list_dues,
)
from scoring.money.reads.ledger import expected_in_till
from scoring.rules.fees import MAX_CENTS, ladder_problems
from scoring.rules.problem import Problem

# No tournament moves more money at once; a larger figure is a typing error.
MAX_BOOKING_CENTS = 10_000_000
MAX_NOTE_LENGTH = 200


# Building blocks that other services call inside their own block. The block must hold the lock of
# the tournament (`changing`), or two desks would give out the same number.


def write_bookings(
    tournament: Tournament,
    bookings: Iterable[Booking],
    *,
    by: Actor,
    action: str = Action.BOOKING_MADE,
    reason: str = "",
) -> list[Booking]:
    """Store new rows with the next numbers, and log them in one row; does nothing without any."""
    rows = list(bookings)
    if not rows:
        return []
    highest = tournament.bookings.aggregate(highest=Max("number"))["highest"] or 0
    now = timezone.now()
    for number, row in enumerate(rows, highest + 1):
        row.tournament, row.number, row.at, row.by = tournament, number, now, by.user
    Booking.objects.bulk_create(rows)
    new = {"bookings": [row.number for row in rows], "cents": sum(row.cents for row in rows)}
    about = subject_of("booking", highest + 1)
    write_log(action, about, by=by, tournament=tournament, reason=reason, new=new)
    return rows


def new_booking(
    entry: Entry | None, kind: str, cents: int, note: str = "", **columns: Any
) -> Booking:
    """A new row, about the money of a player if there is one; a longer `note` is cut."""
    number = entry.start_number if entry else None
    note = plain_text(note)[:MAX_NOTE_LENGTH] if note else ""
    return Booking(entry=entry, start_number=number, kind=kind, cents=cents, note=note, **columns)


def charge(
    tournament: Tournament, entries: Sequence[Entry], *, by: Actor, cash: int | None = None
) -> list[Booking]:
    """Book what these players still owe at the door, but no more than the `cash` handed over."""
    rows = charges(TournamentSource(tournament), entries)
    if cash is not None:
        left = cash - sum(row.cents for row in rows if row.cents < 0)
        for row in rows:
            row.cents = min(row.cents, left)
            left -= max(row.cents, 0)
    return write_bookings(tournament, [row for row in rows if row.cents], by=by)


def charges(source: TournamentSource, entries: Sequence[Entry]) -> list[Booking]:
    return [
        new_booking(player.entry, due.kind, due.rest, pot_id=due.pot)
        for player in entry_dues(source, entries)
        for due in player.dues
        if due.rest
    ]


def list_charges(seats: Iterable[SeatDues]) -> list[Booking]:
    return [
        new_booking(seat.seat.entry, due.kind, due.rest, list=seat.seat.list)
        for seat in seats
        for due in seat.dues
        if due.rest
    ]


def uncharge(tournament: Tournament, entries: Sequence[Entry], *, by: Actor) -> list[Booking]:
    """Cancel everything that was booked for entries made by mistake, before they are deleted."""
    standing = tournament.bookings.filter(entry__in=entries, reverses=None, reversed_by=None)
    rows = map(counter_booking, standing)
    return write_bookings(tournament, rows, by=by, action=Action.BOOKING_REVERSED)


def counter_booking(booking: Booking) -> Booking:
    """The row that cancels a booking. Its start number stays, even if the player was deleted."""
    columns = ("kind", "entry_id", "start_number", "list_id", "pot_id")
    same = {column: getattr(booking, column) for column in columns}
    return Booking(cents=-booking.cents, reverses=booking, **same)


# Money that the desk takes in or gives back.


def collect_entries(
    tournament: Tournament, entries: Sequence[Entry], *, by: Actor
) -> list[Booking]:
    """Settle what these players owe, at the door and for their lists."""
    with changing(tournament, by, Action.BOOKING_MADE):
        rows = tournament.entries.filter(pk__in=[entry.pk for entry in entries])
        present = list(rows.select_related("person"))
        if len(present) != len(set(entries)):
            raise refuse("entry-gone")
        source, chosen = TournamentSource(tournament), set(present)
        bookings = charges(source, present)
        own = ScoreList.objects.filter(seat_rows__entry__in=chosen).select_related("series")
        own = own.order_by("series__number", "table_number").distinct()
        for table in list_dues(own, source.cached(door_prices).fees):
            bookings += list_charges(seat for seat in table.seats if seat.seat.entry in chosen)
        return write_bookings(tournament, bookings, by=by)


def collect_list(
    score_list: ScoreList,
    positions: Collection[int],
    *,
    by: Actor,
    rest: Mapping[int, int] | None = None,
) -> list[Booking]:
    """Settle what these seats owe. Raises Refused if one owes another `rest` than the clerk saw."""
    tournament = score_list.series.tournament
    with changing(tournament, by, Action.BOOKING_MADE):
        # Read again under the lock: nobody may correct the list before its fees are booked.
        refresh(score_list, "list-gone")
        seats = [seat for seat in dues_of_list(score_list).seats if seat.seat.position in positions]
        owed = {seat.seat.position: seat.rest for seat in seats}
        if rest is not None and rest != owed:
            raise refuse("fee-changed", cents=sum(owed.values()))
        return write_bookings(tournament, list_charges(seats), by=by)


def book(
    tournament: Tournament,
    cents: int,
    *,
    kind: str = BookingKind.OTHER,
    entry: Entry | None = None,
    pot: int | None = None,
    by: Actor,
    reason: str,
) -> Booking:
    """Book one movement by hand, such as a donation or change for the till; `pot` is an id."""
    refuse_all(amount_problems(cents) + reason_problems(reason))
    with changing(tournament, by, Action.BOOKING_MADE):
        refuse_if_gone(tournament, entry)
        if pot is not None:
            get_or_refuse(tournament.pots.filter(pk=pot), "pot-gone")
        row = new_booking(entry, kind, cents, reason, pot_id=pot)
        return write_bookings(tournament, [row], by=by, reason=reason.strip())[0]


def give_back(entry: Entry, *, by: Actor, reason: str) -> list[Booking]:
    """Give a player back everything he paid at the door, one refund for each kind of fee."""
    refuse_all(reason_problems(reason))
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_MADE):
        refuse_if_gone(tournament, entry)
        at_the_door = entry.bookings.filter(kind__in=AT_THE_DOOR, list=None).order_by()
        sums = at_the_door.values_list("kind", "pot").annotate(Sum("cents"))
        refunds = [
            new_booking(entry, kind, -cents, reason, pot_id=pot)
            for kind, pot, cents in sums
            if cents > 0
        ]
        if not refunds:
            raise refuse("refund-exceeds", field="cents", cents=0)
        entry.pot_choices.all().delete()
        return write_bookings(tournament, refunds, by=by, reason=reason.strip())


def refund(
    entry: Entry,
    cents: int,
    *,
    by: Actor,
    reason: str,
    kind: str = BookingKind.ENTRY_FEE,
    pot: int | None = None,
) -> Booking:
    """Give a player back money that he paid for `kind`, a stake out of its `pot` (an id)."""
    problems = amount_problems(cents)
    if cents < 0:
        problems.append(Problem("amount-out-of-range", "cents"))
    if (kind == BookingKind.STAKE) != (pot is not None):
        problems.append(Problem("refund-pot", "pot"))
    refuse_all(problems + reason_problems(reason))
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_MADE):
        refuse_if_gone(tournament, entry)
        bookings = entry.bookings.filter(kind=kind, list=None, pot=pot)
        paid = sum(bookings.values_list("cents", flat=True))
        if cents > paid:
            raise refuse("refund-exceeds", field="cents", cents=max(paid, 0))
        # Without the choice the stake does not fall due again.
        entry.pot_choices.filter(pot=pot).delete()
        row = new_booking(entry, kind, -cents, reason, pot_id=pot)
        return write_bookings(tournament, [row], by=by, reason=reason.strip())[0]


def amount_problems(cents: int) -> list[Problem]:
    """An amount of zero moves no money, and a huge one is a typing error."""
    if cents == 0:
        return [Problem("amount-missing", "cents")]
    if abs(cents) > MAX_BOOKING_CENTS:
        return [Problem("amount-out-of-range", "cents")]
    return []


def reason_problems(reason: str) -> list[Problem]:
    return [] if reason.strip() else [Problem("reason-missing", "reason")]


def refuse_if_gone(tournament: Tournament, entry: Entry | None) -> None:
    """Raise Refused if the player was removed: the database would not notice (`Booking.entry`)."""
    if entry and not tournament.entries.filter(pk=entry.pk).exists():
        raise refuse("entry-gone", field="entry")


# The fees of a tournament.

PRICE_FIELDS = ("entry_cents", "card_cents", "table_cents", "passed_cents")
FEE_COLUMNS = (*PRICE_FIELDS, "lost_ladder")


def set_fees(tournament: Tournament, prices: FeeColumns, *, by: Actor) -> Fees:
    """Set the fees as they stand in this row; a change shows as a difference to what was booked."""
    new = fee_columns(prices)
    refuse_all(price_problems(prices))
    with changing(tournament, by, Action.FEES_SET, about="fees") as change:
        fees = fees_of(tournament)
        old = fee_columns(fees)
        if old != new:
            for field, value in new.items():
                setattr(fees, field, value)
            fees.save()
            before, after = changed_values(old, new)
            change.log(old=before, new=after)
        return fees


def fee_columns(prices: FeeColumns) -> dict[str, Any]:
    return {column: getattr(prices, column) for column in FEE_COLUMNS}


def price_problems(prices: FeeColumns) -> list[Problem]:
    problems = [
        Problem("fee-out-of-range", field)
        for field in PRICE_FIELDS
        if not 0 <= getattr(prices, field) <= MAX_CENTS
    ]
    return problems + ladder_problems(prices.lost_ladder)


def changed_values(
    old: dict[str, Any], new: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The old and the new values that differ, for the log."""
    keys = [key for key in new if old.get(key) != new[key]]
    return {key: old.get(key) for key in keys}, {key: new[key] for key in keys}


# Counting the till.


def count_till(
    tournament: Tournament, counted: Mapping[str, int], *, by: Actor, note: str = ""
) -> list[TillCount]:
    """Record what was counted, in cents by kind of booking ("": the whole till)."""
    if not counted:
        raise refuse("amount-missing", "counted_all")
    problems = [
        Problem("amount-out-of-range", f"counted_{kind or 'all'}")
        for kind, cents in counted.items()
        if abs(cents) > MAX_BOOKING_CENTS
    ]
    refuse_all(problems)
    with changing(tournament, by, Action.TILL_COUNTED, about="till") as change:
        now = timezone.now()
        rows = TillCount.objects.bulk_create(
            TillCount(
                tournament=tournament,
                kind=kind,
                counted_cents=cents,
                expected_cents=expected_in_till(tournament, kind),
                note=plain_text(note)[:MAX_NOTE_LENGTH],
                at=now,
                by=by.user,
            )
            for kind, cents in counted.items()
        )
        counts = {row.kind or "all": row.counted_cents for row in rows}
        expected = {row.kind or "all": row.expected_cents for row in rows}
        change.log(new={"counted": counts, "expected": expected})
        return rows
