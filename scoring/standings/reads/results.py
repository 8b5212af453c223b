"""The input of every ranking: counted results, adjustments, names and lots.

Results enter standings only through `.counted()`; an adjustment is a row of its own beside them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import NamedTuple

from django.db.models import FilteredRelation, Q, QuerySet

from scoring.models import Entry, Seat, Series, Tournament
from scoring.models.score_list import COUNTED_STATES, SET_ASIDE, ListState
from scoring.rules.ranking import DrawnLot, Result, best_of


class PlayerResult(NamedTuple):
    """The counted result of a player in one series; from `points` on in the order of StandingsRow.

    `adjusted` are the points of adjustments; `performance` includes them.
    """

    series: int
    points: int
    won: int
    lost: int
    others_lost: int
    performance: int
    adjusted: int


BySeries = Mapping[int, PlayerResult]
Results = dict[int, dict[int, PlayerResult]]
Only = Collection[int] | None  # numbers of the series that a reader may see; None: all


@dataclass(slots=True)
class Participants:
    """The players of a tournament: names, lots of one ranking, and adjustments that count in it.

    `names` are start number, name and club by entry; `adjusted` are points by entry and number of
    the series, None for those of no series.
    """

    names: dict[int, tuple[int, str, str]]
    lots: dict[int, DrawnLot]
    adjusted: dict[int, dict[int | None, int]]

    def free(self, entry: int) -> int:
        """The adjustments of no series, in points."""
        return self.adjusted.get(entry, {}).get(None, 0)


@dataclass(frozen=True, slots=True)
class RankedPart:
    """The ranked part of a tournament: one series, one day, or all.

    `only` are the numbers of the series that the reader may see, None: all.
    """

    number: int | None = None
    day: date | None = None
    only: frozenset[int] | None = None

    def holds(self, number: int, day: date | None) -> bool:
        return (
            (self.number is None or self.number == number)
            and (self.day is None or self.day == day)
            and (self.only is None or number in self.only)
        )

    def of(self, serieses: QuerySet[Series]) -> QuerySet[Series]:
        """Those of these series that belong to it."""
        wanted = {"number": self.number, "day": self.day, "number__in": self.only}
        return serieses.filter(**{key: each for key, each in wanted.items() if each is not None})


ALL_SERIES = RankedPart()


def series_numbers(only: Only) -> frozenset[int] | None:
    """Numbers of series as a RankedPart holds them."""
    return None if only is None else frozenset(only)


def counted_seats(tournament: Tournament, part: RankedPart = ALL_SERIES) -> QuerySet[Seat]:
    """The seats of the lists that count."""
    seats = Seat.objects.counted(tournament.what_counts).filter(series__tournament=tournament)
    if part == ALL_SERIES:
        return seats
    return seats.filter(series__in=part.of(Series.objects.filter(tournament=tournament)))


def counted_results(tournament: Tournament) -> Results:
    """The results of counted lists by entry id and series number."""
    return results_of(counted_seats(tournament).order_by("series__number"))


RESULT = ("entry_id", "series__number", "points", "won", "lost", "others_lost", "performance")


def results_of(*counted: QuerySet[Seat]) -> Results:
    """The results in these counted seats: a query for each."""
    return results_in(chain.from_iterable(seats.values_list(*RESULT) for seats in counted))


def results_in(rows: Iterable[Sequence[int]]) -> Results:
    """The results in the rows of counted seats, whose columns are those of `RESULT`."""
    results: Results = defaultdict(dict)
    for entry, number, points, won, lost, others_lost, performance in rows:
        results[entry][number] = PlayerResult(
            number, points, won, lost, others_lost, performance, 0
        )
    return results


def field_among(
    entries: QuerySet[Entry], scope: str = "", part: RankedPart = ALL_SERIES
) -> Participants:
    """These players, also of several tournaments: one query."""
    rows = entries.annotate(drawn=FilteredRelation("lots", condition=Q(lots__scope=scope)))
    participants = Participants({}, {}, defaultdict(lambda: defaultdict(int)))
    columns = (
        "id",
        "start_number",
        "person__family",
        "person__given",
        "club_name",
        "drawn__order",
        "drawn__drawing",
        "drawn__totals",
        "adjustments__points",
        "adjustments__series__number",
        "adjustments__series__day",
    )
    # The query has one row for each adjustment of a player.
    for pk, no, family, given, club, *drawn, points, number, day in rows.values_list(*columns):
        participants.names[pk] = (no, f"{family}, {given}" if given else family, club)
        if drawn[0] is not None:
            participants.lots[pk] = DrawnLot(*drawn)
        if points and (number is None or part.holds(number, day)):
            participants.adjusted[pk][number] += points
    return participants


def with_adjustments(results: Results, field: Participants) -> Results:
    """Write the adjustments of the series into these results, and return them.

    Points in a series without a counted list are a result of their own. A player without any result
    is not there.
    """
    for entry, by_number in field.adjusted.items():
        for number, points in by_number.items():
            # Reversed adjustments make no result.
            if number is not None and points:
                player_result = results[entry].get(number, PlayerResult(number, 0, 0, 0, 0, 0, 0))
                results[entry][number] = player_result._replace(
                    performance=player_result.performance + points,
                    adjusted=player_result.adjusted + points,
                )
    return results


def total(by_series: Iterable[PlayerResult], adjusted: int = 0) -> PlayerResult:
    """The sum of these results and the adjustments of no series, as series 0."""
    rows = (PlayerResult(0, 0, 0, 0, 0, adjusted, adjusted), *by_series)
    return PlayerResult(*map(sum, zip(*rows, strict=True)))._replace(series=0)


def dropped(by_series: BySeries, keep: int | None) -> frozenset[int]:
    """The numbers of the series dropped by best `keep` of n (docs/law.md "Ranking")."""
    if keep is None or len(by_series) <= keep:
        return frozenset()
    results = [
        Result(n, player_result.performance, player_result.won, player_result.lost)
        for n, player_result in by_series.items()
    ]
    return frozenset(by_series) - {result.series for result in best_of(results, keep)}


def names(tournament: Tournament) -> dict[int, tuple[int, str, str]]:
    """Start number, name and club of every entry, by its id."""
    return field_among(Entry.objects.filter(tournament=tournament)).names


def settled_states(tournament: Tournament) -> tuple[ListState, ...]:
    """The states of lists that count, or never will."""
    return (*COUNTED_STATES[tournament.what_counts], *SET_ASIDE)
