"""Pots and their prizes; ticks for lists and start cards that came back."""

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Max

from scoring.core.forms import Refused, refuse, refuse_all
from scoring.core.services import Change, changing, get_or_refuse, refresh, write_log
from scoring.core.text import plain_text
from scoring.models import (
    Actor,
    Booking,
    Category,
    Entry,
    LogEntry,
    Pot,
    PotChoice,
    PrizeInKind,
    Series,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.money import BookingKind, PotKind
from scoring.models.names import subject_of
from scoring.models.tournament import TournamentSource
from scoring.money.reads.prizes import Contender, PotAward, Winner, award_of, awards, plan_of
from scoring.money.services.ledger import (
    changed_values,
    collect_entries,
    counter_booking,
    new_booking,
    reason_problems,
    write_bookings,
)
from scoring.rules.fees import MAX_CENTS
from scoring.rules.prizes import PrizePlan, plan_document, plan_problems, read_plan
from scoring.rules.problem import Problem
from scoring.rules.ranking import specials_in

MAX_POT_TITLE_LENGTH = 80
MAX_PRIZE_TITLE_LENGTH = 80
MAX_THINGS = 400


def changing_pot(pot: Pot, by: Actor, action: str) -> AbstractContextManager[Change]:
    return changing(pot.tournament, by, action, about=subject_of("pot", pot.number))


@dataclass(frozen=True, slots=True)
class PotTerms:
    """What decides a pot, what it costs in cents, and how it is given away."""

    title: str
    kind: str
    plan: PrizePlan
    series: Series | None = None
    category: Category | None = None
    day: date | None = None
    special: str = ""
    stake_cents: int = 0
    optional: bool = False


# By kind of pot, the column that says what decides it; pots of other kinds need none.
CONTESTS: dict[str, str] = {
    PotKind.SERIES: "series",
    PotKind.CATEGORY: "category",
    PotKind.DAY: "day",
    PotKind.SPECIAL: "special",
}
COLUMNS = [key for key in PotTerms.__dataclass_fields__ if key != "plan"]


def create_pot(tournament: Tournament, terms: PotTerms, *, by: Actor) -> Pot:
    refuse_all(term_problems(tournament, terms))
    with changing(tournament, by, Action.POT_CREATED) as change:
        refuse_overspent_sources(tournament, terms.plan)
        last = tournament.pots.aggregate(last=Max("number"))["last"] or 0
        pot = Pot(tournament=tournament, number=last + 1)
        write_pot(pot, terms)
        change.log(about=subject_of("pot", pot.number), new=log_values(pot))
        return pot


def change_pot(pot: Pot, terms: PotTerms, *, by: Actor) -> None:
    """Change a pot. Once it has paid a prize, only the title may change."""
    tournament = pot.tournament
    refuse_all(term_problems(tournament, terms))
    with changing_pot(pot, by, Action.POT_CHANGED) as change:
        refresh(pot, "pot-gone")
        refuse_overspent_sources(tournament, terms.plan, besides=pot)
        old = log_values(pot)
        renamed = plain_text(terms.title) != pot.title
        if replace(relevant_terms(terms), title=pot.title) != pot_terms(pot) and is_paying(pot):
            raise refuse("pot-pays-already")
        write_pot(pot, terms)
        before, after = changed_values(old, log_values(pot))
        if renamed:
            after["changed"] = ["title"]
        if after:
            change.log(old=before, new=after)


def remove_pot(pot: Pot, *, by: Actor) -> None:
    """Remove a pot. Raises Refused if it ever held money, or a winner has a thing from it."""
    with changing_pot(pot, by, Action.POT_REMOVED) as change:
        refresh(pot, "pot-gone")
        if pot.bookings.exists():
            raise refuse("pot-has-money")
        if thing := pot.in_kind.exclude(entry=None).first():
            raise refuse("prize-in-kind-given", title=thing.title)
        change.log(old=log_values(pot))
        pot.delete()


def term_problems(tournament: Tournament, terms: PotTerms) -> list[Problem]:
    problems = []
    if not plain_text(terms.title):
        problems.append(Problem("pot-title-missing", "title"))
    if not 0 <= terms.stake_cents <= MAX_CENTS:
        problems.append(Problem("fee-out-of-range", "stake_cents"))
    if (contest := CONTESTS.get(terms.kind)) and not getattr(terms, contest):
        problems.append(Problem("pot-contest-missing", contest))
    if terms.kind == PotKind.SPECIAL and terms.special not in ("", *specials_in(tournament.system)):
        problems.append(Problem("choice-unknown", "special"))
    return problems + plan_problems(terms.plan)


def refuse_overspent_sources(
    tournament: Tournament, plan: PrizePlan, besides: Pot | None = None
) -> None:
    """Raise Refused if more than 100 percent of some kind of money would flow into the pots."""
    sums: Counter[str] = Counter()
    for pot in tournament.pots.all():
        if pot != besides:
            sums.update(dict(plan_of(pot).sources))
    problems = [
        Problem("source-spent", "sources", {"booking_kind": kind, "rest": 100 - sums[kind]})
        for kind, part in plan.sources
        if sums[kind] + part > 100
    ]
    refuse_all(problems)


def relevant_terms(terms: PotTerms) -> PotTerms:
    """The terms without what does not apply to a pot of this kind."""
    empty: dict[str, Any] = {"series": None, "category": None, "day": None, "special": ""}
    if contest := CONTESTS.get(terms.kind):
        del empty[contest]
    return replace(terms, title=plain_text(terms.title), **empty)


def pot_terms(pot: Pot) -> PotTerms:
    return PotTerms(plan=plan_of(pot), **{column: getattr(pot, column) for column in COLUMNS})


def write_pot(pot: Pot, terms: PotTerms) -> None:
    terms = relevant_terms(terms)
    if terms.series:
        refresh(terms.series, "series-gone")
    if terms.category:
        refresh(terms.category, "category-gone")
    set_terms(pot, terms)
    pot.save()


def set_terms(pot: Pot, terms: PotTerms) -> None:
    """Set the terms of a pot that is to be stored, or tried out."""
    for column in COLUMNS:
        setattr(pot, column, getattr(terms, column))
    pot.plan = plan_document(terms.plan)


def log_values(pot: Pot) -> dict[str, Any]:
    """What the log keeps of a pot. The title stays out: it may be a person's name."""
    return {
        "kind": pot.kind,
        "series": pot.series.number if pot.series else None,
        "category": pot.category.name if pot.category else None,
        "day": pot.day.isoformat() if pot.day else None,
        "special": pot.special,
        "stake_cents": pot.stake_cents,
        "optional": pot.optional,
        "plan": pot.plan,
    }


def join_pot(pot: Pot, start_number: int, *, by: Actor) -> list[Booking]:
    """Book one player's stake of an optional pot. Raises Refused if it is already paid."""
    tournament = pot.tournament
    with changing(tournament, by, Action.BOOKING_MADE):
        refresh(pot, "pot-gone")
        if not (pot.optional and pot.stake_cents):
            raise refuse("pot-not-optional")
        entry = tournament.entries.filter(start_number=start_number).first()
        if entry is None:
            raise refuse("start-number-unknown", field="start_number", number=start_number)
        stakes = entry.bookings.filter(kind=BookingKind.STAKE, pot=pot)
        rest = pot.stake_cents - sum(stakes.values_list("cents", flat=True))
        if rest <= 0:
            raise refuse("pot-joined", field="start_number", number=start_number)
        stake = new_booking(entry, BookingKind.STAKE, rest, pot=pot)
        return write_bookings(tournament, [stake], by=by)


# Paying out, and what forbids it.


def pay_out(pot: Pot, entries: Collection[Entry], *, by: Actor) -> list[Booking]:
    """Pay these winners what they have not received yet; the first payment fixes the amounts."""
    entries = list(dict.fromkeys(entries))
    with changing(pot.tournament, by, Action.BOOKING_PAID_OUT):
        # Read the winners under the lock: nobody may correct a list before they are paid.
        refresh(pot, "pot-gone")
        pot_award = award_of(pot)
        refuse_all(payout_problems(pot_award, entries))
        winners = ((pot_award.winner(entry.pk), entry) for entry in entries)
        due = [(pot_award, winner, entry) for winner, entry in winners if winner]
        return write_payouts(pot.tournament, due, by=by)


Payout = tuple[PotAward, Winner, Entry]


def write_payouts(tournament: Tournament, due: Sequence[Payout], *, by: Actor) -> list[Booking]:
    """Book prizes that may be paid. Before its first prize, the amounts of a pot are fixed."""
    for pot_award in {award.pot: award for award, _winner, _entry in due}.values():
        if pot_award.plan.method != "table" and not is_paying(pot_award.pot):
            plan = replace(pot_award.plan, method="table", amounts=pot_award.award.amounts)
            store_plan(pot_award.pot, plan, Action.POT_FIXED, by=by)
    rows = [
        new_booking(entry, BookingKind.PAYOUT, -winner.rest, pot=pot_award.pot)
        for pot_award, winner, entry in due
    ]
    return write_bookings(tournament, rows, by=by, action=Action.BOOKING_PAID_OUT)


def payout_problems(pot_award: PotAward, entries: Sequence[Entry]) -> list[Problem]:
    """Prizes that may still change, players without a prize or without papers, too much money."""
    problems = undecided_problems(pot_award)
    if not entries:
        problems.append(Problem("prize-nobody-chosen"))
    served = {contender.entry_id: pot for contender, pot in pot_award.served}
    going_out = pot_award.paid
    for entry in entries:
        winner, params = pot_award.winner(entry.pk), {"number": entry.start_number}
        if pot := served.get(entry.pk):
            problems.append(Problem("prize-of-another-pot", params={**params, "pot": pot.title}))
        elif winner is None:
            problems.append(Problem("prize-none", params=params))
        elif winner.prize.cents is None:
            problems.append(Problem("prize-lot-needed", params=params))
        elif winner.rest <= 0:
            problems.append(Problem("prize-paid", params=params))
        if winner:
            problems += missing_papers_problems(winner.contender)
            going_out += winner.rest
    if not problems and going_out > pot_award.award.given:
        over = going_out - pot_award.award.given
        problems.append(Problem("prize-exceeds", params={"cents": over}))
    return problems


def undecided_problems(pot_award: PotAward) -> list[Problem]:
    """What is still missing before it is certain who wins, here and in the pots before."""
    problems = [
        Problem("prize-pot-before", params={"pot": earlier.pot.title})
        for earlier in pot_award.waits_for
    ]
    if pot_award.missing:
        problems.append(Problem("prize-lists-missing", params={"count": pot_award.missing}))
    if pot_award.to_come:
        problems.append(Problem("prize-series-to-come", params={"count": pot_award.to_come}))
    return problems


def missing_papers_problems(contender: Contender) -> list[Problem]:
    if not contender.waits:
        return []
    missing = Entry.objects.filter(pk__in=contender.entries, handed_in=False)
    return [
        Problem("prize-not-handed-in", params={"number": number}, rule="TO 7.4.1, TO 9.13")
        for number in missing.values_list("start_number", flat=True)
    ]


def pay_prize(
    entry: Entry, pot: Pot | None = None, *, set_off: bool = False, by: Actor
) -> list[Booking]:
    """Pay this person, or the person's team, what is due from one pot, or from all that may pay.

    With `set_off` the debts of the winners are collected, so that only the rest changes hands.
    Raises Refused if nothing is due.
    """
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_PAID_OUT):
        due, problems = list[Payout](), list[Problem]()
        if pot:
            refresh(pot, "pot-gone")
        for pot_award in [award_of(pot)] if pot else awards(TournamentSource(tournament)):
            winner = pot_award.winner(entry.pk)
            if pot or (winner and winner.rest > 0):
                objections = payout_problems(pot_award, [entry])
                problems += objections
                if winner and not objections:
                    due.append((pot_award, winner, entry))
        if not due:
            nothing = Problem("prize-nothing-due", params={"number": entry.start_number})
            raise Refused(problems or [nothing])
        payouts = write_payouts(tournament, due, by=by)
        if not set_off:
            return payouts
        together = {key for _award, winner, _entry in due for key in winner.contender.entries}
        winners = list(tournament.entries.filter(pk__in=together))
        return [*payouts, *collect_entries(tournament, winners, by=by)]


