"""Waits that grow with failures, counted in the database for all servers together.

An attempt is counted as failed *before* it is looked at, and uncounted if it was right: raising the
counter takes the lock, so that simultaneous guesses all count.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.models import SignInFailures

MINUTE, MOMENT = timedelta(minutes=1), timedelta(seconds=10)
QUARTER, HOUR = 15 * MINUTE, 60 * MINUTE
FORGOTTEN = HOUR  # the longest memory of a limit
IPV6_NETWORK = 2**64  # addresses of one household, counted as one


@dataclass(frozen=True, slots=True)
class Limit:
    """After `most` failures wait `first`, doubled with each further one, up to `longest`.

    Failures expire `memory` after the last one, or with `window` after the first one; no wait is
    longer than that window.
    """

    kind: str
    most: int
    first: timedelta
    longest: timedelta
    memory: timedelta
    window: bool = False

    def wait(self, failures: int) -> timedelta:
        """The wait after this many failures.

        >>> PAIR = Limit("pair", 5, MINUTE, QUARTER, memory=HOUR)
        >>> [PAIR.wait(failures).seconds // 60 for failures in (4, 5, 6, 7, 8, 9, 50)]
        [0, 1, 2, 4, 8, 15, 15]
        """
        if failures < self.most:
            return timedelta(0)
        doublings = min(failures - self.most, 10)
        return min(self.first * (1 << doublings), self.longest)


class TooManyFailures(Exception):
    """Signing in is blocked; `minutes` is the wait, rounded up."""

    def __init__(self, until: datetime) -> None:
        self.seconds = max(1, round((until - timezone.now()).total_seconds()))
        self.minutes = -(-self.seconds // 60)
        super().__init__(f"wait {self.minutes} minutes")


def network(address: str) -> str:
    """The counted address; an invalid one is returned as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    mapped = getattr(found, "ipv4_mapped", None)
    if mapped or found.version == 4:
        return str(mapped or found)
    return f"{int(found) // IPV6_NETWORK:x}::/64"


def hashed(*parts: str) -> str:
    """What is counted, as a keyed hash: passwords and addresses of people are among it."""
    return salted_hmac("sign-in", "\n".join(parts), algorithm="sha256").hexdigest()


def begin(counted: Iterable[tuple[Limit, str]]) -> list[Limit]:
    """Count a failure under each of these keys; returns the limits that are reached.

    Raises TooManyFailures without counting: trying does not prolong the wait.
    """
    now = timezone.now()
    with transaction.atomic():
        rows = [(limit, locked(key, limit, now)) for limit, key in counted]
        blocked = [row.blocked_until for _, row in rows if row.blocked_until]
        until = max(blocked, default=now)
        if until > now:
            raise TooManyFailures(until)
        return [limit for limit, row in rows if count(limit, row, now)]


def locked(key: str, limit: Limit, now: datetime) -> SignInFailures:
    """The counter of this key, locked until the block ends; reset if expired."""
    own = SignInFailures.objects.filter(key=key)
    while not own.update(failures=F("failures")):  # takes the lock
        fresh = SignInFailures(key=key, since=now, last_at=now)
        SignInFailures.objects.bulk_create([fresh], ignore_conflicts=True)
    row = own.get()
    if now - (row.since if limit.window else row.last_at) >= limit.memory:
        row.failures, row.since, row.blocked_until = 0, now, None
    return row


def count(limit: Limit, row: SignInFailures, now: datetime) -> bool:
    """Count one more failure; True if a wait follows."""
    row.failures, row.last_at = row.failures + 1, now
    wait = limit.wait(row.failures)
    if wait:
        end = row.since + limit.memory
        row.blocked_until = min(now + wait, end) if limit.window else now + wait
    row.save(update_fields=["failures", "since", "last_at", "blocked_until"])
    return bool(wait)


def forget(*keys: str) -> None:
    """What was counted under these keys does not count any more: the attempt was right."""
    SignInFailures.objects.filter(key__in=keys).delete()


def tidy() -> None:
    """Delete expired counters, but not those that somebody counts in now."""
    expired = SignInFailures.objects.filter(last_at__lt=timezone.now() - 2 * FORGOTTEN)
    with transaction.atomic():
        # In the order of `begin`.
        unused = expired.select_for_update(skip_locked=True).values_list("pk", flat=True)
        SignInFailures.objects.filter(pk__in=list(unused)).delete()
