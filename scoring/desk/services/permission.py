"""Who may change a list when: the one place that every service asks before it writes.

While a series is played the clerks correct, an entered list only with the agreement of all at
the table (SkO 5.5.3). Once the series is closed, or the tournament under review, the organizer
alone corrects and says why (TO 7.2.5). What is decided about a list as a whole, or about a wrong
deal, is the referee's at any time. A final result nobody changes.
"""

from typing import Literal

from django.db.models import F

from scoring.core.access import Right
from scoring.core.permission import has_role
from scoring.core.refusals import refuse
from scoring.desk.services.changing import CHANGEABLE, Change
from scoring.models import Role, ScoreList, Series
from scoring.models.score_list import ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState

Leave = Literal["", "agreement", "organizer", "nobody"]

# What the log keeps where the table was asked and no other reason given.
AGREED = "SkO 5.5.3"


def leave_needed(score_list: ScoreList) -> Leave:
    """Whose leave a change of this list takes now: nobody's "", the table's, the organizer's."""
    series, tournament = score_list.series, score_list.series.tournament
    if tournament.state == TournamentState.FINAL:
        return "nobody"
    if series.state == SeriesState.CLOSED or tournament.state == TournamentState.REVIEW:
        return "organizer"
    is_entered = score_list.state in (ListState.ENTERED, ListState.CONFIRMED)
    return "agreement" if is_entered else ""


def may_correct(score_list: ScoreList, right: Right) -> bool:
    """Whether somebody with this right may change the list now, as far as pages can tell."""
    leave = leave_needed(score_list)
    if score_list.state not in CHANGEABLE or leave == "nobody":
        return False
    return right.organizer if leave == "organizer" else right.clerk


def hold_series(score_list: ScoreList) -> None:
    """Read the series and its tournament again, and keep both as they are until the block ends.

    After the list itself was taken: whoever takes both does it in this order.
    """
    Series.objects.filter(pk=score_list.series_id).update(state=F("state"))
    score_list.series = Series.objects.select_related("tournament").get(pk=score_list.series_id)


def admit_change(change: Change) -> None:
    """Raises Refused unless `change.by` may change this list now, with the reason he gives.

    To be asked inside the block, after the series was read again.
    """
    score_list, tournament = change.score_list, change.score_list.series.tournament
    leave, reason = leave_needed(score_list), change.reason.strip()
    if leave == "nobody":
        raise refuse("tournament-final")
    if leave == "organizer" and not (reason and has_role(change.by, tournament, Role.ORGANIZER)):
        review = tournament.state == TournamentState.REVIEW
        code = "tournament-under-review" if review else "series-closed"
        raise refuse(code, field="reason", rule="TO 7.2.5")
    if leave == "agreement" and change.content and not reason:
        raise refuse("agreement-missing", field="reason", rule="SkO 5.5.3")


def admit_decision(change: Change) -> None:
    """Raises Refused unless `change.by` may decide about this list as a whole now.

    Holds the series, so that it is neither closed nor made final before this is written.
    """
    hold_series(change.score_list)
    admit_change(change)
    refuse_clerks(change)


def refuse_clerks(change: Change) -> None:
    """Raises Refused for who is no referee: a clerk types what others decide."""
    if not has_role(change.by, change.score_list.series.tournament, Role.REFEREE):
        raise refuse("referee-decides")