def take_back_payment(pot: Pot, entry: Entry, *, by: Actor, reason: str) -> list[Booking]:
    """Cancel what this pot paid to this person: the money is back in the till."""
    refuse_all(reason_problems(reason))
    tournament = pot.tournament
    with changing(tournament, by, Action.BOOKING_REVERSED):
        refresh(pot, "pot-gone")
        # A team is paid through one of its players, who need not be the one of today.
        winners = (winner.contender.entries for winner in award_of(pot).winners)
        together = next((entries for entries in winners if entry.pk in entries), (entry.pk,))
        payouts = pot.bookings.filter(
            kind=BookingKind.PAYOUT, entry__in=together, reverses=None, reversed_by=None
        )
        if not payouts:
            raise refuse("prize-not-given")
        return cancel(tournament, payouts, by=by, reason=reason)


def store_plan(pot: Pot, plan: PrizePlan, action: str, *, by: Actor) -> int:
    """Store the plan by which a pot pays; returns its number."""
    old = {"plan": pot.plan}
    pot.plan = plan_document(plan)
    pot.save(update_fields=["plan"])
    about, new = subject_of("pot", pot.number), {"plan": pot.plan}
    write_log(action, about, by=by, tournament=pot.tournament, old=old, new=new)
    return pot.number


def restore_plan(tournament: Tournament, number: int, *, by: Actor) -> None:
    """Give a pot the plan from before it was last fixed, unless it pays or was changed since."""
    rows = LogEntry.objects.filter(
        tournament=tournament, subject=subject_of("pot", number), new__has_key="plan"
    )
    last, pot = rows.order_by("id").last(), tournament.pots.filter(number=number).first()
    if pot and last and last.old and last.action == Action.POT_FIXED and not is_paying(pot):
        store_plan(pot, read_plan(last.old["plan"]), Action.POT_CHANGED, by=by)


