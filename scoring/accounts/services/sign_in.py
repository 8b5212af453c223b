"""Signing in, with growing waits after failures.

Unknown names are counted as well, so that neither answer nor time shows whether an account exists.
On a device on which the name has signed in before, only the guesses made there count: others cannot
lock its owner out.
"""

import base64
import hashlib
import hmac
import json
import secrets
import time
from base64 import b64decode, b64encode
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.accounts.services.accounts import (
    HOUR,
    MINUTE,
    MOMENT,
    QUARTER,
    USERNAME_LENGTH,
    Limit,
    begin,
    delete_sessions,
    forget,
    hashed,
    network,
    tidy,
)
from scoring.core.access import has_factor
from scoring.core.forms import refuse
from scoring.core.services import Change, changing, forget_submissions, write_log
from scoring.core.text import plain_text
from scoring.models import Actor, CodeApp, Passkey, RecoveryCode, SignInFailures, User
from scoring.models.account import PASSKEY_NAME_LENGTH
from scoring.models.log import Action
from scoring.models.names import account_subject

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.twofactor.totp import TOTP
    from fido2.server import Fido2Server
    from fido2.webauthn import AttestedCredentialData

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


# Codes of an app (TOTP), and printed ones that stand in for a lost device.
#
# `cryptography` reckons the codes; it is loaded when the first one is asked for.

STEP = 30  # seconds that a code of the app is shown
DRIFT = 1  # steps by which the clock of a phone may differ
DIGITS = 6
RECOVERY_CODES = 8
GROUPS, LETTERS = 4, 4  # of a printed code: 80 bits, so that a hash without salt does
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
ISSUER = "Skatturnier"


def new_secret() -> str:
    """160 bits, as RFC 4226 wishes, in the letters of base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def _app(secret: str) -> "TOTP":
    from cryptography.hazmat.primitives.hashes import SHA1
    from cryptography.hazmat.primitives.twofactor.totp import TOTP

    return TOTP(base64.b32decode(secret), DIGITS, SHA1(), STEP)  # noqa: S303 - what every app knows


def app_address(user: User, secret: str) -> str:
    """What the app reads from the picture."""
    return str(_app(secret).get_provisioning_uri(user.username, ISSUER))


def step_of(secret: str, code: str) -> int | None:
    """The step in which the app shows this code, if that is about now."""
    now = int(time.time()) // STEP
    app = _app(secret)
    for step in range(now - DRIFT, now + DRIFT + 1):
        if hmac.compare_digest(app.generate(step * STEP), code.encode()):
            return step
    return None


def take_app_code(user: User, code: str) -> bool:
    """Whether the app of the account shows this code now; it does not count a second time."""
    app = CodeApp.objects.filter(user=user).first()
    step = step_of(app.secret, code) if app else None
    if app is None or step is None:
        return False
    newer = CodeApp.objects.filter(pk=app.pk, used_step__lt=step)
    return bool(newer.update(used_step=step))


def take_recovery_code(user: User, code: str) -> bool:
    """Whether this is an unused printed code of the account; it is used up."""
    fresh = RecoveryCode.objects.filter(user=user, hash=hash_of(code), used_at=None)
    return bool(fresh.update(used_at=timezone.now()))


def take_code(user: User, typed: str) -> bool:
    """Whether a typed code is right, one of the app or a printed one; each counts once."""
    plain = "".join(char for char in typed.lower() if char.isascii() and char.isalnum())
    if len(plain) == DIGITS and plain.isdecimal():
        return take_app_code(user, plain)
    return len(plain) == GROUPS * LETTERS and take_recovery_code(user, plain)


def hash_of(code: str) -> str:
    return hashlib.sha256(code.replace("-", "").encode()).hexdigest()


def write_recovery_codes(user: User) -> list[str]:
    """New printed codes in place of the old ones, within the block of a service."""
    codes = ["-".join(_letters() for _ in range(GROUPS)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(user=user, hash=hash_of(code)) for code in codes]
    )
    return codes


def _letters() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))


# Passkeys (WebAuthn): what the browser is asked for, and whether its answer is right.
#
# `fido2` checks the answers; it is loaded when the first one is asked for. A passkey stands beside
# the password here, so that the device need not ask for a finger or a number of its own.

LONGEST_ANSWER = 20_000  # letters
DISCOURAGED = "discouraged"
Asked = tuple[dict[str, Any], dict[str, Any]]  # for the browser, and what the session keeps


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """What a browser made: the id of the key, and its public half."""

    credential: str
    data: str
    uses: int


def _server(host: str) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    return Fido2Server(PublicKeyCredentialRpEntity(name="Skatturnier", id=host))


def _known(user: User) -> "list[AttestedCredentialData]":
    from fido2.webauthn import AttestedCredentialData

    return [AttestedCredentialData(b64decode(passkey.data)) for passkey in user.passkeys.all()]


def ask_new(user: User, host: str) -> Asked:
    """What a browser needs to make a passkey for this name of the server."""
    from fido2.webauthn import PublicKeyCredentialUserEntity

    entity = PublicKeyCredentialUserEntity(
        id=str(user.pk).encode(), name=user.username, display_name=str(user)
    )
    options, state = _server(host).register_begin(
        entity,
        _known(user),
        user_verification=DISCOURAGED,  # type: ignore[arg-type]  # it takes the word, too
        resident_key_requirement=DISCOURAGED,  # type: ignore[arg-type]
    )
    return dict(options), state


def read_new(answer: str, state: dict[str, Any] | None, host: str) -> NewPasskey:
    """The passkey that the browser made; raises Refused for any other answer."""
    server = _server(host)
    try:
        found = server.register_complete(state, _parsed(answer))
        data = found.credential_data
        if data is None:
            raise ValueError("no key")
    except Exception:  # whatever a library meets in what somebody made up
        raise refuse("passkey-refused") from None
    return NewPasskey(data.credential_id.hex(), b64encode(data).decode(), found.counter)


def ask_known(user: User, host: str) -> Asked:
    """What a browser needs to show that it has one of the account's passkeys."""
    options, state = _server(host).authenticate_begin(
        _known(user),
        user_verification=DISCOURAGED,  # type: ignore[arg-type]
    )
    return dict(options), state


