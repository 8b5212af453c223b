"""Rankings by one figure alone: the best game, most games won, games of 100 or more (docs/law.md
"Performance").

Who is equal in the figure is equal: no other figure parts them, only a lot or a shared prize.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from typing import NamedTuple, cast

from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.columns import AHEAD_BY, CLUB, NAME, RANK, START_NUMBER
from scoring.core.listing import Column, Listing, filled, rows_of
from scoring.messages import label, reason
from scoring.models import Seat, Series, Tournament
from scoring.models.names import Scope
from scoring.rules.ranking import DrawnLot, Rank, Standing, rank
from scoring.rules.systems import ISKO
from scoring.standings.reads.players import Ranking, state_line, ties_of
from scoring.standings.reads.results import (
    WHOLE,
    Only,
    Participants,
    PlayerResult,
    RankedPart,
    Results,
    series_numbers,
)
from scoring.standings.reads.source import StandingsSource

HUNDRED = 100


class PlayerRecord(NamedTuple):
    """What the games of a player tell: only lists entered game by game have any."""

    best_game: int | None
    hundreds: int
    grand_ouverts: int
    most_tops: int


Figures = dict[int, int]  # by entry; who is not there is not ranked


@dataclass(frozen=True, slots=True)
class SpecialRow:
    """A player's place in a ranking by one `figure`: points, games or tops."""

    rank: Rank
    entry_id: int
    start_number: int
    name: str
    club: str
    figure: int


@dataclass(frozen=True, slots=True)
class SpecialStandings(Ranking[SpecialRow]):
    """`without_games` counts the lists that count and tell no games, where games are asked for.

    `nobody`: lists count, all tell their games, and none of these is of the kind asked for.
    """

    code: str
    without_games: int
    nobody: bool
    participants: Participants = with_default(compare=False, repr=False)


def most_won(results: Results) -> Figures:
    return {entry: sum(each.won for each in found.values()) for entry, found in results.items()}


def fewest_lost(results: Results) -> Figures:
    """Of those who sat in every series that counts: to have been absent is no merit."""
    numbers = {number for found in results.values() for number in found}
    return {
        entry: sum(each.lost for each in found.values())
        for entry, found in results.items()
        if set(found) == numbers
    }


def net_games(results: Results) -> Figures:
    """Games won less games lost (BT)."""
    return {
        entry: sum(each.won - each.lost for each in found.values())
        for entry, found in results.items()
    }


def best_series(results: Results) -> Figures:
    def performance(each: PlayerResult) -> int:
        return each.performance

    return {entry: max(map(performance, found.values())) for entry, found in results.items()}


OF_LISTS: Mapping[str, Callable[[Results], Figures]] = {
    "best-series": best_series,
    "most-won": most_won,
    "fewest-lost": fewest_lost,
    "net-games": net_games,
}
# Nobody stands there whose figure is zero.
OF_GAMES: Mapping[str, Callable[[PlayerRecord], int | None]] = {
    "best-game": lambda each: each.best_game,
    "hundred": lambda each: each.hundreds,
    "grand-ouvert": lambda each: each.grand_ouverts,
    "top-solos": lambda each: each.most_tops,
}
EVERYWHERE = ("best-series", "best-game", "hundred", "grand-ouvert", "most-won", "fewest-lost")
# North American and Texan events keep these lists as well (docs/law.md "Performance").
OVERSEAS = ("net-games", *EVERYWHERE, "top-solos")


def specials_of(tournament: Tournament) -> tuple[str, ...]:
    """The codes of the special rankings that a tournament of its rule system knows."""
    return specials_in(tournament.system)


def specials_in(system: str) -> tuple[str, ...]:
    return EVERYWHERE if system == ISKO.key else OVERSEAS


