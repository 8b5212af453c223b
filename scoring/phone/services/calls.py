"""A table calls the referee."""

from django.utils import timezone

from scoring.core.refusals import refuse
from scoring.core.services import Submission, write_log
from scoring.models import Actor, ScoreList, TableAccess, TableCall
from scoring.models.log import Action
from scoring.phone.services.table import open_table, players_of


def call_referee(
    access: TableAccess, *, game: int | None = None, text: str = "", token: str | None = None
) -> None:
    """The table waits for the referee; nothing happens if it does already.

    Everybody who has the address may call. Raises Refused for a game that the list has not.
    """
    sent = submission_about(access.list, Action.PHONE_CALLED, token)
    with sent, sent.once(), open_table(access) as score_list:
        if game is not None and not 1 <= game <= score_list.outline.games_planned:
            raise refuse("number-beyond-games", "game", games=score_list.outline.games_planned)
        if TableCall.objects.filter(list=score_list, closed_at=None).exists():
            return
        TableCall.objects.create(list=score_list, game_number=game, text=text, at=timezone.now())
        new = {"number": game, "text": text}
        sent.log(new={key: value for key, value in new.items() if value})


def withdraw_call(access: TableAccess, *, token: str | None = None) -> None:
    """The table needs no referee any more."""
    sent = submission_about(access.list, Action.PHONE_CALL_WITHDRAWN, token)
    with sent, sent.once(), open_table(access) as score_list:
        open_calls = TableCall.objects.filter(list=score_list, closed_at=None)
        if open_calls.update(closed_at=timezone.now()):
            sent.log()


def submission_about(score_list: ScoreList, action: str, token: str | None) -> Submission:
    by, about = players_of(score_list), score_list.subject
    return Submission(score_list.series.tournament, by, token, action, about=about)


def answer_call(call: TableCall, *, by: Actor, token: str | None = None) -> None:
    """The referee has been at the table; nothing happens if somebody else was before."""
    score_list = call.list
    tournament, about = score_list.series.tournament, score_list.subject
    sent = Submission(tournament, by, token, Action.PHONE_CALL_ANSWERED, about=about)
    with sent, sent.once():
        if close_calls(score_list, by=by):
            sent.log()


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
