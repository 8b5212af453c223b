"""Breaking off a tournament, which settles its money (TO 3.4), and going on with it."""

from scoring.core.forms import Refused, refuse, refuse_all
from scoring.core.services import changing
from scoring.models import Actor, Booking, Entry, LogEntry, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind
from scoring.models.tournament import BrokenOff, SeriesState, TournamentSource, TournamentState
from scoring.money.reads.breaking_off import BreakOff, fee_refunds, reduced_prizes
from scoring.money.reads.prizes import plan_of
from scoring.money.services.ledger import new_booking, reason_problems, write_bookings
from scoring.money.services.pots import cancel, restore_plan, store_plan
from scoring.rules.problem import Problem


def break_off(
    tournament: Tournament,
    way: str,
    *,
    by: Actor,
    reason: str,
    percent: int = 100,
    seen: int | None = None,
) -> None:
    """Break off a tournament: `way` is "refunded" or "prizes", of which `percent` is paid.

    `seen` is the sum that the preview showed, in cents; raises Refused if it has changed since.
    """
    reason = reason.strip()
    with changing(tournament, by, Action.TOURNAMENT_BROKEN_OFF, about="tournament") as change:
        # Read the winners under the lock: nobody may correct a list before they are paid.
        pays_prizes = way == BrokenOff.PRIZES
        source = TournamentSource(tournament)
        problems = reason_problems(reason) + state_problems(tournament)
        if not tournament.under_way:
            raise Refused(problems)
        outcome = reduced_prizes(source, percent) if pays_prizes else fee_refunds(source)
        refuse_all(problems + (prize_problems(outcome) if pays_prizes else []))
        if seen is not None and seen != outcome.booked_total:
            raise refuse("break-off-changed", cents=outcome.booked_total)
        pot_numbers = []
        for pot, plan in outcome.plans:
            if plan != plan_of(pot):
                pot_numbers.append(store_plan(pot, plan, Action.POT_FIXED, by=by))
        bookings = write_bookings(tournament, bookings_of(outcome, reason), by=by, reason=reason)
        tournament.broken_off = way
        tournament.save(update_fields=["broken_off"])
        new: dict[str, object] = {"broken_off": way, "bookings": [row.number for row in bookings]}
        if pays_prizes:
            new |= {"percent": percent, "pots": pot_numbers}
        change.log(old={"broken_off": BrokenOff.NO}, new=new, reason=reason)


def state_problems(tournament: Tournament) -> list[Problem]:
    """Why this tournament cannot be broken off now; the page says so before it shows a form."""
    if tournament.broken_off:
        return [Problem("tournament-broken-off", rule="TO 3.4")]
    if not tournament.under_way:
        return [Problem("break-off-too-late")]
    unfinished = tournament.series.filter(state__in=(SeriesState.RELEASED, SeriesState.PLAYING))
    if numbers := list(unfinished.values_list("number", flat=True)):
        return [Problem("break-off-series-open", params={"series": numbers})]
    return []


def prize_problems(outcome: BreakOff) -> list[Problem]:
    """Why no prizes can be paid: no pot, or missing lists."""
    if not outcome.plans:
        return [Problem("break-off-no-pot")]
    if outcome.missing:
        return [Problem("prize-lists-missing", params={"count": outcome.missing})]
    return []


def bookings_of(outcome: BreakOff, reason: str) -> list[Booking]:
    entries = Entry.objects.in_bulk({winner.contender.entry_id for _, winner in outcome.prizes})
    return [
        new_booking(refund.entry, refund.kind, -refund.cents, reason, pot_id=refund.pot)
        for refund in outcome.refunds
    ] + [
        new_booking(
            entries[winner.contender.entry_id], BookingKind.PAYOUT, -winner.rest, reason, pot=pot
        )
        for pot, winner in outcome.prizes
    ]


# Resuming.


def resume(tournament: Tournament, *, by: Actor, reason: str) -> None:
    """Go on with a tournament: counter-bookings cancel what breaking it off booked."""
    with changing(tournament, by, Action.TOURNAMENT_RESUMED, about="tournament") as change:
        problems = reason_problems(reason)
        if not tournament.broken_off:
            problems.append(Problem("not-broken-off"))
        if tournament.state == TournamentState.FINAL:
            problems.append(Problem("tournament-final"))
        refuse_all(problems)
        rows = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_BROKEN_OFF)
        figures = rows.order_by("id").values_list("new", flat=True).last() or {}
        # What nobody has cancelled by hand since.
        booked = tournament.bookings.filter(number__in=figures.get("bookings", []))
        standing = list(booked.filter(reverses=None, reversed_by=None))
        counter_bookings = cancel(tournament, standing, by=by, reason=reason)
        for number in figures.get("pots", []):
            restore_plan(tournament, number, by=by)
        old, tournament.broken_off = tournament.broken_off, BrokenOff.NO
        tournament.save(update_fields=["broken_off"])
        new = {
            "broken_off": BrokenOff.NO,
            "bookings": [booking.number for booking in counter_bookings],
        }
        change.log(old={"broken_off": old}, new=new, reason=reason.strip())
