"""The ranking of a season, its end, and its table (docs/law.md "Ranking")."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple, cast

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.listing import (
    CLUB,
    FINAL,
    LOST,
    NAME,
    PERFORMANCE,
    POINTS,
    PROVISIONAL,
    RANK,
    WON,
    Column,
    Head,
    Listing,
    alphabetical,
    head_of,
    rows_of,
    without_empty,
)
from scoring.models import Meeting, ReceivedReport, Season, SeasonMember, Tournament
from scoring.models.names import Scope
from scoring.models.season import SeasonKind, SeasonOrder
from scoring.models.tournament import TournamentState
from scoring.rules.ranking import DrawnLot, Figure, Rank, Standing, rank
from scoring.standings.reads.players import (
    DECIDED_BY,
    People,
    PlayerResult,
    Results,
    counted_results,
    dropped_series,
    lots_of,
    people_of,
    performance_in,
    with_adjustments,
)

UNRANKED = 0  # the rank of a player who came too seldom
Released = Mapping[int, Collection[int]]  # the series of each tournament (id) that a reader may see


class DayResult(NamedTuple):
    """What a person reached in one tournament of a season, in the series that count."""

    entry_id: int
    start_number: int
    name: str
    club: str
    results: Mapping[int, PlayerResult]  # with those dropped
    dropped: frozenset[int]
    figure: Figure  # what the season adds up
    performance: int
    points: int
    won: int
    lost: int
    series: int  # how many count
    lot: DrawnLot | None = None


@dataclass(frozen=True)
class SeasonDay:
    """A tournament of a season with its results by the id of the person."""

    tournament: Tournament
    results: Mapping[int, DayResult]

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Everybody's rank in the overall standings of the tournament."""
        days = self.results.items()
        rows = (Standing(who, day.performance, day.won, day.lost, day.lot) for who, day in days)
        return {cast(int, one.key): one.rank for one in rank(rows, ties=self.tournament.ties)}

    @property
    def best(self) -> int:
        """The highest total; 0 if nobody has a result."""
        return max((result.performance for result in self.results.values()), default=0)

    @property
    def winner_names(self) -> str:
        """The winners of the tournament; several if they share the first rank."""
        return self.names_of(who for who, place in self.ranks.items() if place == 1)

    def names_of(self, people: Iterable[int]) -> str:
        return "; ".join(sorted((self.results[who].name for who in people), key=alphabetical))


