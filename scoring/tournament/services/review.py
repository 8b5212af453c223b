"""The review of a result: until when objections are heard, and what then becomes of the lists."""

from datetime import datetime, timedelta

from django.utils import timezone

from scoring.models import ScoreList, Tournament
from scoring.models.score_list import ListState
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem

USUAL_REVIEW = timedelta(minutes=30)


def usual_end() -> datetime:
    """The default end of a review, to the minute."""
    return (timezone.localtime() + USUAL_REVIEW).replace(second=0, microsecond=0)


def review_problems(to: str, until: datetime | None) -> list[Problem]:
    """The problem of a review whose end is already past."""
    over = to == TournamentState.REVIEW and until is not None and until <= timezone.now()
    return [Problem("review-over-before-it-begins", "until")] if over else []


def too_early(tournament: Tournament, to: str) -> list[Problem]:
    """Ending a review before its announced end requires a reason."""
    until = tournament.review_until
    if to != TournamentState.FINAL or until is None or until <= timezone.now():
        return []
    hour = timezone.localtime(until).strftime("%H:%M")
    return [Problem("review-not-over", params={"until": hour})]


def review_end(tournament: Tournament, to: str, until: datetime | None) -> datetime | None:
    """Until when a tournament that goes to the state `to` is under review.

    Final results keep the hour at which objections ended; whoever plays on has none.
    """
    if to == TournamentState.REVIEW:
        return until or usual_end()
    return tournament.review_until if to == TournamentState.FINAL else None


def settle_lists(tournament: Tournament, to: str) -> list[str]:
    """Make confirmed lists final with the result, or reopen them with it.

    Inside the block that moves the tournament; returns the subjects of the lists for its row in
    the log. What else a list says stays, its revision included: it is still what was confirmed.
    """
    if to == TournamentState.FINAL:
        old, new = ListState.CONFIRMED, ListState.FINAL
    else:
        old, new = ListState.FINAL, ListState.CONFIRMED
    lists = ScoreList.objects.filter(series__tournament=tournament, state=old)
    subjects = [
        score_list.subject
        for score_list in lists.select_related("series").order_by("series__number", "table_number")
    ]
    lists.update(state=new)
    return subjects
