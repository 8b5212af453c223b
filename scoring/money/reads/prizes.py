"""What came into each pot, who plays for it, and how its plan gives it away. Cents.

See docs/law.md "Money of a tournament".
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from scoring.models import Pot, PrizeInKind, Tournament
from scoring.models.money import BookingKind, PotKind
from scoring.models.names import Scope
from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState
from scoring.money.reads.dues import BookingRow, bookings_in
from scoring.rules.prizes import Award, Prize, PrizePlan, award, read_plan
from scoring.standings.reads.players import Standings
from scoring.standings.reads.results import StandingsSource, people_of, serieses_of
from scoring.standings.reads.scopes import TeamRow, TeamStandings, find_standings
from scoring.standings.reads.special import SpecialStandings

# Who can win a pot: the standings that decide it.


@dataclass(frozen=True, slots=True)
class Contender:
    """A place in the standings. `entries` are the ids of the players who win there together.

    `number` is the start number of a player, or the number of a team.
    """

    key: Hashable
    rank: int
    lot_needed: bool
    entries: tuple[int, ...]
    number: int
    name: str
    club: str = ""
    is_team: bool = False

    @property
    def entry_id(self) -> int:
        """The entry that a prize is booked for; in a team, the lowest start number."""
        return self.entries[0]


@dataclass(frozen=True, slots=True)
class Contest:
    """The standings that decide a pot."""

    scope: Scope
    places: tuple[Contender, ...]
    missing: int  # lists without which the places are not final


def scope_of(pot: Pot) -> Scope:
    """The standings that decide a pot."""
    if pot.kind == PotKind.SERIES and pot.series:
        return Scope.of("series", pot.series.number)
    if pot.kind == PotKind.DAY and pot.day:
        return Scope.of("day", pot.day)
    if pot.kind == PotKind.CATEGORY and pot.category:
        return Scope.of("category", pot.category.name)
    if pot.kind == PotKind.SPECIAL:
        return Scope.of("special", pot.special)
    return Scope(pot.kind)


def contenders(pot: Pot, source: StandingsSource) -> Contest:
    """Everybody in the standings that decide a pot, best first.

    Standings that no longer exist have no places: the whole pot is kept.
    """
    scope = scope_of(pot)
    standings = find_standings(pot.tournament, scope, source=source)
    if isinstance(standings, TeamStandings):
        ids = source.cached(people_of).by_number
        teams = tuple(team_contender(row, ids) for row in standings.rows if row.members)
        return Contest(scope, teams, standings.missing)
    if isinstance(standings, Standings | SpecialStandings):
        players = tuple(
            Contender(
                row.entry_id,
                row.rank.rank,
                row.rank.lot_needed,
                (row.entry_id,),
                row.start_number,
                row.name,
                row.club,
            )
            for row in standings.rows
        )
        return Contest(scope, players, standings.missing)
    return Contest(scope, (), 0)


def team_contender(row: TeamRow, ids: dict[int, int]) -> Contender:
    numbers = sorted(number for number, _name in row.members)
    return Contender(
        f"team/{row.team_id}",
        row.rank.rank,
        row.rank.lot_needed,
        tuple(ids[number] for number in numbers),
        row.number,
        row.name,
        ", ".join(name for _number, name in row.members),
        is_team=True,
    )


# The prizes of a pot.

OF_TEAMS = (PotKind.TEAM, PotKind.TANDEM, PotKind.MIXED)  # "one prize a person" ignores these


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner's prize and the amount already paid."""

    contender: Contender
    prize: Prize
    paid: int

    @property
    def rest(self) -> int:
        """Still to pay out; 0 as long as a lot is missing."""
        return 0 if self.prize.cents is None else self.prize.cents - self.paid


