"""Signing in with growing waits after failures, and second factors.

Unknown names are counted as well: neither answer nor time shows whether an account exists. On a
device where the name has signed in before, only failures on this device count.
"""

import hashlib
import hmac
import json
import secrets
import time
from base64 import b32decode, b32encode, b64decode, b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from scoring.accounts.services.accounts import USERNAME_LENGTH, changing_account, delete_sessions
from scoring.accounts.services.limits import (
    MINUTE,
    QUARTER_HOUR,
    TEN_SECONDS,
    Limit,
    count_failures,
    counted_address,
    delete_expired_counters,
    forget_failures,
)
from scoring.core.access import has_factor
from scoring.core.forms import refuse
from scoring.core.services import forget_submissions, write_log
from scoring.models import Actor, CodeApp, Passkey, RecoveryCode, SignInFailures, User
from scoring.models.log import Action
from scoring.models.names import account_subject

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.twofactor.totp import TOTP
    from fido2.server import Fido2Server
    from fido2.webauthn import AttestedCredentialData

# After typing errors a clerk waits a minute. Many names from one address, or one name from many
# addresses, wait ten seconds first: a whole club room may share an address, and one guest who
# guesses must not keep the others out.
PAIR = Limit("pair", 5, MINUTE)
ADDRESS = Limit("address", 30, TEN_SECONDS, window=QUARTER_HOUR)
ACCOUNT = Limit("account", 100, TEN_SECONDS, window=QUARTER_HOUR)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to sign in: the typed name, the address, and the device if it is known."""

    name: str
    address: str
    device: str = ""

    def keys(self) -> dict[Limit, str]:
        """The limits that count this attempt, each with the key of its counter."""
        if self.device:
            return {PAIR: PAIR.key(self.name, f"device {self.device}")}
        return {
            PAIR: PAIR.key(self.name, self.address),
            ADDRESS: ADDRESS.key(self.address),
            ACCOUNT: ACCOUNT.key(self.name),
        }


def attempt_of(name: str, address: str, device: str = "") -> Attempt:
    """The attempt as it is counted: the name in lower case and cut, an IPv6 network as one.

    >>> attempt_of("Ada ", "2001:db8::1").address == attempt_of("ada", "2001:db8::2").address
    True
    """
    # Databases cannot store NUL and surrogates; no account's name contains them.
    plain = plain_name(name).replace("\x00", "?").encode(errors="replace").decode()
    return Attempt(plain, counted_address(address), device)


def plain_name(name: str) -> str:
    """A typed sign-in name, normalized as Django's form does, cut and in lower case.

    >>> plain_name(" \uff21da"), plain_name("\u212alaus")
    ('ada', 'klaus')
    """
    return normalize("NFKC", name.strip()[: USERNAME_LENGTH + 1]).strip().casefold()


def begin_attempt(attempt: Attempt) -> list[Limit]:
    """Count this attempt as failed until `record_success` uncounts it.

    Returns the limits that it reaches. Raises TooManyFailures without counting.
    """
    return count_failures(attempt.keys().items())


def record_failure(attempt: Attempt, reached: list[Limit]) -> None:
    """Log a failed attempt that reached a limit, and delete expired counters.

    An unknown name may be a password, so it is not stored.
    """
    if reached:
        limit = reached[0]
        user = User.objects.filter(username__iexact=attempt.name).first()
        log_blocked(limit, account_subject(user) if user and limit is not ADDRESS else "sign-in")
    delete_expired_counters()


def log_blocked(limit: Limit, subject: str, host: int | None = None) -> None:
    new = {"by": limit.kind, "failures": limit.threshold}
    action = Action.ACCOUNT_SIGN_IN_BLOCKED
    write_log(action, subject, by=Actor(), tournament=None, host=host, new=new)


def record_success(user: User, attempt: Attempt, *, finished: bool = True) -> None:
    """Uncount an attempt with the right password and the failures before it; delete expired rows.

    The address keeps its earlier failures, or the owner of an account could go on guessing other
    passwords. An attempt is not `finished` if a second factor follows.
    """
    keys = attempt.keys()
    with transaction.atomic():
        # Locked in the order of `begin_attempt`: no deadlock.
        forget_failures(keys[PAIR])
        if ADDRESS in keys:
            counter = SignInFailures.objects.filter(key=keys[ADDRESS], failures__gt=0)
            counter.update(failures=F("failures") - 1)
            counter.filter(failures__lt=ADDRESS.threshold).update(blocked_until=None)
            forget_failures(keys[ACCOUNT])
        forget_submissions()
        SessionStore.clear_expired()
        if finished:
            log_sign_in(user)


def log_sign_in(user: User) -> None:
    write_log(Action.ACCOUNT_SIGNED_IN, account_subject(user), by=Actor(user), tournament=None)


# Codes of an app (TOTP), and recovery codes that replace a lost device. `cryptography` computes the
# codes of the app; it is imported when the first one is needed.

STEP = 30  # seconds for which an app shows a code
DRIFT = 1  # steps by which the clock of a phone may differ
DIGITS = 6
RECOVERY_CODES = 8
GROUPS, LETTERS = 4, 4  # of a recovery code: 80 bits need no salt
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
ISSUER = "Skatturnier"


def new_secret() -> str:
    """160 bits, as RFC 4226 recommends, in base32."""
    return b32encode(secrets.token_bytes(20)).decode()


def _app(secret: str) -> "TOTP":
    from cryptography.hazmat.primitives.hashes import SHA1
    from cryptography.hazmat.primitives.twofactor.totp import TOTP

    return TOTP(b32decode(secret), DIGITS, SHA1(), STEP)  # noqa: S303 - what every app knows


def app_address(user: User, secret: str) -> str:
    return str(_app(secret).get_provisioning_uri(user.username, ISSUER))


def matching_step(secret: str, code: str) -> int | None:
    """The step around now in which the app shows this code, if any."""
    now = int(time.time()) // STEP
    app = _app(secret)
    for step in range(now - DRIFT, now + DRIFT + 1):
        if hmac.compare_digest(app.generate(step * STEP), code.encode()):
            return step
    return None


def use_code(user: User, typed_code: str) -> bool:
    """Use up a typed code of the app or a recovery code; False if it is wrong or used up."""
    code = without_gaps(typed_code)
    if len(code) == DIGITS and code.isdecimal():
        app = CodeApp.objects.filter(user=user).first()
        step = matching_step(app.secret, code) if app else None
        if app is None or step is None:
            return False
        unused = CodeApp.objects.filter(pk=app.pk, used_step__lt=step)
        return bool(unused.update(used_step=step))
    if len(code) != GROUPS * LETTERS:
        return False
    codes = RecoveryCode.objects.filter(user=user, hash=recovery_code_hash(code), used_at=None)
    return bool(codes.update(used_at=timezone.now()))


def without_gaps(code: str) -> str:
    """A typed code without the spaces and hyphens that apps and recovery codes show."""
    return "".join(char for char in code.lower() if char.isascii() and char.isalnum())


def recovery_code_hash(code: str) -> str:
    return hashlib.sha256(code.replace("-", "").encode()).hexdigest()


def write_recovery_codes(user: User) -> list[str]:
    """Replace the recovery codes; must be called within the block of a service."""

    def letters() -> str:
        return "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))

    codes = ["-".join(letters() for _ in range(GROUPS)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    hashes = map(recovery_code_hash, codes)
    RecoveryCode.objects.bulk_create([RecoveryCode(user=user, hash=row) for row in hashes])
    return codes


# Passkeys (WebAuthn): the request to the browser, and the check of its answer. `fido2` checks the
# answers; it is imported when first needed. The password was asked for before, so the device need
# not ask for a fingerprint or a PIN.

DISCOURAGED = "discouraged"
# For the browser, and what the session keeps.
PasskeyRequest = tuple[dict[str, Any], dict[str, Any]]


def _server(host: str) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    return Fido2Server(PublicKeyCredentialRpEntity(name="Skatturnier", id=host))


def _credentials(user: User) -> "list[AttestedCredentialData]":
    from fido2.webauthn import AttestedCredentialData

    return [AttestedCredentialData(b64decode(passkey.data)) for passkey in user.passkeys.all()]


def request_new_passkey(user: User, host: str) -> PasskeyRequest:
    from fido2.webauthn import PublicKeyCredentialUserEntity

    entity = PublicKeyCredentialUserEntity(
        id=str(user.pk).encode(), name=user.username, display_name=str(user)
    )
    options, state = _server(host).register_begin(
        entity,
        _credentials(user),
        user_verification=DISCOURAGED,  # type: ignore[arg-type]  # a string works, too
        resident_key_requirement=DISCOURAGED,  # type: ignore[arg-type]
    )
    return dict(options), state


def read_new_passkey(answer: str, state: dict[str, Any] | None, host: str) -> Passkey:
    """The new passkey in the browser's answer; raises Refused for an invalid one."""
    server = _server(host)
    try:
        registration = server.register_complete(state, json.loads(answer))
        data = registration.credential_data
        if data is None:
            raise ValueError("no key")
    except Exception:  # the library raises anything for a forged answer
        raise refuse("passkey-refused") from None
    credential, key = data.credential_id.hex(), b64encode(data).decode()
    return Passkey(credential=credential, data=key, uses=registration.counter)


