"""Insert and remove rows of a list, and undo the last act at the desk."""

from dataclasses import replace
from typing import Any

from django.db.models import F

from scoring.core.forms import Refused, refuse
from scoring.core.log_rows import fits
from scoring.lists.reads import log_of_list
from scoring.lists.services.games import (
    ListChange,
    Seen,
    admit_games,
    changing_list,
    holding_list,
    raise_layout,
    record_game,
    refuse_number,
    settle,
    shown_line,
)
from scoring.models import Actor, Game, LogEntry, ScoreList
from scoring.models.log import Action
from scoring.models.score_list import place_fields, row_fields
from scoring.rules.checks import appraise
from scoring.rules.outline import MAX_GAMES
from scoring.rules.records import read_line, write_line
from scoring.rules.score_list import Line, move_line

# Logged for rows that a move makes unread or readable again.
REREAD = (Action.LIST_GAME_UNREAD, Action.LIST_GAME_CHANGED)


def count_moving(score_list: ScoreList, number: int, step: int) -> tuple[int, int]:
    """How many rows would move if one were inserted (`step` 1) before `number` or this one removed
    (−1), and how many of them would then have a soloist without cards (SkO 3.2.7).
    """
    outline = score_list.outline
    rows = list(score_list.games.filter(annulled=False, number__gte=number + (step < 0)))
    clashing = sum(
        row.soloist is not None and not outline.may_play(row.soloist, row.number + step)
        for row in rows
    )
    return len(rows), clashing


def insert_game(
    score_list: ScoreList, number: int, *, by: Actor, revision: int | Seen, reason: str = ""
) -> None:
    """Insert an empty row at `number`; later rows move down by one.

    A row whose soloist then deals becomes unread (SkO 3.2.7), and keeps its line as misplaced until
    a move brings it to where that may stand. Raises Refused if the last row is taken or annulled
    games follow.
    """
    action = Action.LIST_ROW_INSERTED
    with changing_list(score_list, revision, by, action, *REREAD, reason=reason) as change:
        standing_line(score_list, number, revision)
        admit_games(change)
        refuse_number(score_list, number)
        if score_list.games.filter(number=score_list.outline.games_due).exists():
            raise refuse("list-full", number=score_list.outline.games_due)
        change.log(new={"number": number, "moved": move_rows(change, number, 1)})
        settle(change)


def remove_game(
    score_list: ScoreList, number: int, *, by: Actor, revision: int | Seen, reason: str = ""
) -> None:
    """Remove row `number`; later rows move up by one. Raises Refused if annulled games follow."""
    action = Action.LIST_ROW_REMOVED
    with changing_list(score_list, revision, by, action, *REREAD, reason=reason) as change:
        standing = standing_line(score_list, number, revision)
        admit_games(change)
        refuse_number(score_list, number)
        old = write_line(standing) if standing else None
        score_list.games.filter(number=number, annulled=False).delete()
        change.log(old=old, new={"number": number, "moved": move_rows(change, number, -1)})
        settle(change)


def standing_line(score_list: ScoreList, number: int, revision: int | Seen) -> Line | None:
    """The line in a row; raises StaleRevision if it is not the one seen."""
    line = score_list.line(number)
    if isinstance(revision, Seen):
        revision.refuse_other(shown_line(line))
    return line


def move_rows(change: ListChange, number: int, step: int) -> int:
    """Renumber the rows from `number` on, or after a removed one; returns how many moved.

    Raises Refused if annulled games are among them.
    """
    score_list = change.score_list
    system, outline = score_list.series.tournament.rule_system, score_list.outline
    if score_list.games.filter(annulled=True, number__gte=number).exists():
        raise refuse("list-has-annulled-games", rule="SkO 3.2.12")
    rows = score_list.games.filter(number__gte=number + (step < 0))
    moving = [(row.pk, Game.line_of(row, system, outline)) for row in rows]
    rows.update(number=F("number") + MAX_GAMES)  # out of the way: numbers are unique
    for pk, line in moving:
        moved = move_line(line, line.number + step, outline)
        fields = place_fields(moved, outline)
        if bool(moved.misplaced) != bool(line.misplaced):
            fields |= reread_row(change, line, moved)
        score_list.games.filter(pk=pk).update(**fields)
    raise_layout(score_list)
    return len(moving)


def reread_row(change: ListChange, line: Line, moved: Line) -> dict[str, Any]:
    """Log that a move made a row unread or brought its line back; returns its new columns."""
    valued = None
    if moved.game:
        appraisal = appraise(moved.game)
        moved, valued = replace(moved, game=appraisal.game), appraisal.valuation
    action, new = Action.LIST_GAME_CHANGED, write_line(moved)
    if moved.misplaced:
        action, new = Action.LIST_GAME_UNREAD, {"number": moved.number}
    change.log(action=action, old=write_line(line), new=new)
    return row_fields(moved, change.score_list.outline, valued)


# Acts about no row of the list, or undone together with another one.
BESIDE_ACTS = (
    Action.LIST_GAME_UNREAD,
    Action.LIST_REOPENED,
    Action.LIST_PHOTO_ADDED,
    Action.LIST_PHOTO_REMOVED,
    Action.LIST_RECHECK_STARTED,
    Action.LIST_RECHECK_TYPED,
    Action.LIST_RECHECK_GIVEN_UP,
)
ACTS = (
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_ROW_INSERTED,
    Action.LIST_ROW_REMOVED,
)


def last_act(score_list: ScoreList) -> LogEntry | None:
    """The last act on the list, if it can be undone."""
    acts = log_of_list(score_list).exclude(action__in=BESIDE_ACTS)
    acts = acts.exclude(action__startswith="phone.")  # devices and calls
    act = acts.order_by("-id").first()
    return act if act and act.action in ACTS and fits(act) else None


def act_number(act: LogEntry) -> int:
    figures = act.new or act.old or {}
    return int(figures["number"])


def undo_last(score_list: ScoreList, *, by: Actor, revision: int, reason: str = "") -> None:
    """Undo the last act by its opposite; raises Refused if it cannot be undone."""
    act = last_act(score_list)
    if act is None:
        raise refuse("nothing-to-undo")
    number, arguments = act_number(act), dict[str, Any](by=by, reason=reason)
    with holding_list(score_list, by, act.action):
        if act.action == Action.LIST_GAME_RECORDED:
            empty_game(score_list, number, revision=revision, **arguments)
        elif act.action == Action.LIST_ROW_INSERTED:
            remove_game(score_list, number, revision=revision, **arguments)
        elif act.action == Action.LIST_ROW_REMOVED:
            insert_game(score_list, number, revision=revision, **arguments)
            revision += 1
        is_new = act.action in (Action.LIST_GAME_RECORDED, Action.LIST_ROW_INSERTED)
        if act.old and not is_new:
            line = line_from_log(score_list, act.old)
            record_game(score_list, line, revision=revision, **arguments)


def line_from_log(score_list: ScoreList, record: object) -> Line:
    line, problems = read_line(record, system=score_list.series.tournament.rule_system)
    if line is None:
        raise Refused(problems)
    return line


def empty_game(
    score_list: ScoreList, number: int, *, by: Actor, revision: int | Seen, reason: str = ""
) -> None:
    """Empty a row without moving others."""
    with changing_list(score_list, revision, by, Action.LIST_GAME_EMPTIED, reason=reason) as change:
        line = standing_line(score_list, number, revision)
        admit_games(change)
        if line is None:
            raise refuse("row-empty", field="number", number=number)
        score_list.games.filter(number=number, annulled=False).delete()
        change.log(old=write_line(line))
        settle(change)
