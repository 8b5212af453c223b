"""Keys with which clubs report to a host: given out, asked for, withdrawn."""

import re
import secrets
from base64 import b32encode
from hashlib import sha256

from django.core.cache import cache
from django.utils import timezone

from scoring.accounts.services.throttles import network
from scoring.core.refusals import refuse
from scoring.core.services import changing, refresh
from scoring.models import Actor, Host, ReportKey
from scoring.models.log import Action
from scoring.models.names import report_subject
from scoring.models.report import KEY_NAME_LENGTH

MAX_WRONG = 20  # keys from one address
SECONDS = 15 * 60


class TooManyWrongKeys(Exception):
    """So many wrong keys came from an address that none is answered for a while."""


def give_key(host: Host, name: str, *, by: Actor) -> str:
    """A new key for the club of this name, to be shown once: eight groups of four letters.

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
        letters = b32encode(secrets.token_bytes(20)).decode()
        now = timezone.now()
        ReportKey.objects.create(host=host, name=name, secret_hash=digest(letters), given_at=now)
        change.log(new={"name": name})
    return "-".join(re.findall("....", letters))


def digest(key: str) -> str:
    """The hash by which a key is stored, however it was typed."""
    return sha256(re.sub(r"[\s–-]", "", key).upper().encode()).hexdigest()


def find_key(key: str, address: str) -> ReportKey:
    """The key in use; raises Refused for any other, TooManyWrongKeys after many of an address."""
    row = ReportKey.objects.select_related("host").filter(secret_hash=digest(key)).first()
    if row is None:
        count_wrong(address)
        raise refuse("report-key-unknown", field="key")
    refuse_withdrawn(row)
    return row


def count_wrong(address: str) -> None:
    """Count a wrong key; a right one is taken however many wrong ones come beside it."""
    name = f"wrong-report-key/{network(address)}"
    cache.add(name, 0, SECONDS)
    if cache.incr(name) > MAX_WRONG:
        raise TooManyWrongKeys


def refuse_withdrawn(key: ReportKey) -> None:
    if key.withdrawn_at is not None:
        raise refuse("report-key-withdrawn", field="key")


def withdraw_key(key: ReportKey, *, by: Actor) -> None:
    """Nothing is taken with this key any more; what was reported with it stays."""
    about = report_subject(key.name)
    with changing(None, by, Action.REPORT_KEY_WITHDRAWN, about=about, host=key.host_id) as change:
        key.refresh_from_db()
        if key.withdrawn_at is not None:
            return
        key.withdrawn_at = timezone.now()
        key.save(update_fields=["withdrawn_at"])
        change.log(old={"name": key.name})
