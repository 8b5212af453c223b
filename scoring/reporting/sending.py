"""Sends what waits, one after the other: what the command `send_reports` does."""

from scoring.models import Report, ReportTarget
from scoring.models.report import ReportState
from scoring.reporting.network import NotReached, send
from scoring.reporting.reads.signing import public_key_of, signature_of
from scoring.reporting.services.outgoing import envelope_of, record_answer, record_trouble


def waiting_reports() -> list[Report]:
    """What waits for a server, the oldest first, without the documents."""
    waiting = Report.objects.filter(state=ReportState.WAITING).defer("packed")
    waiting = waiting.filter(tournament__host__report_target__isnull=False)
    return list(waiting.select_related("tournament").order_by("reported_at", "pk"))


def send_waiting() -> int:
    """Try to send everything that waits; returns how many still do."""
    for report in waiting_reports():
        target = ReportTarget.objects.filter(host=report.tournament.host_id).first()
        if target is not None:
            send_one(report, target)
    return len(waiting_reports())


def send_one(report: Report, target: ReportTarget) -> None:
    """Send a report and keep the answer. No block is open while the server is asked."""
    if public_key_of(target.seed) != target.public_key:
        record_trouble(report, "report-key-of-another-computer")
        return
    text = envelope_of(report, target).text
    fields = {"envelope": text, "signature": signature_of(text, target.seed)}
    try:
        answer = send(target.address, fields, bytes(report.packed or b""))
    except NotReached as trouble:
        record_trouble(report, trouble.code)
    else:
        record_answer(report, answer)
