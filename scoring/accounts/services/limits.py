"""Waits that grow with failures, counted in the database for all servers together.

An attempt is counted as failed *before* it is checked, and uncounted if it was right: raising the
counter locks its row, so that simultaneous guesses all count.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.core.links import parse_address
from scoring.models import SignInFailures

TEN_SECONDS, MINUTE = timedelta(seconds=10), timedelta(minutes=1)
QUARTER_HOUR, HOUR = 15 * MINUTE, 60 * MINUTE
MAX_WAIT = QUARTER_HOUR
MAX_MEMORY = HOUR  # of a failure; no window is longer
IPV6_NETWORK = 2**64  # addresses of one household count as one


@dataclass(frozen=True, slots=True)
class Limit:
    """After `threshold` failures the wait is `first_wait`; it doubles up to MAX_WAIT.

    Failures expire MAX_MEMORY after the last one; with a `window` they and all waits end that long
    after the first one.
    """

    kind: str
    threshold: int
    first_wait: timedelta = MAX_WAIT
    window: timedelta | None = None

    def wait(self, failures: int) -> timedelta:
        """The wait after this many failures.

        >>> PAIR = Limit("pair", 5, MINUTE)
        >>> [PAIR.wait(failures).seconds // 60 for failures in (4, 5, 6, 7, 8, 9, 50)]
        [0, 1, 2, 4, 8, 15, 15]
        """
        if failures < self.threshold:
            return timedelta(0)
        doublings = min(failures - self.threshold, 10)
        return min(self.first_wait * (1 << doublings), MAX_WAIT)

    def key(self, *parts: str) -> str:
        """A keyed hash for a counter: names may be passwords, and addresses are personal data."""
        words = "\n".join((self.kind, *parts))
        return salted_hmac("sign-in", words, algorithm="sha256").hexdigest()


class TooManyFailures(Exception):
    """Too many failures; `minutes` is the wait, rounded up."""

    def __init__(self, until: datetime) -> None:
        self.seconds = max(1, round((until - timezone.now()).total_seconds()))
        self.minutes = math.ceil(self.seconds / 60)
        super().__init__(f"wait {self.minutes} minutes")


def counted_address(address: str) -> str:
    """The address under which failures count; an invalid one is only cut."""
    ip = parse_address(address)
    if ip is None:
        return address[:64]
    mapped = getattr(ip, "ipv4_mapped", None)
    if mapped or ip.version == 4:
        return str(mapped or ip)
    return f"{int(ip) // IPV6_NETWORK:x}::/64"


def count_failures(limits_and_keys: Iterable[tuple[Limit, str]]) -> list[Limit]:
    """Count a failure under each of these keys; returns the limits that are reached.

    Raises TooManyFailures without counting: further attempts do not prolong the wait.
    """
    now = timezone.now()
    with transaction.atomic():
        rows = [(limit, lock_counter(key, limit, now)) for limit, key in limits_and_keys]
        until = max(row.blocked_until or now for _limit, row in rows)
        if until > now:
            raise TooManyFailures(until)
        return [limit for limit, row in rows if count_failure(limit, row, now)]


def lock_counter(key: str, limit: Limit, now: datetime) -> SignInFailures:
    """The counter of this key, locked until the block ends; reset if expired."""
    own = SignInFailures.objects.filter(key=key)
    while not own.update(failures=F("failures")):  # locks the row
        fresh = SignInFailures(key=key, since=now, last_at=now)
        SignInFailures.objects.bulk_create([fresh], ignore_conflicts=True)
    row = own.get()
    end = row.since + limit.window if limit.window else row.last_at + MAX_MEMORY
    if now >= end:
        row.failures, row.since, row.blocked_until = 0, now, None
    return row


def count_failure(limit: Limit, row: SignInFailures, now: datetime) -> bool:
    """Count one more failure; True if a wait follows."""
    row.failures, row.last_at = row.failures + 1, now
    if wait := limit.wait(row.failures):
        end = row.since + limit.window if limit.window else now + wait
        row.blocked_until = min(now + wait, end)
    row.save(update_fields=["failures", "since", "last_at", "blocked_until"])
    return bool(wait)


def forget_failures(key: str) -> None:
    """Delete this counter: the attempt was right."""
    SignInFailures.objects.filter(key=key).delete()


def delete_expired_counters() -> None:
    """Delete expired counters, except those locked at the moment."""
    expired = SignInFailures.objects.filter(last_at__lt=timezone.now() - MAX_MEMORY)
    with transaction.atomic():
        unused = expired.select_for_update(skip_locked=True).values_list("pk", flat=True)
        SignInFailures.objects.filter(pk__in=list(unused)).delete()
