"""Pots and their prize plans: set up, changed, fixed and paid out."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Max

from scoring.core.forms import Refused, refuse
from scoring.core.services import Change, changing, refresh, write_log
from scoring.core.text import plain_text
from scoring.models import Actor, Booking, Category, Entry, Pot, PotChoice, Series, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind, PotKind
from scoring.models.names import entry_subject, pot_subject
from scoring.money.reads.award import missing_from
from scoring.money.reads.prizes import PotAward, Winner, awards_up_to, plan_of, promised, unsettled
from scoring.money.services.ledger import BookingItem, changed, optional_stakes, write_bookings
from scoring.rules.fees import MOST_CENTS
from scoring.rules.prizes import PrizePlan, plan_problems, written
from scoring.rules.problem import Problem
from scoring.standings.reads.special import specials_of

TITLE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class PotTerms:
    """What a pot is for, what it costs, and how it is given away; stakes in cents."""

    title: str
    kind: str
    plan: PrizePlan
    series: Series | None = None
    category: Category | None = None
    day: date | None = None
    special: str = ""
    stake_cents: int = 0
    optional: bool = False


def create_pot(tournament: Tournament, terms: PotTerms, *, by: Actor) -> Pot:
    """A new pot behind the others. Raises Refused with all problems."""
    if problems := term_problems(tournament, terms):
        raise Refused(problems)
    with changing(tournament, by, Action.POT_CREATED) as change:
        source_problems(tournament, terms.plan)
        last = tournament.pots.aggregate(last=Max("number"))["last"] or 0
        pot = Pot(tournament=tournament, number=last + 1)
        write(pot, terms)
        change.log(about=pot_subject(pot.number), new=figures(pot))
        return pot


def change_pot(pot: Pot, terms: PotTerms, *, by: Actor) -> None:
    """Another plan, title or stake. Once a prize was paid out, all but the title stands."""
    tournament = pot.tournament
    if problems := term_problems(tournament, terms):
        raise Refused(problems)
    with changing(tournament, by, Action.POT_CHANGED, about=pot_subject(pot.number)) as change:
        refresh(pot, "pot-gone")
        source_problems(tournament, terms.plan, besides=pot)
        old = figures(pot)
        renamed = plain_text(terms.title) != pot.title
        if replace(needed(terms), title=pot.title) != terms_of(pot) and is_paying(pot):
            raise refuse("pot-pays-already")
        write(pot, terms)
        before, after = changed(old, figures(pot))
        if renamed:
            after["changed"] = ["title"]
        if after:
            change.log(old=before, new=after)


def remove_pot(pot: Pot, *, by: Actor) -> None:
    """Remove a pot that no money was ever booked for."""
    with changing(pot.tournament, by, Action.POT_REMOVED, about=pot_subject(pot.number)) as change:
        refresh(pot, "pot-gone")
        if pot.bookings.exists():
            raise refuse("pot-has-money")
        if given := pot.in_kind.exclude(entry=None).first():
            raise refuse("prize-in-kind-given", title=given.title)
        change.log(old=figures(pot))
        pot.delete()


def term_problems(tournament: Tournament, terms: PotTerms) -> list[Problem]:
    """Everything that keeps these terms from being a pot."""
    problems = []
    if not plain_text(terms.title):
        problems.append(Problem("pot-title-missing", "title"))
    if len(terms.title) > TITLE_LENGTH:
        problems.append(Problem("text-too-long", "title", {"most": TITLE_LENGTH}))
    if terms.kind not in PotKind.values:
        problems.append(Problem("choice-unknown", "kind"))
    if not 0 <= terms.stake_cents <= MOST_CENTS:
        problems.append(Problem("fee-out-of-range", "stake_cents"))
    return [*problems, *contest_problems(tournament, terms), *plan_problems(terms.plan)]


def contest_problems(tournament: Tournament, terms: PotTerms) -> list[Problem]:
    """Whether it is told which series, category, day or special contest decides the pot."""
    needed: dict[str, tuple[str, object]] = {
        PotKind.SERIES: ("series", terms.series),
        PotKind.CATEGORY: ("category", terms.category),
        PotKind.DAY: ("day", terms.day),
        PotKind.SPECIAL: ("special", terms.special),
    }
    problems = []
    field, value = needed.get(terms.kind, ("", True))
    if not value:
        problems.append(Problem("pot-contest-missing", field))
    if terms.kind == PotKind.SPECIAL and terms.special not in ("", *specials_of(tournament)):
        problems.append(Problem("choice-unknown", "special"))
    for field, row in (("series", terms.series), ("category", terms.category)):
        if row is not None and row.tournament_id != tournament.pk:
            problems.append(Problem("choice-unknown", field))
    return problems


def source_problems(tournament: Tournament, plan: PrizePlan, besides: Pot | None = None) -> None:
    """Raises Refused if more than all of some money would flow into the pots."""
    others = [(pot, plan_of(pot)) for pot in tournament.pots.all() if pot != besides]
    sums = promised(others)
    over = [kind for kind, part in plan.sources if sums[kind] + part > 100]
    if over:
        raise Refused(
            Problem("source-spent", "sources", {"booking_kind": kind, "rest": 100 - sums[kind]})
            for kind in over
        )


def needed(terms: PotTerms) -> PotTerms:
    """The terms without what a pot of this kind does not ask for."""
    return replace(
        terms,
        title=plain_text(terms.title),
        series=terms.series if terms.kind == PotKind.SERIES else None,
        category=terms.category if terms.kind == PotKind.CATEGORY else None,
        day=terms.day if terms.kind == PotKind.DAY else None,
        special=terms.special if terms.kind == PotKind.SPECIAL else "",
    )


def terms_of(pot: Pot) -> PotTerms:
    return PotTerms(
        pot.title,
        pot.kind,
        plan_of(pot),
        pot.series,
        pot.category,
        pot.day,
        pot.special,
        pot.stake_cents,
        pot.optional,
    )


def write(pot: Pot, terms: PotTerms) -> None:
    wanted = needed(terms)
    pot.title, pot.kind = wanted.title, wanted.kind
    pot.series, pot.category = wanted.series, wanted.category
    pot.day, pot.special = wanted.day, wanted.special
    pot.stake_cents, pot.optional = wanted.stake_cents, wanted.optional
    pot.plan = written(wanted.plan)
    pot.save()


def figures(pot: Pot) -> dict[str, Any]:
    """What the log keeps of a pot; its title may be somebody's name and stays out."""
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
    """Book the stake of a pot that nobody has to play for. Refused if it was paid before."""
    tournament = pot.tournament
    with changing(tournament, by, Action.BOOKING_MADE):
        refresh(pot, "pot-gone")
        if not (pot.optional and pot.stake_cents):
            raise refuse("pot-not-optional")
        entry = tournament.entries.filter(start_number=start_number).first()
        if entry is None:
            raise refuse("start-number-unknown", field="start_number", number=start_number)
        items = optional_stakes(tournament, [entry], [pot.pk])
        if not items:
            raise refuse("pot-joined", field="start_number", number=start_number)
        return write_bookings(tournament, items, by=by)


