"""Adjustments: points given or taken by the board, and their reversal."""

from django.utils import timezone

from scoring.core.forms import Refused, refuse
from scoring.core.services import Change, changing
from scoring.models import Actor, Adjustment, Entry, Series, Tournament
from scoring.models.log import Action
from scoring.models.names import entry_subject
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem

MOST_POINTS = 9_999
REASON_LENGTH = 200


def adjust(
    entry: Entry,
    points: int,
    *,
    reason: str,
    by: Actor,
    series: Series | None = None,
) -> None:
    """Give or take points, in one series or on the total.

    In a series they are part of its result and dropped with it; on the total they always count.
    Raises Refused with all problems.
    """
    about = entry_subject(entry.start_number)
    with changing(entry.tournament, by, Action.ADJUSTMENT_MADE, about=about) as change:
        problems = problems_of(entry.tournament, points, reason)
        if series and series.tournament_id != entry.tournament_id:
            problems.append(Problem("adjustment-series-unknown", "series"))
        if problems:
            raise Refused(problems)
        write(Adjustment(entry=entry, series=series, points=points, reason=reason), change)


def reverse_adjustment(adjustment: Adjustment, *, reason: str, by: Actor) -> None:
    """Reverse an adjustment by a second one; both stay. Raises Refused with all problems."""
    tournament = adjustment.entry.tournament
    about = entry_subject(adjustment.entry.start_number)
    with changing(tournament, by, Action.ADJUSTMENT_REVERSED, about=about) as change:
        problems = problems_of(tournament, adjustment.points, reason)
        if Adjustment.objects.filter(reverses=adjustment).exists():
            problems.append(Problem("adjustment-reversed"))
        if adjustment.reverses_id:
            problems.append(Problem("adjustment-is-a-reversal"))
        if problems:
            raise Refused(problems)
        counter = Adjustment(
            entry=adjustment.entry,
            series=adjustment.series,
            points=-adjustment.points,
            reason=reason,
            reverses=adjustment,
        )
        write(counter, change)


def problems_of(tournament: Tournament, points: int, reason: str) -> list[Problem]:
    """All problems of this adjustment."""
    problems = [Problem("tournament-final")] if tournament.state == TournamentState.FINAL else []
    if not 0 < abs(points) <= MOST_POINTS:
        problems.append(Problem("adjustment-out-of-range", "points", {"most": MOST_POINTS}))
    if not reason.strip():
        problems.append(Problem("reason-missing", field="reason"))
    if len(reason) > REASON_LENGTH:
        problems.append(Problem("text-too-long", "reason", {"most": REASON_LENGTH}))
    return problems


def write(row: Adjustment, change: Change) -> None:
    if not Entry.objects.filter(pk=row.entry_id).exists():
        raise refuse("entry-gone")
    row.at, row.by = timezone.now(), change.by.user
    row.save()
    new = {"points": row.points, "series": row.series.number if row.series else None}
    change.log(new=new, reason=row.reason)