@dataclass(frozen=True, slots=True)
class PotAward:
    """A pot with what came in and who wins what.

    `missing` counts the lists still to come in, `to_come` the series that will count but are not
    drawn yet. `overpaid` is what was paid to players who win nothing here any more (entry id and
    cents). `served` would win here but already have a prize from another pot (see
    `served_elsewhere`). `takers` may choose among the prizes in kind, in this order.
    """

    pot: Pot
    plan: PrizePlan
    award: Award
    players: int
    winners: tuple[Winner, ...]
    missing: int
    to_come: int
    scope: Scope
    paid: int
    overpaid: tuple[tuple[int, int], ...]
    served: tuple[tuple[Contender, Pot], ...] = ()
    in_kind: tuple[PrizeInKind, ...] = ()
    takers: tuple[Contender, ...] = ()

    @property
    def due(self) -> int:
        """What can still be paid out."""
        return sum(max(0, winner.rest) for winner in self.winners)

    @property
    def complete(self) -> bool:
        return not (self.missing or self.to_come)

    @property
    def settled(self) -> bool:
        """Whether it is certain who wins."""
        return self.complete and self.lots_drawn

    @property
    def lots_drawn(self) -> bool:
        """Whether no prize waits for a lot."""
        return not self.award.undecided and not self.lots_to_choose

    @property
    def lots_to_choose(self) -> bool:
        """Whether a lot must decide who may choose a thing, or in which order."""
        return self.plan.ties == "lot" and any(taker.lot_needed for taker in self.takers)

    @property
    def prize_keys(self) -> set[Hashable]:
        """Who wins here, in money or in kind."""
        paid = {winner.contender.key for winner in self.winners if winner.prize.cents}
        return paid | {taker.key for taker in self.takers}


