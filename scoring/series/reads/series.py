"""The day of a tournament at a glance: who plays, how far every table is, what comes next."""

from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet, prefetch_related_objects

from scoring.core.listing import alphabetical
from scoring.models import Draw, Entry, ScoreList, Seat, Series
from scoring.models.score_list import CLOSED, Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.series.reads.steps import possible_steps

# Missing lists first; then what is being typed, what waits for a second person, and the rest.
URGENCY = ("open", "begun", "entered", "rejected", "annulled", "confirmed", "final")


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its list."""

    score_list: ScoreList
    seats: tuple[Seat, ...]
    games: int

    @property
    def progress(self) -> str:
        return self.score_list.progress

    @property
    def state(self) -> str:
        return self.score_list.state


class SeatedEntry(NamedTuple):
    """A player at a seat of a table."""

    entry: Entry
    table: TableView
    position: int


@dataclass(frozen=True, slots=True)
class SeriesView:
    """A series with its tables and its draws, the newest last."""

    series: Series
    tables: tuple[TableView, ...]
    draws: tuple[Draw, ...]

    @property
    def done(self) -> int:
        return sum(table.state in CLOSED for table in self.tables)

    @property
    def all_done(self) -> bool:
        return bool(self.tables) and not any(t.state == ListState.OPEN for t in self.tables)

    @property
    def is_begun(self) -> bool:
        return any(table.score_list.depth != Depth.NONE for table in self.tables)

    @property
    def to_confirm(self) -> list[TableView]:
        """The tables whose lists are entered and wait for a second person, until all is final."""
        if self.series.tournament.state == TournamentState.FINAL:
            return []
        return [table for table in self.tables if table.state == ListState.ENTERED]

    @property
    def has_unsigned(self) -> bool:
        """Whether a list of it that counts lacks a signature (TO 9.11)."""
        return any(
            table.state in CLOSED and table.score_list.unsigned_seats for table in self.tables
        )

    @property
    def by_urgency(self) -> list[TableView]:
        """The tables, those first whose lists are missing."""
        return sorted(self.tables, key=lambda table: URGENCY.index(table.progress))

    @property
    def by_name(self) -> list[SeatedEntry]:
        """Every seated player with his table and seat, as posted by name."""
        seated = [
            SeatedEntry(s.entry, table, table.score_list.outline.seat_of(s.position))
            for table in self.tables
            for s in table.seats
        ]
        return sorted(
            seated, key=lambda seated_entry: alphabetical(seated_entry.entry.person.sorted_name)
        )


def with_tables(series: QuerySet[Series]) -> QuerySet[Series]:
    """Series with their tournament, draws, tables and who sits there."""
    return series.select_related("tournament").prefetch_related(*tables_and_draws())


def tables_and_draws() -> tuple[Prefetch, str]:
    """What `series_view` shows of a series."""
    seats = Seat.objects.select_related("entry__person")
    lists = ScoreList.objects.annotate(typed=Count("games", filter=Q(games__annulled=False)))
    lists = lists.select_related("entered_by", "confirmed_by").prefetch_related(
        Prefetch("seat_rows", queryset=seats)
    )
    return Prefetch("lists", queryset=lists), "draws"


def series_view(series: Series, *, drafts: bool = True) -> SeriesView:
    """A series that `with_tables` fetched."""
    if series.state == SeriesState.DRAFT and not drafts:
        return SeriesView(series, (), ())
    tables = tuple(
        TableView(score_list, tuple(score_list.seat_rows.all()), score_list.typed)  # type: ignore[attr-defined]
        for score_list in series.lists.all()
    )
    return SeriesView(series, tables, tuple(series.draws.all()))


def one_series(series: Series, *, drafts: bool = True) -> SeriesView:
    """The page of one series; the series of the view keeps what was read, this one does not."""
    series = copy(series)
    prefetch_related_objects([series], *tables_and_draws())
    return series_view(series, drafts=drafts)


def has_seating(series: Series, *, drafts: bool) -> bool:
    """Whether there are tables that may be shown: those of a draft to its organizers alone."""
    return (drafts or series.state != SeriesState.DRAFT) and series.lists.exists()


BACK: dict[str, str] = {
    SeriesState.RELEASED: SeriesState.DRAFT,
    SeriesState.PLAYING: SeriesState.RELEASED,
    SeriesState.CLOSED: SeriesState.PLAYING,
}


@dataclass(frozen=True, slots=True)
class StepBack:
    """The state that a series would go back to, its lists, and later series that are out."""

    to: str
    lists: int
    later: tuple[int, ...]


def step_back(series: Series) -> StepBack | None:
    """None where there is no way back; a series in which a line was typed has started for good."""
    to = BACK.get(series.state)
    if to not in possible_steps(series):
        return None
    if to == SeriesState.RELEASED and series.lists.exclude(depth=Depth.NONE).exists():
        return None
    later = series.tournament.series.filter(number__gt=series.number)
    out = later.exclude(state=SeriesState.DRAFT).values_list("number", flat=True)
    return StepBack(to, series.lists.count(), tuple(out))