# Paying out -------------------------------------------------------------------------------------


def pay_out(pot: Pot, entries: Collection[Entry], *, by: Actor) -> list[Booking]:
    """Pay these winners what the plan gives them, as far as it was not paid before.

    The first payment fixes the amounts: whatever comes in later is kept. Refused with all
    problems: lists are missing, a lot is to be drawn, somebody wins nothing or has it already,
    somebody has not handed in lists and start card (TO 7.4.1, 9.13), or more would go out than the
    pot gives.
    """
    tournament = pot.tournament
    chosen = list(dict.fromkeys(entries))
    with changing(tournament, by, Action.BOOKING_PAID_OUT):
        # Nobody may correct a list between reading who wins and paying him.
        refresh(pot, "pot-gone")
        *before, pot_award = awards_up_to(pot)
        problems = waiting_problems(before) + payout_problems(pot_award, chosen)
        problems += handed_in_problems(pot_award, chosen)
        if problems := problems or cap_problems(pot_award, chosen):
            raise Refused(problems)
        fix_amounts(pot, pot_award, by=by)
        theirs = {winner.contender.entry_id: winner for winner in pot_award.winners}
        items = [
            BookingItem(BookingKind.PAYOUT, -theirs[entry.pk].rest, entry, pot=pot.pk)
            for entry in chosen
        ]
        return write_bookings(tournament, items, by=by, action=Action.BOOKING_PAID_OUT)


def payout_problems(found: PotAward, entries: Collection[Entry]) -> list[Problem]:
    """The problems of paying these: prizes that may still change, players without a prize."""
    problems = undecided_problems(found)
    if not entries:
        problems.append(Problem("prize-nobody-chosen"))
    theirs = {winner.contender.entry_id: winner for winner in found.winners}
    served = {contender.entry_id: pot for contender, pot in found.served}
    for entry in entries:
        if entry.pk in served:
            params = {"number": entry.start_number, "pot": served[entry.pk].title}
            problems.append(Problem("prize-of-another-pot", params=params))
        else:
            problems += payout_problem(entry.start_number, theirs.get(entry.pk))
    return problems


