"""What breaking a tournament off would book: fees back, or prizes in proportion (TO 3.4). Cents."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Sum

from scoring.models import Booking, Entry, Pot, Series, Tournament
from scoring.models.money import BookingKind, PotKind
from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState
from scoring.money.reads.award import missing_from, ready_winners
from scoring.money.reads.dues import AT_THE_DOOR, Booked, booked_in
from scoring.money.reads.prizes import (
    OF_TEAMS,
    Contender,
    PotAward,
    Winner,
    awards,
    plans_of,
    unsettled,
)
from scoring.rules.fees import refunds
from scoring.rules.prizes import PrizePlan, in_proportion
from scoring.standings.reads.results import StandingsSource, serieses_of


@dataclass(frozen=True, slots=True)
class Refund:
    """What goes back to a player of one kind of fee; `pot` is the id of the pot of a stake."""

    entry: Entry
    kind: str
    pot: int | None
    paid: int
    cents: int


@dataclass(frozen=True, slots=True)
class PaidPrize:
    """A prize that is paid at once."""

    pot: Pot
    contender: Contender
    cents: int


@dataclass(frozen=True, slots=True)
class BreakOff:
    """What is booked, and what of the money stays.

    `taken` is what came in, fees given back before subtracted; `paid` are prizes paid before.
    `open_prizes` cannot be paid at once: a lot, or lists and a start card are missing.
    """

    taken: int
    paid: int
    refunds: tuple[Refund, ...]
    prizes: tuple[PaidPrize, ...] = ()
    open_prizes: int = 0
    plans: tuple[tuple[Pot, PrizePlan], ...] = ()

    @property
    def back(self) -> int:
        return sum(refund.cents for refund in self.refunds)

    @property
    def paid_now(self) -> int:
        return sum(prize.cents for prize in self.prizes)

    @property
    def booked(self) -> int:
        """What goes out at once."""
        return self.back + self.paid_now

    @property
    def kept(self) -> int:
        """Taken = given back + prizes + kept, to the cent."""
        return self.taken - self.back - self.paid - self.paid_now - self.open_prizes

    @property
    def by_player(self) -> list[tuple[Entry, int, int]]:
        """Each player with what he paid and what goes back, by start number."""
        found: dict[int, tuple[Entry, int, int]] = {}
        for refund in self.refunds:
            entry, paid, cents = found.get(refund.entry.pk, (refund.entry, 0, 0))
            found[refund.entry.pk] = (entry, paid + refund.paid, cents + refund.cents)
        return list(found.values())


class Progress:
    """How far a tournament came: the series that were played, of those that were planned."""

    def __init__(self, tournament: Tournament, source: StandingsSource | None = None) -> None:
        self.series = source.cached(serieses_of) if source else serieses_of(tournament)

    def unused(self, wanted: Sequence[Series]) -> Fraction:
        """The part of these series that was not played; all of none."""
        left = [series for series in wanted if series.state != SeriesState.CLOSED]
        return Fraction(len(left), len(wanted)) if wanted else Fraction(1)

    def unused_fee(self, entry: Entry) -> Fraction:
        """The part of the series this player came for that was not played."""
        until = entry.until_series or len(self.series)
        mine = [series for series in self.series if entry.from_series <= series.number <= until]
        return self.unused(mine)

    def unused_pot(self, pot: Pot) -> Fraction:
        """The part of the series that decide this pot that was not played."""
        if pot.kind == PotKind.SERIES:
            return self.unused([series for series in self.series if series.pk == pot.series_id])
        if pot.kind == PotKind.DAY:
            return self.unused([series for series in self.series if series.day == pot.day])
        return self.unused(self.series)

    @property
    def percent(self) -> int:
        """How much of the whole tournament was played, in whole percent."""
        return int((1 - self.unused(self.series)) * 100)


def fees_back(tournament: Tournament, source: StandingsSource | None = None) -> BreakOff:
    """All fees that are not used yet go back: the part of the series that were not played.

    To everybody who is present; who was expelled gets nothing (TO 4.3), who left by himself what
    the organizer books by hand. Lost-game fees are used. What went out as prizes is used, too:
    never more goes back than is left of the fees. `source` as in `awards`.
    """
    source = source or StandingsSource(tournament)
    progress = Progress(tournament, source)
    pots = {pot.pk: pot for pot, _plan in source.cached(plans_of)}
    claims = [
        (entry, kind, pot, paid, unused_part(progress, entry, pots.get(pot or 0)))
        for entry, kind, pot, paid in source.cached(paid_at_the_door)
    ]
    return refunded(source, claims)


def unused_part(progress: Progress, entry: Entry, pot: Pot | None) -> Fraction:
    """The unused part of a fee, or of the stake of a pot that one series or day decides."""
    if pot is not None and is_side_pot(pot):
        return progress.unused_pot(pot)
    return progress.unused_fee(entry)


Claim = tuple[Entry, str, int | None, int, Fraction]


def refunded(source: StandingsSource, claims: Sequence[Claim]) -> BreakOff:
    """These claims, cut where less is left of the fees."""
    booked = source.cached(booked_in)
    taken, paid = sums(booked)
    cents = refunds([(claim[3], claim[4]) for claim in claims], fees_left(booked))
    found = (
        Refund(entry, kind, pot, given, back)
        for (entry, kind, pot, given, _part), back in zip(claims, cents, strict=True)
    )
    return BreakOff(taken, paid, tuple(refund for refund in found if refund.cents))


def paid_at_the_door(tournament: Tournament) -> list[tuple[Entry, str, int | None, int]]:
    """What everybody who is present paid, by kind and pot: entry, kind, id of the pot, cents."""
    present = tournament.entries.filter(state=EntryState.PRESENT).select_related("person")
    entries = {entry.pk: entry for entry in present}
    rows = Booking.objects.filter(tournament=tournament, entry__in=entries, kind__in=AT_THE_DOOR)
    paid = rows.order_by("entry__start_number", "kind", "pot").values_list("entry", "kind", "pot")
    return [
        (entries[entry], kind, pot, cents)
        for entry, kind, pot, cents in paid.annotate(Sum("cents"))
        if cents > 0
    ]


def sums(booked: Sequence[Booked]) -> tuple[int, int]:
    """What came in, and what of it went out as prizes."""
    paid = -sum(each.cents for each in booked if each.kind == BookingKind.PAYOUT)
    return sum(each.cents for each in booked) + paid, paid


def fees_left(booked: Sequence[Booked]) -> int:
    """What is left of fees and stakes when prizes were paid; change for the till is no fee."""
    taken, paid = sums(booked)
    other = sum(each.cents for each in booked if each.kind == BookingKind.OTHER)
    return taken - paid - max(0, other)


def prizes_cut(
    tournament: Tournament, percent: int, source: StandingsSource | None = None
) -> BreakOff:
    """Every pot pays `percent` of its prizes in whole units; the fees stay.

    A pot whose series were all played pays in full, one that pays already as its plan says. The
    stakes of a pot whose series was not played at all go back. `source` as in `awards`.
    """
    source = source or StandingsSource(tournament)
    progress = Progress(tournament, source)
    plans = tuple(
        (award.pot, cut_plan(award, progress.unused_pot(award.pot), percent))
        for award in awards(tournament, source=source)
    )
    pot_awards = awards(tournament, plans, source=source)
    missing = missing_from(tournament, source)
    due = [
        (pot_award, payable(pot_award, pot_awards[:place], missing))
        for place, pot_award in enumerate(pot_awards)
    ]
    prizes = tuple(
        PaidPrize(pot_award.pot, winner.contender, winner.rest)
        for pot_award, winners in due
        for winner in winners
    )
    promised = sum(
        max(0, pot_award.award.given + pot_award.award.undecided - pot_award.paid)
        for pot_award in pot_awards
    )
    unplayed = {
        pot.pk for pot, _plan in plans if is_side_pot(pot) and progress.unused_pot(pot) == 1
    }
    claims = [
        (entry, kind, pot, paid, Fraction(1))
        for entry, kind, pot, paid in source.cached(paid_at_the_door)
        if pot in unplayed
    ]
    back = refunded(source, claims)
    open_prizes = promised - sum(prize.cents for prize in prizes)
    return BreakOff(back.taken, back.paid, back.refunds, prizes, open_prizes, plans)


def is_side_pot(pot: Pot) -> bool:
    """Whether some of the series decide this pot alone."""
    return pot.kind in (PotKind.SERIES, PotKind.DAY)


def cut_plan(found: PotAward, unused: Fraction, percent: int) -> PrizePlan:
    """The plan by which a pot gives its money away when `unused` of its series was not played."""
    if found.paid:
        return found.plan
    if not unused:
        amounts = found.award.amounts
        return replace(found.plan, method="table", amounts=amounts) if amounts else found.plan
    if unused == 1 and is_side_pot(found.pot):
        return in_proportion(found.plan, (), 0)
    return in_proportion(found.plan, found.award.amounts, percent)


def payable(found: PotAward, before: Sequence[PotAward], missing: frozenset[int]) -> list[Winner]:
    """Who is paid at once: nobody who waits for a lot, or whose lists and start card are `missing`.

    Nobody either where more would go out than the pot gives (`pots.cap_problems`).
    """
    players = [pot_award for pot_award in before if pot_award.pot.kind not in OF_TEAMS]
    if found.plan.one_each and found.pot.kind not in OF_TEAMS and unsettled(players):
        return []
    winners = ready_winners(found, missing)
    due = sum(winner.rest for winner in winners)
    return winners if found.paid + due <= found.award.given else []
