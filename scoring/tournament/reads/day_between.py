"""What is owed between two series, while everybody is still there."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.models import Tournament
from scoring.models.series import SeriesState
from scoring.money.reads.dues import door_prices, staked_pots
from scoring.money.reads.ledger import open_fees
from scoring.standings.reads.source import StandingsSource


@dataclass(frozen=True, slots=True)
class Owed:
    """By series (id) what its lists still cost; who owes something at the door, and how much."""

    by_series: Counter[int] = field(default_factory=Counter)
    door_debtors: int = 0
    door_fees: int = 0


def owed_between(tournament: Tournament, states: Iterable[str]) -> Owed:
    """What players owe, once a series is closed and as long as no other is out; `states` are those
    of all series.
    """
    found = set(states)
    is_between = SeriesState.CLOSED in found and found <= {SeriesState.CLOSED, SeriesState.DRAFT}
    if not (tournament.under_way and is_between):
        return Owed()
    source = StandingsSource(tournament)
    prices = source.cached(door_prices)
    if not (prices.fees.pk or prices.by_category or source.cached(staked_pots)):
        return Owed()
    by_series, at_the_door = Counter[int](), list[int]()
    for dues in open_fees(tournament, source):
        for score_list, seat in dues.lists:
            by_series[score_list.series_id] += max(0, seat.rest)
        if dues.door.rest > 0:
            at_the_door.append(dues.door.rest)
    return Owed(by_series, len(at_the_door), sum(at_the_door))
