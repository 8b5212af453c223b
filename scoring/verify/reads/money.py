"""Whether the ledger adds up (docs/law.md "Money of a tournament")."""

from collections.abc import Iterator
from itertools import count

from scoring.models import Booking, Pot, Tournament
from scoring.models.money import BookingKind
from scoring.money.reads.prizes import PotAward, awards, plan_of
from scoring.rules.problem import Problem


def money_problems(tournament: Tournament) -> Iterator[Problem]:
    """Numbers without a gap, reversals that cancel, pots that add up, nothing paid twice."""
    bookings = list(
        Booking.objects.filter(tournament=tournament).select_related("reverses").order_by("number")
    )
    for wanted, booking in zip(count(1), bookings, strict=False):
        if booking.number != wanted:
            yield Problem("verify-booking-number", "number", {"number": wanted})
            break
    for booking in bookings:
        if booking.reverses and not cancels(booking, booking.reverses):
            yield Problem("verify-reversal", "reverses", {"booking": booking.number})
    yield from pot_problems(tournament, bookings)


def cancels(counter: Booking, booking: Booking) -> bool:
    """Whether a later counter-booking reverses exactly what the other one booked."""
    same = ("tournament_id", "kind", "entry_id", "list_id", "pot_id")
    return (
        counter.cents == -booking.cents
        and booking.reverses_id is None
        and booking.number < counter.number
        and all(getattr(counter, name) == getattr(booking, name) for name in same)
    )


def pot_problems(tournament: Tournament, bookings: list[Booking]) -> Iterator[Problem]:
    """Taken = prizes + kept in every pot, and together no more than was paid in."""
    pots = list(tournament.pots.all())
    unreadable = [pot for pot in pots if not readable(pot)]
    for pot in unreadable:
        yield Problem("verify-pot-plan", "plan", {"pot": pot.number})
    if unreadable or not pots:
        return
    came_in = sum(each.cents for each in bookings if each.kind != BookingKind.PAYOUT)
    found = awards(tournament)
    for each in found:
        if not each.award.proven:
            yield Problem("verify-pot-sum", "plan", {"pot": each.pot.number})
        yield from payout_problems(each)
    taken = sum(each.award.taken for each in found)
    if taken > max(0, came_in):
        yield Problem("verify-pots-exceed", "plan", {"cents": taken - came_in})


def readable(pot: Pot) -> bool:
    try:
        plan_of(pot)
    except ValueError:
        return False
    return True


def payout_problems(found: PotAward) -> Iterator[Problem]:
    """Payments above the prize: paid twice, or before a correction."""
    over = [
        (each.contender.entry_id, each.paid - (each.prize.cents or 0)) for each in found.winners
    ]
    for entry, cents in (*over, *found.astray):
        if cents > 0:
            number = start_number(found, entry)
            params = {"number": number, "pot": found.pot.number, "cents": cents}
            yield Problem("verify-paid-too-much", "bookings", params)


def start_number(found: PotAward, entry: int) -> int:
    """The start number under which this pot paid an entry; 0 if it never did."""
    return (
        found.pot.bookings.filter(entry=entry).values_list("start_number", flat=True).first() or 0
    )
