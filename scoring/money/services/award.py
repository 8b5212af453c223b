"""Handing out prizes: money from all pots, prizes in kind, and ticks for lists that came back."""

from collections.abc import Collection, Sequence

from django.db.models import Max

from scoring.core.forms import Refused, refuse
from scoring.core.services import changing, get_or_refuse, refresh
from scoring.core.text import plain_text
from scoring.models import Actor, Booking, Entry, Pot, PrizeInKind, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind
from scoring.models.names import pot_subject
from scoring.money.reads.prizes import PotAward, award_of, awards, awards_up_to
from scoring.money.services.ledger import (
    BookingItem,
    collect_entries,
    write_bookings,
)
from scoring.money.services.pots import (
    cancel,
    cap_problems,
    fix_amounts,
    handed_in_problems,
    missing_papers_problems,
    pay_out,
    payout_problems,
    undecided_problems,
    waiting_problems,
)
from scoring.rules.problem import Problem
from scoring.standings.reads.results import StandingsSource

MAX_PRIZE_TITLE_LENGTH = 80
MAX_THINGS = 400


def pay_person(entry: Entry, *, by: Actor) -> list[Booking]:
    """Pay everything that is due to this person, or to the team it stands for, from every pot.

    A pot whose winners are not certain yet pays later. Raises Refused if no pot can pay, with the
    reasons.
    """
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_PAID_OUT):
        due, problems = payments_due(tournament, entry)
        if not due:
            nothing = Problem("prize-nothing-due", params={"number": entry.start_number})
            raise Refused(problems or [nothing])
        for pot_award, _cents in due:
            fix_amounts(pot_award.pot, pot_award, by=by)
        items = [
            BookingItem(BookingKind.PAYOUT, -cents, entry, pot=pot_award.pot.pk)
            for pot_award, cents in due
        ]
        return write_bookings(tournament, items, by=by, action=Action.BOOKING_PAID_OUT)


def pay_prize(entry: Entry, pot: Pot | None, *, by: Actor) -> list[Booking]:
    """Pay this person what is due from one pot, or from all."""
    return pay_out(pot, [entry], by=by) if pot else pay_person(entry, by=by)


def pay_and_set_off(entry: Entry, pot: Pot | None, *, by: Actor) -> list[Booking]:
    """Pay a prize and collect what its winner owes: only the rest changes hands.

    The members of a team owe together, as the award says beside its name.
    """
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_PAID_OUT):
        payouts = pay_prize(entry, pot, by=by)
        together = {
            key for payout in payouts if payout.pot for key in winners_together(payout.pot, entry)
        }
        winners = list(tournament.entries.filter(pk__in=together))
        return [*payouts, *collect_entries(tournament, winners, by=by, lists=True)]


def payments_due(
    tournament: Tournament, entry: Entry
) -> tuple[list[tuple[PotAward, int]], list[Problem]]:
    """The pots that can pay this person now, with the amounts in cents, and why others cannot."""
    due, problems = [], []
    source = StandingsSource(tournament)  # the standings are read once for all pots
    for award in awards(tournament, source=source):
        if not any(
            winner.contender.entry_id == entry.pk and winner.rest > 0 for winner in award.winners
        ):
            continue
        *before, pot_award = awards_up_to(award.pot, source)
        objections = waiting_problems(before) + payout_problems(pot_award, [entry])
        objections += handed_in_problems(pot_award, [entry])
        if objections := objections or cap_problems(pot_award, [entry]):
            problems += objections
            continue
        rest = (
            winner.rest for winner in pot_award.winners if winner.contender.entry_id == entry.pk
        )
        due.append((pot_award, sum(rest)))
    return due, problems


def take_back_payment(pot: Pot, entry: Entry, *, by: Actor, reason: str) -> list[Booking]:
    """Cancel what this pot paid to this person: the money is back in the till."""
    if not reason.strip():
        raise refuse("reason-missing", field="reason")
    tournament = pot.tournament
    with changing(tournament, by, Action.BOOKING_REVERSED):
        payouts = pot.bookings.filter(
            kind=BookingKind.PAYOUT,
            entry__in=winners_together(pot, entry),
            reverses=None,
            reversed_by=None,
        )
        if not payouts:
            raise refuse("prize-not-given")
        return cancel(tournament, payouts, by=by, reason=reason)


def winners_together(pot: Pot, entry: Entry) -> tuple[int, ...]:
    """The ids of all who win here with this person: a team is paid through one of its players."""
    winners = (winner.contender.entries for winner in award_of(pot).winners)
    return next((entries for entries in winners if entry.pk in entries), (entry.pk,))


# Prizes in kind: put into a pot, and chosen by its winners.


