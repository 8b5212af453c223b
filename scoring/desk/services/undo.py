"""Undo the last act at the desk. That is a new act, logged as all are."""

from django.db.models import QuerySet

from scoring.core.forms import Refused, refuse
from scoring.core.log_rows import fits
from scoring.desk.services.changing import Seen, changing_list, holding_list
from scoring.desk.services.games import admit_games, record_game, settle
from scoring.desk.services.moves import insert_game, remove_game, standing_line
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.log import Action
from scoring.rules.records import read_line, write_line
from scoring.rules.score_list import Line

# Consequences of an act, undone together with it.
CONSEQUENCES = (Action.LIST_GAME_UNREAD, Action.LIST_REOPENED)
ACTS = (
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_ROW_INSERTED,
    Action.LIST_ROW_REMOVED,
)


def last_act(score_list: ScoreList) -> LogEntry | None:
    """The last act on the list, if it can be undone."""
    acts = log_of(score_list).exclude(action__in=CONSEQUENCES)
    acts = acts.exclude(action__startswith="phone.")  # who writes, and calls: no entries
    act = acts.order_by("-id").first()
    return act if act and act.action in ACTS and fits(act) else None


def log_of(score_list: ScoreList) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(
        tournament=score_list.series.tournament, subject=score_list.subject
    )


def act_number(act: LogEntry) -> int:
    """The row of an act."""
    figures = act.new or act.old or {}
    return int(figures["number"])


def undo_last(score_list: ScoreList, *, by: Actor, revision: int, reason: str = "") -> int:
    """Undo the last act; returns the number of its row. Undoing twice repeats the act.

    Raises Refused if the last act was not made at the desk.
    """
    act = last_act(score_list)
    if act is None:
        raise refuse("nothing-to-undo")
    number = act_number(act)
    with holding_list(score_list, by, act.action):
        restore(score_list, act, number, by=by, revision=revision, reason=reason)
    return number


def restore(
    score_list: ScoreList,
    act: LogEntry,
    number: int,
    *,
    by: Actor,
    revision: int,
    reason: str = "",
) -> None:
    """The opposite of an act, through the services of all acts."""
    if act.action == Action.LIST_GAME_RECORDED:
        empty_game(score_list, number, by=by, revision=revision, reason=reason)
        return
    if act.action == Action.LIST_ROW_INSERTED:
        remove_game(score_list, number, by=by, revision=revision, reason=reason)
    elif act.action == Action.LIST_ROW_REMOVED:
        insert_game(score_list, number, by=by, revision=revision, reason=reason)
        revision += 1
    if act.action != Action.LIST_ROW_INSERTED and act.old:
        line = line_of(score_list, act.old)
        record_game(score_list, line, by=by, revision=revision, reason=reason)


def line_of(score_list: ScoreList, record: object) -> Line:
    line, problems = read_line(record, system=score_list.series.tournament.rule_system)
    if line is None:
        raise Refused(problems)
    return line


def empty_game(
    score_list: ScoreList,
    number: int,
    *,
    by: Actor,
    revision: int | Seen,
    reason: str = "",
) -> None:
    """Empty a row; no other row moves."""
    with changing_list(score_list, revision, by, Action.LIST_GAME_EMPTIED, reason=reason) as change:
        line = standing_line(score_list, number, revision)
        admit_games(change)
        if line is None:
            raise refuse("row-empty", field="number", number=number)
        score_list.games.filter(number=number, annulled=False).delete()
        change.log(old=write_line(line))
        settle(change)
