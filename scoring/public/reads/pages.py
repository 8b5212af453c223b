"""What public pages show, all of it through a `PublicTournament`, which knows what is released.

Series come from there too, never from a query of their own.
"""

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median_low
from typing import TypeVar

from django.utils.timezone import localdate

from scoring.core.cached import cached
from scoring.models import Announcement, Seat, Series
from scoring.models.score_list import ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.public.access import PublicTournament
from scoring.series.reads.worklist import Clock, clock_of
from scoring.standings.reads.players import Standings, StandingsRow, standings
from scoring.standings.reads.source import StandingsSource

T = TypeVar("T")


def shared(room: PublicTournament, about: str, make: Callable[[], T]) -> T:
    """What several pages are made from, made once while nothing changes."""
    return cached((room.shown, room.revision, localdate()), about, make)


@dataclass(frozen=True, slots=True)
class Now:
    """The state of the day: a code, the series it is about, and what can be viewed next.

    `clock` runs while a series whose seating is public is played. `seating` and `results` are the
    newest released ones; `missing` the tables of the current series
    whose lists are not in yet, None if that is not public.
    """

    code: str
    series: Series | None
    seating: Series | None
    results: Series | None
    missing: tuple[int, ...] | None
    tables: int
    has_announcement: bool
    clock: Clock | None = None


def what_is_on(room: PublicTournament) -> Now:
    """The start page of a tournament: two queries at most."""
    series = current(room)
    tables = lists_of(room, series)
    open_tables = tuple(number for number, state in tables if state == ListState.OPEN)
    return Now(
        code=code_of(room, series),
        series=series,
        seating=newest(room, room.seated),
        results=newest(room, room.results),
        missing=open_tables if tables else None,
        tables=len(tables),
        has_announcement=Announcement.objects.filter(
            tournament=room.tournament, published_at__isnull=False
        ).exists(),
        clock=clock_of(series) if series and series.number in room.seated else None,
    )


def current(room: PublicTournament) -> Series | None:
    """The first series that is not closed, else the last."""
    unfinished = (series for series in room.series if series.state != SeriesState.CLOSED)
    return next(unfinished, room.series[-1] if room.series else None)


def code_of(room: PublicTournament, series: Series | None) -> str:
    state = room.tournament.state
    if state in (TournamentState.REVIEW, TournamentState.FINAL):
        return str(state)
    return str(series.state) if series else "no-series"


def newest(room: PublicTournament, numbers: frozenset[int]) -> Series | None:
    series = [series for series in room.series if series.number in numbers]
    return series[-1] if series else None


def lists_of(room: PublicTournament, series: Series | None) -> list[tuple[int, str]]:
    """Tables and states of the series being played, if it is released."""
    if series is None or series.state != SeriesState.PLAYING:
        return []
    if series.number not in room.seated | room.results:
        return []
    return list(series.lists.values_list("table_number", "state").order_by("table_number"))


def overall(room: PublicTournament, source: StandingsSource | None = None) -> Standings:
    """The overall standings of what is released, cached for all pages."""
    return shared(
        room, "overall", lambda: standings(room.tournament, only=room.results, source=source)
    )


@dataclass(frozen=True, slots=True)
class FieldOfPlayers:
    """The overall standings as the page of a single player reads them.

    `rows` are packed one by one, by the id of the entry: to unpack a thousand takes longer than all
    the rest of the page. `figures` are the best, the middle and the last performance by series.
    """

    rows: Mapping[int, bytes]
    numbers: tuple[int, ...]
    figures: tuple[tuple[int, int, int], ...]

    def row_of(self, entry_id: int) -> StandingsRow | None:
        packed = self.rows.get(entry_id)
        return pickle.loads(packed) if packed else None  # noqa: S301 - packed here


def field_of_players(room: PublicTournament) -> FieldOfPlayers:
    """The overall standings of what is released, for pages of single players."""

    def make() -> FieldOfPlayers:
        standings = overall(room)
        by_series = [
            [row.results[number].performance for row in standings.rows if number in row.results]
            for number in standings.numbers
        ]
        return FieldOfPlayers(
            {row.entry_id: pickle.dumps(row) for row in standings.rows},
            standings.numbers,
            tuple((max(each), median_low(each), min(each)) for each in by_series),
        )

    return shared(room, "field of players", make)


def seats_of(room: PublicTournament, start_number: int) -> list[Seat]:
    """The seats of a player in the released seatings, by series."""
    seats = Seat.objects.filter(
        entry__tournament=room.tournament,
        entry__start_number=start_number,
        series__number__in=room.seated,
    )
    return list(seats.select_related("list", "series").order_by("series__number"))