def is_paying(pot: Pot) -> bool:
    """Whether a prize was paid out of this pot and not taken back."""
    payouts = pot.bookings.filter(kind=BookingKind.PAYOUT)
    return payouts.filter(reverses=None, reversed_by=None).exists()


# Cancelling what was booked.


def counter_book(booking: Booking, *, by: Actor, reason: str) -> Booking:
    """Cancel a booking by a second one; never twice, and never a counter-booking."""
    refuse_all(reason_problems(reason))
    tournament = booking.tournament
    with changing(tournament, by, Action.BOOKING_REVERSED):
        if booking.reverses_id is not None:
            raise refuse("booking-is-counter", booking=booking.number)
        if Booking.objects.filter(reverses=booking).exists():
            raise refuse("booking-reversed", booking=booking.number)
        if booking.entry_id is not None and booking.cents > 0:
            # The player may already have got this payment back by a refund.
            same_kind = tournament.bookings.filter(
                entry=booking.entry_id, kind=booking.kind, pot=booking.pot_id, list=booking.list_id
            )
            paid = max(0, sum(same_kind.values_list("cents", flat=True)))
            if booking.cents > paid:
                raise refuse("refund-exceeds", cents=paid)
        return cancel(tournament, [booking], by=by, reason=reason)[0]


