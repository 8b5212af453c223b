"""Rankings by one figure, such as the best game (docs/law.md "Performance")."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Count, F, Max, Min, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.listing import AHEAD_BY, Column, Listing
from scoring.messages.labels import label
from scoring.messages.sentence import reason
from scoring.models import ScoreList, Tournament
from scoring.models.names import Scope
from scoring.models.score_list import COUNTED_STATES, Depth
from scoring.models.tournament import TournamentSource
from scoring.rules.ranking import DrawnLot, Rank, Standing, rank
from scoring.standings.reads.players import (
    PLAYER,
    Only,
    PlayerResult,
    RankedPart,
    Ranking,
    Results,
    counted_seats,
    list_counts,
    listing_of,
    lots_of,
    missing_lists,
    people_of,
    results_in,
)

Figures = dict[int, int]  # by entry; others are not ranked


@dataclass(frozen=True, slots=True)
class SpecialRow:
    """A player's rank by one `figure`: points, games or tops."""

    rank: Rank
    entry_id: int
    start_number: int
    name: str
    club: str
    figure: int


@dataclass(frozen=True, slots=True)
class SpecialStandings(Ranking[SpecialRow]):
    """A ranking by one figure."""

    code: str
    without_games: int  # counted lists, in rankings by games
    nobody: bool  # lists count and have games, but nobody has one of this kind

    def listing(self) -> Listing:
        columns = [
            *PLAYER,
            Column("figure", label("special_figure", self.code), "points", width=12),
            AHEAD_BY.of(
                lambda row: reason(row.rank) if row.rank.decided_by in ("shared", "lot") else ""
            ),
        ]
        notes = []
        if self.without_games:
            sentence = ngettext(
                "%(count)s list was entered by three figures a player: its games are not known.",
                "%(count)s lists were entered by three figures a player: "
                "their games are not known.",
                self.without_games,
            )
            notes.append(sentence % {"count": self.without_games})
        if self.nobody:
            notes.append(_("Nobody has any in the lists that count."))
        if self.code == "fewest-lost":
            notes.append(_("Of those who played every series."))
        return listing_of(self, columns, notes, entry_id="entry_id")


# How the figures of a player's lists are combined, and which figure.
OF_LISTS: Mapping[str, tuple[Callable[[Iterable[int]], int], Callable[[PlayerResult], int]]] = {
    "best-series": (max, lambda result: result.performance),
    "most-won": (sum, lambda result: result.won),
    "fewest-lost": (sum, lambda result: result.lost),
    "net-games": (sum, lambda result: result.won - result.lost),  # BT
}

# Rankings by games, by a figure of `records`; players with a figure of zero are not ranked.
OF_GAMES = {
    "best-game": "best",
    "hundred": "hundreds",
    "grand-ouvert": "ouverts",
    "top-solos": "tops",
}


def figures_of_lists(code: str, results: Results) -> Figures:
    """A figure of each player's lists; for fewest lost only of those with one in every series."""
    combine, figure = OF_LISTS[code]
    all_series = {number for result in results.values() for number in result}
    return {
        entry: combine(map(figure, result.values()))
        for entry, result in results.items()
        if code != "fewest-lost" or result.keys() == all_series
    }


def special_standings(source: TournamentSource, code: str, only: Only) -> SpecialStandings:
    """The players by one figure of the lists that count."""
    tournament, scope, part = source.tournament, Scope.of("special", code), RankedPart(only=only)
    if code in OF_LISTS:
        figures = figures_of_lists(code, results_in(source, part))
    else:
        by_entry = source.cached(records, only)
        key = OF_GAMES[code]
        figures = {entry: row[key] for entry, row in by_entry.items() if row[key]}
    lots = source.cached(lots_of)[0].get(scope, {})
    names = source.cached(people_of).names
    standings = (
        standing_by_figure(code, entry, figure, lots.get(entry))
        for entry, figure in figures.items()
    )
    rows = []
    for rank_of in rank(standings, ties=tournament.ties):
        entry = cast(int, rank_of.key)
        rows.append(SpecialRow(rank_of, entry, *names[entry], figures[entry]))
    without = lists_without_games(source, part) if code in OF_GAMES else 0
    missing = missing_lists(source, part)
    nobody = code in OF_GAMES and not (rows or without) and bool(results_in(source, part))
    title = label("special", code)
    return SpecialStandings(tournament, scope, title, tuple(rows), missing, code, without, nobody)


def standing_by_figure(code: str, entry: int, figure: int, lot: DrawnLot | None) -> Standing:
    """A standing that is ranked by the figure, and whose reason calls it points, won or lost."""
    if code == "most-won":
        return Standing(entry, 0, figure, 0, lot)
    if code == "fewest-lost":
        return Standing(entry, 0, 0, figure, lot)
    return Standing(entry, figure, 0, 0, lot)


OPEN_GRAND = Q(list__games__game="grand", list__games__ouvert=True) | Q(
    list__games__game_class="grand_ouvert"
)
# A game against tops is played without them: in Texas by hand, in North America as "solo".
TOP_SOLO = Q(list__games__game_class="solo") | Q(list__games__hand=True)


def played_by(tournament: Tournament) -> Q:
    """The games of a list in which the player of a seat was soloist.

    His position is his seat, unless players left or joined at a round (SkO 4.5.9, 3.1.2).
    """
    played = Q(list__sittings=[], list__games__soloist=F("position"))
    lists = ScoreList.objects.filter(series__tournament=tournament)
    for score_list in lists.exclude(sittings=[]):
        for position, sitting in enumerate(score_list.outline.times, 1):
            games = Q(list__games__soloist=sitting.seat, list__games__number__gte=sitting.first)
            if sitting.last is not None:
                games &= Q(list__games__number__lte=sitting.last)
            played |= Q(list=score_list, position=position) & games
    return played


def records(tournament: Tournament, only: Only) -> dict[int, dict[str, Any]]:
    """The figures of the games that each player won as soloist."""
    seats = counted_seats(tournament)
    if only is not None:
        seats = seats.filter(series__number__in=only)
    played = played_by(tournament)
    games = seats.filter(played, list__games__annulled=False, list__games__won=True)
    rows = games.values("entry_id").annotate(
        best=Max("list__games__score"),
        hundreds=Count("list__games", filter=Q(list__games__score__gte=100)),
        ouverts=Count("list__games", filter=OPEN_GRAND),
        against=Min("list__games__tops", filter=TOP_SOLO),
    )
    return {row["entry_id"]: row | {"tops": max(0, -(row["against"] or 0))} for row in rows}


def lists_without_games(source: TournamentSource, part: RankedPart) -> int:
    """Counted lists that were entered by three figures a player."""
    counted = COUNTED_STATES[source.tournament.what_counts]
    return sum(
        row.number_of_lists
        for row in source.cached(list_counts)
        if part.holds(row.number, row.day) and row.state in counted and row.depth == Depth.TOTALS
    )
