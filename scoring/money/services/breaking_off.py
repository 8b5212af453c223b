"""A tournament that cannot be played to its end (TO 3.4): one act settles its money.

Either all fees that are not used go back, or the prizes are paid in proportion. Nothing is removed
when the act is taken back: counter-bookings cancel what it booked.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.core.forms import Refused, refuse
from scoring.core.services import changing, write_log
from scoring.core.text import plain_text
from scoring.models import Actor, Booking, Entry, LogEntry, Pot, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind
from scoring.models.names import pot_subject
from scoring.models.tournament import BrokenOff, SeriesState, TournamentState
from scoring.money.reads.breaking_off import BreakOff, fees_back, prizes_cut
from scoring.money.reads.prizes import awards, plan_of
from scoring.money.services.ledger import (
    NOTE_LENGTH,
    BookingItem,
    counter_item,
    write_bookings,
)
from scoring.money.services.pots import is_paying
from scoring.rules.prizes import PrizePlan, read_plan, written
from scoring.rules.problem import Problem
from scoring.standings.reads.results import StandingsSource

SUBJECT = "tournament"
GOING_ON = (SeriesState.RELEASED, SeriesState.PLAYING)


def break_off(
    tournament: Tournament,
    way: str,
    *,
    by: Actor,
    reason: str,
    percent: int = 100,
    seen: int | None = None,
) -> None:
    """Break a tournament off: `way` is "refunded" or "prizes", of which `percent` are paid.

    `seen` is the sum that the preview showed, in cents: Refused if it is another one by now. Raises
    Refused with all problems: series that are still played, a list that is missing where prizes are
    paid, no reason.
    """
    with changing(tournament, by, Action.TOURNAMENT_BROKEN_OFF, about=SUBJECT) as change:
        # Nobody may correct a list between reading who wins and paying him.
        if problems := break_off_problems(tournament, way, reason, percent):
            raise Refused(problems)
        pays_prizes = way == BrokenOff.PRIZES
        found = prizes_cut(tournament, percent) if pays_prizes else fees_back(tournament)
        if seen is not None and seen != found.booked:
            raise refuse("break-off-changed", cents=found.booked)
        fixed = [
            store_plan(pot, plan, Action.POT_FIXED, by=by)
            for pot, plan in found.plans
            if plan != plan_of(pot)
        ]
        booked = write_bookings(tournament, items_of(found, reason), by=by, reason=reason.strip())
        tournament.broken_off = way
        tournament.save(update_fields=["broken_off"])
        new: dict[str, object] = {
            "broken_off": way,
            "bookings": [booking.number for booking in booked],
        }
        if pays_prizes:
            new |= {"percent": percent, "pots": fixed}
        change.log(old={"broken_off": BrokenOff.NO}, new=new, reason=reason.strip())


def break_off_problems(
    tournament: Tournament, way: str, reason: str, percent: int
) -> list[Problem]:
    """Everything that forbids breaking this tournament off so."""
    problems = []
    if way not in (BrokenOff.REFUNDED, BrokenOff.PRIZES):
        problems.append(Problem("choice-unknown", "way"))
    if not 0 <= percent <= 100:
        problems.append(Problem("percent-out-of-range", "percent"))
    if not reason.strip():
        problems.append(Problem("reason-missing", "reason"))
    return problems + state_problems(tournament, way)


def state_problems(tournament: Tournament, way: str = "") -> list[Problem]:
    """Why this tournament cannot be broken off now; pages say it before anything is typed."""
    if tournament.broken_off:
        return [Problem("tournament-broken-off", rule="TO 3.4")]
    if not tournament.under_way:
        return [Problem("break-off-too-late")]
    problems = []
    going = tournament.series.filter(state__in=GOING_ON).values_list("number", flat=True)
    if numbers := list(going):
        problems.append(Problem("break-off-series-open", params={"series": numbers}))
    return problems + (prize_problems(tournament) if way == BrokenOff.PRIZES else [])


def prize_problems(tournament: Tournament, source: StandingsSource | None = None) -> list[Problem]:
    """Why no prizes can be paid in proportion: no pot, or lists that are still missing.

    `source` as in `awards`.
    """
    missing = [award.missing for award in awards(tournament, source=source)]
    if not missing:
        return [Problem("break-off-no-pot")]
    count = max(missing)
    return [Problem("prize-lists-missing", params={"count": count})] if count else []


def items_of(found: BreakOff, reason: str) -> list[BookingItem]:
    """What is booked: each refund, each prize."""
    note = plain_text(reason)[:NOTE_LENGTH]
    back = [
        BookingItem(refund.kind, -refund.cents, refund.entry, pot=refund.pot, note=note)
        for refund in found.refunds
    ]
    winners = Entry.objects.in_bulk({prize.contender.entry_id for prize in found.prizes})
    return back + [
        BookingItem(
            BookingKind.PAYOUT,
            -prize.cents,
            winners[prize.contender.entry_id],
            pot=prize.pot.pk,
            note=note,
        )
        for prize in found.prizes
    ]


def store_plan(pot: Pot, plan: PrizePlan, action: str, *, by: Actor) -> int:
    """Store the plan by which a pot pays; returns its number."""
    old = {"plan": pot.plan}
    pot.plan = written(plan)
    pot.save(update_fields=["plan"])
    write_log(
        action,
        pot_subject(pot.number),
        by=by,
        tournament=pot.tournament,
        old=old,
        new={"plan": pot.plan},
    )
    return pot.number


# Taken back -------------------------------------------------------------------------------------


def resume(tournament: Tournament, *, by: Actor, reason: str) -> None:
    """The tournament goes on: counter-bookings cancel what breaking it off booked.

    Its pots have the plans from before again, unless they pay otherwise by now. Raises Refused
    without a reason, for a final result, and where nothing was broken off.
    """
    with changing(tournament, by, Action.TOURNAMENT_RESUMED, about=SUBJECT) as change:
        problems = [] if reason.strip() else [Problem("reason-missing", "reason")]
        if not tournament.broken_off:
            problems.append(Problem("not-broken-off"))
        if tournament.state == TournamentState.FINAL:
            problems.append(Problem("tournament-final"))
        if problems:
            raise Refused(problems)
        figures = last_act(tournament)
        counter = write_bookings(
            tournament,
            [
                counter_item(booking)
                for booking in still_booked(tournament, figures.get("bookings", []))
            ],
            by=by,
            action=Action.BOOKING_REVERSED,
            reason=reason.strip(),
        )
        for number in figures.get("pots", []):
            restore_plan(tournament, number, by=by)
        old, tournament.broken_off = tournament.broken_off, BrokenOff.NO
        tournament.save(update_fields=["broken_off"])
        new = {"broken_off": BrokenOff.NO, "bookings": [booking.number for booking in counter]}
        change.log(old={"broken_off": old}, new=new, reason=reason.strip())


def last_act(tournament: Tournament) -> Mapping[str, Any]:
    """What the log keeps of the last breaking off: the numbers of its bookings and pots."""
    rows = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_BROKEN_OFF)
    return rows.order_by("id").values_list("new", flat=True).last() or {}


def still_booked(tournament: Tournament, numbers: Sequence[int]) -> list[Booking]:
    """The bookings of these numbers that nobody has cancelled by hand since."""
    rows = tournament.bookings.filter(number__in=numbers, reverses=None, reversed_by=None)
    return list(rows)


def restore_plan(tournament: Tournament, number: int, *, by: Actor) -> None:
    """The plan that a pot had before it was fixed last, unless it pays a prize by now."""
    rows = LogEntry.objects.filter(
        tournament=tournament, action=Action.POT_FIXED, subject=pot_subject(number)
    )
    fixed = rows.order_by("id").values_list("old", flat=True).last()
    pot = tournament.pots.filter(number=number).first()
    if fixed and pot and not is_paying(pot):
        store_plan(pot, read_plan(fixed["plan"]), Action.POT_CHANGED, by=by)
