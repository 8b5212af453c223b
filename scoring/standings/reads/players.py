"""The players of a tournament, a series, a day or a category, ranked with reasons."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
from scoring.messages import reason
from scoring.models import Category, Series, Tournament
from scoring.models.names import Scope
from scoring.models.tournament import TournamentState
from scoring.rules.ranking import Figure, Rank, Standing, rank
from scoring.rules.score_list import bonus
from scoring.standings.reads.results import (
    ALL_SERIES,
    Only,
    Participants,
    PlayerResult,
    RankedPart,
    categories_of,
    dropped_series,
    missing_lists,
    participants_in,
    results_in,
    total,
    with_adjustments,
)

Ties = Literal["lot", "share"]


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

    @property
    def lot_needed(self) -> bool:
        return any(row.rank.lot_needed for row in self.rows)


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
    tournament, field = source.tournament, participants_in(source, scope, part)
    whole = part.number is None and part.day is None
    results = with_adjustments(results_in(source, part), field)
    if entries is not None:
        results = {entry: result for entry, result in results.items() if entry in entries}
        # A category ranks by the same totals: lots drawn overall hold there too.
        field = replace(field, lots=participants_in(source, "overall").lots | field.lots)
    sums, out, numbers, ranked = {}, {}, set[int](), []
    for entry, by_series in results.items():
        out[entry] = dropped_series(by_series, tournament.best_of if whole else None)
        counted = [result for number, result in by_series.items() if number not in out[entry]]
        sums[entry] = own = total(counted, field.free(entry) if whole else 0)
        lot = field.lots.get(entry)
        ranked.append(Standing(entry, own.performance, own.won, own.lost, lot))
        numbers |= by_series.keys()
    rows = []
    for rank_of in rank(ranked, ties=ties_of(tournament)):
        entry = cast(int, rank_of.key)
        figures = (*field.names[entry], results[entry], *sums[entry][1:], out[entry])
        rows.append(StandingsRow(rank_of, entry, *figures))
    missing, of = missing_lists(source, part), tuple(sorted(numbers))
    return Standings(tournament, scope, title, tuple(rows), missing, series, of, field)


def ties_of(tournament: Tournament) -> Ties:
    return "share" if tournament.ties == "share" else "lot"


def standings_listing(ranking: Standings) -> Listing:
    """A ranking of players for page, PDF and workbook."""
    several = ranking.series is None and len(ranking.numbers) > 1
    has_adjusted = any(row.adjusted for row in ranking.rows)
    others_lost = Column("others_lost", _("Lost by others"), "int", width=8, minor=True)
    columns = [
        RANK,
        START_NUMBER,
        NAME,
        CLUB.of(minor=True),
        *(series_columns(ranking.numbers) if several else ()),
        POINTS.of(minor=True),
        WON.of(minor=True),
        LOST.of(minor=True),
        *([others_lost] if bonus(ranking.tournament.performance_scheme, 4) else []),
        *([ADJUSTED.of(lambda row: row.adjusted or None)] if has_adjusted else []),
        PERFORMANCE,
        AHEAD_BY.of(decided_by),
    ]
    rows = rows_of(columns, ranking.rows, entry_id="entry_id")
    return Listing(
        ranking.title,
        without_empty(columns, rows, "reason"),
        rows,
        state_line(ranking),
        notes(ranking),
    )


NARROW = 4  # series that have room for their full headings


def series_columns(numbers: Sequence[int]) -> list[Column]:
    """A column for each series; more than `NARROW` share a heading above their numbers."""
    if len(numbers) <= NARROW:
        headings = [(_("Series %(number)s") % {"number": number}, "") for number in numbers]
    else:
        headings = [(str(number), _("Series")) for number in numbers]
    return [
        Column(f"series_{number}", heading, "points", width=8, group=group, minor=True).of(
            partial(performance_in, number)
        )
        for number, (heading, group) in zip(numbers, headings, strict=True)
    ]


def notes(ranking: Standings) -> list[str]:
    """The notes below the table."""
    lines = lot_notes(ranking)
    if lines and (note := numbering_of(ranking.tournament)):
        lines.append(note)
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


def lot_notes(ranking: Ranking[Row]) -> list[str]:
    if not ranking.lot_needed:
        return []
    return [_("Lot needed: equal in performance, games won and games lost (TO 5.1).")]


def state_line(ranking: Ranking[Row]) -> str:
    """How final the standings are: "provisional, 3 lists missing"."""
    if not ranking.provisional:
        return _("final")
    until = ranking.tournament.review_until
    if ranking.tournament.state == TournamentState.REVIEW and until and not ranking.missing:
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


def decided_by(row: Any, usual: str = "performance") -> str:
    """What put a row ahead, unless it is the usual figure."""
    return "" if row.rank.decided_by == usual else reason(row.rank)