def take_passkey(user: User, answer: str, state: dict[str, Any] | None, host: str) -> bool:
    """Whether the browser has a passkey of the account.

    A device that counts must have counted on: else its key was copied.
    """
    from fido2.webauthn import AuthenticationResponse

    server = _server(host)
    try:
        response = AuthenticationResponse.from_dict(_parsed(answer))
        found = server.authenticate_complete(state, _known(user), response)
        uses = response.response.authenticator_data.counter
    except Exception:  # as in `read_new`
        return False
    own = user.passkeys.filter(credential=found.credential_id.hex())
    counted = Q(uses__lt=uses) if uses else Q(uses=0)
    return bool(own.filter(counted).update(uses=uses, used_at=timezone.now()))


def _parsed(answer: str) -> Any:
    if len(answer) > LONGEST_ANSWER:
        raise ValueError("too long")
    return json.loads(answer)


# The second factor of an account: set up and taken off, and asked for at the sign-in.

MOST_PASSKEYS = 10
CODE_LIMIT = Limit("second factor", 5, MINUTE, QUARTER, memory=HOUR)
APP, PASSKEY = "app", "passkey"  # as the log calls them


def _key(user: User) -> str:
    return hashed(CODE_LIMIT.kind, str(user.pk))


def begin_step(user: User) -> None:
    """Count a code or passkey as wrong until `step_done`; raises TooManyFailures.

    Who comes so far knows the password: a lockout is logged.
    """
    if begin([(CODE_LIMIT, _key(user))]):
        write_log(
            Action.ACCOUNT_SIGN_IN_BLOCKED,
            account_subject(user),
            by=Actor(),
            tournament=None,
            host=user.made_by_id,
            new={"by": CODE_LIMIT.kind, "failures": CODE_LIMIT.most},
        )


def step_done(user: User) -> None:
    forget(_key(user))


