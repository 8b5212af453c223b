"""Whether the ledger adds up: looked for by `verify`, made by no service (docs/law.md "Money of a
tournament").
"""

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
    """Whether a counter-booking takes back exactly what the other one booked, afterwards."""
    same = ("tournament_id", "kind", "entry_id", "list_id", "pot_id")
    return (
        counter.cents == -booking.cents
        and booking.reverses_id is None
        and booking.number < counter.number
        and all(getattr(counter, name) == getattr(booking, name) for name in same)
    )


def pot_problems(tournament: Tournament, bookings: list[Booking]) -> Iterator[Problem]:
    """Taken = prizes + kept in every pot, and together no more than came in."""
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
    """Whoever got more from a pot than it gives him: paid twice, or before a correction."""
    for winner in found.winners:
        if winner.paid > (winner.prize.cents or 0):
            params = {
                "number": start_number(found, winner.contender.entry_id),
                "pot": found.pot.number,
                "cents": winner.paid - (winner.prize.cents or 0),
            }
            yield Problem("verify-paid-too-much", "bookings", params)
    for entry, cents in found.astray:
        if cents > 0:
            params = {
                "number": start_number(found, entry),
                "pot": found.pot.number,
                "cents": cents,
            }
            yield Problem("verify-paid-too-much", "bookings", params)


def start_number(found: PotAward, entry: int) -> int:
    """Under which start number this pot paid somebody; 0 if it never did."""
    return (
        found.pot.bookings.filter(entry=entry).values_list("start_number", flat=True).first() or 0
    )
