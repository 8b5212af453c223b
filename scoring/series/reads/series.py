"""The day of a tournament at a glance: who plays, how far every table is, what comes next."""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.listing import alphabetical
from scoring.models import Draw, Entry, LogEntry, NoListReason, ScoreList, Seat, Series, Tournament
from scoring.models.log import Action
from scoring.models.score_list import CLOSED, COUNTED_STATES, SET_ASIDE, TALLY, Depth, ListState
from scoring.models.tournament import SeriesState, TournamentState
from scoring.rules.problem import Problem
from scoring.rules.ranking import performance
from scoring.series.reads.list_states import Finding, state_problems
from scoring.series.states import SERIES_TRANSITIONS

# What is to be printed at this moment of the day.


@dataclass(frozen=True, slots=True)
class PrintMoment:
    """The hour of the day as far as paper is concerned.

    `code` is "announcing" before any seating is out, "seating" until the first line of a series is
    typed, "playing" after it, "result" when all series are closed, "award" under review and when
    final. `seated` is the series whose seating is out, `played` the last one that is closed,
    `missing` how many lists do not count yet while one is played.
    """

    code: str
    seated: Series | None = None
    played: Series | None = None
    missing: int = 0

    @property
    def has_papers(self) -> bool:
        return self.code != "playing" or self.missing > 0

    @property
    def title(self) -> str:
        """What one button prints, in the active language."""
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
    """What the papers of this hour are about: two queries at most."""
    every = list(tournament.series.all())
    played = [series for series in every if series.state == SeriesState.CLOSED]
    last = played[-1] if played else None
    over = tournament.state in (TournamentState.REVIEW, TournamentState.FINAL)
    if last and (over or tournament.broken_off):
        return PrintMoment("award", played=last)
    at = next((series for series in every if series.state != SeriesState.CLOSED), None)
    if at is not None and at.state != SeriesState.DRAFT:
        found = ScoreList.objects.filter(series__tournament=tournament).aggregate(
            begun=Count("pk", filter=Q(series=at) & ~Q(depth=Depth.NONE)),
            missing=Count("pk", filter=is_missing(tournament)),
        )
        if found["begun"]:
            return PrintMoment("playing", at, last, found["missing"])
        return PrintMoment("seating", seated=at, played=last)
    return PrintMoment("result", played=last) if last else PrintMoment("announcing")


def is_missing(tournament: Tournament) -> Q:
    """The lists of series that are or were played which do not count yet."""
    played = Q(series__state__in=(SeriesState.PLAYING, SeriesState.CLOSED))
    return played & ~Q(state__in=(*COUNTED_STATES[tournament.what_counts], *SET_ASIDE))


# Seats of players who withdrew, in series that are still to be played.


def seats_left_by(entry: Entry) -> list[Problem]:
    """The seats that this player leaves behind in series that are out and not played yet."""
    out = ScoreList.objects.filter(
        seat_rows__entry=entry,
        state=ListState.OPEN,
        depth=Depth.NONE,
        series__state__in=(SeriesState.RELEASED, SeriesState.PLAYING),
    ).select_related("series")
    return [
        seat_of_nobody(score_list.series, score_list, entry)
        for score_list in out.order_by("series__number")
        if not entry.plays(score_list.series.number)
    ]


def seats_by_table(series: Series) -> dict[int, list[Seat]]:
    """The seats of a series with their players and lists, by the number of their table."""
    seats = Seat.objects.filter(series=series).select_related("entry__person", "list")
    found: dict[int, list[Seat]] = {}
    for seat in seats.order_by("list__table_number", "position"):
        found.setdefault(seat.list.table_number, []).append(seat)
    return found


def seat_of_nobody(series: Series, score_list: ScoreList, entry: Entry) -> Problem:
    params = {
        "series": series.number,
        "table": score_list.table_number,
        "number": entry.start_number,
    }
    return Problem("seat-of-nobody", params=params)


# Which states a series can be moved to now.


def possible_steps(series: Series) -> tuple[str, ...]:
    """The states that a series may be taken to now; its pages offer these and no other."""
    return SERIES_TRANSITIONS[series.state] if series.tournament.under_way else ()


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


# States that no service can bring about, looked for on every overview page.
#
# A subset of `verify` that works on rows which the page has read anyway: no query of its own. Who
# sees one of them has a damaged file, or a hand in the database.


def impossible_states(tournament: Tournament, views: Iterable[SeriesView]) -> list[Finding]:
    """Every finding in the series shown, in the order of series and table."""
    findings = []
    for view in views:
        number = view.series.number
        findings += [
            Finding(tournament.title, problem, number)
            for problem in series_problems(tournament, view.series)
        ]
        for table in view.tables:
            findings += [
                Finding(tournament.title, problem, number, table.score_list.table_number)
                for problem in table_problems(tournament, view.series, table)
            ]
    return findings


