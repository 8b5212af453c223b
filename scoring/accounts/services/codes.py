"""Codes of an app (TOTP), and printed ones that stand in for a lost device.

`cryptography` reckons the codes; it is loaded when the first one is asked for.
"""

import base64
import hashlib
import hmac
import secrets
import time
from typing import TYPE_CHECKING

from django.utils import timezone

from scoring.models import CodeApp, RecoveryCode, User

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.twofactor.totp import TOTP

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
