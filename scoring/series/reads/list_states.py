"""Impossible states: no service brings them about, so the database was damaged or edited."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.models import ScoreList, Seat, Series, Tournament
from scoring.models.score_list import CLOSED, TALLY, Depth, ListState, bare_total, tally_figures
from scoring.models.tournament import Counts, SeriesState, TournamentState
from scoring.rules.bare_totals import tally_totals
from scoring.rules.problem import Problem
from scoring.rules.score_list import SeatTotal
from scoring.series.reads.series import SeriesView

CONFIRMED = (ListState.CONFIRMED, ListState.FINAL)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something stored that cannot be right, and where."""

    tournament: str
    problem: Problem
    series: int | None = None
    table: int | None = None


def tally_problems(seat: Any, computed: SeatTotal) -> Iterator[Problem]:
    """The figures of a seat, or of its part of a document, that differ from `computed`."""
    for figure, expected in zip(TALLY, tally_figures(computed), strict=True):
        if (stored := getattr(seat, figure)) != expected:
            params = {"seat": seat.position, "figure": figure}
            params |= {"stored": stored, "computed": expected}
            yield Problem("verify-tally", figure, params, "TO 8.12")


def missing_seats(row: ScoreList, seats: Sequence[Any]) -> Problem | None:
    """The problem of a list if its seats are not those of its outline."""
    positions = row.outline.positions
    if sorted(seat.position for seat in seats) == list(positions):
        return None
    return Problem("verify-seats", "seats", {"stored": len(seats), "computed": len(positions)})


def state_problems(
    tournament: Tournament, series: Series, score_list: ScoreList, *, has_games: bool
) -> Iterator[Problem]:
    """States of a list, series and tournament that exclude each other."""
    yield from result_problems(tournament, series, score_list)
    if (
        score_list.state in CLOSED
        and score_list.depth == Depth.NONE
        and score_list.outline.games_due
    ):
        yield Problem("verify-closed-but-empty", "state", {"state": score_list.state})
    if series.state == SeriesState.DRAFT and score_list.depth != Depth.NONE:
        yield Problem("verify-entered-in-draft", "state")
    if has_games and score_list.depth != Depth.GAMES:
        yield Problem("verify-games-without-depth", "depth", {"depth": score_list.depth})
    yield from confirmation_problems(score_list)


def result_problems(
    tournament: Tournament, series: Series, score_list: ScoreList
) -> Iterator[Problem]:
    """A state of the list that the state of the tournament excludes."""
    if tournament.state != TournamentState.FINAL:
        if score_list.state == ListState.FINAL:
            yield Problem("final-before-the-result")
    elif score_list.state == ListState.CONFIRMED:
        yield Problem("confirmed-after-final")
    elif score_list.state == ListState.OPEN and series.state != SeriesState.DRAFT:
        yield Problem("open-after-final")
    elif score_list.state == ListState.ENTERED and tournament.what_counts == Counts.CONFIRMED:
        yield Problem("unconfirmed-after-final")


def confirmation_problems(score_list: ScoreList) -> Iterator[Problem]:
    """A confirmation of an earlier revision, by whoever entered the list, or of an open list."""
    if score_list.state in CONFIRMED and (
        score_list.confirmed_revision != score_list.revision or score_list.confirmed_at is None
    ):
        params = {"stored": score_list.confirmed_revision, "computed": score_list.revision}
        yield Problem("verify-confirmed-revision", "confirmed_revision", params)
    if hides_self_confirmation(score_list, [score_list.entered_by_id]):
        yield Problem("verify-confirmed-by-typist", "confirmed_by")
    if score_list.state == ListState.OPEN and (
        score_list.confirmed_by_id or score_list.confirmed_at
    ):
        yield Problem("verify-open-but-confirmed", "state")


def hides_self_confirmation(score_list: ScoreList, writers: Collection[int | None]) -> bool:
    """Whether one of its writers confirmed a list that is not marked as `self_confirmed`."""
    confirmed_by = score_list.confirmed_by_id
    return confirmed_by is not None and confirmed_by in writers and not score_list.self_confirmed


def writer_problems(
    score_list: ScoreList, writers: Mapping[str, Collection[Any]]
) -> Iterator[Problem]:
    """A confirmation by an earlier writer; `confirmation_problems` asks about the last one."""
    earlier = set(writers.get(score_list.subject, ())) - {score_list.entered_by_id}
    if hides_self_confirmation(score_list, earlier):
        yield Problem("verify-confirmed-by-typist", "confirmed_by")


# What a page finds in the rows that it has read anyway.


def impossible_states(tournament: Tournament, views: Iterable[SeriesView]) -> list[Finding]:
    findings = []
    for view in views:
        series, in_play = view.series, (SeriesState.RELEASED, SeriesState.PLAYING)
        if tournament.state == TournamentState.FINAL and series.state in in_play:
            problem = Problem("played-after-final")
            findings.append(Finding(tournament.title, problem, series.number))
        for row in view.tables:
            has_games = bool(row.typed)  # type: ignore[attr-defined]
            problems = [
                *state_problems(tournament, series, row, has_games=has_games),
                *seat_problems(tournament, row),
            ]
            place = series.number, row.table_number
            findings += [Finding(tournament.title, problem, *place) for problem in problems]
    return findings


def seat_problems(tournament: Tournament, row: ScoreList) -> Iterator[Problem]:
    """Seats that are missing, and tallies that cannot be right."""
    seats = list(row.seat_rows.all())
    if problem := missing_seats(row, seats):
        yield problem
        return
    if all(seat.performance is not None for seat in seats):
        # If players left or joined, the sums do not show how a lost game counted.
        if not row.sittings:
            yield from sum_problems(tournament, seats)
    elif row.state in CLOSED:
        yield Problem("counted-without-tally")


def sum_problems(tournament: Tournament, seats: Sequence[Seat]) -> Iterator[Problem]:
    """Tallies that contradict each other (docs/law.md "A score list", 3)."""
    figures = list(map(bare_total, seats))
    for seat, computed in zip(seats, tally_totals(figures, tournament.scheme), strict=True):
        yield from tally_problems(seat, computed)
