"""Pots: what came in, and who wins how much of it (docs/law.md "Money of a tournament"). Cents."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import convert

from scoring.core.cached import at_revision
from scoring.models import Booking, Pot, PrizeInKind, Series, Tournament
from scoring.models.money import BookingKind, PotKind
from scoring.models.names import Scope
from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.rules.prizes import Award, Prize, PrizePlan, award
from scoring.standings.reads.players import Standings, people_of, standings
from scoring.standings.reads.scopes import TeamRow, TeamStandings, find_standings
from scoring.standings.reads.special import SpecialStandings

# Who can win a pot.


@dataclass(frozen=True, slots=True)
class Contender:
    """A place in the standings, of a player or a team; in an optional pot, among its payers."""

    key: Hashable
    rank: int
    lot_needed: bool
    entries: tuple[int, ...]  # ids of the players who win there together
    number: int  # start number, or number of the team
    name: str
    details: str = ""  # club, or members of the team
    is_team: bool = False
    waits: bool = False  # for lists and start card; no prize until then (TO 7.4.1, 9.13)
    rank_of_everybody: int | None = None  # of an optional pot, if it is another one

    @property
    def rank_in_standings(self) -> int:
        return self.rank_of_everybody or self.rank

    @property
    def entry_id(self) -> int:
        """The entry that a prize is booked for; in a team, the lowest start number."""
        return self.entries[0]


def deciding_series(pot: Pot) -> Series | None:
    """The series that alone decides a pot."""
    return pot.series if pot.kind == PotKind.SERIES else None


def scope_of(pot: Pot) -> Scope:
    if series := deciding_series(pot):
        return Scope.of("series", series.number)
    if pot.kind == PotKind.DAY and pot.day:
        return Scope.of("day", pot.day)
    if pot.kind == PotKind.CATEGORY and pot.category:
        return Scope.of("category", pot.category.name)
    if pot.kind == PotKind.SPECIAL:
        return Scope.of("special", pot.special)
    return Scope(pot.kind)


def contenders(pot: Pot, source: TournamentSource) -> tuple[list[Contender], int]:
    """Everybody in the standings that decide a pot, best first, and how many lists are missing."""
    tournament, people = pot.tournament, source.cached(people_of)
    owing = people.owing_papers if tournament.ask_handed_in else set()
    series = deciding_series(pot)
    ranking = (
        standings(tournament, series, source=source)
        if series
        else find_standings(tournament, scope_of(pot), source=source)
    )
    if isinstance(ranking, TeamStandings):
        ids = {number: entry for entry, (number, _name, _club) in people.names.items()}
        teams = [team_contender(row, ids, owing) for row in ranking.rows if row.members]
        return teams, ranking.missing
    if isinstance(ranking, Standings | SpecialStandings):
        players = [
            Contender(
                key=row.entry_id,
                rank=row.rank.rank,
                lot_needed=row.rank.lot_needed,
                entries=(row.entry_id,),
                number=row.start_number,
                name=row.name,
                details=row.club,
                waits=row.entry_id in owing,
            )
            for row in ranking.rows
        ]
        return players, ranking.missing
    return [], 0


def team_contender(row: TeamRow, ids: dict[int, int], owing: set[int]) -> Contender:
    """A team, which waits for each of its players."""
    entries = tuple(ids[number] for number in sorted(number for number, _name in row.members))
    return Contender(
        key=f"team/{row.team_id}",
        rank=row.rank.rank,
        lot_needed=row.rank.lot_needed,
        entries=entries,
        number=row.number,
        name=row.name,
        details=", ".join(name for _number, name in row.members),
        is_team=True,
        waits=not owing.isdisjoint(entries),
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
    """A pot with what came in and who wins what."""

    pot: Pot
    plan: PrizePlan
    award: Award
    winners: tuple[Winner, ...]
    missing: int  # lists
    to_come: int  # series whose seating is not released yet
    payouts: Mapping[int | None, int]  # cents paid so far, by entry id
    served: tuple[tuple[Contender, Pot], ...]  # have a prize from this other pot instead
    takers: tuple[Contender, ...]  # may choose a prize in kind, in this order
    waits_for: tuple["PotAward", ...]  # pots before this one that are not decided

    @property
    def scope(self) -> Scope:
        return scope_of(self.pot)

    @property
    def in_kind(self) -> list[PrizeInKind]:
        return list(self.pot.in_kind.all())

    @property
    def paid(self) -> int:
        return sum(self.payouts.values())

    @property
    def overpaid(self) -> dict[int, int]:
        """Cents by entry (id) of those who were paid and win nothing here any more."""
        theirs = {entry for winner in self.winners for entry in winner.contender.entries}
        paid = self.payouts.items()
        return {entry: cents for entry, cents in paid if entry and entry not in theirs}

    @property
    def due(self) -> int:
        return sum(max(0, winner.rest) for winner in self.winners)

    @property
    def ready(self) -> list[Winner]:
        """The winners with an open prize who have handed in everything."""
        return [winner for winner in self.winners if winner.rest > 0 and not winner.contender.waits]

    @property
    def without_papers(self) -> set[int]:
        """The ids of the entries whose prize waits for lists or start card."""
        contenders = (winner.contender for winner in self.winners if winner.rest > 0)
        return {contender.entry_id for contender in contenders if contender.waits}

    @property
    def complete(self) -> bool:
        return not (self.missing or self.to_come)

    @property
    def may_pay(self) -> bool:
        """Whether what this pot gives will not change; a single prize may still wait for a lot."""
        return self.complete and not self.waits_for

    @property
    def is_decided(self) -> bool:
        return self.complete and self.lots_drawn

    @property
    def lots_drawn(self) -> bool:
        """Whether no prize waits for a lot."""
        return not self.award.undecided and not self.lots_to_choose

    @property
    def lots_to_choose(self) -> bool:
        """Whether a lot must decide who may choose a thing, or in which order."""
        return self.plan.ties == "lot" and any(taker.lot_needed for taker in self.takers)

    def winner(self, entry: int) -> Winner | None:
        """The winner for whom a prize of this entry (id) is booked."""
        return next((winner for winner in self.winners if winner.contender.entry_id == entry), None)


# The bookings of a tournament as plain figures.

# Kind, ids of entry, pot and list, cents, and the id of the booking that is cancelled.
BookingRow = tuple[str, int | None, int | None, int | None, int, int | None]


def bookings_in(tournament: Tournament) -> list[BookingRow]:
    return booking_rows(tournament=tournament)


def booking_rows(**about: object) -> list[BookingRow]:
    rows = Booking.objects.filter(**about).order_by()
    return list(rows.values_list("kind", "entry", "pot", "list", "cents", "reverses"))


class Money:
    """The sums of the bookings, by kind and by pot."""

    def __init__(self, source: TournamentSource) -> None:
        self.by_kind: Counter[str] = Counter()
        self.into: Counter[int] = Counter()
        self.out_of: dict[int | None, Counter[int | None]] = defaultdict(Counter)
        self.staked: dict[int, Counter[int | None]] = defaultdict(Counter)
        for kind, entry, pot, _list, cents, _reverses in source.cached(bookings_in):
            if kind == BookingKind.PAYOUT:
                self.out_of[pot][entry] -= cents
            elif pot is None:
                self.by_kind[kind] += cents
            else:
                self.into[pot] += cents
            if kind == BookingKind.STAKE and pot is not None:
                self.staked[pot][entry] += cents

    def income(self, pot: Pot, plan: PrizePlan) -> int:
        """What a pot holds: its stakes, what was booked into it, and its part of the fees."""
        parts = (max(0, self.by_kind[kind]) * part // 100 for kind, part in plan.sources)
        return self.into[pot.pk] + sum(parts)

    def stake_payers(self, pot: Pot) -> set[int]:
        """The ids of the entries that paid the stake of a pot and did not take it back."""
        paid = self.staked[pot.pk].items()
        return {entry for entry, cents in paid if entry is not None and cents > 0}


def plan_of(pot: Pot) -> PrizePlan:
    """The stored plan; it was checked when it was written (`read_plan`)."""
    return convert(pot.plan, PrizePlan)


def awards(
    source: TournamentSource, plans: Sequence[tuple[Pot, PrizePlan]] | None = None
) -> list[PotAward]:
    """Give away every pot as its plan says; `plans` replace the stored ones."""
    plans = source.cached(plans_of) if plans is None else plans
    if not plans:
        return []
    money, given_away = Money(source), list[PotAward]()
    for pot, plan in plans:
        passes_over = plan.one_each and pot.kind not in OF_TEAMS
        before = [other for other in given_away if passes_over and other.pot.kind not in OF_TEAMS]
        served = served_elsewhere(pot, plan, plans, money)
        given_away.append(pot_award(pot, plan, money, source, before, served))
    return given_away


def plans_of(tournament: Tournament) -> list[tuple[Pot, PrizePlan]]:
    """Every pot with its plan, by number; prizes in kind are prefetched."""
    pots = tournament.pots.select_related("series", "category").prefetch_related("in_kind")
    return [(pot, plan_of(pot)) for pot in pots]


def award_of(pot: Pot, source: TournamentSource | None = None) -> PotAward:
    given_away = awards(source or TournamentSource(pot.tournament))
    return next(award for award in given_away if award.pot == pot)


def served_elsewhere(
    pot: Pot, own: PrizePlan, plans: Iterable[tuple[Pot, PrizePlan]], money: Money
) -> dict[int, Pot]:
    """By entry id, the other pot that has already paid a player who may win in only one of the two.

    A prize that was paid stays with its winner: money that comes into an earlier pot afterwards, or
    a corrected list, gives him no second one.
    """
    if pot.kind in OF_TEAMS:
        return {}
    here, served = recipients(pot, money), {}
    for other, plan in plans:
        earlier = other.number < pot.number
        one_each = (own if earlier else plan).one_each
        if other.pk == pot.pk or other.kind in OF_TEAMS or not one_each:
            continue
        for entry in recipients(other, money):
            # If both pots paid him, the earlier one counts.
            if earlier or entry not in here:
                served[entry] = other
    return served


def recipients(pot: Pot, money: Money) -> set[int]:
    """The ids of the entries that have a prize from a pot, in money or in kind."""
    in_kind = {thing.entry_id for thing in pot.in_kind.all() if thing.entry_id}
    paid = money.out_of[pot.pk].items()
    return in_kind | {entry for entry, cents in paid if entry is not None and cents > 0}


def pot_award(
    pot: Pot,
    plan: PrizePlan,
    money: Money,
    source: TournamentSource,
    before: Sequence[PotAward],
    served: Mapping[int, Pot],
) -> PotAward:
    """Give away one pot; passed over are those `served` by another, and winners `before` it."""
    playing, missing = contenders(pot, source)
    if pot.optional and pot.stake_cents:
        playing = among_payers(playing, money.stake_payers(pot))
    barred = barred_keys(playing, before, source)
    outcome = award(plan, money.income(pot, plan), playing, passed_over={*barred, *served})
    payouts = {entry: cents for entry, cents in money.out_of[pot.pk].items() if cents}
    last = max((prize.rank for prize in outcome.prizes), default=0)
    ranked = [contender for contender in playing if contender.key not in barred]
    return PotAward(
        pot=pot,
        plan=plan,
        award=outcome,
        winners=winners_of(outcome, playing, payouts),
        missing=missing,
        to_come=series_to_come(pot, source),
        payouts=payouts,
        served=tuple(
            (contender, served[contender.entry_id])
            for contender in ranked
            if contender.rank <= last and contender.entry_id in served
        ),
        takers=takers_among(ranked, served)[: len(pot.in_kind.all())],
        waits_for=tuple(earlier for earlier in before if not earlier.is_decided),
    )


def takers_among(ranked: Sequence[Contender], served: Mapping[int, Pot]) -> tuple[Contender, ...]:
    """Who may choose a thing, in order; a lot is needed only between equals of these."""
    takers = [contender for contender in ranked if contender.key not in served]
    equals = Counter(taker.rank for taker in takers)
    return tuple(
        taker if equals[taker.rank] > 1 else replace(taker, lot_needed=False) for taker in takers
    )


def among_payers(playing: Iterable[Contender], payers: set[int]) -> list[Contender]:
    """Only those who paid for an optional pot, each with the rank among them."""
    paid = [contender for contender in playing if payers.intersection(contender.entries)]
    ranks: dict[int, int] = {}  # by rank in the standings
    for place, contender in enumerate(paid, 1):
        ranks.setdefault(contender.rank, place)
    return [
        contender
        if ranks[contender.rank] == contender.rank
        else replace(contender, rank=ranks[contender.rank], rank_of_everybody=contender.rank)
        for contender in paid
    ]


def winners_of(
    outcome: Award, playing: Iterable[Contender], payouts: Mapping[int | None, int]
) -> tuple[Winner, ...]:
    """Who won each prize, and what was paid to him, or to any of his team."""
    by_key = {contender.key: contender for contender in playing}
    winners = []
    for prize in outcome.prizes:
        contender = by_key[prize.key]
        paid = sum(payouts.get(entry, 0) for entry in contender.entries)
        winners.append(Winner(contender, prize, paid))
    return tuple(winners)


def series_to_come(pot: Pot, source: TournamentSource) -> int:
    """How many series that decide this pot have no released seating yet; 1 if none is created."""
    if not pot.tournament.under_way:
        return 0
    if series := deciding_series(pot):
        return int(series.state == SeriesState.DRAFT)
    if not source.all_series:
        return 1
    drafts = [row for row in source.all_series if row.state == SeriesState.DRAFT]
    return sum(draft.day == pot.day for draft in drafts) if pot.kind == PotKind.DAY else len(drafts)


def barred_keys(
    places: Sequence[Contender], before: Iterable[PotAward], source: TournamentSource
) -> set[Hashable]:
    """The keys of the winners of pots `before`, of expelled players, of teams with no others.

    Expelled players count for the number of paid places: their fee is kept (TO 4.3), and a prize
    announced for "every fourth" does not go because somebody misbehaved.
    """
    states = source.cached(people_of).states
    out = {entry for entry, state in states.items() if state == EntryState.EXPELLED}
    keys = {place.key for place in places if out.issuperset(place.entries)}
    for earlier in before:
        keys.update(winner.contender.key for winner in earlier.winners if winner.prize.cents)
        keys.update(taker.key for taker in earlier.takers)
    return keys


# Where a lot is needed: for the podium, or for a prize. Other equal players share their rank.

PODIUM = 3  # a lot separates these places of all players even if no prize depends on them


def lots_at(
    revision: Hashable, read: Callable[[], Iterable[PotAward]]
) -> Mapping[str, Collection[int]]:
    """`ranks_by_lot` of the awards that `read` gives, cached by revision."""
    return at_revision(revision, "lots", lambda: ranks_by_lot(read()))


def ranks_by_lot(pots: Iterable[PotAward]) -> dict[str, set[int]]:
    """By ranking, the ranks at which a lot has to separate equal players (TO 5.1)."""
    ranks: dict[str, set[int]] = {"overall": set(range(1, PODIUM + 1))}
    for pot in pots:
        if pot.complete:
            deciding = {
                winner.contender.rank_in_standings
                for winner in pot.winners
                if winner.prize.cents is None
            }
            if pot.lots_to_choose:
                deciding |= {taker.rank_in_standings for taker in pot.takers if taker.lot_needed}
            ranks.setdefault(pot.scope, set()).update(deciding)
    return ranks