def add_app(user: User, secret: str, code: str, *, by: Actor, besides: str | None) -> list[str]:
    """Let codes of an app be asked for, once it has shown a right one.

    Returns the printed codes if this is the first factor. Every other session than that of the key
    `besides` ends: it was begun by the password alone. Raises Repeated for a double submit, as
    the codes cannot be shown again.
    """
    step = step_of(secret, code)
    if step is None:
        raise refuse("code-wrong", field="code")
    with _changing(user, by, Action.ACCOUNT_FACTOR_ADDED) as change:
        if CodeApp.objects.filter(user=user).exists():
            raise refuse("app-there-already")
        codes = _first_codes(user, besides)
        CodeApp.objects.create(user=user, secret=secret, used_step=step, added_at=timezone.now())
        change.log(new={"factor": APP})
    return codes


def add_passkey(
    user: User,
    name: str,
    made: NewPasskey,
    *,
    by: Actor,
    besides: str | None,
) -> list[str]:
    """Add what a browser made, under a name of its owner's; returns and raises as `add_app`."""
    name = plain_text(name)
    if not name:
        raise refuse("passkey-name-missing", field="name")
    if len(name) > PASSKEY_NAME_LENGTH:
        raise refuse("text-too-long", field="name", most=PASSKEY_NAME_LENGTH)
    with _changing(user, by, Action.ACCOUNT_FACTOR_ADDED) as change:
        if Passkey.objects.filter(credential=made.credential).exists():
            raise refuse("passkey-there-already")
        if user.passkeys.count() >= MOST_PASSKEYS:
            raise refuse("too-many-passkeys", most=MOST_PASSKEYS)
        codes = _first_codes(user, besides)
        Passkey.objects.create(
            user=user,
            name=name,
            credential=made.credential,
            data=made.data,
            uses=made.uses,
            added_at=timezone.now(),
        )
        change.log(new={"factor": PASSKEY})
    return codes


def _changing(user: User, by: Actor, *actions: str) -> AbstractContextManager[Change]:
    about, of = account_subject(user), user.made_by_id
    return changing(None, by, *actions, about=about, host=of)


def _first_codes(user: User, besides: str | None) -> list[str]:
    if has_factor(user):
        return []
    delete_sessions(user.signed_in.exclude(session_id=besides or ""))
    return write_recovery_codes(user)


def remove_app(user: User, *, by: Actor) -> None:
    """Ask for codes of the app no more."""
    with _changing(user, by, Action.ACCOUNT_FACTOR_REMOVED) as change:
        if CodeApp.objects.filter(user=user).delete()[0]:
            _drop_last_codes(user)
            change.log(old={"factor": APP})


def remove_passkey(user: User, number: int, *, by: Actor) -> None:
    """Ask for this passkey no more."""
    with _changing(user, by, Action.ACCOUNT_FACTOR_REMOVED) as change:
        if user.passkeys.filter(pk=number).delete()[0]:
            _drop_last_codes(user)
            change.log(old={"factor": PASSKEY})


def _drop_last_codes(user: User) -> None:
    """Printed codes stand in for a factor; without one they are nothing."""
    if not has_factor(user):
        RecoveryCode.objects.filter(user=user).delete()


def renew_codes(user: User, *, by: Actor) -> list[str]:
    """New printed codes in place of the old ones."""
    with _changing(user, by, Action.ACCOUNT_CODES_RENEWED) as change:
        if not has_factor(user):
            raise refuse("no-second-factor")
        codes = write_recovery_codes(user)
        change.log()
    return codes


def take_off(user: User, *, by: Actor) -> None:
    """The administrator takes off every factor of somebody who lost his, and ends his sessions."""
    with _changing(user, by, Action.ACCOUNT_FACTOR_TAKEN_OFF) as change:
        apps, keys = CodeApp.objects.filter(user=user), user.passkeys.all()
        had = {APP: apps.count(), PASSKEY: keys.count()}
        if not any(had.values()):
            raise refuse("no-second-factor")
        apps.delete()
        keys.delete()
        RecoveryCode.objects.filter(user=user).delete()
        delete_sessions(user.signed_in.all())
        change.log(old=had)