def add_prizes(pot: Pot, titles: Sequence[str], *, by: Actor) -> None:
    """Add things to a pot, after those that are already in it."""
    titles = [text for title in titles if (text := plain_text(title))]
    if not titles:
        raise refuse("prize-in-kind-missing", field="titles")
    if any(len(title) > MAX_PRIZE_TITLE_LENGTH for title in titles):
        raise refuse("text-too-long", field="titles", most=MAX_PRIZE_TITLE_LENGTH)
    with changing(pot.tournament, by, Action.PRIZES_ADDED, about=pot_subject(pot.number)) as change:
        refresh(pot, "pot-gone")
        if pot.in_kind.count() + len(titles) > MAX_THINGS:
            raise refuse("prizes-in-kind-too-many", field="titles", most=MAX_THINGS)
        last = pot.in_kind.aggregate(last=Max("number"))["last"] or 0
        PrizeInKind.objects.bulk_create(
            PrizeInKind(pot=pot, number=number, title=title)
            for number, title in enumerate(titles, last + 1)
        )
        change.log(new={"things": titles})


def remove_prize(thing: PrizeInKind, *, by: Actor) -> None:
    """Take a thing out of its pot. Raises Refused if a winner has it."""
    pot = thing.pot
    about = pot_subject(pot.number)
    with changing(pot.tournament, by, Action.PRIZES_REMOVED, about=about) as change:
        refresh(thing, "prize-in-kind-gone")
        if thing.entry_id is not None:
            raise refuse("prize-in-kind-given", title=thing.title)
        change.log(old={"things": [thing.title]})
        thing.delete()


def give_prize(thing: PrizeInKind, start_number: int, *, by: Actor) -> None:
    """Hand a thing to the winner who chose it. Raises Refused with all problems."""
    pot = thing.pot
    about = pot_subject(pot.number)
    with changing(pot.tournament, by, Action.PRIZE_GIVEN, about=about) as change:
        refresh(thing, "prize-in-kind-gone")
        entries = pot.tournament.entries.filter(start_number=start_number)
        entry = get_or_refuse(entries, "entry-gone")
        *before, pot_award = awards_up_to(pot)
        problems = waiting_problems(before) + choice_problems(pot_award, thing, entry)
        if problems:
            raise Refused(problems)
        thing.entry = entry
        thing.save(update_fields=["entry"])
        change.log(new={"things": [thing.title], "start_number": entry.start_number})


def choice_problems(pot_award: PotAward, thing: PrizeInKind, entry: Entry) -> list[Problem]:
    """Why this person cannot have this thing."""
    number = entry.start_number
    problems = undecided_problems(pot_award)
    if pot_award.lots_to_choose:
        problems.append(Problem("prize-lot-needed", params={"number": number}))
    if thing.entry_id is not None:
        problems.append(Problem("prize-in-kind-given", params={"title": thing.title}))
    taker = next(
        (contender for contender in pot_award.takers if contender.entry_id == entry.pk), None
    )
    if taker is None:
        return [*problems, Problem("prize-in-kind-no-choice", params={"number": number})]
    for other in pot_award.in_kind:
        if other.entry_id == entry.pk and other.pk != thing.pk:
            params = {"number": number, "title": other.title}
            problems.append(Problem("prize-in-kind-second", params=params))
    return problems + missing_papers_problems(entry.tournament, taker.entries)


def take_back_prize(thing: PrizeInKind, *, by: Actor) -> None:
    """Take a thing back from its winner, so that it can be chosen again."""
    pot = thing.pot
    about = pot_subject(pot.number)
    with changing(pot.tournament, by, Action.PRIZE_TAKEN_BACK, about=about) as change:
        refresh(thing, "prize-in-kind-gone")
        if thing.entry is None:
            raise refuse("prize-not-given")
        old = {"things": [thing.title], "start_number": thing.entry.start_number}
        thing.entry = None
        thing.save(update_fields=["entry"])
        change.log(old=old, new={"things": [thing.title]})


# Lists and start cards come back at the end; without them there is no prize (TO 7.4.1, 9.13).

HANDED_IN_SUBJECT = "handed-in"


def record_handed_in(
    tournament: Tournament,
    numbers: Collection[int],
    *,
    by: Actor,
    handed_in: bool = True,
) -> list[int]:
    """Tick off the lists and start cards of these start numbers, or take the ticks back.

    Returns the numbers that changed. Raises Refused with every unknown number.
    """
    with changing(tournament, by, Action.ENTRY_HANDED_IN, about=HANDED_IN_SUBJECT) as change:
        entries = tournament.entries.filter(start_number__in=numbers)
        ticks = dict(entries.values_list("start_number", "handed_in"))
        problems = [
            Problem("start-number-unknown", "numbers", {"number": number})
            for number in sorted(set(numbers) - ticks.keys())
        ]
        if not numbers:
            problems.append(Problem("handed-in-nobody", "numbers"))
        if problems:
            raise Refused(problems)
        changed = [number for number, ticked in ticks.items() if ticked != handed_in]
        if changed:
            entries.update(handed_in=handed_in)
            figures = {"start_numbers": sorted(changed)}
            change.log(
                old=figures | {"handed_in": not handed_in}, new=figures | {"handed_in": handed_in}
            )
        return sorted(changed)
