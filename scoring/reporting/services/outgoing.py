"""A final result is reported: its document is kept until the server has answered."""

from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from django.utils import timezone

from scoring.core.refusals import refuse
from scoring.core.services import changing, write_log
from scoring.exchange.reads.export import export_text
from scoring.models import Actor, LogEntry, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.models.report import ReportState
from scoring.models.tournament import TournamentState
from scoring.reporting.network import ServerAnswer
from scoring.reporting.reads.envelope import (
    LARGEST_DOCUMENT,
    LARGEST_PACKED,
    MOST_MADE,
    Envelope,
    is_hash,
    pack,
    too_large,
)
from scoring.tournament.reads.reported import KEY_TROUBLES, final_row, targets_of

SUBJECT = "tournament"
MOST_KEPT = 50  # problems of an answer
LONGEST_KEPT = 400  # characters of a foreign text
LONGEST_SEASON = 120
NOT_SENT: Mapping[str, Any] = MappingProxyType(  # columns of a report that was just made
    {
        "state": ReportState.WAITING,
        "tried_at": None,
        "trouble": "",
        "answered_at": None,
        "problems": (),
    }
)


def report_result(
    tournament: Tournament,
    *,
    target: int | None = None,
    replaces: int | None = None,
    by: Actor,
) -> Report:
    """Keep the document of a final result to be sent, with the first one to a server (an id).

    What waits already is not made anew unless the result was corrected. A version that the server
    has from another computer is replaced only by who names it (`replaces`). Raises Refused where
    there is nothing to report.
    """
    refuse_report(tournament)
    result = final_row(tournament)
    text = export_text(tournament).encode()
    packed = pack(text)
    if len(text) > LARGEST_DOCUMENT or len(packed) > LARGEST_PACKED:
        raise too_large()
    with changing(tournament, by, Action.REPORT_MADE, about=SUBJECT) as change:
        refuse_report(tournament)
        if final_row(tournament) != result:
            raise refuse("state-changed")
        before = Report.objects.filter(tournament=tournament).defer("packed").first()
        if before and before.result == result and before.state != ReportState.REFUSED:
            return before
        server = target_of(tournament, before, target)
        same = before if before and before.target_id in (None, server.pk) else None
        values: dict[str, Any] = {
            "target": server,
            "version": next_version(before),
            "after": known_version(same, replaces),
            "newest": same.newest if same else None,
            "result": result,
            "sha256": sha256(text).hexdigest(),
            "size": len(text),
            "packed": packed,
            **NOT_SENT,
            "reported_at": timezone.now(),
        }
        if before is None:
            values["ident"] = ident_of(tournament)
        report, _new = Report.objects.update_or_create(tournament=tournament, defaults=values)
        change.log(new={"version": report.version, "sha256": report.sha256})
    return Report.objects.get(tournament=tournament)


def refuse_report(tournament: Tournament) -> None:
    """Raises Refused for what is not final, a sample, or where no server is set."""
    if tournament.sample:
        raise refuse("report-of-a-sample")
    if tournament.reported_at:
        raise refuse("tournament-is-reported")
    if tournament.state != TournamentState.FINAL:
        raise refuse("report-not-final")
    if not targets_of(tournament.host_id).exists():
        raise refuse("report-without-server")


def target_of(tournament: Tournament, before: Report | None, chosen: int | None) -> ReportTarget:
    """Where it is reported: a correction where the result is, else the chosen server.

    Raises Refused where that is none any more, or where nobody chose one of several.
    """
    if before and before.target and before.accepted:
        if before.target.removed_at is not None:
            raise refuse("report-server-removed", name=str(before.target))
        return before.target
    targets = {each.pk: each for each in targets_of(tournament.host_id)}
    if chosen is None and before and before.target_id in targets:
        chosen = before.target_id
    if chosen is None and len(targets) == 1:
        [chosen] = targets
    if chosen not in targets:
        raise refuse("report-choose-server", field="target")
    return targets[chosen]


