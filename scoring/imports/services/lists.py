"""One list of a file is written by the services of the desk."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.core.refusals import Refused
from scoring.desk.services.games import record_game, record_games
from scoring.desk.services.lists import close_list, record_foot
from scoring.desk.services.totals import enter_totals
from scoring.models import Actor, ScoreList, Series, Tournament
from scoring.models.score_list import SET_ASIDE, Depth, ListState
from scoring.printed_list.incoming import Incoming
from scoring.printed_list.reads.xlsx_rows import live_rows
from scoring.rules.bare_totals import BareTotal, passed_in, tally_totals
from scoring.rules.problem import Problem, errors
from scoring.rules.score_list import Line, check_list
from scoring.series.services.series import open_list
from scoring.series.states import unannounced


def missing(score_list: ScoreList, incoming: Incoming) -> int:
    """How many games after the last one of the file are still to be written; 0 of a whole list.

    A list that ended early says so, with its reason; one that was handed in too soon does not.
    """
    if incoming.totals or incoming.played is not None:
        return 0
    return max(0, score_list.outline.games_planned - incoming.last)


def list_of(tournament: Tournament, incoming: Incoming, *, by: Actor) -> tuple[ScoreList, bool]:
    """The list of the table, and whether it was opened just now with its start numbers."""
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
    wrong = [
        Problem(
            "incoming-other-player", "start", {"seat": seat, "found": found, "expected": number}
        )
        for seat, (found, number) in enumerate(zip(incoming.starts, ours, strict=True), 1)
        if found is not None and found != number
    ]
    if wrong:
        raise Refused(wrong)


def write_totals(score_list: ScoreList, incoming: Incoming, *, by: Actor) -> None:
    passed = incoming.passed
    if passed is None:
        due = score_list.outline.games_planned if incoming.played is None else incoming.played
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
        games_played=incoming.played,
        stop_reason=incoming.reason,
    )


def write_games(
    score_list: ScoreList,
    incoming: Incoming,
    rest: Sequence[Line],
    missing: int,
    *,
    by: Actor,
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
        record(score_list, rest, by=by)
    except Refused as refused:
        problems = without_repeats([*refused.problems, *problems])
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


def record(score_list: ScoreList, lines: Sequence[Line], *, by: Actor) -> None:
    """An empty list in one change; one that goes on game by game, as at the desk."""
    if score_list.depth == Depth.NONE:
        record_games(score_list, lines, by=by, revision=score_list.revision)
        return
    problems: list[Problem] = []
    for line in lines:
        try:
            record_game(score_list, line, by=by, revision=score_list.revision)
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)


def without_repeats(problems: Sequence[Problem]) -> list[Problem]:
    """Lines and list say some things twice."""
    found: dict[tuple[str, object, str], Problem] = {}
    for each in problems:
        found.setdefault((each.code, each.number or each.params.get("number"), each.field), each)
    return list(found.values())


def rest_of(score_list: ScoreList, incoming: Incoming) -> Sequence[Line] | None:
    """The games that our list does not have: all of an empty one, none where it says the same.

    None where the two say different things, or where an entered list would have to change.
    """
    if score_list.depth == Depth.NONE:
        return incoming.lines
    if score_list.state in SET_ASIDE:
        return None
    if incoming.totals or score_list.depth == Depth.TOTALS:
        ours = [(s.points, s.won, s.lost) for s in score_list.seat_rows.order_by("position")]
        theirs = [(each.game_points, each.won, each.lost) for each in incoming.totals]
        return () if ours == theirs else None
    return further(score_list, [line for line in incoming.lines if not line.annulled])


def further(score_list: ScoreList, lines: Sequence[Line]) -> Sequence[Line] | None:
    """The games after our last one; none where the file stops before, too."""
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