class SeasonRow(NamedTuple):
    """A person's rank; the sums are of the tournaments that count."""

    rank: Rank  # `UNRANKED` if he came too seldom
    person_id: int
    name: str
    club: str
    results: Mapping[int, DayResult]  # by the place of the tournament in the season, from 1
    figure: Figure  # what the season ranks by
    performance: int
    points: int
    won: int
    lost: int
    series: int  # how many the sums have
    dropped: frozenset[int]

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.performance, self.series) if self.series else None


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The people of a season in rank order, and its tournaments, earliest first."""

    season: Season
    days: Sequence[SeasonDay]
    rows: tuple[SeasonRow, ...]
    partial: bool = False  # the reader may not see all tournaments
    interim: bool = False  # results are still to come

    @property
    def scope(self) -> Scope:
        return Scope("season")

    @property
    def title(self) -> str:
        """The name; "Season 2026/27" if it is only "2026/27"."""
        name = self.season.name
        has_word = any(char.isalpha() for char in name)
        return name if has_word else _("Season %(name)s") % {"name": name}

    @property
    def tournaments(self) -> tuple[Tournament, ...]:
        return tuple(day.tournament for day in self.days)

    @property
    def provisional(self) -> bool:
        """Until the organizer closes the season, and again while a day of it is not final."""
        unfinished = any(day.tournament.state != TournamentState.FINAL for day in self.days)
        return self.interim or unfinished or not self.days or self.season.closed_at is None

    def listing(self, *, legend: bool = True) -> Listing:
        """For page, PDF and csv; `legend` says below it what the numbers of the days mean."""
        columns = [
            RANK.of(lambda row: row.rank.rank or None),
            NAME,
            figure_column(self.season),
            *([] if self.season.order == SeasonOrder.AVERAGE else [average_column()]),
            Column("played", _("Played"), "int", width=6, minor=True).of(
                lambda row: len(row.results)
            ),
            CLUB.of(minor=True),
            *day_columns(self),
            WON.of(minor=True),
            LOST.of(minor=True),
            DECIDED_BY,
        ]
        rows = rows_of(columns, self.rows, person_id="person_id")
        state = _("provisional") if self.provisional else _("final")
        visible = without_empty(columns, rows, "reason", "club")
        below = notes(self)
        if legend and len(self.days) > NARROW:
            days = (
                f"{place}: {tournament.name}, {date_format(tournament.date, 'SHORT_DATE_FORMAT')}"
                for place, tournament in enumerate(self.tournaments, 1)
            )
            below.append(" · ".join(days))
        return Listing(self.title, visible, rows, state, below)


def season_standings(season: Season, *, without: frozenset[int] = frozenset()) -> SeasonStandings:
    """All persons with a result in a tournament of the season, without samples.

    `without` are ids of tournaments that the reader may not see.
    """
    return standings_of_seasons([season], without)[0]


def standings_of_seasons(
    seasons: Sequence[Season], without: frozenset[int]
) -> list[SeasonStandings]:
    by_id = {season.pk: season for season in seasons}
    visible, partial_ids = [], set()
    rows = Tournament.objects.filter(season__in=seasons, sample=False).order_by("date", "pk")
    for tournament in rows:
        tournament.season = by_id[tournament.season_id or 0]
        if tournament.pk in without:
            partial_ids.add(tournament.season_id)
        else:
            visible.append(tournament)
    days, standings = days_of(visible), []
    for season in seasons:
        own = days[season.pk]
        people, is_partial = ranked_people(season, own), season.pk in partial_ids
        standings.append(SeasonStandings(season, own, people, is_partial))
    return standings


def counted_tournaments(season: Season) -> QuerySet[Tournament]:
    """Those that are counted, earliest first."""
    return season.tournaments.filter(sample=False).order_by("date", "pk")


def days_of(
    tournaments: Sequence[Tournament], released: Released | None = None
) -> Mapping[int | None, Sequence[SeasonDay]]:
    """By season (id) the results of its tournaments, each as the season counts it."""
    season_of = {row.pk: row.season for row in tournaments if row.season}
    people, lots = people_of(*tournaments), lots_of(*tournaments)[0].get("overall", {})
    results = counted_results(*tournaments)
    if released is not None:
        keep_released(results, people, released)
    with_adjustments(results, people)
    keep = {tournament.pk: tournament.best_of for tournament in tournaments}
    by_tournament: dict[int, dict[int, DayResult]] = defaultdict(dict)
    for entry, by_series in results.items():
        at, person = people.persons[entry]
        by_tournament[at][person] = day_result(
            season_of[at], entry, by_series, people, lots.get(entry), keep[at]
        )
    days: dict[int | None, list[SeasonDay]] = defaultdict(list)
    for tournament in tournaments:
        days[tournament.season_id].append(SeasonDay(tournament, by_tournament[tournament.pk]))
    return days


def keep_released(results: Results, people: People, released: Released) -> None:
    """Take out the series that are not released; points of no series stay."""
    for entry, by_number in list(results.items()):
        for number in by_number.keys() - {*released[people.persons[entry][0]]}:
            del by_number[number]
        if not by_number:
            del results[entry]
    for entry, number, day in list(people.adjusted):
        if number not in released[people.persons[entry][0]]:
            del people.adjusted[entry, number, day]


def day_result(
    season: Season,
    entry: int,
    by_series: Mapping[int, PlayerResult],
    people: People,
    lot: DrawnLot | None,
    keep: int | None,
) -> DayResult:
    """What a player reached in his tournament, which counts the best `keep` of its series."""
    dropped, free = dropped_series(by_series, keep), people.free[entry]
    counted = [result for number, result in by_series.items() if number not in dropped]
    # A decision gives points: whichever sum is ranked has them.
    performance = free + sum(result.performance for result in counted)
    points = free + sum(result.points + result.adjusted for result in counted)
    return DayResult(
        entry,
        *people.names[entry],
        results=by_series,
        dropped=dropped,
        figure=ranking_figure(season, performance, points, len(counted)),
        performance=performance,
        points=points,
        won=sum(result.won for result in counted),
        lost=sum(result.lost for result in counted),
        series=len(counted),
        lot=lot,
    )


def ranking_figure(season: Season, performance: int, points: int, series: int) -> Figure:
    """The figure that the season ranks by: performance, game points, or the average of a series."""
    if season.order == SeasonOrder.AVERAGE:
        return Fraction(performance, max(1, series))
    return points if season.order == SeasonOrder.POINTS else performance


def ranked_people(season: Season, days: Sequence[SeasonDay]) -> tuple[SeasonRow, ...]:
    """The people of these days by their best results; those who came too seldom come last."""
    by_person: dict[int, dict[int, DayResult]] = defaultdict(dict)
    for place, day in enumerate(days, 1):
        for person, result in day.results.items():
            by_person[person][place] = result
    rows = {who: season_row(season, who, results) for who, results in by_person.items()}
    ranked: list[Standing] = []
    others: list[Standing] = []
    for who, row in rows.items():
        enough = len(row.results) >= (season.least or 0)
        (ranked if enough else others).append(Standing(who, row.figure, row.won, row.lost))
    ranks = rank(ranked, ties="share")
    below = [Rank(each.key, UNRANKED) for each in rank(others, ties="share")]
    return tuple(rows[cast(int, each.key)]._replace(rank=each) for each in [*ranks, *below])


def season_row(season: Season, who: int, results: Mapping[int, DayResult]) -> SeasonRow:
    """The sums of a person over the tournaments that count for him, without a rank."""
    dropped = dropped_series(results, season.best_of, "figure")
    counted = [result for place, result in results.items() if place not in dropped]
    keys = ("performance", "points", "won", "lost", "series")
    sums = {key: sum(getattr(day, key) for day in counted) for key in keys}
    figure = ranking_figure(season, sums["performance"], sums["points"], sums["series"])
    latest = results[max(results)]
    person = Rank(who, UNRANKED), who, latest.name, latest.club
    return SeasonRow(*person, results=results, figure=figure, dropped=dropped, **sums)


# What is still to come before a season can be closed.


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """How many days count, and how many of them are not final."""

    days: int
    unfinished: int
    meetings: int = 0  # of a league
    reports: int = 0  # match reports that are missing

    @property
    def reached(self) -> bool:
        """Whether everything planned was played and is final."""
        return bool(self.days or self.meetings) and not self.unfinished and not self.reports


def season_end(season: Season) -> SeasonEnd:
    """One query, of a league two."""
    # Days that end with a final result of their own, not with a match report.
    days = season.tournaments.filter(sample=False).exclude(meeting__reported_at__isnull=False)
    states = list(days.values_list("state", flat=True))
    unfinished = sum(state != TournamentState.FINAL for state in states)
    if season.kind != SeasonKind.LEAGUE:
        return SeasonEnd(len(states), unfinished)
    reported = Meeting.objects.filter(division__season=season).values_list("reported_at", flat=True)
    return SeasonEnd(len(states), unfinished, len(reported), sum(at is None for at in reported))


def changed_since_end(season: Season) -> list[ReceivedReport]:
    """Corrections reported to a closed season since it was closed, the newest of each day."""
    if season.closed_at is None:
        return []
    earlier = ReceivedReport.objects.filter(tournament__replaced_by=OuterRef("tournament"))
    late = ReceivedReport.objects.filter(tournament__season=season, at__gt=season.closed_at)
    late = late.filter(Exists(earlier)).select_related("tournament").defer("document")
    return list(late.order_by("at"))


# The table of a season: the total beside the name, then what it comes from.

NARROW = 4  # tournaments that have room for their names


def figure_column(season: Season) -> Column:
    """What the season ranks by, under the key "performance"."""
    if season.order == SeasonOrder.AVERAGE:
        return average_column("performance").of("figure")
    column = POINTS if season.order == SeasonOrder.POINTS else PERFORMANCE
    return Column("performance", column.heading, "points", width=column.width, value="figure")


def average_column(key: str = "average") -> Column:
    return Column(key, _("Average"), "fraction", width=8, minor=key == "average")


def day_columns(ranking: SeasonStandings) -> list[Column]:
    """A column for each tournament; more than `NARROW` stand under their numbers."""
    fraction = ranking.season.order == SeasonOrder.AVERAGE
    named = len(ranking.days) <= NARROW
    return [
        Column(
            f"tournament_{place}",
            tournament.name if named else str(place),
            "fraction" if fraction else "points",
            width=9 if named else 5,
            group="" if named else _("Tournaments"),
            minor=True,
            value=partial(performance_in, place, figure="figure"),
        )
        for place, tournament in enumerate(ranking.tournaments, 1)
    ]


def notes(ranking: SeasonStandings, *, in_brackets: bool = True) -> list[str]:
    """The notes below the table; numbers that formulas add up stand without brackets."""
    lines = []
    if best_of := ranking.season.best_of:
        sentence = ngettext(
            "The best tournament of each person counts; dropped results stand in brackets.",
            "The best %(count)s tournaments of each person count; dropped results stand in "
            "brackets.",
            best_of,
        )
        if not in_brackets:
            sentence = ngettext(
                "The best tournament of each person counts; the sheet of the results says which.",
                "The best %(count)s tournaments of each person count; the sheet of the results "
                "says which.",
                best_of,
            )
        lines.append(sentence % {"count": best_of})
    if ranking.season.least and any(row.rank.rank == UNRANKED for row in ranking.rows):
        sentence = ngettext(
            "People with fewer than %(count)s tournament are not ranked and stand at the end.",
            "People with fewer than %(count)s tournaments are not ranked and stand at the end.",
            ranking.season.least,
        )
        lines.append(sentence % {"count": ranking.season.least})
    if ranking.partial:
        lines.append(_("Only the tournaments in which you have a role are counted here."))
    if len({tournament.scheme for tournament in ranking.tournaments}) > 1:
        lines.append(_("These tournaments are scored in different ways."))
    return lines


def head_of_season(ranking: SeasonStandings) -> Head:
    """The club and logo of the newest tournament, and the name of the season."""
    state = PROVISIONAL if ranking.provisional else FINAL
    if not ranking.tournaments:
        return Head(tournament=ranking.season.name, state=state, printed_at=timezone.now())
    newest = head_of(ranking.tournaments[-1])
    return replace(newest, tournament=ranking.season.name, place="", state=state)


def members_in(season: Season) -> list[SeasonMember]:
    return list(season.members.select_related("person__club"))