def series_problems(tournament: Tournament, series: Series) -> Iterator[Problem]:
    going = (SeriesState.RELEASED, SeriesState.PLAYING)
    if tournament.state == TournamentState.FINAL and series.state in going:
        yield Problem("played-after-final")


def table_problems(tournament: Tournament, series: Series, table: TableView) -> Iterator[Problem]:
    """What one list, its seats and its series cannot be together."""
    row = table.score_list
    yield from state_problems(tournament, series, row, has_games=bool(table.games))
    yield from seat_problems(tournament, table)


def seat_problems(tournament: Tournament, table: TableView) -> Iterator[Problem]:
    """Whether everybody who should sit there does, and has a tally that can be."""
    row = table.score_list
    positions = row.outline.positions
    if sorted(seat.position for seat in table.seats) != list(positions):
        params = {"stored": len(table.seats), "computed": len(positions)}
        yield Problem("verify-seats", "seats", params)
        return
    for seat in table.seats:
        if seat.series_id != row.series_id:
            yield Problem("verify-seat-series", "series", {"seat": seat.position})
        if seat.entry.tournament_id != tournament.pk:
            yield Problem("verify-seat-player", "entry", {"seat": seat.position})
    if all(seat.performance is not None for seat in table.seats):
        # Where players left or joined the sums do not tell how a lost game counted.
        if not row.sittings:
            yield from tally_problems(tournament, table.seats)
    elif row.state in CLOSED:
        yield Problem("counted-without-tally")


def tally_problems(tournament: Tournament, seats: tuple[Seat, ...]) -> Iterator[Problem]:
    """The tally within itself: the games lost by the others, and the performance (docs/law.md "A
    score list", 3).
    """
    lost = sum(seat.lost or 0 for seat in seats)
    for seat in seats:
        points, won, own, others, stored = (getattr(seat, figure) for figure in TALLY)
        computed = performance(
            tournament.performance_scheme, points, won, own, lost - own, len(seats)
        )
        pairs = (("others_lost", others, lost - own), ("performance", stored, computed))
        for figure, found, wanted in pairs:
            if found != wanted:
                params = {
                    "seat": seat.position,
                    "figure": figure,
                    "stored": found,
                    "computed": wanted,
                }
                yield Problem("verify-tally", figure, params, "TO 8.12")


# The tables of a series as the desk works them off, and its clock.


def worklist(view: SeriesView) -> list[TableView]:
    """The tables, missing lists first, those that are missing longest before the others.

    A drawn table sits since the series began, one from a bag of cards since its list was opened.
    """
    opened = opened_at(view.series)
    start = view.series.started_at or timezone.now()

    def order(table: TableView) -> tuple[int, datetime, int]:
        number = table.score_list.table_number
        return URGENCY.index(table.progress), opened.get(number, start), number

    return sorted(view.tables, key=order)


def opened_at(series: Series) -> dict[int, datetime]:
    """When the lists of tables without a draw were opened, by table: one query."""
    about = f"list/{series.number}/"
    rows = LogEntry.objects.filter(
        tournament=series.tournament_id,
        action=Action.LIST_OPENED,
        subject__regex=rf"^{about}[0-9]{{1,9}}$",
    )
    return {
        int(subject.removeprefix(about)): at
        for subject, at in rows.order_by("id").values_list("subject", "at")
    }


@dataclass(frozen=True, slots=True)
class Clock:
    """Since when a series is played, and until when its lists may go on, if there is a limit."""

    started_at: datetime
    ends_at: datetime | None


def clock_of(series: Series) -> Clock | None:
    """The clock of a series that is being played; None before and after."""
    if series.state != SeriesState.PLAYING or series.started_at is None:
        return None
    return Clock(series.started_at, series.ends_at)


# Players who are present and have no list of a series, and the reasons given for that.


@dataclass(frozen=True, slots=True)
class WithoutList:
    """A player who plays the series and sits at none of its tables; `reason` is "" until given."""

    entry: Entry
    reason: str


def without_list(series: Series, players: Iterable[Entry] | None = None) -> list[WithoutList]:
    """Everybody without a list, by start number; of these `players`, if they are known."""
    seated = set(Seat.objects.filter(series=series).values_list("entry", flat=True))
    given = dict(NoListReason.objects.filter(series=series).values_list("entry", "reason"))
    if players is None:
        entries = series.tournament.entries.select_related("person")
        players = (entry for entry in entries if entry.plays(series.number))
    return [
        WithoutList(entry, given.get(entry.pk, "")) for entry in players if entry.pk not in seated
    ]


def unexplained(series: Series) -> list[WithoutList]:
    """Those for whom no reason was given: the series waits for them."""
    return [each for each in without_list(series) if not each.reason]
