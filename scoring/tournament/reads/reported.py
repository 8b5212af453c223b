"""What a final result still leads to: its report to a server, and the end of its season."""

from django.db.models import Exists, OuterRef, Q

from scoring.models import LogEntry, Meeting, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.models.report import ReportState
from scoring.models.tournament import TournamentState
from scoring.standings.reads.season_end import awaited


def final_row(tournament: Tournament) -> int:
    """The id of the row of the log that made the result final last; 0 if none did."""
    moved = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_MOVED)
    return moved.order_by("-id").values_list("id", flat=True).first() or 0


def after_the_end(tournament: Tournament) -> tuple[bool, bool]:
    """Whether the final result is to be reported to a server, and whether the season of the day
    could be closed (`standings.reads.season_end`); one query.

    A result that came from elsewhere itself is not reported.
    """
    targets = ReportTarget.objects.filter(host=OuterRef("host"))
    days = awaited(Tournament.objects.filter(season=OuterRef("season")))
    unfinished = days.exclude(state=TournamentState.FINAL)
    reports = Meeting.objects.filter(division__season=OuterRef("season"), reported_at=None)
    here = Tournament.objects.filter(pk=tournament.pk, sample=False).annotate(
        due=Q(reported_at=None) & Exists(targets),
        over=Q(season__isnull=False, season__closed_at=None)
        & ~Exists(unfinished)
        & ~Exists(reports),
    )
    found = here.values_list("due", "over").first()
    return (bool(found[0]), bool(found[1])) if found else (False, False)


def report_state(tournament: Tournament) -> str:
    """How far the report of a final result is: "due", "corrected", or a `ReportState`."""
    found = Report.objects.filter(tournament=tournament).values_list("state", "result").first()
    if found is None:
        return "due"
    state, result = found
    if result != final_row(tournament):
        return "corrected"
    return ReportState(state).value
