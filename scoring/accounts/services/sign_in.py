"""Signing in, with growing waits after failures.

An attempt is counted as failed *before* the password is checked, and uncounted if it was right:
raising the counter takes the lock, so that simultaneous guesses all count. Unknown names are
counted as well, so that neither answer nor time shows whether an account exists. On a device on
which the name has signed in before, only the guesses made there count: others cannot lock its owner
out.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.accounts.services.accounts import USERNAME_LENGTH
from scoring.core.services import write_log
from scoring.models import Actor, SignInFailures, User
from scoring.models.log import Action
from scoring.models.names import account_subject

MINUTE, MOMENT = timedelta(minutes=1), timedelta(seconds=10)
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

        >>> [PAIR.wait(failures).seconds // 60 for failures in (4, 5, 6, 7, 8, 9, 50)]
        [0, 1, 2, 4, 8, 15, 15]
        """
        if failures < self.most:
            return timedelta(0)
        doublings = min(failures - self.most, 10)
        return min(self.first * (1 << doublings), self.longest)


# After typing errors a clerk waits a minute. Many names from one address, or one name from many
# addresses, wait ten seconds, then longer, for the rest of a quarter of an hour: a whole club room
# may have one address, and one guest who guesses must not keep the others out.
QUARTER = 15 * MINUTE
PAIR = Limit("pair", 5, MINUTE, QUARTER, memory=60 * MINUTE)
ADDRESS = Limit("address", 30, MOMENT, QUARTER, memory=QUARTER, window=True)
ACCOUNT = Limit("account", 100, MOMENT, QUARTER, memory=QUARTER, window=True)
LIMITS = (PAIR, ADDRESS, ACCOUNT)
FORGOTTEN = max(limit.memory for limit in LIMITS)


class TooManyFailures(Exception):
    """Signing in is blocked; `minutes` is the wait, rounded up."""

    def __init__(self, until: datetime) -> None:
        self.seconds = max(1, round((until - timezone.now()).total_seconds()))
        self.minutes = -(-self.seconds // 60)
        super().__init__(f"wait {self.minutes} minutes")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try to sign in: the typed name, the address, and the device if it is known."""

    name: str
    address: str
    device: str = ""

    @property
    def limits(self) -> tuple[Limit, ...]:
        return (PAIR,) if self.device else LIMITS

    def key(self, limit: Limit) -> str:
        """The key under which a limit counts this attempt."""
        place = f"device {self.device}" if self.device else self.address
        parts = {"pair": (self.name, place), "address": (self.address,)}
        text = "\n".join((limit.kind, *parts.get(limit.kind, (self.name,))))
        return salted_hmac("sign-in", text, algorithm="sha256").hexdigest()


def attempt_of(name: str, address: str, device: str = "") -> Attempt:
    """The attempt in its counted form: lower case, an IPv6 network as a whole.

    Of a name that is longer than any account's only the beginning counts.

    >>> attempt_of("Ada ", "2001:db8::1").address == attempt_of("ada", "2001:db8::2").address
    True
    """
    # No account's name contains what databases cannot store (NUL, surrogates).
    plain = plain_name(name).replace("\x00", "?").encode(errors="replace").decode()
    return Attempt(plain, network(address), device)


def plain_name(name: str) -> str:
    """A sign-in name however it was typed."""
    return name.strip()[: USERNAME_LENGTH + 1].casefold()


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


def begin_attempt(attempt: Attempt) -> list[Limit]:
    """Count this attempt as failed until `signed_in` uncounts it.

    Returns the limits that it reaches, for `failed`. Raises TooManyFailures without counting:
    trying does not prolong the wait.
    """
    now = timezone.now()
    with transaction.atomic():
        rows = [(limit, locked(attempt.key(limit), limit, now)) for limit in attempt.limits]
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


def failed(attempt: Attempt, reached: list[Limit]) -> None:
    """The attempt failed: log it if a limit is reached, and delete expired counters."""
    if reached:
        log_block(attempt, reached[0])
    expired = SignInFailures.objects.filter(last_at__lt=timezone.now() - 2 * FORGOTTEN)
    with transaction.atomic():
        # Not those that somebody counts in now, in the order of `begin_attempt`.
        unused = expired.select_for_update(skip_locked=True).values_list("pk", flat=True)
        SignInFailures.objects.filter(pk__in=list(unused)).delete()


def log_block(attempt: Attempt, limit: Limit) -> None:
    """Log a lockout. An unknown name may be a password, so it is not stored."""
    user = User.objects.filter(username__iexact=attempt.name).first()
    about = account_subject(user) if user and limit is not ADDRESS else "sign-in"
    write_log(
        Action.ACCOUNT_SIGN_IN_BLOCKED,
        about,
        by=Actor(),
        tournament=None,
        new={"by": limit.kind, "failures": limit.most},
    )


def signed_in(user: User, attempt: Attempt) -> None:
    """The password was right: uncount the attempt and forget those before it.

    The address keeps its earlier failures, or an account's owner could go on guessing others'
    passwords.
    """
    with transaction.atomic():
        # Locked in the order of `begin_attempt`: no deadlock.
        SignInFailures.objects.filter(key=attempt.key(PAIR)).delete()
        if ADDRESS in attempt.limits:
            own = SignInFailures.objects.filter(key=attempt.key(ADDRESS), failures__gt=0)
            own.update(failures=F("failures") - 1)
            own.filter(failures__lt=ADDRESS.most).update(blocked_until=None)
            SignInFailures.objects.filter(key=attempt.key(ACCOUNT)).delete()
        write_log(Action.ACCOUNT_SIGNED_IN, account_subject(user), by=Actor(user), tournament=None)
