"""The server to which a host reports: its address and the key that was given out there."""

from django.utils import timezone

from scoring.core.refusals import Refused, refuse
from scoring.core.services import changing
from scoring.models import Actor, Host, ReportTarget
from scoring.models.log import Action
from scoring.models.names import host_subject
from scoring.models.report import ADDRESS_LENGTH, KEY_LENGTH
from scoring.reporting.network import NotReached, address_problem, ask


def set_target(host: Host, address: str, key: str, *, by: Actor) -> ReportTarget:
    """Report to this address with this key from now on; without a key with the one from before.

    The server is asked before the block opens. Raises Refused, with each problem at its field.
    """
    address = address.strip().rstrip("/")
    old = ReportTarget.objects.filter(host=host).first()
    key = key.strip().upper() or (old.key if old else "")
    if problem := address_problem(address):
        raise Refused([problem])
    if len(address) > ADDRESS_LENGTH:
        raise refuse("text-too-long", field="address", most=ADDRESS_LENGTH)
    if not (key.isascii() and 0 < len(key) <= KEY_LENGTH):
        raise refuse("report-key-unknown", field="key")
    try:
        answer = ask("GET", address, key)
    except NotReached as trouble:
        raise Refused([trouble.problem]) from trouble
    if not answer.ok:
        raise refuse("report-key-unknown", field="key")
    about = host_subject(host.name)
    with changing(None, by, Action.REPORT_TARGET_SET, about=about, host=host.pk) as change:
        values = {"address": address, "key": key, "received_by": answer.sentence[:120]}
        target, _new = ReportTarget.objects.update_or_create(
            host=host, defaults={**values, "at": timezone.now()}
        )
        change.log(old={"address": old.address} if old else None, new={"address": address})
    return target


def remove_target(target: ReportTarget, *, by: Actor) -> None:
    """Nothing is reported any more."""
    about, host = host_subject(target.host.name), target.host_id
    with changing(None, by, Action.REPORT_TARGET_REMOVED, about=about, host=host) as change:
        if ReportTarget.objects.filter(pk=target.pk).delete()[0]:
            change.log(old={"address": target.address})
