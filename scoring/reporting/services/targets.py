"""The servers to which a host reports: typed in once, each with the key that it gave out."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from scoring.core.refusals import Refused
from scoring.core.services import changing
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


def set_target(host: Host, address: str, code: str, *, by: Actor) -> ReportTarget:
    """Register this computer at a server with the key that it gave out.

    The private key follows from the typed one, so that a second try after a lost answer is the same
    computer. Another key of the same host there takes the place of the one before, and what was
    refused for that one is sent again. The server is asked before the block opens: nobody waits for
    it who saves. Raises Refused with a problem at each field.
    """
    address = address.strip().rstrip("/")
    key = read_code(code)
    problems = address_problems(address)
    if key is None:
        problems.append(Problem("report-key-malformed", "key"))
    if problems or key is None:
        raise Refused(problems)
    seed = hashlib.sha256(f"report\n{key}".encode()).hexdigest()
    public_key = public_key_of(seed)
    answer = asked(address, {"key": key, "public_key": public_key})
    about = host_subject(host.name)
    with changing(None, by, Action.REPORT_TARGET_SET, about=about, host=host.pk) as change:
        values = {
            "address": address,
            "received_by": str(answer.body.get("host", ""))[:120],
            "at_host": id_in(answer),
            "seed": seed,
            "public_key": public_key,
            "at": timezone.now(),
            "removed_at": None,
        }
        old = same_host(host, values)
        if old is None:
            ReportTarget.objects.create(host=host, **values)
        else:
            ReportTarget.objects.filter(pk=old.pk).update(**values)
        change.log(old={"address": old.address} if old else None, new={"address": address})
    return ReportTarget.objects.filter(host=host, public_key=public_key).latest("at")


def address_problems(address: str) -> list[Problem]:
    if wrong := address_problem(address):
        return [wrong]
    if len(address) > ADDRESS_LENGTH:
        return [Problem("text-too-long", "address", {"most": ADDRESS_LENGTH})]
    return []


def id_in(answer: ServerAnswer) -> int | None:
    """The id that the host has there; an older server does not tell it."""
    told = answer.body.get("host_id")
    return told if isinstance(told, int) and 0 < told < 2**63 else None


def same_host(host: Host, values: Mapping[str, Any]) -> ReportTarget | None:
    """The target that was the same host of the same server until now, by its id or its name.

    One with this very key is it, whatever is told.
    """
    own = ReportTarget.objects.filter(host=host)
    for each in own.filter(public_key=values["public_key"]):
        return each
    for each in own.filter(address=values["address"]):
        known = each.at_host is not None and values["at_host"] is not None
        if (
            (each.at_host == values["at_host"])
            if known
            else (each.received_by == values["received_by"])
        ):
            return each
    return None


def change_address(target: ReportTarget, address: str, *, by: Actor) -> None:
    """Another address of the same server and key. Raises Refused if none answers there."""
    address = address.strip().rstrip("/")
    if problems := address_problems(address):
        raise Refused(problems)
    try:
        # Any answer to no key is that of a server of this program.
        register(address, {"key": "", "public_key": target.public_key})
    except NotReached as trouble:
        raise Refused([TROUBLES[trouble.code]]) from trouble
    about, host = host_subject(target.host.name), target.host_id
    with changing(None, by, Action.REPORT_TARGET_SET, about=about, host=host) as change:
        target.refresh_from_db()
        old, target.address = target.address, address
        if old == address:
            return
        target.save(update_fields=["address"])
        change.log(old={"address": old}, new={"address": address})


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


def remove_target(target: ReportTarget, *, by: Actor) -> None:
    """Nothing is reported there any more; what waits is sent with a new key of the host there."""
    about, host = host_subject(target.host.name), target.host_id
    with changing(None, by, Action.REPORT_TARGET_REMOVED, about=about, host=host) as change:
        target.refresh_from_db()
        if target.removed_at is not None:
            return
        target.removed_at = timezone.now()
        target.save(update_fields=["removed_at"])
        change.log(old={"address": target.address})
