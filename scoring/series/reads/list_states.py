"""Impossible states of a list, and confirmations by its own authors.

`verify` asks for them on the command line, the overview on every visit.
"""

from collections import defaultdict
from collections.abc import (
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
)
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Max

from scoring.models import LogEntry, ScoreList, Series, Tournament
from scoring.models.log import WRITING, Action
from scoring.models.score_list import CLOSED, Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import Counts, TournamentState
from scoring.rules.problem import Problem

Who = TypeVar("Who", bound=Hashable)
CONFIRMED = (ListState.CONFIRMED, ListState.FINAL)
# What tells who entered a list since it was last empty.
ACTS = (
    *(act for act in WRITING if act != Action.LIST_RECHECK_CORRECTED),
    Action.LIST_CLEARED,
    Action.LIST_RESTORED,
)


def state_problems(
    tournament: Tournament, series: Series, row: ScoreList, *, has_games: bool
) -> Iterator[Problem]:
    """What a list, its series and its tournament cannot be together (docs/data-model.md)."""
    yield from result_problems(tournament, series, row)
    if row.state in CLOSED and row.depth == Depth.NONE and row.outline.games_due:
        yield Problem("verify-closed-but-empty", "state", {"state": row.state})
    if series.state == SeriesState.DRAFT and row.depth != Depth.NONE:
        yield Problem("verify-entered-in-draft", "state")
    if has_games and row.depth != Depth.GAMES:
        yield Problem("verify-games-without-depth", "depth", {"depth": row.depth})
    yield from confirmation_problems(row)


def result_problems(tournament: Tournament, series: Series, row: ScoreList) -> Iterator[Problem]:
    """Final is a confirmed list of a final result, and a final result has no list left to do.

    Where the standings count every entered list, one that nobody confirmed stays "entered" in
    the final result: it counts, and the word does not claim a second pair of eyes.
    """
    if tournament.state != TournamentState.FINAL:
        if row.state == ListState.FINAL:
            yield Problem("final-before-the-result")
    elif row.state == ListState.CONFIRMED:
        yield Problem("confirmed-after-final")
    elif row.state == ListState.OPEN and series.state != SeriesState.DRAFT:
        yield Problem("open-after-final")
    elif row.state == ListState.ENTERED and tournament.what_counts == Counts.CONFIRMED:
        yield Problem("unconfirmed-after-final")


def confirmation_problems(row: ScoreList) -> Iterator[Problem]:
    """A confirmation is a fact about the present revision, made by another person."""
    if row.state in CONFIRMED and (
        row.confirmed_revision != row.revision or row.confirmed_at is None
    ):
        params = {"stored": row.confirmed_revision, "computed": row.revision}
        yield Problem("verify-confirmed-revision", "confirmed_revision", params)
    if is_confirmed_by(row, {row.entered_by_id} - {None}):
        yield Problem("verify-confirmed-by-typist", "confirmed_by")
    if row.state == ListState.OPEN and (row.confirmed_by_id or row.confirmed_at):
        yield Problem("verify-open-but-confirmed", "state")


def is_confirmed_by(row: ScoreList, people: Collection[int | None]) -> bool:
    """Whether one of these people confirmed the list without its being marked."""
    return row.confirmed_by_id in people and not row.self_confirmed


def writer_problems(row: ScoreList, writers: Mapping[str, Collection[int]]) -> Iterator[Problem]:
    """Everybody who entered something is barred from confirming, not only the last one."""
    if is_confirmed_by(row, writers.get(row.subject, ())) and not is_confirmed_by(
        row, {row.entered_by_id}
    ):
        yield Problem("verify-confirmed-by-typist", "confirmed_by")


def writers_of(tournament: Tournament) -> dict[str, set[int]]:
    """Who entered each list since it was last empty, by its name in the log; one query.

    Without what a blind second entry put right: it led to the confirmation itself.
    """
    log = LogEntry.objects.filter(tournament=tournament, action__in=ACTS).order_by()
    return writers_in(log.values_list("subject", "action", "user").annotate(last=Max("id")))


def writers_in(rows: Iterable[tuple[str, str, Who | None, int]]) -> dict[str, set[Who]]:
    """Who wrote what was not emptied since, from rows of subject, act, writer and place in time.

    Acts of other kinds are left out by the caller.
    """
    emptied: dict[str, int] = defaultdict(int)
    restored: dict[str, int] = defaultdict(int)
    written: dict[str, list[tuple[Who, int]]] = defaultdict(list)
    for subject, action, user, last in rows:
        if action == Action.LIST_CLEARED:
            emptied[subject] = max(last, emptied[subject])
        elif action == Action.LIST_RESTORED:
            restored[subject] = max(last, restored[subject])
        elif user is not None:
            written[subject].append((user, last))
    return {
        subject: {
            user
            for user, last in acts_of
            if last > emptied[subject] or restored[subject] > emptied[subject]
        }
        for subject, acts_of in written.items()
    }


@dataclass(frozen=True, slots=True)
class Finding:
    """Something stored that cannot be right, and where; `problem.number` is the game's."""

    tournament: str
    problem: Problem
    series: int | None = None
    table: int | None = None