def cancel(
    tournament: Tournament, bookings: Collection[Booking], *, by: Actor, reason: str
) -> list[Booking]:
    """Book the opposite of these; unless broken off, a pot with no prize paid regains its plan."""
    rows, action = map(counter_booking, bookings), Action.BOOKING_REVERSED
    counters = write_bookings(tournament, rows, by=by, action=action, reason=reason.strip())
    payouts = [booking for booking in bookings if booking.kind == BookingKind.PAYOUT]
    if not tournament.broken_off:
        for number in sorted({payout.pot.number for payout in payouts if payout.pot}):
            restore_plan(tournament, number, by=by)
    return counters


# Prizes in kind: put into a pot, and chosen by its winners.


def add_prizes(pot: Pot, titles: Sequence[str], *, by: Actor) -> None:
    titles = [text for title in titles if (text := plain_text(title))]
    if not titles:
        raise refuse("prize-in-kind-missing", field="titles")
    with changing_pot(pot, by, Action.PRIZES_ADDED) as change:
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
    with changing_pot(thing.pot, by, Action.PRIZES_REMOVED) as change:
        refresh(thing, "prize-in-kind-gone")
        if thing.entry_id is not None:
            raise refuse("prize-in-kind-given", title=thing.title)
        change.log(old={"things": [thing.title]})
        thing.delete()