def request_passkey(user: User, host: str) -> PasskeyRequest:
    """The request to prove that the browser has one of the account's passkeys."""
    options, state = _server(host).authenticate_begin(
        _credentials(user),
        user_verification=DISCOURAGED,  # type: ignore[arg-type]
    )
    return dict(options), state


def use_passkey(user: User, answer: str, state: dict[str, Any] | None, host: str) -> bool:
    """Note the use of a passkey; False if the answer does not prove one of the account.

    The counter of a device that has one must have grown, or its key was copied.
    """
    from fido2.webauthn import AuthenticationResponse

    server = _server(host)
    try:
        response = AuthenticationResponse.from_dict(json.loads(answer))
        passkey = server.authenticate_complete(state, _credentials(user), response)
        uses = response.response.authenticator_data.counter
    except Exception:  # as in `read_new_passkey`
        return False
    used = user.passkeys.filter(credential=passkey.credential_id.hex())
    has_grown = Q(uses__lt=uses) if uses else Q(uses=0)
    return bool(used.filter(has_grown).update(uses=uses, used_at=timezone.now()))


# The second factor of an account: asked for at the sign-in, added and removed.

MAX_PASSKEYS = 10
CODE_LIMIT = Limit("second factor", 5, MINUTE)
APP, PASSKEY = "app", "passkey"  # in the log


