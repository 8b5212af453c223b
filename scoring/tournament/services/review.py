"""The review of a result: until when objections are heard, and what then becomes of the lists."""

from datetime import datetime, timedelta

from django.utils import timezone

from scoring.confirmation.services.confirmation import WRITING
from scoring.models import LogEntry, Objection, ScoreList, Tournament
from scoring.models.ruling import ObjectionState
from scoring.models.score_list import ListState
from scoring.models.tournament import TournamentState
from scoring.rules.adjudication import ENTERED
from scoring.rules.problem import Problem

# Decisions that change what a list says.
IN_THE_LIST = (*ENTERED, "annulment")
USUAL_REVIEW = timedelta(minutes=30)


def usual_end() -> datetime:
    """When a review ends if nobody says otherwise, to the minute."""
    return (timezone.localtime() + USUAL_REVIEW).replace(second=0, microsecond=0)


def review_problems(to: str, until: datetime | None) -> list[Problem]:
    """A review that is over before it begins helps nobody."""
    over = to == TournamentState.REVIEW and until is not None and until <= timezone.now()
    return [Problem("review-over-before-it-begins", "until")] if over else []


def too_early(tournament: Tournament, to: str) -> list[Problem]:
    """The room was told until when it may object; a person who ends it earlier says why."""
    until = tournament.review_until
    if to != TournamentState.FINAL or until is None or until <= timezone.now():
        return []
    hour = timezone.localtime(until).strftime("%H:%M")
    return [Problem("review-not-over", params={"until": hour})]


def upheld_without_correction(tournament: Tournament) -> list[Problem]:
    """Objections that the board upheld while every list of their series still says the same.

    Only decisions about an entry count. The board may want no correction; a person who goes on
    without one says why (TO 7.3.3).
    """
    upheld = Objection.objects.filter(
        ruling__tournament=tournament,
        ruling__decision__verdict__in=IN_THE_LIST,
        state=ObjectionState.UPHELD,
    )
    return [
        Problem(
            "objection-without-correction", params={"number": each.ruling.number}, rule="TO 7.3.3"
        )
        for each in upheld.select_related("ruling__list__series").order_by("ruling__number")
        if not corrected_since(tournament, each)
    ]


def corrected_since(tournament: Tournament, objection: Objection) -> bool:
    """Whether a list of its series was written since the objection was lodged."""
    ruling = objection.ruling
    series = ruling.list.series.number if ruling.list else ruling.incident.get("series", 0)
    written = LogEntry.objects.filter(
        tournament=tournament, action__in=WRITING, at__gt=objection.lodged_at
    )
    return written.filter(subject__startswith=f"list/{series}/").exists()


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
        each.subject
        for each in lists.select_related("series").order_by("series__number", "table_number")
    ]
    lists.update(state=new)
    return subjects