def known_version(before: Report | None, replaces: int | None) -> int:
    """The newest version of the server that this one replaces knowingly; 0 for none.

    Raises Refused for one of another computer that nobody has named.
    """
    if before is None:
        return 0
    known = max(before.after or 0, before.accepted or 0)
    if before.state != ReportState.REFUSED or before.newest is None:
        return known
    codes = {str(each.get("code", "")) for each in before.problems}
    # Whose report it is was decided at the server, where both are seen.
    if "report-version-old" in codes and replaces != before.newest:
        raise refuse("report-replaces-another", newest=before.newest)
    if codes & {"report-version-old", "report-here-already"}:
        return max(known, before.newest)
    return known


def ident_of(tournament: Tournament) -> UUID:
    """What the tournament is called to a server: from the first row of its log here.

    So it stands in every backup from the first on, whether it was reported by then or not.
    """
    made = LogEntry.objects.filter(tournament=tournament).order_by("id").first()
    if made is None:
        return uuid4()
    ident = uuid5(NAMESPACE_URL, f"skatturnier:{made.pk}:{made.at.isoformat()}")
    return uuid4() if Report.objects.filter(ident=ident).exists() else ident


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
        after=report.after,
        made=made_here(report),
    )


def made_here(report: Report) -> tuple[str, ...]:
    """The hashes of the versions that were made here, by the log; the newest first.

    A copy of this computer's data has made others since.
    """
    made = LogEntry.objects.filter(tournament=report.tournament_id, action=Action.REPORT_MADE)
    rows = made.order_by("-id").values_list("new__sha256", flat=True)[:MOST_MADE]
    # The rows of a document that was taken in may hold anything.
    return tuple(digest for digest in rows if is_hash(digest))


def record_answer(report: Report, answer: ServerAnswer) -> None:
    """Keep and log what the server said of this version; what was made since is left alone.

    A key that is none any more says nothing of the result: that waits for another key.
    """
    problems = [kept_problem(each) for each in answer.problems[:MOST_KEPT]]
    of_key = next((each["code"] for each in problems if each["code"] in KEY_TROUBLES), "")
    if not answer.ok and of_key:
        record_wrong_key(report, of_key)
        return
    state = ReportState.ACCEPTED if answer.ok else ReportState.REFUSED
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
    season = answer.body.get("season")
    if answer.ok:
        told = {"accepted": report.version, "accepted_at": values["answered_at"]}
        values |= told | {"season": season[:LONGEST_SEASON] if isinstance(season, str) else None}
    by = Actor(name="send_reports")
    with changing(report.tournament, by):
        waiting = Report.objects.filter(pk=report.pk, sha256=report.sha256)
        if not waiting.filter(state=ReportState.WAITING).update(**values):
            return
        action = Action.REPORT_ACCEPTED if answer.ok else Action.REPORT_REFUSED
        refused = {"refused": [each["code"] for each in problems]} if problems else {}
        new = {"version": report.version, "sha256": report.sha256, **refused}
        write_log(action, SUBJECT, by=by, tournament=report.tournament, new=new)


def record_wrong_key(report: Report, code: str) -> None:
    """Keep why the server takes nothing with this key, and log it once."""
    by = Actor(name="send_reports")
    with changing(report.tournament, by):
        again = Report.objects.filter(pk=report.pk, trouble=code).exists()
        if not record_trouble(report, code) or again:
            return
        new = {"version": report.version, "sha256": report.sha256, "refused": [code]}
        write_log(Action.REPORT_REFUSED, SUBJECT, by=by, tournament=report.tournament, new=new)


def kept_problem(problem: dict[str, Any]) -> dict[str, Any]:
    """A problem as the server told it, cut to what a page shows."""
    kept = {key: str(problem.get(key, ""))[:LONGEST_KEPT] for key in ("field", "code", "message")}
    params = problem.get("params")
    return {**kept, "params": params if isinstance(params, dict) else {}}


def record_trouble(report: Report, code: str) -> bool:
    """The document goes on waiting: the server was not reached, or takes nothing with this key.

    Returns whether it still waits.
    """
    waiting = Report.objects.filter(pk=report.pk, state=ReportState.WAITING, sha256=report.sha256)
    return waiting.update(tried_at=timezone.now(), trouble=code) > 0
