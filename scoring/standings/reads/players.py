"""The players of a tournament, a series, a day or a category, ranked with reasons."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as with_default
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, Generic, Protocol, TypeVar, cast

from django.db.models import Count, F, Max, Min, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.core.cached import TournamentSource
from scoring.core.labels_of_systems import numbering_of
from scoring.core.listing import (
    ADJUSTED,
    AHEAD_BY,
    CLUB,
    LOST,
    NAME,
    PERFORMANCE,
    POINTS,
    RANK,
    START_NUMBER,
    WON,
    Column,
    Kind,
    Listing,
    cell_text,
    rows_of,
    without_empty,
)
from scoring.core.text import moment
from scoring.messages import label, reason
from scoring.models import Category, ScoreList, Series, Tournament
from scoring.models.names import Scope
from scoring.models.tournament import TournamentState
from scoring.rules.ranking import DrawnLot, Figure, Rank, Standing, rank, specials_in
from scoring.rules.score_list import SEEGER_FABIAN
from scoring.standings.reads.results import (
    ALL_SERIES,
    Only,
    Participants,
    PlayerResult,
    RankedPart,
    Results,
    categories_of,
    changed_tables,
    counted_seats,
    dropped_series,
    lists_without_games,
    lots_of,
    missing_lists,
    participants_of,
    people_of,
    results_in,
    total,
    with_adjustments,
)


class RankedRow(Protocol):
    """A row of any ranking: a rank and a name."""

    @property
    def rank(self) -> Rank: ...
    @property
    def name(self) -> str: ...


Row = TypeVar("Row", bound=RankedRow)


@dataclass(frozen=True, slots=True)
class Ranking(Generic[Row]):
    """Rows in rank order.

    `scope` names the standings for lots and prizes: "overall", "series/2", "day/2026-11-21",
    "category/Damen", "team", "special/best-game". The key of a row's rank is the id of its entry
    (of its team if `of_teams`). `missing` counts the lists of drawn series that do not count yet.
    """

    tournament: Tournament
    scope: Scope
    title: str
    rows: tuple[Row, ...]
    missing: int

    @property
    def of_teams(self) -> bool:
        return False

    @property
    def provisional(self) -> bool:
        return self.tournament.state != TournamentState.FINAL


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player's rank and sums over the counted series, in points and games.

    `results` holds every counted series, those `dropped` included; the sums do not.
    """

    rank: Rank
    entry_id: int
    start_number: int
    name: str
    club: str
    results: Mapping[int, PlayerResult]
    points: int
    won: int
    lost: int
    others_lost: int
    performance: int
    adjusted: int = 0
    dropped: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Standings(Ranking[StandingsRow]):
    """A ranking of players. `series` is None unless it is the ranking of one."""

    series: Series | None
    numbers: tuple[int, ...]
    participants: Participants = with_default(compare=False, repr=False)


def standings(
    tournament: Tournament,
    series: Series | None = None,
    *,
    only: Only = None,
    source: TournamentSource | None = None,
) -> Standings:
    """All players with a counted list, ranked (docs/law.md "Ranking"), in three queries.

    `only` are the numbers of the series that the reader may see, None: all. Many rankings may share
    one `source`.
    """
    source = source or TournamentSource(tournament)
    if series is None:
        return rank_players(
            source,
            Scope("overall"),
            _("Overall standings"),
            part=RankedPart(only=only),
        )
    title = _("Standings of series %(number)s") % {"number": series.number}
    part = RankedPart(number=series.number, only=only)
    return rank_players(source, Scope.of("series", series.number), title, series=series, part=part)


def day_standings(
    tournament: Tournament, day: date, *, only: Only = None, source: TournamentSource | None = None
) -> Standings:
    """The results of the series of one day; adjustments of no series belong to no day."""
    title = _("Standings of %(day)s") % {"day": date_format(day, "SHORT_DATE_FORMAT")}
    part = RankedPart(day=day, only=only)
    return rank_players(
        source or TournamentSource(tournament), Scope.of("day", day), title, part=part
    )


