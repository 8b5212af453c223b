"""Keys with which computers report to a host: given out, registered, withdrawn."""

import re

from django.utils import timezone

from scoring.core.refusals import refuse
from scoring.core.services import changing, refresh
from scoring.models import Actor, Host, ReportKey
from scoring.models.log import Action
from scoring.models.names import report_subject
from scoring.models.report import KEY_NAME_LENGTH
from scoring.reporting.reads.codes import hash_of, new_code


def give_key(host: Host, name: str, *, by: Actor) -> str:
    """A new key for a computer of this name, as it is shown once; "" where it was shown before.

    Raises Refused where another key in use has the name.
    """
    if not name:
        raise refuse("report-key-name-missing", field="name")
    if len(name) > KEY_NAME_LENGTH:
        raise refuse("text-too-long", field="name", most=KEY_NAME_LENGTH)
    about = report_subject(name)
    with changing(None, by, Action.REPORT_KEY_GIVEN, about=about, host=host.pk) as change:
        refresh(host, "host-gone")
        if host.report_keys.filter(name__iexact=name, withdrawn_at=None).exists():
            raise refuse("report-key-name-taken", field="name")
        code = new_code()
        now = timezone.now()
        ReportKey.objects.create(host=host, name=name, secret_hash=hash_of(code), given_at=now)
        change.log(new={"name": name})
        return code


def withdraw_key(key: ReportKey, *, by: Actor) -> None:
    """Nothing is taken from this computer any more; what it has reported stays."""
    about = report_subject(key.name)
    with changing(None, by, Action.REPORT_KEY_WITHDRAWN, about=about, host=key.host_id) as change:
        key.refresh_from_db()
        if key.withdrawn_at is not None:
            return
        key.withdrawn_at = timezone.now()
        key.save(update_fields=["withdrawn_at"])
        change.log(old={"name": key.name})


def register_key(code: str, public_key: str) -> ReportKey:
    """The computer with this public key reports from now on. Asked again, it is answered alike.

    Raises Refused for a key that nobody gave out, that was withdrawn, or that another computer has
    used.
    """
    if not re.fullmatch("[0-9a-f]{64}", public_key):
        raise refuse("report-unreadable", field="public_key")
    key = ReportKey.objects.select_related("host").filter(secret_hash=hash_of(code)).first()
    if key is None:
        raise refuse("report-key-unknown", field="key")
    by = Actor(name=key.name, elsewhere=True)
    about, host = report_subject(key.name), key.host_id
    with changing(None, by, Action.REPORT_KEY_REGISTERED, about=about, host=host) as change:
        key.refresh_from_db()
        refuse_withdrawn(key)
        if key.public_key == public_key:
            return key
        if key.public_key or ReportKey.objects.filter(public_key=public_key).exists():
            raise refuse("report-key-used", field="key")
        key.public_key, key.registered_at = public_key, timezone.now()
        key.save(update_fields=["public_key", "registered_at"])
        change.log(new={"name": key.name})
    return key


def refuse_withdrawn(key: ReportKey) -> None:
    """Raises Refused for a key with which nothing is sent any more."""
    if key.withdrawn_at is not None:
        raise refuse("report-key-withdrawn", field="key")
