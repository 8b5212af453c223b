"""Results that come back in a file, checked and imported by the services of the desk.

For the preview the lists are written and rolled back; what is imported must be what it showed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import sleep
from typing import Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.cached import digest_of
from scoring.core.forms import Refused, refuse, refuse_all
from scoring.core.services import changing, roll_back_at_end, write_block
from scoring.core.spreadsheets import Spot
from scoring.lists.printed.incoming import Incoming
from scoring.lists.printed.reads.papers import live_rows
from scoring.lists.services.games import examine, record_game, record_games
from scoring.lists.services.lists import (
    clear_list,
    close_list,
    enter_totals,
    record_foot,
    reopen_list,
)
from scoring.lists.services.moves import empty_game
from scoring.models import Actor, LogEntry, RememberedColumns, ScoreList, Series, Tournament
from scoring.models.log import Action
from scoring.models.score_list import SET_ASIDE, Depth, ListState
from scoring.people.imports.reads import (
    UNKNOWN,
    Figures,
    ResultRow,
    names_by_number,
    stored_figures,
)
from scoring.rules.bare_totals import BareTotal, count_passed_in, tally_totals
from scoring.rules.problem import Problem, errors
from scoring.rules.score_list import Line, Outline, check_list, tally
from scoring.series.services.series import open_list
from scoring.series.states import has_unreleased_seating

State = Literal["new", "part", "same", "differs", "wrong", "left", "asked"]
MAX_AT_ONCE = 20  # lists that are imported together: half a second in which nobody else can save
PAUSE = 0.01  # seconds between lists, in which others can save


@dataclass(frozen=True, slots=True)
class ListResult:
    """What becomes of one list.

    new      is imported
    part     is imported and stays open: games are `missing` or could not be read
    same     is there already
    differs  says something else than ours, which stays
    wrong    cannot be imported, see `spots`
    left     is left out
    asked    waits for an answer

    `rows` are the results by seat, `opens` whether its table is made. `written` are series, table,
    revision, and the last game that stood there before.
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
        """Changes with everything that the preview shows of the list."""
        rows = [(row.seat, row.number, row.known, row.figures, row.before) for row in self.rows]
        of = self.incoming
        head = (of.series, of.table, self.state, self.missing, self.opens, of.played, of.reason)
        return digest_of(head, rows)


def judge(tournament: Tournament, lists: Sequence[Incoming], *, by: Actor) -> list[ListResult]:
    """Try every list and roll it back; two of one table are tried together."""
    names = names_by_number(tournament)
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for at, incoming in enumerate(lists):
        tables[incoming.series, incoming.table].append(at)
    verdicts: dict[int, ListResult] = {}
    for places in tables.values():
        with roll_back_at_end(), changing(tournament, by):
            for at in places:
                verdicts[at] = take_list(tournament, lists[at], names, by=by)
        sleep(PAUSE)
    return [verdicts[at] for at in range(len(lists))]


def take_results(
    tournament: Tournament,
    lists: Sequence[Incoming],
    *,
    by: Actor,
    seen: Collection[str] | None = None,
) -> list[ListResult]:
    """Import every new list. Raises Refused if one is wrong or not as it was `seen` (digests).

    All or none. As nobody else can save meanwhile, the lists of a large file are first tried and
    then imported one by one; it ends at a list that somebody has changed in these seconds.
    """
    names, verdicts = names_by_number(tournament), list[ListResult]()
    if len(lists) <= MAX_AT_ONCE:
        with changing(tournament, by):
            verdicts = [take_list(tournament, incoming, names, by=by) for incoming in lists]
            refuse_unshown(verdicts, seen)
            log_taken(tournament, verdicts, by)
        return verdicts
    refuse_unshown(judge(tournament, lists, by=by), seen)
    try:
        for incoming in lists:
            with changing(tournament, by):
                verdict = take_list(tournament, incoming, names, by=by)
                refuse_unshown([verdict], seen)
            verdicts.append(verdict)
            sleep(PAUSE)
    finally:
        log_taken(tournament, verdicts, by)
    return verdicts


def log_taken(tournament: Tournament, verdicts: Iterable[ListResult], by: Actor) -> None:
    if lists := [list(verdict.written) for verdict in verdicts if verdict.written]:
        with changing(tournament, by, Action.RESULTS_IMPORTED, about="tournament") as change:
            change.log(new={"lists": lists})


