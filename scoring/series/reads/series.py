"""A series as its pages show it: tables, steps, players without a list, times, printouts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.listing import alphabetical
from scoring.models import Entry, NoListReason, ScoreList, Seat, Series, Tournament
from scoring.models.person import plays_in
from scoring.models.score_list import CLOSED, Depth, ListState
from scoring.models.tournament import ROUNDS, SeriesState, TournamentState
from scoring.rules.problem import Problem
from scoring.series.states import SERIES_TRANSITIONS, STEPS_BACK

# Missing lists first; then what is being typed, what waits for a second person, and the rest.
URGENCY = ("open", "begun", "entered", "rejected", "annulled", "confirmed", "final")


class SeatedEntry(NamedTuple):
    entry: Entry
    table: ScoreList
    position: int


@dataclass(frozen=True, slots=True)
class SeriesView:
    series: Series
    tables: tuple[ScoreList, ...]  # each with its seats and the number of `typed` games

    @property
    def done(self) -> int:
        return sum(table.state in CLOSED for table in self.tables)

    @property
    def all_done(self) -> bool:
        return bool(self.tables) and not any(t.state == ListState.OPEN for t in self.tables)

    @property
    def is_begun(self) -> bool:
        return any(table.depth != Depth.NONE for table in self.tables)

    @property
    def to_confirm(self) -> list[ScoreList]:
        """The tables whose lists wait to be confirmed; none once the result is final."""
        if self.series.tournament.state == TournamentState.FINAL:
            return []
        return [table for table in self.tables if table.state == ListState.ENTERED]

    @property
    def by_urgency(self) -> list[ScoreList]:
        """The tables in the order of the desk; if equally urgent, in the order of their lists."""
        return sorted(self.tables, key=lambda table: (URGENCY.index(table.progress), table.pk))

    @property
    def by_name(self) -> list[SeatedEntry]:
        players = [
            SeatedEntry(seat.entry, table, table.outline.seat_of(seat.position))
            for table in self.tables
            for seat in table.seat_rows.all()
        ]
        return sorted(players, key=lambda player: alphabetical(player.entry.person.sorted_name))


def with_tables(series: QuerySet[Series]) -> QuerySet[Series]:
    """Series with their tournament, draws, tables and players."""
    seats = Seat.objects.select_related("entry__person")
    lists = ScoreList.objects.annotate(typed=Count("games", filter=Q(games__annulled=False)))
    lists = lists.select_related("entered_by", "confirmed_by").prefetch_related(
        Prefetch("seat_rows", queryset=seats)
    )
    with_lists = series.prefetch_related(Prefetch("lists", queryset=lists), "draws")
    return with_lists.select_related("tournament")


def series_view(series: Series, *, drafts: bool) -> SeriesView:
    """A series that `with_tables` fetched; a draft has no tables unless `drafts` are shown."""
    hidden = series.state == SeriesState.DRAFT and not drafts
    return SeriesView(series, () if hidden else tuple(series.lists.all()))


def one_series(series: Series, *, drafts: bool) -> SeriesView:
    """One series with its tables, read anew; 404 if it was removed meanwhile."""
    row = get_object_or_404(with_tables(Series.objects.filter(pk=series.pk)))
    return series_view(row, drafts=drafts)


def lists_without_entries(series: Series) -> QuerySet[ScoreList]:
    """The lists of the tables whose players can still change, with their seats."""
    lists = series.lists.filter(state=ListState.OPEN, depth=Depth.NONE, sittings=[])
    return lists.prefetch_related("seat_rows__entry__person")


def has_seating(series: Series, *, drafts: bool) -> bool:
    """Whether there are tables to show; those of a draft only to organizers (`drafts`)."""
    return (drafts or series.state != SeriesState.DRAFT) and series.lists.exists()


# The steps of a series.


def possible_steps(series: Series) -> tuple[str, ...]:
    """The states that the pages of a series offer as its next one."""
    return SERIES_TRANSITIONS[series.state] if series.tournament.under_way else ()


@dataclass(frozen=True, slots=True)
class StepBack:
    """The state a series would go back to, its number of lists, and later released series."""

    to: str
    lists: int
    later: tuple[int, ...]


def step_back(series: Series) -> StepBack | None:
    """The step back, if there is one; a series with an entered list cannot be released again."""
    to = STEPS_BACK.get(series.state)
    if to not in possible_steps(series):
        return None
    if to == SeriesState.RELEASED and series.lists.exclude(depth=Depth.NONE).exists():
        return None
    later = series.tournament.series.filter(number__gt=series.number)
    released = later.exclude(state=SeriesState.DRAFT).values_list("number", flat=True)
    return StepBack(to, series.lists.count(), tuple(released))


# Players without a seat, and seats that players left empty.


def players_without_list(series: Series) -> QuerySet[Any]:
    """Who plays a series and has no seat in it, by start number; `reason` is "" until given."""
    entries = Entry.objects.filter(plays_in(series.number), tournament=series.tournament_id)
    seats = Seat.objects.filter(series=series, entry=OuterRef("pk"))
    reasons = NoListReason.objects.filter(series=series, entry=OuterRef("pk")).values("reason")
    without = entries.exclude(Exists(seats)).select_related("person")
    return without.annotate(reason=Coalesce(Subquery(reasons), Value("")))


def players_to_seat(series: Series) -> QuerySet[Entry]:
    """Players of a series without a seat and without a recorded reason."""
    return players_without_list(series).filter(reason="")


def vacated_seats(series: Series) -> QuerySet[Seat]:
    """Seats of players who no longer play, at tables where play has not begun."""
    playing = series.tournament.entries.filter(plays_in(series.number))
    seats = Seat.objects.filter(list__in=lists_without_entries(series)).exclude(entry__in=playing)
    in_order = seats.order_by("list__table_number", "position")
    return in_order.select_related("entry__person", "list")


def seats_left_by(entry: Entry) -> list[Problem]:
    """The seats that this player leaves empty at tables without entries, in released series."""
    lists = ScoreList.objects.filter(
        seat_rows__entry=entry,
        state=ListState.OPEN,
        depth=Depth.NONE,
        series__state__in=(SeriesState.RELEASED, SeriesState.PLAYING),
    )
    rows = lists.order_by("series__number").values_list("series__number", "table_number")
    number = entry.start_number
    return [
        Problem("seat-of-nobody", params={"series": series, "table": table, "number": number})
        for series, table in rows
        if not entry.plays(series)
    ]


# When each series begins and ends, and how many games fit until a wanted end.

USUAL_MINUTES, USUAL_ROUNDS = 130, 12  # docs/law.md "A score list"
STEP = 5  # minutes to which a planned length is rounded


@dataclass(frozen=True, slots=True)
class SeriesTime:
    """When a series is planned; a series that has begun has its true beginning."""

    series: Series
    begins: datetime
    ends: datetime

    @property
    def is_to_come(self) -> bool:
        return self.series.state in (SeriesState.DRAFT, SeriesState.RELEASED)


def series_times(
    tournament: Tournament, all_series: Sequence[Series] | None = None
) -> list[SeriesTime]:
    """The times of all series, day by day from the planned hour; empty without a beginning."""
    if tournament.begins_at is None:
        return []
    times: list[SeriesTime] = []
    next_begin: dict[date, datetime] = {}  # when a day's next series begins
    for series in tournament.series.all() if all_series is None else all_series:
        day = series.day or tournament.date
        planned = timezone.make_aware(datetime.combine(day, tournament.begins_at))
        begins = series.started_at or next_begin.get(day, planned)
        usual_minutes = -(-series.rounds * USUAL_MINUTES // (USUAL_ROUNDS * STEP)) * STEP
        minutes = series.minutes or tournament.series_minutes or usual_minutes
        ends = begins + timedelta(minutes=minutes)
        times.append(SeriesTime(series, begins, ends))
        next_begin[day] = ends + timedelta(minutes=tournament.break_minutes)
    return times


def fit_until(begins: time, ends: time, series: int, break_minutes: int) -> dict[str, int]:
    """How long each of this many series may be, so that the last ends by `ends`.

    In minutes, rounds, and games at a table of four and of three.

    >>> fit_until(time(18), time(0), 2, 30)
    {'minutes': 165, 'rounds': 15, 'four': 60, 'three': 45}
    """
    span = (ends.hour - begins.hour) * 60 + ends.minute - begins.minute
    minutes = max((span % (24 * 60) - (series - 1) * break_minutes) // series, 0)
    rounds = min(minutes * USUAL_ROUNDS // USUAL_MINUTES, ROUNDS[-1])
    return {"minutes": minutes, "rounds": rounds, "four": 4 * rounds, "three": 3 * rounds}


# What to print at this moment of the day.

# Lists that nobody has entered yet, of series that are or were played; one that only waits to be
# confirmed lies in the office.
IS_MISSING = Q(state=ListState.OPEN, series__state__in=(SeriesState.PLAYING, SeriesState.CLOSED))


@dataclass(frozen=True, slots=True)
class PrintMoment:
    """Which printouts are due now."""

    code: str  # "announcing", "seating", "playing", "result" or "award"
    seated: Series | None = None  # whose seating is released
    played: Series | None = None  # the last closed one
    missing: int = 0  # lists still to be entered

    @property
    def has_papers(self) -> bool:
        return self.code != "playing" or self.missing > 0

    @property
    def title(self) -> str:
        """The label of the print button."""
        if self.code == "award":
            return _("Print the papers of the award")
        if self.code == "playing":
            return ngettext(
                "Print the %(count)s missing list",
                "Print the %(count)s missing lists",
                self.missing,
            ) % {"count": self.missing}
        if self.seated and self.played:
            numbers = {"played": self.played.number, "seated": self.seated.number}
            return _("Print the result of series %(played)s and series %(seated)s") % numbers
        if self.seated:
            return _("Print everything for series %(number)s") % {"number": self.seated.number}
        if self.played:
            return _("Print the result of series %(number)s") % {"number": self.played.number}
        return _("Print announcement and plan")


def print_moment(tournament: Tournament) -> PrintMoment:
    all_series = list(tournament.series.all())
    played = [series for series in all_series if series.state == SeriesState.CLOSED]
    last = played[-1] if played else None
    is_over = tournament.state in (TournamentState.REVIEW, TournamentState.FINAL)
    if last and (is_over or tournament.broken_off):
        return PrintMoment("award", played=last)
    current = next((series for series in all_series if series.state != SeriesState.CLOSED), None)
    if current is not None and current.state != SeriesState.DRAFT:
        counts = ScoreList.objects.filter(series__tournament=tournament).aggregate(
            begun=Count("pk", filter=Q(series=current) & ~Q(depth=Depth.NONE)),
            missing=Count("pk", filter=IS_MISSING),
        )
        if counts["begun"]:
            return PrintMoment("playing", current, last, counts["missing"])
        return PrintMoment("seating", seated=current, played=last)
    return PrintMoment("result", played=last) if last else PrintMoment("announcing")