def special_standings(
    tournament: Tournament, code: str, *, only: Only = None, source: StandingsSource | None = None
) -> SpecialStandings:
    """The players by one figure, of the lists that count: five queries at most.

    Raises LookupError for a code that is not among `specials_of(tournament)`.
    """
    if code not in specials_of(tournament):
        raise LookupError(code)
    source = source or StandingsSource(tournament)
    scope, part = Scope.of("special", code), RankedPart(only=series_numbers(only))
    if code in OF_LISTS:
        figures = OF_LISTS[code](source.results(part))
    else:
        told = source.cached(records, part)
        figures = {
            entry: figure for entry, each in told.items() if (figure := OF_GAMES[code](each))
        }
    field = source.field(scope, part)
    found = rank(
        (entering(code, entry, figure, field.lots.get(entry)) for entry, figure in figures.items()),
        ties=ties_of(tournament),
    )
    rows = tuple(
        SpecialRow(each, (entry := cast(int, each.key)), *field.names[entry], figures[entry])
        for each in found
    )
    silent = source.silent(part) if code in OF_GAMES else 0
    missing = source.missing(part)
    nobody = not rows and not silent and bool(source.results(part))
    title = label("special", code)
    return SpecialStandings(tournament, scope, title, rows, missing, code, silent, nobody, field)


def entering(code: str, entry: int, figure: int, lot: DrawnLot | None) -> Standing:
    """The figure stands where the reason for a rank is to name it."""
    if code == "most-won":
        return Standing(entry, 0, figure, 0, lot)
    if code == "fewest-lost":
        return Standing(entry, 0, 0, figure, lot)
    return Standing(entry, figure, 0, 0, lot)


OPEN_GRAND = Q(list__games__game="grand", list__games__ouvert=True) | Q(
    list__games__game_class="grand_ouvert"
)
# A game against tops is one played without them: in Texas with the hand, in the North American
# systems the class "solo".
SOLO = Q(list__games__game_class="solo") | Q(list__games__hand=True)


def won_games(tournament: Tournament, part: RankedPart = WHOLE, *about: Q) -> QuerySet[Seat]:
    """The seats of the lists that count, once for each game that their players won as soloist;
    `about` says of which games."""
    seats = Seat.objects.counted(tournament.what_counts).filter(series__tournament=tournament)
    if not part.everything:
        seats = seats.filter(series__in=part.of(Series.objects.filter(tournament=tournament)))
    # In one call: two of them would ask for two different games.
    return seats.filter(
        *about,
        list__games__soloist=F("position"),
        list__games__annulled=False,
        list__games__won=True,
    )


def records(tournament: Tournament, part: RankedPart = WHOLE) -> dict[int, PlayerRecord]:
    """What the games say that a player won as soloist, of the lists that count: one query."""
    rows = (
        won_games(tournament, part)
        .values("entry_id")
        .annotate(
            best=Max("list__games__score"),
            hundreds=Count("list__games", filter=Q(list__games__score__gte=HUNDRED)),
            ouverts=Count("list__games", filter=OPEN_GRAND),
            against=Min("list__games__tops", filter=SOLO),
        )
    )
    return {
        row["entry_id"]: PlayerRecord(
            row["best"], row["hundreds"], row["ouverts"], max(0, -(row["against"] or 0))
        )
        for row in rows
    }


def special_listing(found: SpecialStandings) -> Listing:
    """A ranking by one figure as page, PDF and sheet show it."""
    columns = [
        RANK,
        START_NUMBER,
        NAME,
        CLUB.of(minor=True),
        Column("figure", label("special_figure", found.code), "points", width=12),
        AHEAD_BY.of(
            lambda row: reason(row.rank) if row.rank.decided_by in ("shared", "lot") else ""
        ),
    ]
    rows = rows_of(columns, found.rows, entry_id="entry_id")
    return Listing(
        found.title, filled(columns, rows, "reason"), rows, state_line(found), notes(found)
    )


def notes(found: SpecialStandings) -> list[str]:
    """What has to be said below the table."""
    said = []
    if found.without_games:
        sentence = ngettext(
            "%(count)s list was entered by three figures a player: its games are not known.",
            "%(count)s lists were entered by three figures a player: their games are not known.",
            found.without_games,
        )
        said.append(sentence % {"count": found.without_games})
    if found.nobody:
        said.append(_("In the lists that count nobody has any."))
    if found.code == "fewest-lost":
        said.append(_("Of those who played every series."))
    return said