def category_standings(
    category: Category, *, only: Only = None, source: TournamentSource | None = None
) -> Standings:
    """The overall standings of the players of one category (docs/law.md "Ranking")."""
    source = source or TournamentSource(category.tournament)
    members = source.cached(categories_of).members.get(category.pk, set())
    title = _("Standings: %(category)s") % {"category": category.name}
    scope = Scope.of("category", category.name)
    part = RankedPart(only=only)
    return rank_players(source, scope, title, part=part, entries=members)


def rank_players(
    source: TournamentSource,
    scope: Scope,
    title: str,
    *,
    series: Series | None = None,
    part: RankedPart = ALL_SERIES,
    entries: Collection[int] | None = None,
) -> Standings:
    """The players by the sums of their results (docs/law.md "Ranking", TO 5.1).

    Best k of n series and adjustments of no series apply only where all series count.
    """
    tournament, lots = source.tournament, source.cached(lots_of)[0]
    whole = part.number is None and part.day is None
    # A category ranks by the same totals: lots drawn overall hold there too.
    overall = lots.get("overall", {}) if entries is not None else {}
    drawn = overall | lots.get(scope, {})
    field = participants_of(source.cached(people_of), drawn, part)
    results = with_adjustments(results_in(source, part), field)
    if entries is not None:
        results = {entry: result for entry, result in results.items() if entry in entries}
    keep = tournament.best_of if whole else None
    sums, out, numbers, ranked = {}, {}, set[int](), []
    for entry, by_series in results.items():
        out[entry] = dropped_series(by_series, keep) if keep else frozenset[int]()
        counted = [result for number, result in by_series.items() if number not in out[entry]]
        sums[entry] = own = total(counted, field.free[entry] if whole else 0)
        lot = drawn.get(entry)
        ranked.append(Standing(entry, own.performance, own.won, own.lost, lot))
        numbers |= by_series.keys()
    rows = []
    for rank_of in rank(ranked, ties=tournament.ties):
        entry = cast(int, rank_of.key)
        figures = (*field.names[entry], results[entry], *sums[entry][1:], out[entry])
        rows.append(StandingsRow(rank_of, entry, *figures))
    missing, of = missing_lists(source, part), tuple(sorted(numbers))
    return Standings(tournament, scope, title, tuple(rows), missing, series, of, field)


def decided_by(row: Any, usual: str = "performance") -> str:
    """What put a row ahead, unless it is the usual figure."""
    return "" if row.rank.decided_by == usual else reason(row.rank)


PLAYER = (RANK, START_NUMBER, NAME, CLUB.of(minor=True))
SUMS = (POINTS.of(minor=True), WON.of(minor=True), LOST.of(minor=True))
OTHERS_LOST = Column("others_lost", gettext_lazy("Lost by others"), "int", width=8, minor=True)
ADJUSTED_BY = ADJUSTED.of(lambda row: row.adjusted or None)
RESULT = (PERFORMANCE, AHEAD_BY.of(decided_by))


def standings_listing(ranking: Standings) -> Listing:
    """A ranking of players for page, PDF and workbook."""
    several = ranking.series is None and len(ranking.numbers) > 1
    has_adjusted = any(row.adjusted for row in ranking.rows)
    columns = [
        *PLAYER,
        *(series_columns(ranking.numbers) if several else ()),
        *SUMS,
        *([OTHERS_LOST] if ranking.tournament.scheme == SEEGER_FABIAN else []),
        *([ADJUSTED_BY] if has_adjusted else []),
        *RESULT,
    ]
    return listing_of(ranking, columns, notes(ranking), entry_id="entry_id")


def listing_of(
    ranking: Ranking[Any], columns: Sequence[Column], lines: Sequence[str], **ids: str
) -> Listing:
    """A ranking with its state, without a column of reasons where there are none; `lines` stand
    below it, `ids` are what its links need of a row.
    """
    rows = rows_of(columns, ranking.rows, **ids)
    visible = without_empty(columns, rows, "reason")
    return Listing(ranking.title, visible, rows, state_line(ranking), lines)


NARROW = 4  # series that have room for their full headings


