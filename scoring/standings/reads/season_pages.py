"""What the pages of a season show: its days and records, a person's year, who won it."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.chart import Chart, rank_chart
from scoring.core.listing import (
    LOST,
    NAME,
    NUMBER,
    PERFORMANCE,
    POINTS,
    RANK,
    WON,
    Column,
    Listing,
    alphabetical,
    code_column,
    rows_of,
)
from scoring.messages.sentence import figure_text
from scoring.models import Entry, Person, Season, SeasonMember, Tournament
from scoring.models.season import SeasonKind
from scoring.rules.ranking import Figure
from scoring.standings.reads.players import performance_in
from scoring.standings.reads.season import (
    UNRANKED,
    DayResult,
    SeasonDay,
    SeasonRow,
    SeasonStandings,
    members_in,
    ranked_people,
    season_standings,
)

PLACES = 3
HONOURS_PER_PAGE = 5  # seasons; one of fifty evenings takes a tenth of a second to compute


@dataclass(frozen=True, slots=True)
class Record:
    """The best of something in a season: what, who, the figure, and on which day."""

    what: str
    names: str
    figure: int
    day: Tournament | None = None


def records_of(ranking: SeasonStandings) -> tuple[Record, ...]:
    """Most visits, the best evening and the best series; a record that nobody holds is left out."""
    visits = max((len(row.results) for row in ranking.rows), default=0)
    regulars = (row.name for row in ranking.rows if len(row.results) == visits)
    names = "; ".join(sorted(regulars, key=alphabetical))
    series = record_of_days(
        "series",
        ranking.days,
        lambda result: max(series.performance for series in result.results.values()),
    )
    records = Record("visits", names, visits), best_evening(ranking), series
    return tuple(record for record in records if record and record.names)


def best_evening(ranking: SeasonStandings) -> Record | None:
    return record_of_days("evening", ranking.days, lambda result: result.performance)


def record_of_days(
    what: str, days: Sequence[SeasonDay], figure_of: Callable[[DayResult], int]
) -> Record | None:
    """The highest figure of all days, and who reached it on the first of them that has it."""
    best = max((figure_of(result) for day in days for result in day.results.values()), default=0)
    for day in days:
        if people := [who for who, result in day.results.items() if figure_of(result) == best]:
            return Record(what, day.names_of(people), best, day.tournament)
    return None


def days_listing(ranking: SeasonStandings) -> Listing:
    columns = [
        NUMBER,
        Column("date", _("Date"), "date", width=10, value="tournament.date"),
        Column("name", _("Tournament"), width=28, value="tournament.name"),
        Column("players", _("Players"), "int", width=8, minor=True).of(
            lambda day: len(day.results)
        ),
        Column("winners", _("Winner"), width=28, value="winner_names"),
        Column("best", _("Points"), "points", width=8, minor=True).of(
            lambda day: day.best if day.results else None
        ),
        code_column("state", _("State"), "tournament_state", 16, "tournament.state").of(minor=True),
    ]
    days = rows_of(columns[1:], ranking.days, tournament_id="tournament.pk")
    rows = [{**day, "number": number} for number, day in enumerate(days, 1)]
    title = _("Evenings and their winners")
    return Listing(f"{ranking.title}: {title}", columns, rows)


@dataclass(frozen=True, slots=True)
class Honour:
    """The first three places of a season, the figure of the first, and the best evening."""

    season: Season
    is_over: bool
    names: tuple[str, ...]
    figure: Figure
    evening: Record | None


def honours_of(rankings: Iterable[SeasonStandings]) -> list[Honour]:
    """Who won each of these seasons, in their order, without those in which nobody is ranked."""
    honours = []
    for ranking in rankings:
        ranked = [row for row in ranking.rows if 1 <= row.rank.rank <= PLACES]
        if not ranked:
            continue
        names = (
            "; ".join(row.name for row in ranked if row.rank.rank == place)
            for place in range(1, PLACES + 1)
        )
        is_over, best = not (ranking.partial or ranking.provisional), best_evening(ranking)
        honours.append(Honour(ranking.season, is_over, tuple(names), ranked[0].figure, best))
    return honours


def honours_listing(honours: Iterable[Honour]) -> Listing:
    columns = [
        Column("season", _("Season"), width=24, value="season.name"),
        Column("name", _("Champion"), width=NAME.width).of(lambda row: row.names[0]),
        # An average and a sum stand in one column: each as its season shows it.
        Column("figure", _("Total"), width=8, align="end").of(
            lambda row: figure_text(row.figure, grouped=True)
        ),
        Column("second", _("Second"), width=NAME.width, minor=True).of(lambda row: row.names[1]),
        Column("third", _("Third"), width=NAME.width, minor=True).of(lambda row: row.names[2]),
        Column("evening", _("Best evening"), width=36, minor=True, value=evening_text),
        Column("state", _("State"), width=12, minor=True).of(
            lambda row: _("final") if row.is_over else _("provisional")
        ),
    ]
    rows = rows_of(columns, honours, season_id="season.pk")
    return Listing(_("List of honours"), columns, rows)


def evening_text(honour: Honour) -> str:
    """The best evening: "1834 Becker, Ada (Vereinsabend 3)"."""
    best = honour.evening
    if best is None or best.day is None:
        return ""
    return f"{figure_text(best.figure, grouped=True)} {best.names} ({best.day.name})"


# The ranks of the first ten in the course of a season.

TOP = 10


def chart_of_season(ranking: SeasonStandings) -> Chart | None:
    """The ranks of today's first ten after each day with results, as the season counted then."""
    ranks: dict[str, dict[Hashable, int]] = {}
    for place, day in enumerate(ranking.days, 1):
        if not day.results:  # planned, or broken off
            continue
        heading = f"{place}. {date_format(day.tournament.date, 'j.n.')}"
        rows = ranked_people(ranking.season, ranking.days[:place])
        ranks[heading] = {row.person_id: row.rank.rank for row in rows if row.rank.rank != UNRANKED}
    leaders = [(row.person_id, row.name) for row in ranking.rows[:TOP]]
    return rank_chart(_("The way of the first ten"), _("Tournament"), ranks, leaders)


