"""The server to which a host reports: typed in once, with the key that it gave out."""

import hashlib

from django.utils import timezone

from scoring.core.refusals import Refused
from scoring.core.services import Submission
from scoring.models import Actor, Host, ReportTarget
from scoring.models.log import Action
from scoring.models.names import host_subject
from scoring.models.report import ADDRESS_LENGTH
from scoring.reporting.network import (
    TROUBLES,
    NotReached,
    ServerAnswer,
    address_problem,
    register,
)
from scoring.reporting.reads.codes import read_code
from scoring.reporting.reads.signing import public_key_of
from scoring.rules.problem import Problem


def set_target(
    host: Host, address: str, code: str, *, by: Actor, token: str | None = None
) -> ReportTarget:
    """Register this computer at a server with the key that it gave out.

    The private key follows from the typed one, so that a second try after a lost answer is the same
    computer. The server is asked before the block opens: nobody waits for it who saves. Raises
    Refused with a problem at each field.
    """
    address = address.strip().rstrip("/")
    key = read_code(code)
    problems = []
    if wrong := address_problem(address):
        problems.append(wrong)
    elif len(address) > ADDRESS_LENGTH:
        problems.append(Problem("text-too-long", "address", {"most": ADDRESS_LENGTH}))
    if key is None:
        problems.append(Problem("report-key-malformed", "key"))
    if problems or key is None:
        raise Refused(problems)
    seed = hashlib.sha256(f"report\n{key}".encode()).hexdigest()
    public_key = public_key_of(seed)
    answer = asked(address, {"key": key, "public_key": public_key})
    about = host_subject(host.name)
    sent = Submission(None, by, token, Action.REPORT_TARGET_SET, about=about, host=host.pk)
    with sent, sent.alone():
        old = ReportTarget.objects.filter(host=host).first()
        values = {
            "address": address,
            "received_by": str(answer.body.get("host", ""))[:120],
            "seed": seed,
            "public_key": public_key,
            "at": timezone.now(),
        }
        ReportTarget.objects.update_or_create(host=host, defaults=values)
        sent.log(old={"address": old.address} if old else None, new={"address": address})
    return ReportTarget.objects.get(host=host)


def asked(address: str, fields: dict[str, str]) -> ServerAnswer:
    """What the server answers to the key; raises Refused with what is wrong, at its field."""
    try:
        answer = register(address, fields)
    except NotReached as trouble:
        raise Refused([TROUBLES[trouble.code]]) from trouble
    if not answer.ok:
        codes = [str(each.get("code", "")) for each in answer.problems]
        known = [TOLD[code] for code in codes if code in TOLD]
        raise Refused(known[:1] or [TOLD["report-key-unknown"]])
    return answer


# What a server may say of a key; anything else of an answer is not repeated.
TOLD = {
    each.code: each
    for each in (
        Problem("report-key-unknown", "key"),
        Problem("report-key-used", "key"),
        Problem("report-key-withdrawn", "key"),
        Problem("report-unreadable", "key"),
    )
}


def remove_target(host: Host, *, by: Actor, token: str | None = None) -> None:
    """Nothing is reported any more. What waits is kept, and sent if a server is set again."""
    about = host_subject(host.name)
    sent = Submission(None, by, token, Action.REPORT_TARGET_REMOVED, about=about, host=host.pk)
    with sent, sent.alone():
        target = ReportTarget.objects.filter(host=host).first()
        if target is None:
            return
        target.delete()
        sent.log(old={"address": target.address})
