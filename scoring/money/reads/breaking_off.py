"""What breaking off a tournament would book: fees back, or prizes in proportion (TO 3.4). Cents."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Sum
from django.utils.translation import gettext as _

from scoring.messages.sentence import amount
from scoring.models import Booking, Entry, Pot, Series, Tournament
from scoring.models.money import BookingKind, PotKind
from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.money.reads.dues import AT_THE_DOOR
from scoring.money.reads.prizes import PotAward, Winner, awards, bookings_in, plans_of
from scoring.rules.fees import refunds
from scoring.rules.prizes import PrizePlan, in_proportion


class Payment(NamedTuple):
    """What a player paid for one kind of fee, or into one pot (id); `cents` of it go back."""

    entry: Entry
    kind: str
    pot: int | None
    paid: int
    cents: int = 0


@dataclass(frozen=True, slots=True)
class BreakOff:
    """What breaking off books, and how much money is kept."""

    income: int  # without fees given back earlier
    paid_before: int  # prizes
    refunds: tuple[Payment, ...]
    prizes: tuple[tuple[Pot, Winner], ...] = ()
    open_prizes: int = 0  # cents that wait for a lot, or for lists and a start card
    plans: tuple[tuple[Pot, PrizePlan], ...] = ()
    missing: int = 0  # lists without which no prize is certain

    @property
    def refund_total(self) -> int:
        return sum(refund.cents for refund in self.refunds)

    @property
    def paid_now(self) -> int:
        return sum(winner.rest for _pot, winner in self.prizes)

    @property
    def booked_total(self) -> int:
        return self.refund_total + self.paid_now

    @property
    def retained(self) -> int:
        """What stays in the till: income = refunds + prizes + retained, to the cent."""
        return self.income - self.booked_total - self.paid_before - self.open_prizes

    @property
    def proof(self) -> str:
        """The sentence "taken = given back + prizes + kept" with its amounts."""
        return _("taken %(taken)s = given back %(back)s + prizes %(prizes)s + kept %(kept)s") % {
            "taken": amount(self.income),
            "back": amount(self.refund_total),
            "prizes": amount(self.paid_before + self.paid_now + self.open_prizes),
            "kept": amount(self.retained),
        }

    @property
    def by_player(self) -> list[tuple[Entry, int, int]]:
        """Each player with what he paid and what goes back, by start number."""
        by_entry: dict[int, tuple[Entry, int, int]] = {}
        for refund in self.refunds:
            entry, paid, cents = by_entry.get(refund.entry.pk, (refund.entry, 0, 0))
            by_entry[refund.entry.pk] = (entry, paid + refund.paid, cents + refund.cents)
        return list(by_entry.values())


def unplayed_part(all_series: Sequence[Series]) -> Fraction:
    """The part of these series that was not played; everything if there are none."""
    unplayed = [series for series in all_series if series.state != SeriesState.CLOSED]
    return Fraction(len(unplayed), len(all_series)) if all_series else Fraction(1)


def unplayed_part_of_pot(pot: Pot, all_series: Sequence[Series]) -> Fraction:
    if pot.kind == PotKind.SERIES:
        return unplayed_part([series for series in all_series if series.pk == pot.series_id])
    if pot.kind == PotKind.DAY:
        return unplayed_part([series for series in all_series if series.day == pot.day])
    return unplayed_part(all_series)


def played_percent(tournament: Tournament) -> int:
    """How much of the whole tournament was played, in whole percent."""
    return int((1 - unplayed_part(list(tournament.series.all()))) * 100)


def fee_refunds(source: TournamentSource) -> BreakOff:
    """Give everybody who is present back the part of his fees for series that were not played.

    Expelled players get nothing (TO 4.3); for those who left by themselves the organizer books by
    hand.
    """
    all_series = source.all_series
    side_pots = {pot.pk: pot for pot, _plan in source.cached(plans_of) if is_side_pot(pot)}
    parts = []
    for payment in source.cached(payments_at_the_door):
        if pot := side_pots.get(payment.pot or 0):
            unplayed = unplayed_part_of_pot(pot, all_series)
        else:
            own_series = [row for row in all_series if payment.entry.plays(row.number)]
            unplayed = unplayed_part(own_series)
        parts.append((payment, unplayed))
    return refund_parts(source, parts)


def refund_parts(source: TournamentSource, parts: Sequence[tuple[Payment, Fraction]]) -> BreakOff:
    """Refund these parts of payments, reduced if not enough is left of the fees."""
    sums: Counter[str] = Counter()
    for kind, _entry, _pot, _list, booked, _reverses in source.cached(bookings_in):
        sums[kind] += booked
    paid_before = -sums[BookingKind.PAYOUT]
    income = sums.total() + paid_before
    # Change put into the till is not a fee.
    fees_left = income - paid_before - max(0, sums[BookingKind.OTHER])
    all_cents = refunds([(payment.paid, part) for payment, part in parts], fees_left)
    paid_back = zip(parts, all_cents, strict=True)
    all_refunds = (payment._replace(cents=cents) for (payment, _), cents in paid_back if cents)
    return BreakOff(income, paid_before, tuple(all_refunds))


def payments_at_the_door(tournament: Tournament) -> list[Payment]:
    present = tournament.entries.filter(state=EntryState.PRESENT).select_related("person")
    entries = {entry.pk: entry for entry in present}
    rows = Booking.objects.filter(tournament=tournament, entry__in=entries, kind__in=AT_THE_DOOR)
    paid = rows.order_by("entry__start_number", "kind", "pot").values_list("entry", "kind", "pot")
    return [
        Payment(entries[entry], kind, pot, cents)
        for entry, kind, pot, cents in paid.annotate(Sum("cents"))
        if cents > 0
    ]


def reduced_prizes(source: TournamentSource, percent: int) -> BreakOff:
    """Pay `percent` of the prizes of every pot, in whole units; the fees are kept.

    A pot whose series were all played pays in full, and one that has already paid a prize follows
    its plan. The stakes of a side pot of which nothing was played go back.
    """
    planned = awards(source)
    unplayed = {award.pot: unplayed_part_of_pot(award.pot, source.all_series) for award in planned}
    plans = tuple(
        (award.pot, reduced_plan(award, unplayed[award.pot], percent)) for award in planned
    )
    pot_awards = awards(source, plans)
    prizes = tuple(
        (pot_award.pot, winner) for pot_award in pot_awards for winner in winners_to_pay(pot_award)
    )
    still_promised = sum(
        max(0, pot_award.award.given + pot_award.award.undecided - pot_award.paid)
        for pot_award in pot_awards
    )
    unplayed_pots = {pot.pk for pot, part in unplayed.items() if is_side_pot(pot) and part == 1}
    payments = source.cached(payments_at_the_door)
    stakes = [(payment, Fraction(1)) for payment in payments if payment.pot in unplayed_pots]
    outcome = refund_parts(source, stakes)
    open_prizes = still_promised - sum(winner.rest for _pot, winner in prizes)
    missing = max((award.missing for award in planned), default=0)
    return replace(outcome, prizes=prizes, open_prizes=open_prizes, plans=plans, missing=missing)


def is_side_pot(pot: Pot) -> bool:
    """Whether a single series or day decides this pot."""
    return pot.kind in (PotKind.SERIES, PotKind.DAY)


def reduced_plan(pot_award: PotAward, unused: Fraction, percent: int) -> PrizePlan:
    """The plan of a pot when the part `unused` of its series was not played."""
    if pot_award.paid:
        return pot_award.plan
    plan, amounts = pot_award.plan, pot_award.award.amounts
    if not unused:
        return replace(plan, method="table", amounts=amounts) if amounts else plan
    if unused == 1 and is_side_pot(pot_award.pot):
        return in_proportion(plan, (), 0)
    return in_proportion(plan, amounts, percent)


def winners_to_pay(pot_award: PotAward) -> list[Winner]:
    """The winners who can be paid at once: nobody if more would go out than the pot gives."""
    due = sum(winner.rest for winner in pot_award.ready)
    # Only a lot may be missing there: series that were not drawn are not played any more.
    waits = not all(earlier.lots_drawn for earlier in pot_award.waits_for)
    if waits or pot_award.paid + due > pot_award.award.given:
        return []
    return pot_award.ready
