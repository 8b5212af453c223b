"""Results that come back in a file: judged as if they were typed, and then taken in as typed.

What a file says of a table is tried out with the services of the desk and taken back again, so
that a file is never judged by other rules than a clerk. What is shown of it is read from the rows
that the trial has written; what is taken in has to be exactly that.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import sleep
from typing import Literal, TypeVar

from django.db import transaction

from scoring.core.cached import digest_of
from scoring.core.refusals import Refused, StaleRevision, refuse
from scoring.core.services import changing, trying_out
from scoring.core.spreadsheets.cells import Spot
from scoring.imports.reads.known import UNKNOWN, Figures, ResultRow, stored_figures
from scoring.imports.services.lists import (
    list_of,
    missing,
    rest_of,
    write_games,
    write_totals,
)
from scoring.models import Actor, Entry, ScoreList, Tournament
from scoring.models.log import Action
from scoring.models.score_list import Depth, ListState
from scoring.printed_list.incoming import Incoming
from scoring.rules.bare_totals import tally_totals
from scoring.rules.performance import Scheme
from scoring.rules.score_list import Outline, tally

T = TypeVar("T")
State = Literal["new", "part", "same", "differs", "wrong", "left", "asked"]
MOST_AT_ONCE = 20  # lists that are taken in together: half a second in which nobody can save
PAUSE = 0.01  # seconds after each list of a larger file, in which those who wait can save


@dataclass(frozen=True, slots=True)
class ListResult:
    """What becomes of one list: it is new, a part, there already, other than ours, or wrong.

    Of a part games are `missing`, the last ones or some that nobody could read: what is there is
    taken in, and the list stays open. One that is `left` out or still `asked` about stays as it
    is. `rows` are the results by seat, `opens` whether its table is made. `written` is what was
    written: series, table, the revision, and the last game that stood there before.
    """

    incoming: Incoming
    state: State
    spots: tuple[Spot, ...] = ()
    missing: int = 0
    rows: tuple[ResultRow, ...] = ()
    opens: bool = False
    written: tuple[int, ...] = ()

    @property
    def is_taken(self) -> bool:
        return self.state in ("new", "part")

    @property
    def digest(self) -> str:
        """Changes with everything that is shown of a list that would be taken in."""
        rows = [(row.seat, row.number, row.known, row.figures, row.before) for row in self.rows]
        of = self.incoming
        head = (of.series, of.table, self.state, self.missing, self.opens, of.played, of.reason)
        return digest_of(head, rows)


def judge(tournament: Tournament, lists: Sequence[Incoming], *, by: Actor) -> list[ListResult]:
    """A verdict for every list, with every problem and its cell. Nothing is written.

    The lists of one table are tried out at a time: nobody at the desk has to wait until all of a
    championship are.
    """
    names = names_of(tournament)
    # Lists of one table are tried together: the second says whether it repeats the first.
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place, each in enumerate(lists):
        tables[each.series, each.table].append(place)
    found: dict[int, ListResult] = {}
    for places in unhurried(tables.values()):
        write = partial(_taken_together, tournament, [lists[at] for at in places], names, by=by)
        found |= zip(places, _tried(tournament, by, write), strict=True)
    return [found[place] for place in range(len(lists))]


def _taken_together(
    tournament: Tournament, lists: Sequence[Incoming], names: Mapping[int, str], *, by: Actor
) -> list[ListResult]:
    return [_taken(tournament, each, names, by=by) for each in lists]


def unhurried(lists: Iterable[T]) -> Iterator[T]:
    """One after the other, with a pause in which others can save."""
    for each in lists:
        yield each
        sleep(PAUSE)


def _tried(tournament: Tournament, by: Actor, write: Callable[[], T]) -> T:
    """What would come of it; nothing of it stays."""
    found: list[T] = []
    with trying_out(), _alone(tournament, by):
        found.append(write())
    return found[0]


@contextmanager
def _alone(tournament: Tournament, by: Actor) -> Iterator[None]:
    """One block for lists of a file, in which nobody else writes a list of the tournament."""
    with changing(tournament, by):
        yield


def take_results(
    tournament: Tournament,
    lists: Sequence[Incoming],
    *,
    by: Actor,
    shown: Collection[str] | None = None,
) -> list[ListResult]:
    """Take in every list that is new; all of them or none. Raises Refused if one is wrong.

    Nobody else can save meanwhile. So the lists of a large file, of which every one was tried out,
    are taken in one by one: what changes in these seconds ends it there, and what is left is shown
    again.

    `shown` are the digests of what somebody has looked at: raises Refused if anything else would
    be written, because the tournament moved on. Lists that are there already change nothing; those
    that say something else are left alone. An open list whose last games the file knows goes on
    with them. Each is written by the services of the desk, under the same revisions and in the
    same log.
    """
    names = names_of(tournament)
    if len(lists) <= MOST_AT_ONCE:
        with _alone(tournament, by):
            verdicts = [_taken(tournament, each, names, by=by) for each in lists]
            refuse_unshown(verdicts, shown)
            log_taken(tournament, verdicts, by)
        return verdicts
    refuse_unshown(judge(tournament, lists, by=by), shown)
    verdicts = []
    try:
        for each in unhurried(lists):
            with _alone(tournament, by):
                verdict = _taken(tournament, each, names, by=by)
                refuse_unshown([verdict], shown)
            verdicts.append(verdict)
    finally:
        log_taken(tournament, verdicts, by)
    return verdicts


def log_taken(tournament: Tournament, verdicts: Iterable[ListResult], by: Actor) -> None:
    """One row for the whole file, by which `withdraw_results` takes it back."""
    if lists := [list(each.written) for each in verdicts if each.written]:
        with changing(tournament, by, Action.RESULTS_IMPORTED, about="tournament") as change:
            change.log(new={"lists": lists})


def refuse_unshown(verdicts: Sequence[ListResult], shown: Collection[str] | None) -> None:
    """Raises Refused where a list is wrong, asked about, or not as it was `shown`."""
    if wrong := [spot.problem for each in verdicts for spot in each.spots]:
        raise Refused(wrong)
    if any(each.state == "asked" for each in verdicts):
        raise refuse("import-asks")
    if shown is not None:
        written = {each.digest for each in verdicts if each.is_taken}
        if not written <= set(shown):
            raise refuse("results-changed-meanwhile")


def names_of(tournament: Tournament) -> dict[int, str]:
    entries = Entry.objects.filter(tournament=tournament).select_related("person")
    return {entry.start_number: entry.person.sorted_name for entry in entries}


def _taken(
    tournament: Tournament,
    incoming: Incoming,
    names: Mapping[int, str],
    *,
    by: Actor,
) -> ListResult:
    """Write one list if it brings anything, and say what became of it."""
    read = _read_rows(incoming, names, tournament.performance_scheme)
    if incoming.is_left:
        return ListResult(incoming, "left", rows=read)
    if incoming.spots:
        return ListResult(incoming, "wrong", incoming.spots, rows=read)
    if incoming.waits:
        return ListResult(incoming, "asked", rows=read)
    try:
        with transaction.atomic():
            return _written(tournament, incoming, names, by=by)
    except Refused as refused:
        return ListResult(incoming, "wrong", tuple(map(incoming.spot, refused.problems)), rows=read)
    except StaleRevision:
        return ListResult(incoming, "differs", rows=read)


def _written(
    tournament: Tournament,
    incoming: Incoming,
    names: Mapping[int, str],
    *,
    by: Actor,
) -> ListResult:
    score_list, opens = list_of(tournament, incoming, by=by)
    before = stored_figures(score_list)
    rest = rest_of(score_list, incoming)
    ends = score_list.state == ListState.OPEN and incoming.played is not None
    if rest is None or (score_list.depth != Depth.NONE and not rest and not ends):
        outline, scheme = score_list.outline, tournament.performance_scheme
        rows = _read_rows(incoming, names, scheme, before, outline)
        return ListResult(incoming, "differs" if rest is None else "same", rows=rows)
    due = missing(score_list, incoming)
    games = score_list.games.filter(annulled=False).order_by("-number")
    last = games.values_list("number", flat=True).first() or 0
    if incoming.totals:
        write_totals(score_list, incoming, by=by)
    else:
        write_games(score_list, incoming, rest, due, by=by)
    due += incoming.unread
    rows = _rows(incoming, _players(score_list), names, stored_figures(score_list), before)
    place = score_list.series.number, score_list.table_number, score_list.revision, last
    state: State = "part" if due else "new"
    return ListResult(incoming, state, missing=due, rows=rows, opens=opens, written=place)


def _players(score_list: ScoreList) -> list[int | None]:
    return list(score_list.seat_rows.values_list("entry__start_number", flat=True))


def _read_rows(
    incoming: Incoming,
    names: Mapping[int, str],
    scheme: Scheme,
    before: Mapping[int, Figures] | None = None,
    outline: Outline | None = None,
) -> tuple[ResultRow, ...]:
    """The results as they stand in the file, as far as they could be read."""
    totals = (
        tally_totals(incoming.totals, scheme)
        if len(incoming.totals) in (3, 4)
        else tally(incoming.lines, outline, scheme)
        if outline and incoming.lines
        else ()
    )
    figures: dict[int, Figures] = dict(enumerate(incoming.figures, 1))
    figures |= {
        each.seat: (each.game_points, each.won, each.lost, each.performance) for each in totals
    }
    return _rows(incoming, incoming.starts, names, figures, before or {})


def _rows(
    incoming: Incoming,
    players: Sequence[int | None],
    names: Mapping[int, str],
    figures: Mapping[int, Figures],
    before: Mapping[int, Figures],
) -> tuple[ResultRow, ...]:
    read = incoming.names
    return tuple(
        ResultRow(
            seat,
            number,
            read[seat - 1] if read else "",
            names.get(number or 0, ""),
            figures.get(seat, UNKNOWN),
            before.get(seat, ()),
        )
        for seat, number in enumerate(players, 1)
    )
