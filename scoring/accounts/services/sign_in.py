"""Signing in, with growing waits after failures.

Unknown names are counted as well, so that neither answer nor time shows whether an account exists.
On a device on which the name has signed in before, only the guesses made there count: others cannot
lock its owner out.
"""

from dataclasses import dataclass
from unicodedata import normalize

from django.db import transaction
from django.db.models import F

from scoring.accounts.services.accounts import USERNAME_LENGTH
from scoring.accounts.services.throttles import (
    HOUR,
    MINUTE,
    MOMENT,
    QUARTER,
    Limit,
    begin,
    hashed,
    network,
    tidy,
)
from scoring.core.services import write_log
from scoring.core.submission import forget_submissions
from scoring.models import Actor, SignInFailures, User
from scoring.models.log import Action
from scoring.models.names import account_subject

# After typing errors a clerk waits a minute. Many names from one address, or one name from many
# addresses, wait ten seconds, then longer, for the rest of a quarter of an hour: a whole club room
# may have one address, and one guest who guesses must not keep the others out.
PAIR = Limit("pair", 5, MINUTE, QUARTER, memory=HOUR)
ADDRESS = Limit("address", 30, MOMENT, QUARTER, memory=QUARTER, window=True)
ACCOUNT = Limit("account", 100, MOMENT, QUARTER, memory=QUARTER, window=True)
LIMITS = (PAIR, ADDRESS, ACCOUNT)


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
        return hashed(limit.kind, *parts.get(limit.kind, (self.name,)))


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
    """A sign-in name however it was typed, as Django's form of signing in reads it.

    >>> plain_name(" \uff21da"), plain_name("\u212alaus")
    ('ada', 'klaus')
    """
    return normalize("NFKC", name.strip()[: USERNAME_LENGTH + 1]).strip().casefold()


def begin_attempt(attempt: Attempt) -> list[Limit]:
    """Count this attempt as failed until `signed_in` uncounts it.

    Returns the limits that it reaches, for `failed`. Raises TooManyFailures without counting:
    trying does not prolong the wait.
    """
    return begin((limit, attempt.key(limit)) for limit in attempt.limits)


def failed(attempt: Attempt, reached: list[Limit]) -> None:
    """The attempt failed: log it if a limit is reached, and delete expired counters."""
    if reached:
        log_block(attempt, reached[0])
    tidy()


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


def signed_in(user: User, attempt: Attempt, *, finished: bool = True) -> None:
    """The password was right: uncount the attempt and forget those before it.

    The address keeps its earlier failures, or an account's owner could go on guessing others'
    passwords. It is not `finished` where a second factor is still asked.
    """
    with transaction.atomic():
        # Locked in the order of `begin_attempt`: no deadlock.
        SignInFailures.objects.filter(key=attempt.key(PAIR)).delete()
        if ADDRESS in attempt.limits:
            own = SignInFailures.objects.filter(key=attempt.key(ADDRESS), failures__gt=0)
            own.update(failures=F("failures") - 1)
            own.filter(failures__lt=ADDRESS.most).update(blocked_until=None)
            SignInFailures.objects.filter(key=attempt.key(ACCOUNT)).delete()
        forget_submissions()
        if finished:
            log_sign_in(user)


def log_sign_in(user: User) -> None:
    write_log(Action.ACCOUNT_SIGNED_IN, account_subject(user), by=Actor(user), tournament=None)
