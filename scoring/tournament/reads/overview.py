"""The day of a tournament at a glance, and the one thing to do next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from scoring.models import Series, Tournament
from scoring.models.person import EntryState
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.referee.reads import upheld_without_correction
from scoring.series.reads.series import FEWEST_PLAYERS, SeriesView, series_view, with_tables


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

    @property
    def current_first(self) -> list[SeriesView]:
        """The series that is played or comes next first; those that are closed behind the rest."""
        return sorted(self.series, key=lambda view: view.series.state == SeriesState.CLOSED)


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


def next_step(tournament: Tournament, present: int, series: tuple[SeriesView, ...]) -> NextStep:
    """The next step of the tournament, for users who do not know the program."""
    if tournament.state == TournamentState.FINAL:
        return NextStep("look-at-standings")
    if tournament.state == TournamentState.REVIEW:
        return step_of_review(tournament, series)
    if tournament.broken_off:
        played = any(each.series.state == SeriesState.CLOSED for each in series)
        review = played and tournament.state == TournamentState.RUNNING
        return NextStep("review" if review else "broken-off")
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


def step_of_review(tournament: Tournament, series: Sequence[SeriesView]) -> NextStep:
    """What stands before the final result: objections, a correction, signatures (TO 9.11)."""
    if tournament.review_until and timezone.now() < tournament.review_until:
        return NextStep("hear-objections")
    if upheld_without_correction(tournament):
        return NextStep("correct-upheld")
    unsigned = next((each.series for each in series if each.has_unsigned), None)
    return NextStep("collect-signatures", unsigned) if unsigned else NextStep("make-final")


def step_of_series(at: SeriesView) -> str:
    if at.all_done and at.series.state == SeriesState.PLAYING:
        return "close-series"
    if at.series.state == SeriesState.DRAFT:
        return "release-seating" if at.tables else "draw"
    return "enter-lists"
