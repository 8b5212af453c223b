"""Impossible states of a list, and confirmations by its own authors.

`verify` asks for them on the command line, the overview on every visit.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Max

from scoring.core.text import begins_a_part, folded, plain_text
from scoring.models import Entry, LogEntry, ScoreList, Seat, Series, Tournament
from scoring.models.log import WRITING, Action
from scoring.models.score_list import CLOSED, Depth, ListState
from scoring.models.tournament import Counts, SeriesState, TournamentState, current_series
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


# One search for a table, a start number or a name, from any page of a tournament.

MOST_FOUND = 40
LARGEST_TYPED = 9  # digits; no table and no start number has as many


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player who fits what was typed, with his list in the series, if he has one."""

    entry: Entry
    score_list: ScoreList | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What fits: a table before anybody's start number, or players by number or name.

    `number` is what was typed, where it was a number. `more` says that not all are shown.
    """

    score_list: ScoreList | None
    players: tuple[FoundPlayer, ...]
    number: int | None
    more: bool = False

    @property
    def only(self) -> Entry | None:
        """The player, if there is exactly one."""
        return self.players[0].entry if len(self.players) == 1 else None


def searched_series(tournament: Tournament, wanted: str, *, drafts: bool) -> Series | None:
    """The series of the page, else the current one; the last before it while that has no tables.

    Without `drafts` a seating that is not released is not searched.
    """
    every = [s for s in tournament.series.all() if drafts or s.state != SeriesState.DRAFT]
    for series in every:
        if str(series.pk) == wanted:
            return series
    current = current_series(tournament)
    seated = [s for s in every if s.state != SeriesState.DRAFT or s == current]
    seated = [s for s in seated if current is None or s.number <= current.number]
    with_tables = [s for s in seated if s.lists.exists()]
    return next(reversed(with_tables or every), None)


def find(tournament: Tournament, series: Series | None, typed: str) -> SearchResult:
    """What "12", "#17" or "mei" means: table 12, start number 17, everybody called Mei…

    A number is a table of the series if it has such a table, else a start number; behind "#" it is
    a start number in any case.
    """
    text = plain_text(typed).strip()
    digits = text.removeprefix("#").strip()
    if digits.isascii() and digits.isdecimal():
        number = int(digits[:LARGEST_TYPED])
        score_list = None if text.startswith("#") else list_of_table(series, number)
        if score_list is not None:
            return SearchResult(score_list, (), number)
        entries = list(tournament.entries.filter(start_number=number).select_related("person"))
        return SearchResult(None, with_lists(entries, series), number)
    words = folded(text).replace(",", " ").split()
    every = tournament.entries.select_related("person").order_by("person__family", "start_number")
    entries = [entry for entry in every if words and fits(entry, words)]
    return SearchResult(
        None, with_lists(entries[:MOST_FOUND], series), None, len(entries) > MOST_FOUND
    )


def fits(entry: Entry, words: list[str]) -> bool:
    """Whether each word begins a part of the name."""
    name = folded(str(entry.person))
    return all(begins_a_part(word, name) for word in words)


def list_of_table(series: Series | None, number: int) -> ScoreList | None:
    if series is None:
        return None
    return series.lists.filter(table_number=number).select_related("series").first()


def with_lists(entries: list[Entry], series: Series | None) -> tuple[FoundPlayer, ...]:
    """The players with their lists in the series: one query."""
    seats = Seat.objects.filter(series=series, entry__in=entries).select_related("list")
    lists = {seat.entry_id: seat.list for seat in seats}
    return tuple(FoundPlayer(entry, lists.get(entry.pk)) for entry in entries)
