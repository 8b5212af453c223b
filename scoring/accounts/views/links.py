"""One-time links as people pass them on: spelt out, and as a code for a telephone's camera."""

import socket
from ipaddress import ip_address

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.accounts.services.accounts import LINK_DAYS
from scoring.models import User

# Reserved for documentation: nothing is sent there, but the way to it shows our own address.
ELSEWHERE = ("192.0.2.1", 9)


def link_page(request: HttpRequest, user: User, token: str, *, back: str) -> HttpResponse:
    """The link, shown this once, because only its hash is kept. `back` is where to go on."""
    url = shareable(request, reverse("setup", args=[token]))
    context = {"account": user, "url": url, "code": qr_code(url), "days": LINK_DAYS, "back": back}
    return render(request, "accounts/link.html", context)


def shown_already(request: HttpRequest, back: str) -> HttpResponse:
    """The answer to a double submit."""
    messages.warning(request, _("The link was shown already. If it is lost, make a new one."))
    return redirect(back)


def shareable(request: HttpRequest, path: str) -> str:
    """The address for somebody else's device: who sits at the laptop calls it 127.0.0.1."""
    host, colon, port = request.get_host().partition(":")
    if is_loopback(host) and (own := lan_address()):
        return f"{request.scheme}://{own}{colon}{port}{path}"
    return request.build_absolute_uri(path)


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own, reached from itself."""
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost"
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; behind a proxy, what the proxy saw and nobody can forge."""
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if last := forwarded.rpartition(",")[2].strip():
            return last
    return str(request.META.get("REMOTE_ADDR", ""))


def lan_address() -> str:
    """The address of this machine in its network; "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
    return "" if is_loopback(address) else address


def qr_code(text: str) -> SafeString:
    """An inline SVG, for which the content security policy needs no exception."""
    return mark_safe(segno.make(text, error="m").svg_inline(border=2, omitsize=True))  # noqa: S308
