"""Signing in, with growing waits after failures.

An attempt is counted as failed *before* the password is looked at, and taken back when it was
right: raising the counter takes the lock, so that a hundred guesses sent at the same moment
count as a hundred. Names that nobody has are counted like all others, so that neither the
answer nor its time tells whether an account exists. On a device on which the name has signed in
before only the guesses made there count: others cannot lock its owner out.
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

MINUTE = timedelta(minutes=1)
IPV6_NETWORK = 2**64  # one household has that many addresses: they count as one


@dataclass(frozen=True, slots=True)
class Limit:
    """After `most` failures wait `first`, then twice as long with every other, up to `longest`.

    Failures are forgotten `memory` after the last one, or after the first one where `window`
    says so.
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


# A clerk who mistypes waits a minute. Whoever tries many names from one place, or one name from
# many places, is stopped for the rest of a quarter of an hour.
QUARTER = 15 * MINUTE
PAIR = Limit("pair", 5, MINUTE, QUARTER, memory=60 * MINUTE)
ADDRESS = Limit("address", 30, QUARTER, QUARTER, memory=QUARTER, window=True)
ACCOUNT = Limit("account", 100, QUARTER, QUARTER, memory=QUARTER, window=True)
LIMITS = (PAIR, ADDRESS, ACCOUNT)
FORGOTTEN = max(limit.memory for limit in LIMITS)


class TooManyFailures(Exception):
    """Nobody may try this now; `minutes` is how long to wait, rounded up."""

    def __init__(self, until: datetime) -> None:
        self.seconds = max(1, round((until - timezone.now()).total_seconds()))
        self.minutes = -(-self.seconds // 60)
        super().__init__(f"wait {self.minutes} minutes")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try to sign in: the name that was typed, the address it came from, the known device."""

    name: str
    address: str
    device: str = ""

    @property
    def limits(self) -> tuple[Limit, ...]:
        return (PAIR,) if self.device else LIMITS

    def key(self, limit: Limit) -> str:
        """Under which a limit counts this attempt."""
        place = f"device {self.device}" if self.device else self.address
        parts = {"pair": (self.name, place), "address": (self.address,)}
        counted = "\n".join((limit.kind, *parts.get(limit.kind, (self.name,))))
        return salted_hmac("sign-in", counted, algorithm="sha256").hexdigest()


def attempt_of(name: str, address: str, device: str = "") -> Attempt:
    """The attempt as it is counted: small letters, an IPv6 network as a whole.

    A name that is longer than any account's counts by its beginning.

    >>> attempt_of("Ada ", "2001:db8::1").address == attempt_of("ada", "2001:db8::2").address
    True
    """
    # What no database can hold (a NUL, half a surrogate pair) is in no account's name either.
    plain = plain_name(name).replace("\x00", "?").encode(errors="replace").decode()
    return Attempt(plain, network(address), device)


def plain_name(name: str) -> str:
    """A sign-in name however it was typed."""
    return name.strip()[: USERNAME_LENGTH + 1].casefold()


def network(address: str) -> str:
    """The address that counts; what is none is its own name."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    mapped = getattr(found, "ipv4_mapped", None)
    if mapped or found.version == 4:
        return str(mapped or found)
    return f"{int(found) // IPV6_NETWORK:x}::/64"


def begin_attempt(attempt: Attempt) -> list[Limit]:
    """Count this attempt as failed until `signed_in` takes it back.

    Returns the limits that it reaches, for `failed`. Raises TooManyFailures, and then counts
    nothing: waiting is not made longer by trying.
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
    """The counter of this key, held until the block ends; begun anew when it is old."""
    own = SignInFailures.objects.filter(key=key)
    while not own.update(failures=F("failures")):  # takes the lock
        fresh = SignInFailures(key=key, since=now, last_at=now)
        SignInFailures.objects.bulk_create([fresh], ignore_conflicts=True)
    row = own.get()
    if now - (row.since if limit.window else row.last_at) >= limit.memory:
        row.failures, row.since, row.blocked_until = 0, now, None
    return row


def count(limit: Limit, row: SignInFailures, now: datetime) -> bool:
    """Record one more failure; True if a wait follows."""
    row.failures, row.last_at = row.failures + 1, now
    wait = limit.wait(row.failures)
    if wait:
        # A window ends when it ends; waiting longer than that would punish the patient.
        row.blocked_until = row.since + limit.memory if limit.window else now + wait
    row.save(update_fields=["failures", "since", "last_at", "blocked_until"])
    return bool(wait)


def failed(attempt: Attempt, reached: list[Limit]) -> None:
    """The attempt was a failure: tell in the log if it was one too many, and forget old ones."""
    if reached:
        log_block(attempt, reached[0])
    SignInFailures.objects.filter(last_at__lt=timezone.now() - 2 * FORGOTTEN).delete()


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
    """The password was right: the attempt was no failure, and those before it are forgotten.

    The address keeps its earlier failures, or whoever has an account could go on guessing the
    passwords of others.
    """
    with transaction.atomic():
        # One after another, in the order of `begin_attempt`: two never wait for each other.
        SignInFailures.objects.filter(key=attempt.key(PAIR)).delete()
        if ADDRESS in attempt.limits:
            own = SignInFailures.objects.filter(key=attempt.key(ADDRESS), failures__gt=0)
            own.update(failures=F("failures") - 1)
            own.filter(failures__lt=ADDRESS.most).update(blocked_until=None)
            SignInFailures.objects.filter(key=attempt.key(ACCOUNT)).delete()
        write_log(Action.ACCOUNT_SIGNED_IN, account_subject(user), by=Actor(user), tournament=None)