def count_second_factor(user: User) -> None:
    """Count a code or passkey as wrong until `record_second_factor`; raises TooManyFailures.

    A lockout is logged, because only somebody who knows the password gets here.
    """
    if count_failures([(CODE_LIMIT, CODE_LIMIT.key(str(user.pk)))]):
        log_blocked(CODE_LIMIT, account_subject(user), user.made_by_id)


def record_second_factor(user: User) -> None:
    """Uncount the wrong second factors, and log the sign-in."""
    forget_failures(CODE_LIMIT.key(str(user.pk)))
    log_sign_in(user)


def add_app(user: User, secret: str, code: str, *, by: Actor, except_key: str | None) -> list[str]:
    """Add an app that has shown a right code.

    Returns the recovery codes if this is the first factor. Then every session except that of
    `except_key` ends, because it began with the password alone.
    """
    step = matching_step(secret, without_gaps(code))
    if step is None:
        raise refuse("code-wrong", field="code")
    with changing_account(user, by, Action.ACCOUNT_FACTOR_ADDED) as change:
        if CodeApp.objects.filter(user=user).exists():
            raise refuse("app-there-already")
        codes = _begin_second_step(user, except_key)
        CodeApp.objects.create(user=user, secret=secret, used_step=step, added_at=timezone.now())
        change.log(new={"factor": APP})
    return codes


def add_passkey(
    user: User, name: str, new: Passkey, *, by: Actor, except_key: str | None
) -> list[str]:
    """Add a passkey under the name its owner gave it; returns recovery codes as `add_app` does."""
    with changing_account(user, by, Action.ACCOUNT_FACTOR_ADDED) as change:
        if Passkey.objects.filter(credential=new.credential).exists():
            raise refuse("passkey-there-already")
        if user.passkeys.count() >= MAX_PASSKEYS:
            raise refuse("too-many-passkeys", most=MAX_PASSKEYS)
        codes = _begin_second_step(user, except_key)
        new.user, new.name, new.added_at = user, name, timezone.now()
        new.save(force_insert=True)
        change.log(new={"factor": PASSKEY})
    return codes


def _begin_second_step(user: User, except_key: str | None) -> list[str]:
    """Before the first factor: end all other sessions, and write recovery codes."""
    if has_factor(user):
        return []
    delete_sessions(user.signed_in.exclude(session_id=except_key or ""))
    return write_recovery_codes(user)


def remove_factor(user: User, passkey: int | None = None, *, by: Actor) -> None:
    """Remove the passkey with this id; without an id, the app."""
    factors: QuerySet[Any] = CodeApp.objects.filter(user=user)
    if passkey is not None:
        factors = user.passkeys.filter(pk=passkey)
    with changing_account(user, by, Action.ACCOUNT_FACTOR_REMOVED) as change:
        if not factors.delete()[0]:
            return
        if not has_factor(user):  # recovery codes replace only a factor
            RecoveryCode.objects.filter(user=user).delete()
        change.log(old={"factor": APP if passkey is None else PASSKEY})


def renew_codes(user: User, *, by: Actor) -> list[str]:
    with changing_account(user, by, Action.ACCOUNT_CODES_RENEWED) as change:
        if not has_factor(user):
            raise refuse("no-second-factor")
        codes = write_recovery_codes(user)
        change.log()
    return codes


def remove_all_factors(user: User, *, by: Actor) -> None:
    """Remove every factor of a user who lost his, and end his sessions; for administrators."""
    with changing_account(user, by, Action.ACCOUNT_FACTOR_TAKEN_OFF) as change:
        apps, keys = CodeApp.objects.filter(user=user), user.passkeys.all()
        removed = {APP: apps.count(), PASSKEY: keys.count()}
        if not any(removed.values()):
            raise refuse("no-second-factor")
        apps.delete()
        keys.delete()
        RecoveryCode.objects.filter(user=user).delete()
        delete_sessions(user.signed_in.all())
        change.log(old=removed)
