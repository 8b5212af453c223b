"""Impossible states of a list, for `verify` and for the overview; and who entered it."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Max

from scoring.models import LogEntry, ScoreList, Series, Tournament
from scoring.models.log import WRITING, Action
from scoring.models.score_list import CLOSED, TALLY, Depth, ListState, tally_figures
from scoring.models.tournament import Counts, SeriesState, TournamentState
from scoring.rules.problem import Problem
from scoring.rules.score_list import SeatTotal

Writer = TypeVar("Writer", bound=Hashable)
CONFIRMED = (ListState.CONFIRMED, ListState.FINAL)
# The acts that show who entered a list since it was last empty.
ENTRY_ACTS = (
    *(act for act in WRITING if act != Action.LIST_RECHECK_CORRECTED),
    Action.LIST_CLEARED,
    Action.LIST_RESTORED,
)


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


def writers_of(tournament: Tournament) -> dict[str, set[int]]:
    """Who entered each list since it was last empty, by its log name; without second entries."""
    log = LogEntry.objects.filter(tournament=tournament, action__in=ENTRY_ACTS).order_by()
    return writers_in(log.values_list("subject", "action", "user").annotate(last=Max("id")))


def writers_in(rows: Iterable[tuple[str, str, Writer | None, int]]) -> dict[str, set[Writer]]:
    """Who wrote each list since it was last empty, from rows of subject, act, user, id."""
    last_cleared: dict[str, int] = defaultdict(int)
    last_restored: dict[str, int] = defaultdict(int)
    acts_by_list: dict[str, list[tuple[Writer, int]]] = defaultdict(list)
    for subject, action, user, last in rows:
        if action == Action.LIST_CLEARED:
            last_cleared[subject] = max(last, last_cleared[subject])
        elif action == Action.LIST_RESTORED:
            last_restored[subject] = max(last, last_restored[subject])
        elif user is not None:
            acts_by_list[subject].append((user, last))
    return {
        subject: {
            user
            for user, last in acts
            if last > last_cleared[subject] or last_restored[subject] > last_cleared[subject]
        }
        for subject, acts in acts_by_list.items()
    }