def refuse_unshown(verdicts: Sequence[ListResult], seen: Collection[str] | None) -> None:
    refuse_all([spot.problem for verdict in verdicts for spot in verdict.spots])
    digests = {verdict.digest for verdict in verdicts if verdict.is_taken}
    if seen is not None and not digests <= set(seen):
        raise refuse("results-changed-meanwhile")


def take_list(
    tournament: Tournament, incoming: Incoming, names: Mapping[int, str], *, by: Actor
) -> ListResult:
    rows = preview_rows(incoming, incoming.starts, names, figures_in_file(incoming, tournament))
    if incoming.is_left_out:
        return ListResult(incoming, "left", rows=rows)
    if incoming.spots:
        return ListResult(incoming, "wrong", incoming.spots, rows=rows)
    if incoming.waits:
        return ListResult(incoming, "asked", rows=rows)
    try:
        with transaction.atomic():
            return write_list(tournament, incoming, names, by=by)
    except Refused as refused:
        return ListResult(incoming, "wrong", tuple(map(incoming.spot, refused.problems)), rows=rows)


def write_list(
    tournament: Tournament, incoming: Incoming, names: Mapping[int, str], *, by: Actor
) -> ListResult:
    score_list, opens = list_or_opened(tournament, incoming, by=by)
    before = stored_figures(score_list)
    rest = rest_of(score_list, incoming)
    ends = score_list.state == ListState.OPEN and incoming.played is not None
    if rest is None or (score_list.depth != Depth.NONE and not rest and not ends):
        figures = figures_in_file(incoming, tournament, score_list.outline)
        rows = preview_rows(incoming, incoming.starts, names, figures, before)
        return ListResult(incoming, "differs" if rest is None else "same", rows=rows)
    due = games_missing(score_list, incoming)
    games = score_list.games.filter(annulled=False).order_by("-number")
    last = games.values_list("number", flat=True).first() or 0
    if incoming.totals:
        write_totals(score_list, incoming, by=by)
    else:
        write_games(score_list, incoming, rest, due, by=by)
    due += incoming.unread
    players = list(score_list.seat_rows.values_list("entry__start_number", flat=True))
    rows = preview_rows(incoming, players, names, stored_figures(score_list), before)
    place = score_list.series.number, score_list.table_number, score_list.revision, last
    state: State = "part" if due else "new"
    return ListResult(incoming, state, missing=due, rows=rows, opens=opens, written=place)


def figures_in_file(
    incoming: Incoming, tournament: Tournament, outline: Outline | None = None
) -> dict[int, Figures]:
    scheme = tournament.scheme
    figures: dict[int, Figures] = dict(enumerate(incoming.figures, 1))
    if len(incoming.totals) in (3, 4):
        totals = tally_totals(incoming.totals, scheme)
    else:
        totals = tally(incoming.lines, outline, scheme) if outline and incoming.lines else ()
    for seat in totals:
        figures[seat.seat] = (seat.game_points, seat.won, seat.lost, seat.performance)
    return figures


def preview_rows(
    incoming: Incoming,
    players: Sequence[int | None],
    names: Mapping[int, str],
    figures: Mapping[int, Figures],
    before: Mapping[int, Figures] | None = None,
) -> tuple[ResultRow, ...]:
    return tuple(
        ResultRow(
            seat,
            number,
            incoming.names[seat - 1] if incoming.names else "",
            names.get(number or 0, ""),
            figures.get(seat, UNKNOWN),
            (before or {}).get(seat, ()),
        )
        for seat, number in enumerate(players, 1)
    )


def games_missing(score_list: ScoreList, incoming: Incoming) -> int:
    """How many games are to be played after the last one of the file; 0 for an ended list."""
    if incoming.totals or incoming.played is not None:
        return 0
    return max(0, score_list.outline.games_planned - incoming.last)