def series_columns(numbers: Sequence[int]) -> list[Column]:
    """A column for each series; more than `NARROW` share a heading above their numbers."""
    if len(numbers) <= NARROW:
        headings = [(_("Series %(number)s") % {"number": number}, "") for number in numbers]
    else:
        headings = [(str(number), _("Series")) for number in numbers]
    return [
        Column(
            f"series_{number}",
            heading,
            "points",
            width=8,
            group=group,
            minor=True,
            value=partial(performance_in, number),
        )
        for number, (heading, group) in zip(numbers, headings, strict=True)
    ]


LOT_NEEDED = gettext_lazy("Lot needed: equal in performance, games won and games lost (TO 5.1).")


def notes(ranking: Standings) -> list[str]:
    """The notes below the table."""
    lines: list[str] = []
    if any(row.rank.lot_needed for row in ranking.rows):
        lines += filter(None, (str(LOT_NEEDED), numbering_of(ranking.tournament)))
    if any(row.dropped for row in ranking.rows):
        sentence = ngettext(
            "The best series of each player counts; dropped results stand in brackets.",
            "The best %(count)s series of each player count; dropped results stand in brackets.",
            ranking.tournament.best_of or 0,
        )
        lines.append(sentence % {"count": ranking.tournament.best_of})
    if any(row.adjusted for row in ranking.rows):
        lines.append(_("“Adjusted” are points that no list gave; they are part of the total."))
    return lines


def state_line(ranking: Ranking[Row]) -> str:
    """How final the standings are: "provisional, 3 lists missing"."""
    state, until = ranking.tournament.state, ranking.tournament.review_until
    if state == TournamentState.FINAL:
        return _("final")
    if state == TournamentState.REVIEW and until and not ranking.missing:
        return _("under review until %(time)s") % {"time": moment(until)}
    if not ranking.missing:
        return _("provisional")
    return ngettext(
        "provisional, %(count)s list missing",
        "provisional, %(count)s lists missing",
        ranking.missing,
    ) % {"count": ranking.missing}


def in_brackets(figure: Figure) -> str:
    """A dropped result, "(812)"."""
    kind: Kind = "fraction" if isinstance(figure, Fraction) else "points"
    return f"({cell_text(Column('', '', kind), figure)})"


def performance_in(number: int, row: Any) -> object:
    """The performance of a row in one of its results; None without it.

    `number` is that of the series, or the place of the tournament in its season.
    """
    if number not in row.results:
        return None
    performance = row.results[number].performance
    return in_brackets(performance) if number in row.dropped else performance


# Rankings by one figure: best game, most games won, games of 100 or more (docs/law.md
# "Performance"). Equals in the figure are parted by no other, only by a lot or a shared prize.

HUNDRED = 100
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
    """`without_games` counts the counted lists without games, for rankings by games.

    `nobody`: lists count, all have games, and none of these is of the kind ranked.
    """

    code: str
    without_games: int
    nobody: bool
    participants: Participants = with_default(compare=False, repr=False)


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
    """Absence is not a merit: fewest lost ranks only players with a list in every series."""
    combine, figure = OF_LISTS[code]
    all_series = {number for result in results.values() for number in result}
    return {
        entry: combine(map(figure, result.values()))
        for entry, result in results.items()
        if code != "fewest-lost" or result.keys() == all_series
    }


