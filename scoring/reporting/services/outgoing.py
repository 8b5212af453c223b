"""A final result is reported: its document is kept until the server has answered."""

from hashlib import sha256
from typing import Any

from django.utils import timezone

from scoring.core.locks import block, lock
from scoring.core.refusals import refuse
from scoring.core.services import Submission, write_log
from scoring.exchange.reads.export import export_text
from scoring.models import Actor, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.models.report import ReportState
from scoring.models.tournament import TournamentState
from scoring.reporting.network import ServerAnswer
from scoring.reporting.reads.envelope import (
    LARGEST_DOCUMENT,
    LARGEST_PACKED,
    Envelope,
    pack,
    too_large,
)
from scoring.tournament.reads.reported import final_row

SUBJECT = "tournament"
MOST_KEPT = 50  # problems of an answer
LONGEST_KEPT = 400  # characters of a foreign text


def report_result(tournament: Tournament, *, by: Actor, token: str | None = None) -> Report:
    """Keep the document of a final result to be sent.

    What waits already is not made anew unless the result was corrected. Raises Refused where there
    is nothing to report.
    """
    refuse_report(tournament)
    result = final_row(tournament)
    text = export_text(tournament).encode()
    packed = pack(text)
    if len(text) > LARGEST_DOCUMENT or len(packed) > LARGEST_PACKED:
        raise too_large()
    sent = Submission(tournament, by, token, Action.REPORT_MADE, about=SUBJECT)
    with sent, sent.alone():
        refuse_report(tournament)
        if final_row(tournament) != result:
            raise refuse("state-changed")
        before = Report.objects.filter(tournament=tournament).defer("packed").first()
        if before and before.result == result and before.state != ReportState.REFUSED:
            return before
        values = {
            "version": next_version(before),
            "result": result,
            "sha256": sha256(text).hexdigest(),
            "size": len(text),
            "packed": packed,
            "state": ReportState.WAITING,
            "reported_at": timezone.now(),
            "tried_at": None,
            "trouble": "",
            "answered_at": None,
            "problems": [],
        }
        report, _new = Report.objects.update_or_create(tournament=tournament, defaults=values)
        sent.log(new={"version": report.version, "sha256": report.sha256})
    return Report.objects.get(tournament=tournament)


def refuse_report(tournament: Tournament) -> None:
    """Raises Refused for what is not final, a sample, or where no server is set."""
    if tournament.sample:
        raise refuse("report-of-a-sample")
    if tournament.reported_at:
        raise refuse("tournament-is-reported")
    if tournament.state != TournamentState.FINAL:
        raise refuse("report-not-final")
    if not ReportTarget.objects.filter(host=tournament.host_id).exists():
        raise refuse("report-without-server")


def next_version(before: Report | None) -> int:
    """A version that was refused is not there; what may have arrived keeps its number."""
    if before is None:
        return 1
    least = before.version if before.state == ReportState.REFUSED else before.version + 1
    return max(least, (before.newest or 0) + 1)


def envelope_of(report: Report, target: ReportTarget) -> Envelope:
    return Envelope(
        key=target.public_key,
        report=str(report.ident),
        version=report.version,
        sha256=report.sha256,
        size=report.size,
    )


def record_answer(report: Report, answer: ServerAnswer) -> None:
    """Keep and log what the server said of this version; what was made since is left alone."""
    state = ReportState.ACCEPTED if answer.ok else ReportState.REFUSED
    problems = [kept_problem(each) for each in answer.problems[:MOST_KEPT]]
    newest = answer.body.get("newest")
    values: dict[str, Any] = {
        "state": state,
        "packed": None,
        "answered_at": timezone.now(),
        "problems": problems,
        "trouble": "",
        "tried_at": timezone.now(),
    }
    if isinstance(newest, int) and 0 < newest < 2**31:
        values["newest"] = newest
    with block():
        lock(report.tournament)
        waiting = Report.objects.filter(pk=report.pk, sha256=report.sha256)
        if not waiting.filter(state=ReportState.WAITING).update(**values):
            return
        action = Action.REPORT_ACCEPTED if answer.ok else Action.REPORT_REFUSED
        refused = {"refused": [each["code"] for each in problems]} if problems else {}
        new = {"version": report.version, "sha256": report.sha256, **refused}
        by = Actor(name="send_reports")
        write_log(action, SUBJECT, by=by, tournament=report.tournament, new=new)


def kept_problem(problem: dict[str, Any]) -> dict[str, Any]:
    """A problem as the server told it, cut to what a page shows."""
    kept = {key: str(problem.get(key, ""))[:LONGEST_KEPT] for key in ("field", "code", "message")}
    params = problem.get("params")
    return {**kept, "params": params if isinstance(params, dict) else {}}


def record_trouble(report: Report, code: str) -> None:
    """The server was not reached: the document goes on waiting."""
    waiting = Report.objects.filter(pk=report.pk, state=ReportState.WAITING)
    waiting.update(tried_at=timezone.now(), trouble=code)
