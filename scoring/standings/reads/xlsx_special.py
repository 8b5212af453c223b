"""The input of a ranking by one figure: the lists of its players, or their games."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import groupby
from operator import attrgetter

from django.db.models import Q

from scoring.messages import contract_label
from scoring.standings.reads.questions import changed_tables
from scoring.standings.reads.results import ALL_SERIES, counted_results
from scoring.standings.reads.special import (
    HUNDRED,
    OF_GAMES,
    OPEN_GRAND,
    SOLO,
    SpecialRow,
    SpecialStandings,
    won_games,
)
from scoring.standings.reads.xlsx_figures import (
    LiveResult,
    ScoringRules,
    lost_at_threes,
    lot_of,
    scoring_rules,
    seats_at,
)

# The games that count in a ranking.
ABOUT = {
    "best-game": Q(),
    "hundred": Q(list__games__score__gte=HUNDRED),
    "grand-ouvert": OPEN_GRAND,
    "top-solos": SOLO & Q(list__games__tops__lt=0),
}
MOST_OF_EACH = 5  # games of a player from which his best one is found


@dataclass(frozen=True, slots=True)
class LiveFigure:
    """A ranked player and the recorded lot."""

    row: SpecialRow
    lot: int | None


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game won as soloist: where it stands, its value in points, and the tops against it."""

    start_number: int
    name: str
    series: int
    table: int
    number: int
    contract: str
    value: int
    against: int


@dataclass(frozen=True, slots=True)
class LiveSpecial:
    """The input of a ranking by one figure: `results` or `games`."""

    found: SpecialStandings
    players: tuple[LiveFigure, ...]
    results: tuple[LiveResult, ...]
    games: tuple[LiveGame, ...]
    rules: ScoringRules

    @property
    def of_games(self) -> bool:
        return self.found.code in OF_GAMES

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the series with results."""
        return tuple(sorted({result.given.series for result in self.results}))


def live_special(found: SpecialStandings) -> LiveSpecial:
    """The figures of a ranking by one figure."""
    tournament = found.tournament
    ordered = sorted(found.rows, key=lambda row: row.start_number)
    of_games = found.code in OF_GAMES
    return LiveSpecial(
        found,
        tuple(LiveFigure(row, lot_of(row, found.participants)) for row in ordered),
        () if of_games else tuple(results_of(found, ordered)),
        tuple(games_of(found, ordered)) if of_games else (),
        scoring_rules(tournament, None),
    )


def results_of(found: SpecialStandings, ordered: Iterable[SpecialRow]) -> Iterator[LiveResult]:
    """The lists of the ranked players; adjustments count in no such ranking."""
    results, seats = counted_results(found.tournament), seats_at(found.tournament)
    threes = lost_at_threes(found.tournament)
    for row in ordered:
        for number, player_result in sorted(results[row.entry_id].items()):
            at = seats[row.entry_id, number]
            short = threes.get((row.entry_id, number), 0)
            yield LiveResult(row.start_number, row.name, at, player_result, at_three=short)


def games_of(found: SpecialStandings, ordered: Iterable[SpecialRow]) -> Iterator[LiveGame]:
    """The games that this ranking counts; of best games only the best of each player."""
    every = every_game(found, ordered)
    if found.code != "best-game":
        return every
    by_player = (list(own) for _who, own in groupby(every, key=attrgetter("start_number")))
    return (
        live_game
        for own in by_player
        for live_game in sorted(
            nlargest(MOST_OF_EACH, own, key=attrgetter("value")), key=attrgetter("series", "number")
        )
    )


def every_game(found: SpecialStandings, ordered: Iterable[SpecialRow]) -> Iterator[LiveGame]:
    people = {row.entry_id: row for row in ordered}
    columns = (
        "entry_id",
        "series__number",
        "list__table_number",
        "list__games__number",
        "list__games__game_class",
        "list__games__game",
        "list__games__score",
        "list__games__tops",
    )
    changed = changed_tables(found.tournament)
    games = won_games(found.tournament, ALL_SERIES, changed, ABOUT[found.code]).values_list(
        *columns
    )
    in_order = ("entry__start_number", "series__number", "list__games__number")
    for entry, series, table, number, game_class, game, score, tops in games.order_by(*in_order):
        if entry in people:
            who = people[entry]
            contract = contract_label(game_class, game)
            yield LiveGame(
                who.start_number, who.name, series, table, number, contract, score, max(0, -tops)
            )
