"""Results that come back in a file: judged as if they were typed, and then taken in as typed.

What a file says of a table is tried out with the services of the desk and taken back again, so
that a file is never judged by other rules than a clerk; only when somebody confirms it stays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.core.foreign.cells import Spot
from scoring.core.permission import has_role
from scoring.core.refusals import Refused, StaleRevision
from scoring.core.text import folded
from scoring.desk.services.games import record_game, record_games
from scoring.desk.services.lists import close_list, record_foot
from scoring.desk.services.totals import enter_totals
from scoring.models import Actor, Entry, Role, ScoreList, Series, Tournament
from scoring.models.score_list import SET_ASIDE, Depth, ListState
from scoring.players.services.entries import add_entries
from scoring.players.services.matching import Newcomer
from scoring.printed_list.incoming import Incoming
from scoring.printed_list.reads.xlsx_rows import live_rows
from scoring.rules.bare_totals import BareTotal, passed_in, tally_totals
from scoring.rules.problem import Problem, errors
from scoring.rules.score_list import Line, check_list
from scoring.series.services.series import create_series, open_list
from scoring.series.states import unannounced
from scoring.tournament.services.tournaments import MOST_SERIES

State = Literal["new", "part", "same", "differs", "wrong"]


@dataclass(frozen=True, slots=True)
class Prelude:
    """What a file of another program brings besides lists: players, and rounds by series."""

    newcomers: tuple[Newcomer, ...] = ()
    rounds: Mapping[int, int] = with_default(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListResult:
    """What becomes of one list: it is new, a part, there already, other than ours, or wrong.

    Of a part games are `missing`, the last ones or some that nobody could read: what is there is
    taken in, and the list stays open.
    """

    incoming: Incoming
    state: State
    spots: tuple[Spot, ...] = ()
    missing: int = 0

    @property
    def is_taken(self) -> bool:
        return self.state in ("new", "part")


class _TakenBack(Exception):
    """Ends a trial; nothing of it stays."""


NOTHING = Prelude()


def judge(
    tournament: Tournament, lists: Sequence[Incoming], prelude: Prelude = NOTHING, *, by: Actor
) -> list[ListResult]:
    """A verdict for every list, with every problem and its cell. Nothing is written.

    Raises Refused where the players of the file are not those of the tournament.
    """
    verdicts: list[ListResult] = []
    try:
        with transaction.atomic():
            _prepare(tournament, prelude, by=by)
            verdicts = [_taken(tournament, each, by=by) for each in lists]
            raise _TakenBack
    except _TakenBack:
        return verdicts


def take_results(
    tournament: Tournament,
    lists: Sequence[Incoming],
    prelude: Prelude = NOTHING,
    *,
    by: Actor,
    token: str | None = None,
) -> list[ListResult]:
    """Take in every list that is new; all of them or none. Raises Refused if one is wrong.

    Lists that are there already change nothing; those that say something else are left alone. An
    open list whose last games the file knows goes on with them.
    Each is written by the services of the desk, under the same revisions and in the same log.
    """
    with transaction.atomic():
        _prepare(tournament, prelude, by=by)
        verdicts = [
            _taken(tournament, each, by=by, token=f"{token}-{number}" if token else None)
            for number, each in enumerate(lists, 1)
        ]
        wrong = [spot.problem for each in verdicts for spot in each.spots]
        if wrong:
            raise Refused(wrong)
    return verdicts


def _prepare(tournament: Tournament, prelude: Prelude, *, by: Actor) -> None:
    """The players who are not entered yet, and the series that are missing."""
    known = {
        number: f"{given} {family}".strip()
        for number, given, family in Entry.objects.filter(tournament=tournament).values_list(
            "start_number", "person__given", "person__family"
        )
    }
    problems, missing = [], []
    for each in prelude.newcomers:
        name = f"{each.name.given} {each.name.family}".strip()
        number = each.start_number or 0
        if number not in known:
            missing.append(each)
        elif folded(known[number]) != folded(name):
            params: dict[str, object] = {"number": number, "found": name, "name": known[number]}
            problems.append(Problem("incoming-other-name", "start", params))
    if problems:
        raise Refused(problems)
    if missing:
        add_entries(tournament, missing, by=by)
    last = max(tournament.series.values_list("number", flat=True), default=0)
    found = max(prelude.rounds, default=0)
    if found > last:
        _refuse_series(tournament, last, found, by=by)
    for number in range(last + 1, found + 1):
        create_series(tournament, by=by, rounds=prelude.rounds.get(number, 12))


def _refuse_series(tournament: Tournament, last: int, found: int, *, by: Actor) -> None:
    """Raises Refused where a file would make series that its sender could not make by hand."""
    problems = []
    if not has_role(by, tournament, Role.ORGANIZER):
        params: dict[str, object] = {"last": last, "found": found}
        problems.append(Problem("incoming-series-of-organizer", "series", params))
    if found > MOST_SERIES:
        problems.append(Problem("series-count-out-of-range", "series", {"most": MOST_SERIES}))
    if problems:
        raise Refused(problems)


def _taken(
    tournament: Tournament, incoming: Incoming, *, by: Actor, token: str | None = None
) -> ListResult:
    if incoming.spots:
        return ListResult(incoming, "wrong", incoming.spots)
    try:
        with transaction.atomic():
            score_list = _list_of(tournament, incoming, by=by)
            rest = _rest(score_list, incoming)
            if rest is None:
                return ListResult(incoming, "differs")
            is_open = score_list.state == ListState.OPEN
            ends = is_open and incoming.played is not None
            if score_list.depth != Depth.NONE and not rest and not ends:
                return ListResult(incoming, "same")
            missing = _missing(score_list, incoming)
            if incoming.totals:
                _write_totals(score_list, incoming, by=by, token=token)
            else:
                _write_games(score_list, incoming, rest, missing, by=by, token=token)
    except Refused as refused:
        return ListResult(incoming, "wrong", tuple(map(incoming.spot, refused.problems)))
    except StaleRevision:
        return ListResult(incoming, "differs")
    missing += incoming.unread
    return ListResult(incoming, "part" if missing else "new", missing=missing)


def _missing(score_list: ScoreList, incoming: Incoming) -> int:
    """How many games after the last one of the file are still to be written; 0 of a whole list.

    A list that ended early says so, with its reason; one that was handed in too soon does not.
    """
    if incoming.totals or incoming.played is not None:
        return 0
    return max(0, score_list.games_due - incoming.last)


def _list_of(tournament: Tournament, incoming: Incoming, *, by: Actor) -> ScoreList:
    """The list of the table; opened with its start numbers where there is none yet."""
    series = Series.objects.filter(tournament=tournament, number=incoming.series).first()
    if series is None:
        raise Refused([Problem("incoming-series-unknown", "series", {"series": incoming.series})])
    series.tournament = tournament
    if unannounced(series):
        raise Refused([Problem("series-not-released", "series")])
    lists = ScoreList.objects.filter(series=series, table_number=incoming.table)
    score_list = lists.select_related("series__tournament").first()
    if score_list is None:
        missing = [
            Problem("incoming-start-number-missing", "start", {"seat": seat})
            for seat, number in enumerate(incoming.starts, 1)
            if number is None
        ]
        if missing:
            raise Refused(missing)
        numbers = [number for number in incoming.starts if number is not None]
        # Nobody is asked for a reason here: the tables were played as the file has them.
        opened = open_list(series, incoming.table, numbers, by=by, reason=_("from a file"))
        return ScoreList.objects.select_related("series__tournament").get(pk=opened.pk)
    _refuse_other_people(score_list, incoming)
    return score_list


def _refuse_other_people(score_list: ScoreList, incoming: Incoming) -> None:
    ours = list(score_list.seat_rows.values_list("entry__start_number", flat=True))
    if len(ours) != len(incoming.starts):
        params: dict[str, object] = {"seats": len(ours), "found": len(incoming.starts)}
        raise Refused([Problem("incoming-other-seats", "seats", params)])
    wrong = [
        Problem("incoming-other-player", "start", {"seat": seat, "found": told, "expected": number})
        for seat, (told, number) in enumerate(zip(incoming.starts, ours, strict=True), 1)
        if told is not None and told != number
    ]
    if wrong:
        raise Refused(wrong)


def _write_totals(
    score_list: ScoreList, incoming: Incoming, *, by: Actor, token: str | None
) -> None:
    passed = incoming.passed
    if passed is None:
        due = score_list.games_due if incoming.played is None else incoming.played
        passed = passed_in(due, incoming.totals)
    totals: Sequence[BareTotal] = incoming.totals
    if incoming.computed:
        scheme = score_list.series.tournament.performance_scheme
        totals = [
            replace(total, paper_total=each.performance)
            for total, each in zip(totals, tally_totals(totals, scheme), strict=True)
        ]
    enter_totals(
        score_list,
        totals,
        passed,
        by=by,
        revision=score_list.revision,
        token=token,
        games_played=incoming.played,
        stop_reason=incoming.reason,
    )


def _write_games(
    score_list: ScoreList,
    incoming: Incoming,
    rest: Sequence[Line],
    missing: int,
    *,
    by: Actor,
    token: str | None,
) -> None:
    """The games that our list does not have yet; closed, unless some are `missing` at the end."""
    planned = score_list.outline
    outline = replace(planned, ended_after=incoming.played, stop_reason=incoming.reason)
    if missing:
        # As far as the file goes the list has to be whole: a gap is a mistake.
        outline = replace(planned, ended_after=planned.games_due - missing, stop_reason="…")
    found = errors(check_list(incoming.lines, outline))
    problems = [each for each in found if each.code != "line-unread"]
    try:
        _record(score_list, rest, by=by, token=token)
    except Refused as refused:
        problems = _without_repeats([*refused.problems, *problems])
    if problems:
        raise Refused(problems)
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


def _record(score_list: ScoreList, lines: Sequence[Line], *, by: Actor, token: str | None) -> None:
    """An empty list in one change; one that goes on game by game, as at the desk."""
    if score_list.depth == Depth.NONE:
        record_games(score_list, lines, by=by, revision=score_list.revision, token=token)
        return
    problems: list[Problem] = []
    for line in lines:
        once = f"{token}-{line.number}" if token else None
        try:
            record_game(score_list, line, by=by, revision=score_list.revision, token=once)
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)


def _without_repeats(problems: Sequence[Problem]) -> list[Problem]:
    """Lines and list say some things twice."""
    found: dict[tuple[str, object, str], Problem] = {}
    for each in problems:
        found.setdefault((each.code, each.number or each.params.get("number"), each.field), each)
    return list(found.values())


def _rest(score_list: ScoreList, incoming: Incoming) -> Sequence[Line] | None:
    """The games that our list does not have: all of an empty one, none where it says the same.

    None where the two say different things, or where an entered list would have to change.
    """
    if score_list.depth == Depth.NONE:
        return incoming.lines
    if score_list.state in SET_ASIDE:
        return None
    if score_list.depth == Depth.TOTALS:
        ours = [(s.points, s.won, s.lost) for s in score_list.seat_rows.all()]
        told = [(each.game_points, each.won, each.lost) for each in incoming.totals]
        return () if ours == told else None
    return _further(score_list, [line for line in incoming.lines if not line.annulled])


def _further(score_list: ScoreList, told: Sequence[Line]) -> Sequence[Line] | None:
    """The games after our last one; none where the file stops before, too."""
    outline, system = score_list.outline, score_list.series.tournament.rule_system
    standing = [line for line in score_list.lines() if not line.annulled]
    last = min(max((each.number for each in lines), default=0) for lines in (standing, told))
    ours, theirs = (
        live_rows([line for line in lines if line.number <= last], outline, system)
        for lines in (standing, told)
    )
    rest = [line for line in told if line.number > last]
    stays = score_list.state != ListState.OPEN
    return None if ours != theirs or (rest and stays) else rest