def undecided_problems(found: PotAward) -> list[Problem]:
    """What is still to be entered or played before anybody knows who wins."""
    problems = []
    if found.missing:
        problems.append(Problem("prize-lists-missing", params={"count": found.missing}))
    if found.to_come:
        problems.append(Problem("prize-series-to-come", params={"count": found.to_come}))
    return problems


def handed_in_problems(found: PotAward, entries: Collection[Entry]) -> list[Problem]:
    """Who of these wins here and has not handed in everything; of a team each of its players."""
    tournament = found.pot.tournament
    paid = {entry.pk for entry in entries}
    winners = [w.contender for w in found.winners if w.contender.entry_id in paid]
    players = {entry for contender in winners for entry in contender.entries}
    return not_handed_in(tournament, players)


def not_handed_in(tournament: Tournament, players: Collection[int]) -> list[Problem]:
    """A problem for each of these players (ids of entries) who has not handed in everything."""
    missing = tournament.entries.filter(pk__in=missing_from(tournament).intersection(players))
    return [
        Problem("prize-not-handed-in", params={"number": number}, rule="TO 7.4.1, TO 9.13")
        for number in missing.values_list("start_number", flat=True)
    ]


def waiting_problems(before: Collection[PotAward]) -> list[Problem]:
    """The pots before this one of which nobody knows yet whom they leave without a prize."""
    return [
        Problem("prize-pot-before", params={"pot": pot_award.pot.title})
        for pot_award in unsettled(before)
    ]


def cap_problems(found: PotAward, entries: Collection[Entry]) -> list[Problem]:
    """Whether more would go out than the pot gives, all told that went to anybody before."""
    chosen = {entry.pk for entry in entries}
    asked = sum(winner.rest for winner in found.winners if winner.contender.entry_id in chosen)
    over = found.paid + asked - found.award.given
    return [Problem("prize-exceeds", params={"cents": over})] if over > 0 else []


def payout_problem(number: int, winner: Winner | None) -> list[Problem]:
    """Why this player is not paid, if he is not."""
    if winner is None:
        return [Problem("prize-none", params={"number": number})]
    if winner.prize.cents is None:
        return [Problem("prize-lot-needed", params={"number": number})]
    if winner.rest <= 0:
        return [Problem("prize-paid", params={"number": number})]
    return []


def fix_amounts(pot: Pot, found: PotAward, *, by: Actor) -> None:
    """Make the amounts of this moment the plan's table, before the first prize is paid."""
    if found.plan.method == "table" or is_paying(pot):
        return
    old = {"plan": pot.plan}
    pot.plan = written(replace(found.plan, method="table", amounts=found.award.amounts))
    pot.save(update_fields=["plan"])
    write_log(
        Action.POT_FIXED,
        pot_subject(pot.number),
        by=by,
        tournament=pot.tournament,
        old=old,
        new={"plan": pot.plan},
    )


def is_paying(pot: Pot) -> bool:
    """Whether a prize was paid out of this pot and not taken back."""
    return pot.bookings.filter(
        kind=BookingKind.PAYOUT, reverses__isnull=True, reversed_by__isnull=True
    ).exists()


# Optional pots that a player chose: he owes their stakes until they are paid.


def set_pots(entry: Entry, pots: Iterable[int], *, by: Actor) -> None:
    """Exactly these optional pots (ids) for one player, besides those that he paid already."""
    tournament, wanted = entry.tournament, set(pots)
    about = entry_subject(entry.start_number)
    with changing(tournament, by, Action.ENTRY_POTS, about=about) as change:
        refresh(entry, "entry-gone")
        choose_pots(entry, wanted, change)


def choose_pots(entry: Entry, wanted: set[int], change: Change) -> None:
    """Write and log the choice if it changed, inside the block of a change."""
    known = {
        pot.pk: pot.title
        for pot in Pot.objects.filter(tournament=entry.tournament_id, optional=True)
    }
    if not wanted <= known.keys():
        raise refuse("pot-gone", field="pots")
    before = set(entry.pot_choices.values_list("pot", flat=True))
    if before == wanted:
        return
    entry.pot_choices.exclude(pot__in=wanted).delete()
    PotChoice.objects.bulk_create(
        PotChoice(entry=entry, pot_id=pot) for pot in sorted(wanted - before)
    )
    write_log(
        Action.ENTRY_POTS,
        entry_subject(entry.start_number),
        by=change.by,
        tournament=entry.tournament,
        old={"pots": [known[pk] for pk in sorted(before)]},
        new={"pots": [known[pk] for pk in sorted(wanted)]},
    )
