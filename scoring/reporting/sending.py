"""Sends what waits, one after the other: what the command `send_reports` does."""

from scoring.models import Report, ReportTarget
from scoring.reporting.network import NotReached, send
from scoring.reporting.reads.signing import public_key_of, signature_of
from scoring.reporting.services.outgoing import envelope_of, record_answer, record_trouble
from scoring.tournament.reads.reported import waiting_reports


def send_waiting() -> int:
    """Try to send everything that waits; returns how many still do."""
    for number in list(waiting_reports().values_list("pk", flat=True)):
        # The one before may have taken minutes: meanwhile a result may have been taken back.
        report = waiting_reports().filter(pk=number).first()
        if report is not None and report.target is not None:
            send_one(report, report.target)
    return waiting_reports().count()


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
