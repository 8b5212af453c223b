"""Record, change, insert, remove and annul games of a list: all games are written here."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter

from django.utils import timezone

from scoring.core.forms import Refused, refuse
from scoring.core.services import note_change
from scoring.lists.services.changing import (
    ListChange,
    Seen,
    admit_change,
    changing_list,
    forget_depth,
    move_list,
    refuse_clerks,
    refuse_other_law,
    refuse_without_reason,
    shown_line,
)
from scoring.models import Actor, Game, ScoreList, Seat, Series
from scoring.models.game import row_fields
from scoring.models.log import Action
from scoring.models.score_list import (
    TALLY,
    Content,
    Depth,
    ListState,
    stored_total,
    tally_figures,
)
from scoring.models.tournament import SeriesState
from scoring.rules.checks import appraise
from scoring.rules.problem import Problem, errors
from scoring.rules.records import write_line
from scoring.rules.score_list import Line, SeatTotal, check_line, check_list, tally
from scoring.rules.valuation import Valuation


def record_game(
    score_list: ScoreList,
    line: Line,
    *,
    by: Actor,
    revision: int | Seen,
    reason: str = "",
    content: Content | None = None,
    source: str = "",
) -> Content:
    """Write one line of a list, new or changed, and all that follows from it; returns the list.

    `revision` is that of the list, or what the typist saw of this row. `content` is the list as
    read by the caller since he read `score_list`, valid for that revision. `source` is logged
    where the line was not typed, and is not a reason for a correction. Raises StaleRevision if the
    row or the list is another one by now, Refused with all problems if the law (docs/law.md "What
    an ISkO entry may say") or the list (docs/law.md "A score list") does not allow the line.
    """
    line, valued = examine(score_list, [line])[0]
    read = score_list.revision
    actions = Action.LIST_GAME_CHANGED, Action.LIST_GAME_RECORDED
    with changing_list(score_list, revision, by, *actions, reason=reason) as change:
        if score_list.revision != read + 1:  # somebody wrote since
            content, (line, valued) = None, examine(score_list, [line])[0]
        content = content or score_list.content()
        before = content.line(line.number)
        if isinstance(revision, Seen):
            revision.compare(shown_line(before))
        admit_games(change)
        refuse_other_law(score_list, [line])
        content = write_row(score_list, line, valued, content)
        change.log(
            action=Action.LIST_GAME_CHANGED if before else Action.LIST_GAME_RECORDED,
            old=write_line(before) if before else None,
            new=write_line(line),
            reason=source if not reason else "",
        )
        settle(change, content)
    return content


def record_games(
    score_list: ScoreList,
    lines: Sequence[Line],
    *,
    by: Actor,
    revision: int,
    reason: str = "",
) -> int:
    """Write many lines of an empty list in one change; returns the new revision.

    For imports and simulations: the same checks as `record_game`, one row in the log. Raises what
    `record_game` raises, with the problems of all lines at once.
    """
    examined = examine(score_list, lines)
    with changing_list(
        score_list, revision, by, Action.LIST_GAMES_RECORDED, reason=reason
    ) as change:
        if score_list.games.exists():
            raise refuse("list-not-empty")
        admit_games(change)
        refuse_other_law(score_list, [line for line, _ in examined])
        Game.objects.bulk_create([new_row(score_list, line, valued) for line, valued in examined])
        new = {"games": [write_line(line) for line, _ in examined]}
        change.log(new=new)
        settle(change)
    return score_list.revision


def examine(score_list: ScoreList, lines: Sequence[Line]) -> list[tuple[Line, Valuation | None]]:
    """Each line completed, with its value.

    Raises Refused with the problems of all lines, each with the number of its game.
    """
    counted = Counter(line.number for line in lines if not line.annulled)
    wrong = [
        Problem(
            "number-twice", "number", {"number": number, "count": count}, "TO 7.2.1", number=number
        )
        for number, count in counted.items()
        if count > 1
    ]
    examined: list[tuple[Line, Valuation | None]] = []
    for line in lines:
        problems, valued = check_line(line, score_list.outline), None
        if line.game is not None:
            appraisal = appraise(line.game)
            problems += appraisal.problems
            line, valued = replace(line, game=appraisal.game), appraisal.valuation
        wrong += [replace(problem, number=line.number) for problem in errors(problems)]
        examined.append((line, valued))
    if wrong:
        raise Refused(wrong)
    return examined


def admit_games(change: ListChange) -> None:
    """Raises Refused if the list takes no games; the first one starts the series."""
    score_list = change.score_list
    if score_list.depth == Depth.TOTALS:
        raise refuse("list-has-totals")
    start_playing(change)
    if score_list.depth == Depth.NONE:
        score_list.depth = Depth.GAMES
        score_list.save(update_fields=["depth"])


def start_playing(change: ListChange) -> None:
    """The first entry of a released series starts it; raises Refused where none is admitted."""
    score_list = change.score_list
    if score_list.series.state == SeriesState.DRAFT:
        raise refuse("series-not-released")
    if score_list.series.state == SeriesState.RELEASED:
        held = Series.objects.filter(pk=score_list.series_id)
        held.update(state=SeriesState.PLAYING, started_at=timezone.now())
        score_list.series.state = SeriesState.PLAYING
        note_change(score_list.series.tournament_id)
    admit_change(change)


def new_row(score_list: ScoreList, line: Line, valued: Valuation | None) -> Game:
    fields = row_fields(line, score_list.outline, valued)
    return Game(list=score_list, number=line.number, attempt=line.attempt, **fields)


def write_row(
    score_list: ScoreList, line: Line, valued: Valuation | None, content: Content
) -> Content:
    """Write the row that counts under this number; returns the content after it."""
    standing = content.line(line.number)
    if standing is None:
        attempts = [each.attempt for each in content.lines if each.number == line.number]
        line = replace(line, attempt=max(attempts, default=0) + 1)
        new_row(score_list, line, valued).save(force_insert=True)
    else:
        line = replace(line, attempt=standing.attempt)
        fields = row_fields(line, score_list.outline, valued)
        score_list.games.filter(number=line.number, annulled=False).update(**fields)
    lines = [line, *content.lines]
    if standing:
        lines.remove(standing)
    return replace(content, lines=sorted(lines, key=attrgetter("number", "attempt")))


def settle(change: ListChange, content: Content | None = None) -> None:
    """Tally every seat anew; reopen the list if it is no longer complete."""
    score_list = change.score_list
    content = content or score_list.content()
    lines = content.lines
    retally(score_list, lines, content.seats)
    if score_list.state == ListState.ENTERED and errors(check_list(lines, score_list.outline)):
        move_list(score_list, ListState.OPEN)
        old, new = {"state": ListState.ENTERED}, {"state": ListState.OPEN}
        change.log(action=Action.LIST_REOPENED, old=old, new=new)
    if not lines and score_list.state == ListState.OPEN:
        forget_depth(score_list, content.seats)


def retally(score_list: ScoreList, lines: Sequence[Line], seats: Iterable[Seat]) -> None:
    """Store the sums of each seat. `verify` recomputes and compares them."""
    scheme = score_list.series.tournament.performance_scheme
    for seat, total in zip(seats, tally(lines, score_list.outline, scheme), strict=True):
        # A game that was won changes one seat only.
        if stored_total(seat) != total:
            tally_seat(seat, total)
            seat.save(update_fields=TALLY)


def tally_seat(seat: Seat, total: SeatTotal) -> None:
    seat.points, seat.won, seat.lost, seat.others_lost, seat.performance = tally_figures(total)


def annul_games(
    score_list: ScoreList,
    numbers: Iterable[int],
    *,
    by: Actor,
    revision: int,
    reason: str,
) -> int:
    """Void the games of a wrong deal (SkO 3.2.11-13); they stay visible and count nowhere.

    The numbers are replayed, each as a new attempt. Returns how many rows were annulled. Raises
    Refused without a reason, without games to annul, or for anybody below referee, but for the
    players at their own table: they deal anew as soon as they notice it (SkO 3.2.11).
    """
    refuse_without_reason(reason)
    numbers = sorted(set(numbers))
    with changing_list(
        score_list, revision, by, Action.LIST_GAMES_ANNULLED, reason=reason
    ) as change:
        admit_games(change)
        if not by.at_table:
            refuse_clerks(change)
        rows = score_list.games.filter(number__in=numbers, annulled=False)
        numbers = sorted(rows.values_list("number", flat=True))
        count = rows.update(annulled=True)
        if not count:
            raise refuse("nothing-to-annul", field="numbers")
        change.log(new={"numbers": numbers})
        settle(change)
    return count
