"""What is left to do when all series are closed: lots, objections, signatures, money."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scoring.models import ScoreList, Tournament
from scoring.models.names import Scope
from scoring.models.score_list import CLOSED
from scoring.models.tournament import Ties, TournamentState
from scoring.money.reads.all_dues import lists_in_order
from scoring.money.reads.award import choosers_now
from scoring.money.reads.booked import booked_in
from scoring.money.reads.deciding_lots import PODIUM, ranks_by_lot
from scoring.money.reads.dues import door_prices
from scoring.money.reads.handed_in import missing_from, ready_winners, waiting_winners
from scoring.money.reads.ledger import open_fees
from scoring.money.reads.prizes import PotAward, Winner, awards, plans_of
from scoring.money.reads.till import last_counts, till
from scoring.referee.reads import objections_of
from scoring.standings.reads.players import standings
from scoring.standings.reads.source import StandingsSource


@dataclass(frozen=True, slots=True)
class DayEnd:
    """What is open at the end of a tournament.

    `upheld` are the numbers of decisions whose list was not corrected; `lots` the rankings in
    which a lot is missing; `unsigned` the numbers and ids of series with unsigned lists; `cards`
    winners whose lists or start card are missing; `choosing` the pots with things, and how many
    winners choose one; `ranks_by_lot` which lots decide something (`deciding_lots`). Cents.
    """

    objections: int = 0
    upheld: tuple[int, ...] = ()
    lots: tuple[Scope, ...] = ()
    unsigned: tuple[tuple[int, int], ...] = ()
    cards: int = 0
    choosing: tuple[tuple[int, int], ...] = ()
    prizes: int = 0
    winners: int = 0
    fees: int = 0
    debtors: int = 0
    till_open: bool = False
    ranks_by_lot: dict[str, set[int]] = field(default_factory=dict)


def day_end(tournament: Tournament, *, money: bool = True) -> DayEnd:
    """What is open at the end of a tournament; without `money` not what is to be paid out.

    Objections and signatures are asked for before the result is final.
    """
    source = StandingsSource(tournament)
    in_review = tournament.state == TournamentState.REVIEW
    owing = knows_money(source)
    every = awards(tournament, source=source)
    complete = [pot_award for pot_award in every if pot_award.complete]
    missing = missing_from(tournament, source) if complete else frozenset()
    found = DayEnd(
        lots=scopes_without_lot(source, complete),
        ranks_by_lot=ranks_by_lot(every),
        cards=len(
            {entry for pot_award in complete for entry in waiting_winners(pot_award, missing)}
        ),
    )
    if in_review:
        found = with_review(found, source)
    if not owing:
        return found
    found = with_debts(found, source)
    if not money:
        return found
    ready = [winner for pot_award in complete for winner in ready_winners(pot_award, missing)]
    return with_prizes(found, source, every, ready)


def knows_money(source: StandingsSource) -> bool:
    """Whether anything costs something in a tournament, was booked or counted there. On an evening
    without money there is nothing else to be read about it.
    """
    prices = source.cached(door_prices)
    asked = (plans_of, booked_in, last_counts)
    return bool(prices.fees.pk or prices.by_category or any(source.cached(each) for each in asked))


def with_review(found: DayEnd, source: StandingsSource) -> DayEnd:
    objections = source.cached(objections_of)
    return replace(
        found,
        objections=len(objections.lodged),
        upheld=tuple(objections.uncorrected),
        unsigned=series_unsigned(source.cached(lists_in_order)),
    )


def with_debts(found: DayEnd, source: StandingsSource) -> DayEnd:
    owing = open_fees(source.tournament, source)
    return replace(found, fees=sum(dues.rest for dues in owing), debtors=len(owing))


def with_prizes(
    found: DayEnd, source: StandingsSource, pots: Sequence[PotAward], ready: Sequence[Winner]
) -> DayEnd:
    counted = till(source.tournament, source)
    return replace(
        found,
        choosing=tuple(choosers_now(pots)),
        prizes=sum(winner.rest for winner in ready),
        winners=len({winner.contender.entry_id for winner in ready}),
        till_open=bool(counted.lines) and not counted.agrees,
    )


def scopes_without_lot(source: StandingsSource, pots: Sequence[PotAward]) -> tuple[Scope, ...]:
    """The rankings in which a prize, or the podium, waits for a lot (TO 5.1)."""
    scopes = dict.fromkeys(pot.scope for pot in pots if not pot.lots_drawn)
    if source.tournament.ties == Ties.LOT:
        overall = standings(source.tournament, source=source)
        tied = (row.rank.rank <= PODIUM and row.rank.lot_needed for row in overall.rows)
        if any(tied):
            scopes[overall.scope] = None
    return tuple(scopes)


def series_unsigned(lists: Iterable[ScoreList]) -> tuple[tuple[int, int], ...]:
    """Number and id of each series with lists that count and lack a signature (TO 9.11)."""
    closed = (score_list for score_list in lists if score_list.state in CLOSED)
    found = {
        (score_list.series.number, score_list.series_id)
        for score_list in closed
        if score_list.unsigned_seats
    }
    return tuple(sorted(found))
