"""Devices on which somebody has signed in before: guesses made elsewhere do not lock him out."""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
SALT = "scoring.accounts.device"
KEPT = 365 * 24 * 60 * 60  # seconds
MOST_NAMES = 20  # the clerks who share a laptop


def device_of(request: HttpRequest, name: str) -> str:
    """The mark of this device if `name` has signed in on it before, else ""."""
    mark, names = marked(request)
    return mark if name in names else ""


def remember(response: HttpResponse, request: HttpRequest, name: str) -> None:
    """Let the device know, from now on, that `name` has signed in on it."""
    mark, names = marked(request)
    names = [*(each for each in names if each != name), name][-MOST_NAMES:]
    response.set_cookie(
        COOKIE,
        signing.dumps([mark or secrets.token_hex(16), names], salt=SALT),
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def marked(request: HttpRequest) -> tuple[str, list[str]]:
    """The mark and the names of a device; nothing where the cookie is not ours or too old."""
    try:
        mark, names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return "", []
    return mark, names
