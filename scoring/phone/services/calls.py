"""A table calls the referee."""

from django.utils import timezone

from scoring.core.forms import refuse
from scoring.core.services import write_log
from scoring.desk.services.changing import holding_list
from scoring.models import Actor, ScoreList, TableAccess, TableCall
from scoring.models.log import Action
from scoring.phone.services.table import open_table


def call_referee(access: TableAccess, *, game: int | None = None, text: str = "") -> None:
    """The table waits for the referee; nothing happens if it does already.

    Everybody who has the address may call. Raises Refused for a game that the list has not.
    """
    with open_table(access, Action.PHONE_CALLED) as (score_list, change):
        if game is not None and not 1 <= game <= score_list.outline.games_planned:
            raise refuse("number-beyond-games", "game", games=score_list.outline.games_planned)
        if TableCall.objects.filter(list=score_list, closed_at=None).exists():
            return
        TableCall.objects.create(list=score_list, game_number=game, text=text, at=timezone.now())
        new = {"number": game, "text": text}
        change.log(new={key: value for key, value in new.items() if value})


def withdraw_call(access: TableAccess) -> None:
    """The table needs no referee any more."""
    with open_table(access, Action.PHONE_CALL_WITHDRAWN) as (score_list, change):
        open_calls = TableCall.objects.filter(list=score_list, closed_at=None)
        if open_calls.update(closed_at=timezone.now()):
            change.log()


def answer_call(call: TableCall, *, by: Actor) -> None:
    """The referee has been at the table; nothing happens if somebody else was before."""
    with holding_list(call.list, by, Action.PHONE_CALL_ANSWERED) as change:
        if close_calls(call.list, by=by):
            change.log()


def answer_by_ruling(score_list: ScoreList, *, by: Actor) -> None:
    """A decision about a list answers its call, inside the block of the decision."""
    if close_calls(score_list, by=by):
        write_log(
            Action.PHONE_CALL_ANSWERED,
            score_list.subject,
            by=by,
            tournament=score_list.series.tournament,
        )


def close_calls(score_list: ScoreList, *, by: Actor) -> int:
    open_calls = TableCall.objects.filter(list=score_list, closed_at=None)
    return open_calls.update(closed_at=timezone.now(), answered_by=by.user)
