"""Impossible states of a list, for `verify` and for the overview."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.models import ScoreList, Series, Tournament
from scoring.models.score_list import CLOSED, TALLY, Depth, ListState, tally_figures
from scoring.models.tournament import Counts, SeriesState, TournamentState
from scoring.rules.problem import Problem
from scoring.rules.score_list import SeatTotal

CONFIRMED = (ListState.CONFIRMED, ListState.FINAL)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something stored that cannot be right, and where."""

    tournament: str
    problem: Problem
    series: int | None = None
    table: int | None = None


def tally_problems(seat: Any, computed: SeatTotal) -> Iterator[Problem]:
    """The figures of a seat, or of its part of a document, that do not follow from its list
    (`TO 8.12`).
    """
    for figure, expected in zip(TALLY, tally_figures(computed), strict=True):
        if (stored := getattr(seat, figure)) != expected:
            params = {
                "seat": seat.position,
                "figure": figure,
                "stored": stored,
                "computed": expected,
            }
            yield Problem("verify-tally", figure, params, "TO 8.12")


def state_problems(
    tournament: Tournament, series: Series, score_list: ScoreList, *, has_games: bool
) -> Iterator[Problem]:
    """States of a list, series and tournament that exclude each other (docs/data-model.md)."""
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
    """Only a final result has final lists, and it has no open ones.

    If the standings count every entered list, one that nobody confirmed stays "entered" in the
    final result: it counts, and the word does not claim a second pair of eyes.
    """
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
    """A confirmation must be of the present revision, and by another person."""
    if score_list.state in CONFIRMED and (
        score_list.confirmed_revision != score_list.revision or score_list.confirmed_at is None
    ):
        params = {"stored": score_list.confirmed_revision, "computed": score_list.revision}
        yield Problem("verify-confirmed-revision", "confirmed_revision", params)
    if is_confirmed_by(score_list, {score_list.entered_by_id} - {None}):
        yield Problem("verify-confirmed-by-typist", "confirmed_by")
    if score_list.state == ListState.OPEN and (
        score_list.confirmed_by_id or score_list.confirmed_at
    ):
        yield Problem("verify-open-but-confirmed", "state")


def is_confirmed_by(score_list: ScoreList, people: Collection[int | None]) -> bool:
    """Whether one of these people confirmed the list without it being marked as such."""
    return score_list.confirmed_by_id in people and not score_list.self_confirmed


def writer_problems(
    score_list: ScoreList, writers: Mapping[str, Collection[Any]]
) -> Iterator[Problem]:
    """Nobody who entered something may confirm, not only the last writer."""
    if is_confirmed_by(score_list, writers.get(score_list.subject, ())) and not is_confirmed_by(
        score_list, {score_list.entered_by_id}
    ):
        yield Problem("verify-confirmed-by-typist", "confirmed_by")
