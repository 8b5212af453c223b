"""A person in a season: what he reached on every day, and how it develops."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from django.utils.translation import gettext as _

from scoring.core.listing import LOST, NUMBER, PERFORMANCE, POINTS, WON, Column, Listing, rows_of
from scoring.models import Tournament
from scoring.standings.reads.players import bracketed
from scoring.standings.reads.season import DayResult, SeasonRow, SeasonStandings

WIDTH, HEIGHT, EDGE = 640, 160, 10  # of the line, in units of its picture


@dataclass(frozen=True, slots=True)
class PersonDay:
    """One day of a person: his rank among `players`; `counts` is false if it is dropped."""

    number: int
    tournament: Tournament
    rank: int
    players: int
    result: DayResult
    counts: bool


@dataclass(frozen=True, slots=True)
class PersonInSeason:
    """A person's row of the table and his days, earliest first."""

    row: SeasonRow
    days: tuple[PersonDay, ...]
    of: int

    @property
    def best(self) -> PersonDay:
        return max(self.days, key=lambda day: day.result.performance)

    @property
    def won(self) -> int:
        """How many days he won."""
        return sum(1 for day in self.days if day.rank == 1)

    @property
    def line(self) -> "FigureLine":
        return line_of([day.result.performance for day in self.days])

    @property
    def series_line(self) -> "FigureLine":
        """Series after series of all his days."""
        return line_of(
            [
                day.result.by_series[number].performance
                for day in self.days
                for number in sorted(day.result.by_series)
            ]
        )


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A line through figures as a picture: `points` for an SVG of WIDTH by HEIGHT.

    `middle` is the height of the average, a whole number of units.
    """

    points: str
    dots: tuple[tuple[int, int, int], ...]
    middle: int
    low: int
    high: int

    @property
    def box(self) -> str:
        return f"0 0 {WIDTH} {HEIGHT}"


def line_of(figures: Sequence[int]) -> FigureLine:
    """The line through these figures, the lowest at the bottom, the highest at the top."""
    low, high = min(figures, default=0), max(figures, default=0)
    span, steps = max(1, high - low), max(1, len(figures) - 1)

    def height(figure: int | Fraction) -> int:
        return HEIGHT - EDGE - round((figure - low) * Fraction(HEIGHT - 2 * EDGE, span))

    dots = tuple(
        (EDGE + at * (WIDTH - 2 * EDGE) // steps, height(each), each)
        for at, each in enumerate(figures)
    )
    middle = height(Fraction(sum(figures), max(1, len(figures))))
    return FigureLine(" ".join(f"{x},{y}" for x, y, _figure in dots), dots, middle, low, high)


def person_in(found: SeasonStandings, person_id: int) -> PersonInSeason | None:
    """What a person reached in a season; None if he has no result there."""
    row = next((season_row for season_row in found.rows if season_row.person_id == person_id), None)
    if row is None:
        return None
    days = tuple(
        PersonDay(
            number,
            day.tournament,
            day.ranks[person_id],
            len(day.results),
            day.results[person_id],
            number not in row.dropped,
        )
        for number, day in enumerate(found.days, 1)
        if person_id in day.results
    )
    return PersonInSeason(row, days, len(found.days))


def person_listing(found: SeasonStandings, person: PersonInSeason) -> Listing:
    """The days of a person with every series."""
    numbers = sorted({number for day in person.days for number in day.result.by_series})
    columns = [
        NUMBER,
        Column("date", _("Date"), "date", width=10, value="tournament.date"),
        Column("name", _("Tournament"), width=24, value="tournament.name"),
        Column("total", PERFORMANCE.heading, "points", width=9, value=total_of),
        Column("rank", _("Rank"), "rank", width=6),
        Column("players", _("Players"), "int", width=7, minor=True),
        *(
            Column(
                f"series_{number}",
                _("Series %(number)s") % {"number": number},
                "points",
                width=8,
                minor=True,
                value=partial(series_of, number),
            )
            for number in numbers
        ),
        POINTS.of("result.points", minor=True),
        WON.of("result.won", minor=True),
        LOST.of("result.lost", minor=True),
    ]
    rows = rows_of(columns, person.days, entry_id="result.entry_id", tournament_id="tournament.pk")
    return Listing(person.row.name, columns, rows, found.title)


def total_of(day: PersonDay) -> object:
    """The total of a day, in brackets if the season drops it."""
    return day.result.performance if day.counts else bracketed(day.result.performance)


def series_of(number: int, day: PersonDay) -> object:
    """The performance of a series, in brackets if the tournament drops it."""
    player_result = day.result.by_series.get(number)
    if player_result is None:
        return None
    return (
        bracketed(player_result.performance)
        if number in day.result.dropped
        else player_result.performance
    )