def list_or_opened(
    tournament: Tournament, incoming: Incoming, *, by: Actor
) -> tuple[ScoreList, bool]:
    """The list of the table, and whether it was opened just now."""
    series = Series.objects.filter(tournament=tournament, number=incoming.series).first()
    if series is None:
        raise Refused([Problem("incoming-series-unknown", "series", {"series": incoming.series})])
    series.tournament = tournament
    if has_unreleased_seating(series):
        raise Refused([Problem("series-not-released", "series")])
    lists = ScoreList.objects.filter(series=series, table_number=incoming.table)
    score_list = lists.select_related("series__tournament").first()
    if score_list is None:
        numbers = [number for number in incoming.starts if number is not None]
        if len(numbers) < len(incoming.starts):
            raise Refused(
                Problem("incoming-start-number-missing", "start", {"seat": seat})
                for seat, number in enumerate(incoming.starts, 1)
                if number is None
            )
        opened = open_list(series, incoming.table, numbers, by=by, reason=_("from a file"))
        return ScoreList.objects.select_related("series__tournament").get(pk=opened.pk), True
    refuse_other_people(score_list, incoming)
    return score_list, False


def refuse_other_people(score_list: ScoreList, incoming: Incoming) -> None:
    if score_list.sittings:
        raise Refused([Problem("incoming-players-changed", "seats")])
    ours = list(score_list.seat_rows.values_list("entry__start_number", flat=True))
    if len(ours) != len(incoming.starts):
        params: dict[str, object] = {"seats": len(ours), "found": len(incoming.starts)}
        raise Refused([Problem("incoming-other-seats", "seats", params)])
    problems = [
        Problem(
            "incoming-other-player", "start", {"seat": seat, "found": start, "expected": number}
        )
        for seat, (start, number) in enumerate(zip(incoming.starts, ours, strict=True), 1)
        if start is not None and start != number
    ]
    refuse_all(problems)


def write_totals(score_list: ScoreList, incoming: Incoming, *, by: Actor) -> None:
    passed = incoming.passed
    if passed is None:
        due = score_list.outline.games_planned if incoming.played is None else incoming.played
        passed = count_passed_in(due, incoming.totals)
    enter_totals(
        score_list,
        incoming.totals,
        passed,
        by=by,
        revision=score_list.revision,
        games_played=incoming.played,
        stop_reason=incoming.reason,
    )


def write_games(
    score_list: ScoreList, incoming: Incoming, rest: Sequence[Line], missing: int, *, by: Actor
) -> None:
    """Write the games of `rest`; close the list unless some are missing."""
    planned = score_list.outline
    outline = replace(planned, ended_after=incoming.played, stop_reason=incoming.reason)
    if missing:
        # Up to its last game the list has to be complete.
        outline = replace(planned, ended_after=planned.games_due - missing, stop_reason="…")
    problems = errors(check_list(incoming.lines, outline))
    problems = [problem for problem in problems if problem.code != "line-unread"]
    try:
        if score_list.depth == Depth.NONE:
            record_games(score_list, rest, by=by, revision=score_list.revision)
        else:
            examine(score_list.outline, rest)  # raises with the problems of all lines
            for line in rest:
                record_game(score_list, line, by=by, revision=score_list.revision)
    except Refused as refused:
        # The checks of lines and of lists may find the same problem.
        unique: dict[tuple[str, object, str], Problem] = {}
        for problem in (*refused.problems, *problems):
            number = problem.number or problem.params.get("number")
            unique.setdefault((problem.code, number, problem.field), problem)
        problems = list(unique.values())
    refuse_all(problems)
    papers = {
        seat: BareTotal(total.points or 0, total.won or 0, total.lost or 0, paper)
        for seat, (total, paper) in enumerate(
            zip(score_list.seat_rows.all(), incoming.papers, strict=False), 1
        )
        if paper is not None
    }
    if papers:
        record_foot(score_list, papers, by=by, revision=score_list.revision)
    if not missing and not incoming.unread:
        close_list(score_list, by=by, revision=score_list.revision, stop_reason=incoming.reason)


def rest_of(score_list: ScoreList, incoming: Incoming) -> Sequence[Line] | None:
    """The games that our list lacks; None if the two differ otherwise."""
    if score_list.depth == Depth.NONE:
        return incoming.lines
    if score_list.state in SET_ASIDE:
        return None
    if incoming.totals or score_list.depth == Depth.TOTALS:
        ours = [(s.points, s.won, s.lost) for s in score_list.seat_rows.order_by("position")]
        theirs = [(total.game_points, total.won, total.lost) for total in incoming.totals]
        return () if ours == theirs else None
    return later_games(score_list, [line for line in incoming.lines if not line.annulled])