def special_standings(
    tournament: Tournament, code: str, *, only: Only = None, source: TournamentSource | None = None
) -> SpecialStandings:
    """The players by one figure of the lists that count: five queries at most.

    Raises LookupError for a code that is not among `specials_in(tournament.system)`.
    """
    if code not in specials_in(tournament.system):
        raise LookupError(code)
    source = source or TournamentSource(tournament)
    scope, part = Scope.of("special", code), RankedPart(only=only)
    if code in OF_LISTS:
        figures = figures_of_lists(code, results_in(source, part))
    else:
        games = source.cached(records, only, tuple(source.cached(changed_tables)))
        figures = {
            entry: figure for entry, game in games.items() if (figure := game[OF_GAMES[code]])
        }
    lots = source.cached(lots_of)[0].get(scope, {})
    field = participants_of(source.cached(people_of), lots, part)
    ranks = rank(
        (
            standing_by_figure(code, entry, figure, lots.get(entry))
            for entry, figure in figures.items()
        ),
        ties=tournament.ties,
    )
    rows = []
    for rank_of in ranks:
        entry = cast(int, rank_of.key)
        rows.append(SpecialRow(rank_of, entry, *field.names[entry], figures[entry]))
    without = lists_without_games(source, part) if code in OF_GAMES else 0
    missing = missing_lists(source, part)
    nobody = not rows and not without and bool(results_in(source, part))
    title = label("special", code)
    return SpecialStandings(
        tournament, scope, title, tuple(rows), missing, code, without, nobody, field
    )


def standing_by_figure(code: str, entry: int, figure: int, lot: DrawnLot | None) -> Standing:
    """A standing with the figure where the reason of a rank names it."""
    if code == "most-won":
        return Standing(entry, 0, figure, 0, lot)
    if code == "fewest-lost":
        return Standing(entry, 0, 0, figure, lot)
    return Standing(entry, figure, 0, 0, lot)


OPEN_GRAND = Q(list__games__game="grand", list__games__ouvert=True) | Q(
    list__games__game_class="grand_ouvert"
)


# A game against tops is played without them: in Texas by hand, in North America as "solo".
SOLO = Q(list__games__game_class="solo") | Q(list__games__hand=True)


def played_by(changed: Iterable[ScoreList]) -> Q:
    """Which games of a list the player of a seat played as soloist.

    His position is his seat, unless players left or joined at a round (SkO 4.5.9, 3.1.2): in the
    lists of `changed_tables`.
    """
    played = Q(list__sittings=[], list__games__soloist=F("position"))
    for score_list in changed:
        for position, sitting in enumerate(score_list.outline.times, 1):
            games = Q(list__games__soloist=sitting.seat, list__games__number__gte=sitting.first)
            if sitting.last is not None:
                games &= Q(list__games__number__lte=sitting.last)
            played |= Q(list=score_list, position=position) & games
    return played


def records(
    tournament: Tournament, only: Only, changed: Iterable[ScoreList]
) -> dict[int, dict[str, Any]]:
    """The figures of the games that each player won as soloist: one query; `changed` as in
    `played_by`.

    Only lists entered game by game have any.
    """
    seats = counted_seats(tournament)
    if only is not None:
        seats = seats.filter(series__number__in=only)
    games = seats.filter(played_by(changed), list__games__annulled=False, list__games__won=True)
    rows = games.values("entry_id").annotate(
        best=Max("list__games__score"),
        hundreds=Count("list__games", filter=Q(list__games__score__gte=HUNDRED)),
        ouverts=Count("list__games", filter=OPEN_GRAND),
        against=Min("list__games__tops", filter=SOLO),
    )
    return {row["entry_id"]: row | {"tops": max(0, -(row["against"] or 0))} for row in rows}


def special_listing(ranking: SpecialStandings) -> Listing:
    """A ranking by one figure for page, PDF and workbook."""
    columns = [
        *PLAYER,
        Column("figure", label("special_figure", ranking.code), "points", width=12),
        AHEAD_BY.of(
            lambda row: reason(row.rank) if row.rank.decided_by in ("shared", "lot") else ""
        ),
    ]
    return listing_of(ranking, columns, special_notes(ranking), entry_id="entry_id")


def special_notes(ranking: SpecialStandings) -> list[str]:
    """The notes below the table."""
    lines = []
    if ranking.without_games:
        sentence = ngettext(
            "%(count)s list was entered by three figures a player: its games are not known.",
            "%(count)s lists were entered by three figures a player: their games are not known.",
            ranking.without_games,
        )
        lines.append(sentence % {"count": ranking.without_games})
    if ranking.nobody:
        lines.append(_("Nobody has any in the lists that count."))
    if ranking.code == "fewest-lost":
        lines.append(_("Of those who played every series."))
    return lines
