"""What a season is remembered for: its days and records, who won it, and the way there."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.core.chart import Chart, rank_chart
from scoring.core.listing import (
    NAME,
    NUMBER,
    Column,
    Kind,
    Listing,
    alphabetical,
    cell_text,
    rows_of,
)
from scoring.messages import label
from scoring.models import Season, Tournament
from scoring.standings.reads.season import UNRANKED, SeasonDay, SeasonStandings, counted_together

PLACES = 3
HONOURS_PER_PAGE = 5  # seasons; one of twenty evenings takes some milliseconds to compute


@dataclass(frozen=True, slots=True)
class DayLine:
    """A day of a season: how many had a result, who won, and with how many points (0 if nobody)."""

    number: int
    tournament: Tournament
    players: int
    winners: str
    best: int


@dataclass(frozen=True, slots=True)
class Record:
    """The best of something in a season: what, who, the figure, and on which day."""

    what: str
    names: str
    figure: int
    day: Tournament | None = None


def day_lines(days: Iterable[SeasonDay]) -> tuple[DayLine, ...]:
    return tuple(
        DayLine(
            number,
            day.tournament,
            len(day.results),
            joined_names(day, day.winners),
            max((result.performance for result in day.results.values()), default=0),
        )
        for number, day in enumerate(days, 1)
    )


def joined_names(day: SeasonDay, people: Iterable[int]) -> str:
    return "; ".join(sorted((day.results[who].name for who in people), key=alphabetical))


def records_of(ranking: SeasonStandings) -> tuple[Record, ...]:
    """Most visits, the best evening and the best series; what nobody has is not there."""
    records = []
    if visits := max((len(row.results) for row in ranking.rows), default=0):
        often = [row.name for row in ranking.rows if len(row.results) == visits]
        names = "; ".join(sorted(often, key=alphabetical))
        records.append(Record("visits", names, visits))
    if evening := best_evening(ranking):
        records.append(evening)
    if series := best_series(ranking):
        records.append(series)
    return tuple(records)


def best_evening(ranking: SeasonStandings) -> Record | None:
    played = [day for day in ranking.days if day.results]
    if not played:
        return None
    figures = [max(result.performance for result in day.results.values()) for day in played]
    day, figure = max(zip(played, figures, strict=True), key=lambda pair: pair[1])
    who = [person for person, result in day.results.items() if result.performance == figure]
    return Record("evening", joined_names(day, who), figure, day.tournament)


def best_series(ranking: SeasonStandings) -> Record | None:
    every = (
        (player_result.performance, result.name, day.tournament)
        for day in ranking.days
        for result in day.results.values()
        for player_result in result.by_series.values()
    )
    best = max(every, key=lambda each: each[0], default=None)
    return Record("series", best[1], best[0], best[2]) if best else None


def days_listing(ranking: SeasonStandings) -> Listing:
    """The days with their winners."""
    columns = [
        NUMBER,
        Column("date", _("Date"), "date", width=10, value="tournament.date"),
        Column("name", _("Tournament"), width=28, value="tournament.name"),
        Column("players", _("Players"), "int", width=8, minor=True),
        Column("winners", _("Winner"), width=28),
        Column(
            "best",
            _("Points"),
            "points",
            width=8,
            minor=True,
            value=lambda line: line.best if line.players else None,
        ),
        Column(
            "state",
            _("State"),
            width=16,
            minor=True,
            value=lambda each: label("tournament_state", each.tournament.state),
        ),
    ]
    rows = rows_of(columns, day_lines(ranking.days), tournament_id="tournament.pk")
    title = _("Evenings and their winners")
    return Listing(f"{ranking.title}: {title}", columns, rows)


def is_over(ranking: SeasonStandings) -> bool:
    """Whether a champion can be named: the season is closed, every day is final."""
    return bool(ranking.rows) and not ranking.provisional


@dataclass(frozen=True, slots=True)
class Honour:
    """The first of a season: champions if it is `over`, else who leads; and its best evening."""

    season: Season
    over: bool
    first: tuple[str, ...]
    figure: object
    evening: Record | None


def honour_of(ranking: SeasonStandings) -> Honour | None:
    """The honours of one season; None while nobody is ranked."""
    ranked = [row for row in ranking.rows if 1 <= row.rank.rank <= PLACES]
    if not ranked:
        return None
    names = [
        "; ".join(row.name for row in ranked if row.rank.rank == place)
        for place in range(1, PLACES + 1)
    ]
    over = not ranking.partial and is_over(ranking)
    return Honour(ranking.season, over, tuple(names), ranked[0].figure, best_evening(ranking))


def honours_listing(honours: Iterable[Honour]) -> Listing:
    """Champions and evening records over the years."""
    columns = [
        Column("season", _("Season"), width=24, value="season.name"),
        Column("name", _("Champion"), width=NAME.width, value=lambda each: each.first[0]),
        # An average and a sum stand in one column: each as its season shows it.
        Column("figure", _("Total"), width=8, align="end", value=figure_text),
        Column("second", _("Second"), width=NAME.width, minor=True, value=lambda h: h.first[1]),
        Column("third", _("Third"), width=NAME.width, minor=True, value=lambda h: h.first[2]),
        Column("evening", _("Best evening"), width=36, minor=True, value=evening_text),
        Column(
            "state",
            _("State"),
            width=12,
            minor=True,
            value=lambda each: _("final") if each.over else _("provisional"),
        ),
    ]
    rows = rows_of(columns, honours, season_id="season.pk")
    return Listing(_("List of honours"), columns, rows)


def figure_text(honour: Honour) -> str:
    kind: Kind = "fraction" if isinstance(honour.figure, Fraction) else "points"
    return cell_text(Column("", "", kind), honour.figure)


def evening_text(honour: Honour) -> str:
    """The best evening: "1834 Becker, Ada (Vereinsabend 3)"."""
    best = honour.evening
    if best is None or best.day is None:
        return ""
    return f"{cell_text(Column('', '', 'points'), best.figure)} {best.names} ({best.day.name})"


# The way of the first ten through a season, without drawing.

TOP = 10


def chart_of_season(ranking: SeasonStandings) -> Chart | None:
    """The ranks of today's first ten after each day that counts, as the season counted then."""
    ranks: dict[str, dict[Hashable, int]] = {}
    for place, day in enumerate(ranking.days, 1):
        words = f"{place}. {date_format(day.tournament.date, 'j.n.')}"
        rows = counted_together(ranking.season, ranking.days[:place])
        ranks[words] = {row.person_id: row.rank.rank for row in rows if row.rank.rank != UNRANKED}
    leaders = [(row.person_id, row.name) for row in ranking.rows[:TOP]]
    return rank_chart(_("The way of the first ten"), _("Tournament"), ranks, leaders)
