"""Whether the final result of a tournament was reported to a server."""

from scoring.models import LogEntry, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.models.report import ReportState


def final_row(tournament: Tournament) -> int:
    """The id of the row of the log that made the result final last; 0 if none did."""
    moved = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_MOVED)
    return moved.order_by("-id").values_list("id", flat=True).first() or 0


def is_to_report(tournament: Tournament) -> bool:
    """Whether its host reports to a server, and it is nothing that came from elsewhere itself."""
    if tournament.sample or tournament.reported_at:
        return False
    return ReportTarget.objects.filter(host=tournament.host_id).exists()


def report_state(tournament: Tournament) -> str:
    """How far the report of a final result is: "due", "corrected", or a `ReportState`."""
    found = Report.objects.filter(tournament=tournament).values_list("state", "result").first()
    if found is None:
        return "due"
    state, result = found
    if result != final_row(tournament):
        return "corrected"
    return ReportState(state).value
