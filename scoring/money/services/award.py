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
from scoring.money.reads.prizes import PotAward, award_of, awards
from scoring.money.services.ledger import collect_entries, reason_problems
from scoring.money.services.pots import (
    Payout,
    cancel,
    missing_papers_problems,
    payout_problems,
    undecided_problems,
    write_payouts,
)
from scoring.rules.problem import Problem

MAX_PRIZE_TITLE_LENGTH = 80
MAX_THINGS = 400


def pay_prize(
    entry: Entry, pot: Pot | None = None, *, set_off: bool = False, by: Actor
) -> list[Booking]:
    """Pay this person, or the team it stands for, what is due from one pot, or from all.

    A pot whose winners are not certain yet pays later. With `set_off` the debts of the winner are
    collected with it, so that only the rest changes hands; the members of a team owe together.
    Raises Refused with all problems if no pot can pay.
    """
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_PAID_OUT):
        due = payments_due(tournament, entry, pot)
        payouts = write_payouts(tournament, due, by=by)
        if not set_off:
            return payouts
        together = {key for _award, winner, _entry in due for key in winner.contender.entries}
        winners = list(tournament.entries.filter(pk__in=together))
        return [*payouts, *collect_entries(tournament, winners, by=by, lists=True)]


def payments_due(tournament: Tournament, entry: Entry, pot: Pot | None) -> list[Payout]:
    """What this pot, or each pot that can pay now, owes this person. Raises Refused if nothing."""
    due, problems = list[Payout](), list[Problem]()
    if pot:
        refresh(pot, "pot-gone")
    for pot_award in [award_of(pot)] if pot else awards(tournament):
        winner = pot_award.winner(entry.pk)
        if pot or (winner and winner.rest > 0):
            objections = payout_problems(pot_award, [entry])
            problems += objections
            if winner and not objections:
                due.append((pot_award, winner, entry))
    if not due:
        nothing = Problem("prize-nothing-due", params={"number": entry.start_number})
        raise Refused(problems or [nothing])
    return due


def take_back_payment(pot: Pot, entry: Entry, *, by: Actor, reason: str) -> list[Booking]:
    """Cancel what this pot paid to this person: the money is back in the till."""
    if problems := reason_problems(reason):
        raise Refused(problems)
    tournament = pot.tournament
    with changing(tournament, by, Action.BOOKING_REVERSED):
        # A team is paid through one of its players, who need not be the one of today.
        winners = (winner.contender.entries for winner in award_of(pot).winners)
        together = next((entries for entries in winners if entry.pk in entries), (entry.pk,))
        payouts = pot.bookings.filter(
            kind=BookingKind.PAYOUT, entry__in=together, reverses=None, reversed_by=None
        )
        if not payouts:
            raise refuse("prize-not-given")
        return cancel(tournament, payouts, by=by, reason=reason)


# Prizes in kind: put into a pot, and chosen by its winners.


def add_prizes(pot: Pot, titles: Sequence[str], *, by: Actor) -> None:
    """Add things to a pot, after those that are already in it."""
    titles = [text for title in titles if (text := plain_text(title))]
    if not titles:
        raise refuse("prize-in-kind-missing", field="titles")
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
        if problems := choice_problems(award_of(pot), thing, entry):
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
    return problems + missing_papers_problems(taker)


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