def later_games(score_list: ScoreList, lines: Sequence[Line]) -> Sequence[Line] | None:
    """The games after our last one; None if the others differ or our list is no longer open."""
    outline, system = score_list.outline, score_list.series.tournament.rule_system
    standing = [line for line in score_list.lines() if not line.annulled]
    last = min(max((each.number for each in of), default=0) for of in (standing, lines))
    ours, theirs = (
        live_rows([line for line in of if line.number <= last], outline, system)
        for of in (standing, lines)
    )
    rest = [line for line in lines if line.number > last]
    stays = score_list.state != ListState.OPEN
    return None if ours != theirs or (rest and stays) else rest


# What stays of a file: the meanings of its columns; and its results, withdrawn as a whole.

MAX_REMEMBERED = 500  # layouts of a host


def remembered_columns(host: int, kind: str) -> Mapping[str, Sequence[str]]:
    rows = RememberedColumns.objects.filter(host=host, kind=kind)
    return dict(rows.values_list("headings", "meanings"))


def remember_columns(host: int, kind: str, layouts: Mapping[str, Sequence[str]]) -> None:
    """Not logged, as no result changes. The least recently used are dropped."""
    if not layouts:
        return
    now = timezone.now()
    with write_block():
        for headings, meanings in layouts.items():
            RememberedColumns.objects.update_or_create(
                host_id=host,
                kind=kind,
                headings=headings,
                defaults={"meanings": list(meanings), "used_at": now},
            )
        rows = RememberedColumns.objects.filter(host=host).order_by("-used_at", "-pk")
        surplus = list(rows.values_list("pk", flat=True)[MAX_REMEMBERED:])
        RememberedColumns.objects.filter(pk__in=surplus).delete()


@dataclass(frozen=True, slots=True)
class TakenFile:
    """`lists` are its lists, each with the last game that was there before, 0 if it was empty."""

    log: int
    lists: tuple[tuple[ScoreList, int], ...]


def last_file(tournament: Tournament, by: Actor) -> TakenFile | None:
    """The last file, if `by` took it in and none of its lists was changed since."""
    rows = LogEntry.objects.filter(tournament=tournament, action=Action.RESULTS_IMPORTED)
    last = rows.order_by("-id").first()
    if last is None or last.actor != by.label:
        return None
    places = [tuple(map(int, at)) for at in (last.new or {}).get("lists", ())]
    lists = ScoreList.objects.filter(series__tournament=tournament)
    unchanged: dict[tuple[int, ...], ScoreList] = {
        (score_list.series.number, score_list.table_number, score_list.revision): score_list
        for score_list in lists.select_related("series__tournament")
    }
    lists_taken = tuple(
        (score_list, before)
        for *at, before in places
        if (score_list := unchanged.get(tuple(at))) is not None
    )
    if not lists_taken or len(lists_taken) < len(places):
        return None
    return TakenFile(last.pk, lists_taken)


def withdraw_results(tournament: Tournament, log: int, *, by: Actor) -> int:
    """Returns how many lists of the file with this log row were taken back."""
    reason = _("The file that was read in is taken back.")
    with changing(tournament, by, Action.RESULTS_WITHDRAWN, about="tournament") as change:
        file = last_file(tournament, by)
        if file is None or file.log != log:
            raise refuse("results-changed-since")
        for score_list, before in file.lists:
            if before:
                take_back_games(score_list, before, reason, by)
            else:
                clear_list(score_list, by=by, revision=score_list.revision, reason=reason)
        places = [[each.series.number, each.table_number] for each, _before in file.lists]
        change.log(old={"lists": places})
    return len(file.lists)


def take_back_games(score_list: ScoreList, before: int, reason: str, by: Actor) -> None:
    if score_list.state != ListState.OPEN:
        reopen_list(score_list, by=by, revision=score_list.revision, reason=reason)
    rows = score_list.games.filter(number__gt=before, annulled=False).order_by("-number")
    for number in rows.values_list("number", flat=True):
        empty_game(score_list, number, by=by, revision=score_list.revision, reason=reason)