def give_prize(thing: PrizeInKind, start_number: int, *, by: Actor) -> None:
    """Hand a thing to the winner who chose it. Raises Refused with all problems."""
    pot = thing.pot
    with changing_pot(pot, by, Action.PRIZE_GIVEN) as change:
        refresh(thing, "prize-in-kind-gone")
        entries = pot.tournament.entries.filter(start_number=start_number)
        entry = get_or_refuse(entries, "entry-gone")
        refuse_all(choice_problems(award_of(pot), thing, entry))
        thing.entry = entry
        thing.save(update_fields=["entry"])
        change.log(new={"things": [thing.title], "start_number": entry.start_number})


def choice_problems(pot_award: PotAward, thing: PrizeInKind, entry: Entry) -> list[Problem]:
    """Why this person, or the team for which he chooses, cannot have this thing."""
    number = entry.start_number
    problems = undecided_problems(pot_award)
    if pot_award.lots_to_choose:
        problems.append(Problem("prize-lot-needed", params={"number": number}))
    if thing.entry_id is not None:
        problems.append(Problem("prize-in-kind-given", params={"title": thing.title}))
    taker = next((taker for taker in pot_award.takers if taker.entry_id == entry.pk), None)
    if taker is None:
        return [*problems, Problem("prize-in-kind-no-choice", params={"number": number})]
    for other in pot_award.in_kind:
        if other.entry_id in taker.entries and other.pk != thing.pk:
            params = {"number": number, "title": other.title}
            problems.append(Problem("prize-in-kind-second", params=params))
    return problems + missing_papers_problems(taker)


def take_back_prize(thing: PrizeInKind, *, by: Actor) -> None:
    """Take a thing back from its winner, so that it can be chosen again."""
    with changing_pot(thing.pot, by, Action.PRIZE_TAKEN_BACK) as change:
        refresh(thing, "prize-in-kind-gone")
        if thing.entry is None:
            raise refuse("prize-not-given")
        old = {"things": [thing.title], "start_number": thing.entry.start_number}
        thing.entry = None
        thing.save(update_fields=["entry"])
        change.log(old=old, new={"things": [thing.title]})


# Lists and start cards come back at the end; without them there is no prize (TO 7.4.1, 9.13).


def record_handed_in(
    tournament: Tournament, numbers: Collection[int], *, by: Actor, handed_in: bool = True
) -> list[int]:
    """Tick off these start numbers, or take the ticks back; returns the numbers that changed."""
    with changing(tournament, by, Action.ENTRY_HANDED_IN, about="handed-in") as change:
        entries = tournament.entries.filter(start_number__in=numbers)
        ticks = dict(entries.values_list("start_number", "handed_in"))
        problems = [
            Problem("start-number-unknown", "numbers", {"number": number})
            for number in sorted(set(numbers) - ticks.keys())
        ]
        if not numbers:
            problems.append(Problem("handed-in-nobody", "numbers"))
        refuse_all(problems)
        changed = [number for number, ticked in ticks.items() if ticked != handed_in]
        if changed:
            entries.update(handed_in=handed_in)
            figures = {"start_numbers": sorted(changed)}
            old, new = {"handed_in": not handed_in}, {"handed_in": handed_in}
            change.log(old=figures | old, new=figures | new)
        return sorted(changed)


# Optional pots that a player chooses: he owes their stakes until they are paid.


def choose_pots(entry: Entry, pot_ids: set[int], change: Change) -> None:
    """Let a player choose exactly these optional pots, inside the block of a change."""
    optional = Pot.objects.filter(tournament=entry.tournament_id, optional=True)
    titles = dict(optional.values_list("pk", "title"))
    if not pot_ids <= titles.keys():
        raise refuse("pot-gone", field="pots")
    # A choice outlives the option: pots that everybody pays for by now stay chosen.
    choices = entry.pot_choices.filter(pot__in=titles)
    before = set(choices.values_list("pot", flat=True))
    if before == pot_ids:
        return
    choices.exclude(pot__in=pot_ids).delete()
    PotChoice.objects.bulk_create(
        PotChoice(entry=entry, pot_id=pot) for pot in sorted(pot_ids - before)
    )
    change.log(
        action=Action.ENTRY_POTS,
        about=subject_of("entry", entry.start_number),
        old={"pots": [titles[pk] for pk in sorted(before)]},
        new={"pots": [titles[pk] for pk in sorted(pot_ids)]},
    )
