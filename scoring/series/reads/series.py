"""The day of a tournament at a glance: who plays, how far every table is, what comes next."""

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from scoring.core.listing import alphabetical
from scoring.models import Draw, Entry, ScoreList, Seat, Series, Tournament
from scoring.models.person import EntryState
from scoring.models.score_list import CLOSED, Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.tournament.services.review import upheld_without_correction

FEWEST_PLAYERS = 3


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its list. `progress` is the list's state, and "begun" once it holds games."""

    score_list: ScoreList
    seats: tuple[Seat, ...]
    games: int

    @property
    def progress(self) -> str:
        begun = self.score_list.depth != Depth.NONE
        return "begun" if self.score_list.state == ListState.OPEN and begun else self.state

    @property
    def state(self) -> str:
        return self.score_list.state


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
    def by_name(self) -> list[tuple[Entry, TableView, int]]:
        """Every seated player with his table and seat, as posted by name."""
        seated = [(s.entry, table, s.position) for table in self.tables for s in table.seats]
        return sorted(seated, key=lambda each: alphabetical(each[0].person.sorted_name))


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the organizer does next: a code, and the series that it is about."""

    code: str
    series: Series | None = None


@dataclass(frozen=True, slots=True)
class Overview:
    tournament: Tournament
    entries: int
    present: int
    series: tuple[SeriesView, ...]
    next_step: NextStep


def overview(tournament: Tournament, *, drafts: bool = True) -> Overview:
    """Everything the first page of a tournament shows: seven queries, however many tables.

    Without `drafts` a seating that is not released yet is not shown: it may still change.
    """
    counted = tournament.entries.aggregate(
        entries=Count("pk"), present=Count("pk", filter=Q(state=EntryState.PRESENT))
    )
    every = with_tables(tournament.series.all())
    series = tuple(series_view(each, drafts=drafts) for each in every)
    step = next_step(tournament, counted["present"], series)
    return Overview(tournament, counted["entries"], counted["present"], series, step)


def with_tables(series: QuerySet[Series]) -> QuerySet[Series]:
    """Series with their tournament, draws, tables and who sits there."""
    seats = Seat.objects.select_related("entry__person")
    lists = ScoreList.objects.annotate(typed=Count("games", filter=Q(games__annulled=False)))
    lists = lists.select_related("entered_by", "confirmed_by").prefetch_related(
        Prefetch("seat_rows", queryset=seats)
    )
    return series.select_related("tournament").prefetch_related(
        Prefetch("lists", queryset=lists), "draws"
    )


def series_view(series: Series, *, drafts: bool = True) -> SeriesView:
    """A series that `with_tables` fetched."""
    if series.state == SeriesState.DRAFT and not drafts:
        return SeriesView(series, (), ())
    tables = tuple(
        TableView(each, tuple(each.seat_rows.all()), each.typed)  # type: ignore[attr-defined]
        for each in series.lists.all()
    )
    return SeriesView(series, tables, tuple(series.draws.all()))


def one_series(series: Series, *, drafts: bool = True) -> SeriesView:
    """The page of one series."""
    return series_view(with_tables(Series.objects.filter(pk=series.pk)).get(), drafts=drafts)


def current_series(tournament: Tournament) -> Series | None:
    """The series that the day is at: the first that is not closed, else the last."""
    every = list(tournament.series.all())
    unfinished = (each for each in every if each.state != SeriesState.CLOSED)
    return next(unfinished, every[-1] if every else None)


def next_step(tournament: Tournament, present: int, series: tuple[SeriesView, ...]) -> NextStep:
    """The one thing to do now, so that nobody has to know the program to run a tournament."""
    if tournament.state == TournamentState.FINAL:
        return NextStep("look-at-standings")
    if tournament.state == TournamentState.REVIEW:
        return NextStep(step_of_review(tournament))
    if present < FEWEST_PLAYERS and not any(each.tables for each in series):
        return NextStep("enter-players")
    if not series:
        return NextStep("add-series")
    seated = any(each.series.state != SeriesState.DRAFT for each in series)
    if tournament.state == TournamentState.PREPARE and seated:
        return NextStep("begin")
    at = next((each for each in series if each.series.state != SeriesState.CLOSED), None)
    if at is None:
        return NextStep("review")
    return NextStep(step_of_series(at), at.series)


def step_of_review(tournament: Tournament) -> str:
    if tournament.review_until and timezone.now() < tournament.review_until:
        return "hear-objections"
    return "correct-upheld" if upheld_without_correction(tournament) else "make-final"


def step_of_series(at: SeriesView) -> str:
    if at.all_done and at.series.state == SeriesState.PLAYING:
        return "close-series"
    if at.series.state == SeriesState.DRAFT:
        return "release-seating" if at.tables else "draw"
    return "enter-lists"