class Money:
    """What was booked in a tournament, by kind and by pot."""

    def __init__(self, rows: Iterable[BookingRow]) -> None:
        self.by_kind: dict[str, int] = defaultdict(int)
        self.into: dict[int, int] = defaultdict(int)
        self.out_of: dict[int | None, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
        self.staked: dict[int, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
        for kind, entry, pot, _list, cents, _reversing in rows:
            if kind == BookingKind.PAYOUT:
                self.out_of[pot][entry] -= cents
            elif pot is None:
                self.by_kind[kind] += cents
            else:
                self.into[pot] += cents
            if kind == BookingKind.STAKE and pot is not None:
                self.staked[pot][entry] += cents

    def taken(self, pot: Pot, plan: PrizePlan) -> int:
        """What a pot holds: its stakes, what was booked into it, and its part of the fees."""
        parts = (max(0, self.by_kind[kind]) * part // 100 for kind, part in plan.sources)
        return self.into[pot.pk] + sum(parts)

    def stake_payers(self, pot: Pot) -> set[int]:
        """The ids of the entries that paid the stake of a pot and did not take it back."""
        paid = self.staked[pot.pk].items()
        return {entry for entry, cents in paid if entry is not None and cents > 0}


def money_of(source: StandingsSource) -> Money:
    return Money(source.cached(bookings_in))


def plan_of(pot: Pot) -> PrizePlan:
    return read_plan(pot.plan)


def awards(
    tournament: Tournament,
    plans: Sequence[tuple[Pot, PrizePlan]] | None = None,
    *,
    source: StandingsSource | None = None,
) -> list[PotAward]:
    """Give away every pot as its plan says, in the order of their numbers.

    Whoever won in an earlier pot is passed over in a later one that gives one prize a person.
    `plans` replace the stored ones, to try them out; `source` caches what a page reads more than
    once.
    """
    source = source or StandingsSource(tournament)
    plans = source.cached(plans_of) if plans is None else plans
    if not plans:
        return []
    money = money_of(source)
    settled: set[Hashable] = set()
    given_away = []
    for pot, plan in plans:
        served = served_elsewhere(pot, plans, money)
        given_away.append(pot_award(pot, plan, money, source, settled=settled, served=served))
        if pot.kind not in OF_TEAMS:
            settled |= given_away[-1].prize_keys
    return given_away


def plans_of(tournament: Tournament) -> list[tuple[Pot, PrizePlan]]:
    """Every pot with its plan, by number; prizes in kind are prefetched."""
    pots = tournament.pots.select_related("series", "category").prefetch_related("in_kind")
    return [(pot, plan_of(pot)) for pot in pots]


def award_of(pot: Pot) -> PotAward:
    """The award of one pot."""
    return awards_up_to(pot)[-1]


def awards_up_to(pot: Pot, source: StandingsSource | None = None) -> list[PotAward]:
    """The award of one pot, after those whose winners it passes over; `source` as in `awards`."""
    source = source or StandingsSource(pot.tournament)
    plan = plan_of(pot)
    if not plan.one_each or pot.kind in OF_TEAMS:
        money, plans = money_of(source), source.cached(plans_of)
        pot = next(stored for stored, _plan in plans if stored == pot)  # with its prizes in kind
        served = served_elsewhere(pot, plans, money)
        return [pot_award(pot, plan, money, source, served=served)]
    return [
        award
        for award in awards(pot.tournament, source=source)
        if award.pot.kind not in OF_TEAMS and award.pot.number <= pot.number
    ]


def undecided_pots(before: Iterable[PotAward]) -> list[PotAward]:
    """The pots among these whose winners are not certain yet: a later pot waits for them."""
    return [pot_award for pot_award in before if not pot_award.settled]


def served_elsewhere(
    pot: Pot, plans: Iterable[tuple[Pot, PrizePlan]], money: Money
) -> dict[int, Pot]:
    """By entry id, the other pot that has already paid a player who may win in only one of the two.

    A prize that was paid stays with its winner: money that comes into an earlier pot afterwards, or
    a corrected list, gives him no second one, and the next in line moves up. Once the payment is
    taken back, the order of the pots decides again.
    """
    if pot.kind in OF_TEAMS:
        return {}
    here = set(recipients(pot, money))
    wants_it = plan_of(pot).one_each
    served = {}
    for other, plan in plans:
        earlier = other.number < pot.number
        one_each = wants_it if earlier else plan.one_each
        if other.pk == pot.pk or other.kind in OF_TEAMS or not one_each:
            continue
        for entry in recipients(other, money):
            # If both pots paid him, which no service does, the earlier one counts.
            if earlier or entry not in here:
                served[entry] = other
    return served


def recipients(pot: Pot, money: Money) -> Iterator[int]:
    """The ids of the entries that have a prize from a pot, in money or in kind."""
    yield from (e for e, cents in money.out_of[pot.pk].items() if e is not None and cents > 0)
    yield from (
        prize_in_kind.entry_id
        for prize_in_kind in pot.in_kind.all()
        if prize_in_kind.entry_id is not None
    )


def pot_award(
    pot: Pot,
    plan: PrizePlan,
    money: Money,
    source: StandingsSource,
    *,
    settled: Collection[Hashable] = frozenset(),
    served: Mapping[int, Pot] = MappingProxyType({}),
) -> PotAward:
    """Give away one pot by a plan, which need not be the stored one.

    Passed over are expelled players, those `served` by another pot, and, if the plan gives one
    prize a person, those who are `settled`: they win in a pot before this one.
    """
    field = contenders(pot, source)
    playing = playing_for(pot, field.places, money)
    barred = expelled_keys(playing, source)
    passed_over: set[Hashable] = {*barred, *served}
    if plan.one_each and pot.kind not in OF_TEAMS:
        passed_over.update(settled)
    outcome = award(plan, money.taken(pot, plan), playing, passed_over=passed_over)
    payouts = {entry: cents for entry, cents in money.out_of[pot.pk].items() if cents}
    winners = tuple(winners_of(outcome, playing, payouts))
    things = tuple(pot.in_kind.all())
    ranked = (contender for contender in playing if contender.key not in passed_over)
    return PotAward(
        pot,
        plan,
        outcome,
        len(playing),
        winners,
        field.missing,
        series_to_come(pot, source),
        field.scope,
        sum(payouts.values()),
        tuple(overpaid(payouts, winners)),
        tuple(served_here(outcome, playing, served, {*barred, *settled})),
        things,
        tuple(islice(ranked, len(things))),
    )


def served_here(
    outcome: Award,
    playing: Sequence[Contender],
    served: Mapping[int, Pot],
    others: Collection[Hashable],
) -> Iterator[tuple[Contender, Pot]]:
    """Who would win here but for a prize from another pot; `others` win nothing anyway."""
    for contender in within_prizes(outcome, playing):
        if contender.entry_id in served and contender.key not in others:
            yield contender, served[contender.entry_id]


def within_prizes(outcome: Award, playing: Sequence[Contender]) -> Iterator[Contender]:
    """Everybody whose rank is worth a prize."""
    last = max((prize.rank for prize in outcome.prizes), default=0)
    return (contender for contender in playing if contender.rank <= last)


def winners_of(
    outcome: Award, playing: Iterable[Contender], paid: Mapping[int | None, int]
) -> Iterator[Winner]:
    """Who won each prize, and what was already paid to him or his team."""
    by_key = {contender.key: contender for contender in playing}
    for prize in outcome.prizes:
        contender = by_key[prize.key]
        yield Winner(contender, prize, paid_to(contender, paid))


def overpaid(
    paid: Mapping[int | None, int], winners: Iterable[Winner]
) -> Iterator[tuple[int, int]]:
    """Entries that the pot paid although they do not win in it any more, with the cents."""
    theirs = {entry for winner in winners for entry in winner.contender.entries}
    return ((e, cents) for e, cents in paid.items() if e is not None and e not in theirs)


def paid_to(contender: Contender, paid: Mapping[int | None, int]) -> int:
    """What was paid to those who win together, whichever of them it was booked for."""
    return sum(paid.get(entry, 0) for entry in contender.entries)


def series_to_come(pot: Pot, source: StandingsSource) -> int:
    """How many series that decide this pot have not been drawn yet.

    Once the tournament is under review or broken off there are none: series left undrawn will not
    be played.
    """
    if not pot.tournament.under_way:
        return 0
    drafts = [series for series in source.cached(serieses_of) if series.state == SeriesState.DRAFT]
    if pot.kind == PotKind.SERIES and pot.series_id:
        return sum(draft.pk == pot.series_id for draft in drafts)
    return sum(draft.day == pot.day for draft in drafts) if pot.kind == PotKind.DAY else len(drafts)


def playing_for(pot: Pot, places: Sequence[Contender], money: Money) -> list[Contender]:
    """Those who play for a pot; for an optional one, those who paid its stake."""
    paid = money.stake_payers(pot) if pot.optional and pot.stake_cents else None
    return [place for place in places if paid is None or paid.intersection(place.entries)]


def expelled_keys(places: Sequence[Contender], source: StandingsSource) -> frozenset[Hashable]:
    """The keys of expelled players, and of teams whose players were all expelled.

    They win nothing but count for the number of paid places: their fee is kept (TO 4.3), and a
    prize announced for "every fourth" does not go because somebody misbehaved.
    """
    if not places:
        return frozenset()
    states = source.cached(people_of).states
    out = {entry for entry, state in states.items() if state == EntryState.EXPELLED}
    return frozenset(place.key for place in places if out.issuperset(place.entries))


def promised_percent(pots: Iterable[tuple[Pot, PrizePlan]]) -> dict[str, int]:
    """How many percent of each kind of money flow into these pots together."""
    sums: dict[str, int] = defaultdict(int)
    for _pot, plan in pots:
        for kind, part in plan.sources:
            sums[kind] += part
    return sums


# Where a lot is needed: for the podium, or for a prize. Other equal players share their rank.

PODIUM = 3  # a lot separates these places of all players even if no prize depends on them


def ranks_by_lot(pots: Iterable[PotAward]) -> dict[str, set[int]]:
    """By ranking, the ranks at which a lot has to separate equal players (TO 5.1)."""
    ranks: dict[str, set[int]] = {"overall": set(range(1, PODIUM + 1))}
    for pot in pots:
        if pot.complete:
            deciding = {
                winner.contender.rank for winner in pot.winners if winner.prize.cents is None
            }
            if pot.lots_to_choose:
                deciding |= {taker.rank for taker in pot.takers if taker.lot_needed}
            ranks.setdefault(pot.scope, set()).update(deciding)
    return ranks