# The page of a season: its table, its days, the last and the next evening, who is missing.


@dataclass(frozen=True, slots=True)
class SeasonOverview:
    """Everything on the page of a season."""

    standings: SeasonStandings
    last: SeasonDay | None  # the newest day with results
    upcoming: Tournament | None  # a day still to be played
    newest: Tournament | None  # gives the next day its rules, unless a schedule makes the days
    missing: Sequence[SeasonMember]  # at the upcoming day, else at the last one
    records: tuple[Record, ...]


def season_overview(season: Season, *, without: frozenset[int] = frozenset()) -> SeasonOverview:
    """The season for a reader who may not see the tournaments `without` (ids)."""
    ranking = season_standings(season, without=without)
    last = next((day for day in reversed(ranking.days) if day.results), None)
    upcoming = None
    # The first day after the last one with results that may still be played.
    for day in reversed(ranking.days):
        if day.results:
            break
        if day.tournament.under_way:
            upcoming = day.tournament
    attended = upcoming or (last.tournament if last else None)
    is_scheduled = season.kind == SeasonKind.LEAGUE
    return SeasonOverview(
        ranking,
        last,
        upcoming,
        ranking.tournaments[-1] if ranking.days and not is_scheduled else None,
        missing_at(ranking, attended) if attended else (),
        records_of(ranking),
    )


def missing_at(ranking: SeasonStandings, day: Tournament) -> list[SeasonMember]:
    """Members who are not entered on a day; without members everybody with a result is one."""
    present = set(Entry.objects.filter(tournament=day).values_list("person", flat=True))
    if members := members_in(ranking.season):
        return [member for member in members if member.person_id not in present]
    ids = [row.person_id for row in ranking.rows if row.person_id not in present]
    people = Person.objects.filter(pk__in=ids, anonymised_at=None)
    return [SeasonMember(person=person) for person in people]


# A person in a season: his result on every day, and how they develop.


@dataclass(frozen=True, slots=True)
class PersonDay:
    """One day of a person: his rank among `players`."""

    number: int
    tournament: Tournament
    rank: int
    players: int
    result: DayResult


@dataclass(frozen=True, slots=True)
class PersonInSeason:
    """A person's row of the table and the days on which he has a result, earliest first."""

    row: SeasonRow
    days: tuple[PersonDay, ...]
    season_days: int  # all days of the season

    @property
    def best(self) -> PersonDay:
        return max(self.days, key=lambda day: day.result.performance)

    @property
    def days_won(self) -> int:
        return sum(1 for day in self.days if day.rank == 1)

    @property
    def charts(self) -> list[Chart]:
        """A chart of the days, with a gap where the person was absent, and one of the series."""
        figures = {day.number: day.result.performance for day in self.days}
        days = [figures.get(number) for number in range(1, self.season_days + 1)]
        series = [
            day.result.results[number].performance
            for day in self.days
            for number in sorted(day.result.results)
        ]
        along = pgettext("one of several", "Series")
        evenings = chart_with_average(_("Evening after evening"), _("Evening"), days)
        both = evenings, chart_with_average(_("Series after series"), along, series)
        return [chart for chart in both if chart]


def chart_with_average(title: str, along: str, figures: Sequence[int | None]) -> Chart | None:
    """Numbered results as a line beside their average; None for a single one."""
    entered = [figure for figure in figures if figure is not None]
    if len(entered) < 2:
        return None
    labels = tuple(str(number) for number in range(1, len(figures) + 1))
    average = (round(Fraction(sum(entered), len(entered))),) * len(figures)
    lines = (_("Points"), tuple(figures)), (_("Average"), average)
    return Chart("points", title, labels, lines, along, _("Points"))


def person_in(ranking: SeasonStandings, person_id: int) -> PersonInSeason | None:
    """What a person reached in a season; None if he has no result there."""
    row = next((row for row in ranking.rows if row.person_id == person_id), None)
    if row is None:
        return None
    days = tuple(
        PersonDay(
            number, day.tournament, day.ranks[person_id], len(day.results), day.results[person_id]
        )
        for number, day in enumerate(ranking.days, 1)
        if person_id in day.results
    )
    return PersonInSeason(row, days, len(ranking.days))


def person_listing(ranking: SeasonStandings, person: PersonInSeason) -> Listing:
    numbers = sorted({number for day in person.days for number in day.result.results})
    columns = [
        NUMBER,
        Column("date", _("Date"), "date", width=10, value="tournament.date"),
        Column("name", _("Tournament"), width=24, value="tournament.name"),
        # In brackets if the season drops the day.
        Column("total", PERFORMANCE.heading, "points", width=9).of(
            lambda day: performance_in(day.number, person.row)
        ),
        RANK.of("rank", 6),
        Column("players", _("Players"), "int", width=7, minor=True),
        *(
            Column(f"series_{n}", _("Series %(number)s") % {"number": n}, "points", width=8).of(
                partial(performance_on, number=n), minor=True
            )
            for n in numbers
        ),
        POINTS.of("result.points", minor=True),
        WON.of("result.won", minor=True),
        LOST.of("result.lost", minor=True),
    ]
    rows = rows_of(columns, person.days, entry_id="result.entry_id", tournament_id="tournament.pk")
    return Listing(person.row.name, columns, rows, ranking.title)


def performance_on(day: PersonDay, number: int) -> object:
    return performance_in(number, day.result)
