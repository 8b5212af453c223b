"""Take back any change of a game, long after it was made: a new correction like every other."""

from scoring.models import Actor, LogEntry, ScoreList
from scoring.rules.score_list import Line
from scoring.services.base import AlreadyWritten, refuse, seen
from scoring.services.games import record_game
from scoring.services.undo import (
    CHANGED,
    EMPTIED,
    INSERTED,
    RECORDED,
    REMOVED,
    act_number,
    empty_game,
    line_of,
    log_of,
)

# What can be taken back one by one, and what makes the numbers of earlier rows mean others.
REVERSIBLE = (RECORDED, CHANGED, EMPTIED)
MOVING = (INSERTED, REMOVED, "list.cleared")


def before_act(score_list: ScoreList, act: LogEntry) -> Line | None:
    """The line that stood there before a change; None if the row was empty."""
    return line_of(score_list, act.old) if act.old else None


def reversal_number(score_list: ScoreList, act: LogEntry) -> int:
    """The row that taking `act` back would write.

    Raises Refused if it is no change of a game of this list, if rows have moved since, or if the
    row says already what it said before.
    """
    is_ours = act.subject == score_list.subject
    if not (is_ours and act.tournament_id == score_list.series.tournament_id):
        raise refuse("nothing-to-undo")
    if act.action not in REVERSIBLE:
        raise refuse("not-reversible")
    if log_of(score_list).filter(id__gt=act.pk, action__in=MOVING).exists():
        raise refuse("rows-moved-since")
    number = act_number(act)
    if score_list.line(number) == before_act(score_list, act):
        raise refuse("row-says-so-already", number=number)
    return number


def take_back(
    score_list: ScoreList,
    act: LogEntry,
    *,
    by: Actor,
    revision: int,
    reason: str,
    token: str | None = None,
) -> int:
    """Restore what the row said before `act`; returns its number.

    What was changed in the same row since goes with it; the log keeps all of it. Raises Refused
    without a reason, or where `reversal_number` or the admission of the change forbids it.
    """
    if not reason.strip():
        raise refuse("reason-missing", field="reason")
    if seen(token):
        score_list.refresh_from_db()
        return act_number(act)
    number, line = reversal_number(score_list, act), before_act(score_list, act)
    try:
        if line is None:
            empty_game(score_list, number, by=by, revision=revision, token=token, reason=reason)
        else:
            record_game(score_list, line, by=by, revision=revision, token=token, reason=reason)
    except AlreadyWritten:
        score_list.refresh_from_db()
    return number
