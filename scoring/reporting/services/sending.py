"""A club reports a final result: the document goes to the server, the answer is kept."""

from hashlib import sha256

from django.utils import timezone

from scoring.core.heavy import turn
from scoring.core.refusals import refuse
from scoring.core.services import changing
from scoring.messages import message
from scoring.models import Actor, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.models.report import ANSWER_LENGTH, ReportState
from scoring.models.tournament import TournamentState
from scoring.reporting.network import NotReached, ask
from scoring.reporting.reads.documents import packed_export, unpacked
from scoring.tournament.reads.reported import final_row

SUBJECT = "tournament"
ACTIONS = {
    ReportState.ACCEPTED: Action.REPORT_ACCEPTED,
    ReportState.REFUSED: Action.REPORT_REFUSED,
}


def report_result(tournament: Tournament, *, by: Actor) -> Report:
    """Send the document of a final result to the server of its host, and keep what it answers.

    No block is open while it is asked, and nobody waits for his turn. An answer that is lost is no
    harm: the same document is known there. Raises Refused where there is nothing to report, Busy
    where others export and import.
    """
    target = ReportTarget.objects.filter(host=tournament.host_id).first()
    if target is None:
        raise refuse("report-without-server")
    refuse_unfit(tournament)
    with turn(by.label):
        result, packed = final_row(tournament), packed_export(tournament)
    try:
        answer = ask("POST", target.address, target.key, packed)
        state = ReportState.ACCEPTED if answer.ok else ReportState.REFUSED
        sentence = answer.sentence
    except NotReached as trouble:
        state, sentence = ReportState.UNREACHED, message(trouble.problem)
    values = {
        "at": timezone.now(),
        "result": result,
        "state": state,
        "answer": sentence[:ANSWER_LENGTH],
    }
    with changing(tournament, by, about=SUBJECT) as change:
        report, _new = Report.objects.update_or_create(tournament=tournament, defaults=values)
        # The log is part of the document, which must stay the same as long as it may have arrived.
        if state in ACTIONS:
            refused = {"refused": values["answer"]} if state == ReportState.REFUSED else {}
            change.log(
                action=ACTIONS[state],
                new={"sha256": sha256(unpacked(packed)).hexdigest(), **refused},
            )
    return report


def refuse_unfit(tournament: Tournament) -> None:
    """Raises Refused for what is not final, a sample, or was reported from elsewhere."""
    if tournament.sample:
        raise refuse("report-of-a-sample")
    if tournament.reported_at:
        raise refuse("tournament-is-reported")
    if tournament.state != TournamentState.FINAL:
        raise refuse("report-not-final")
