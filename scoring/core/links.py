"""Addresses for other devices, and their QR codes."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from scoring.models import Tournament

# Reserved for documentation: nothing is sent, but the route to it shows the own address.
ELSEWHERE = ("192.0.2.1", 9)


def shareable(request: HttpRequest, path: str) -> str:
    """The address for other devices, even if the page was opened as 127.0.0.1."""
    host, colon, port = request.get_host().partition(":")
    if is_loopback(host) and (own := lan_address()):
        return f"{request.scheme}://{own}{colon}{port}{path}"
    return request.build_absolute_uri(path)


def is_loopback(host: str) -> bool:
    """Whether an address is that of this machine itself."""
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost"
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def address_of(request: HttpRequest) -> str:
    """The client address; behind a proxy the one that the proxy saw, which cannot be forged."""
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if last := forwarded.rpartition(",")[2].strip():
            return last
    return str(request.META.get("REMOTE_ADDR", ""))


def lan_address() -> str:
    """The address of this machine in its network, or ""."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
    return "" if is_loopback(address) else address


def qr_code(text: str) -> SafeString:
    """An inline SVG: the content security policy needs no exception."""
    return mark_safe(segno.make(text, error="m").svg_inline(border=2, omitsize=True))  # noqa: S308


@dataclass(frozen=True, slots=True)
class RoomLink:
    word: str | Promise
    url: str
    code: SafeString


def season_link(request: HttpRequest, tournament: Tournament) -> RoomLink | None:
    """The public page of the tournament's season, if there is one."""
    if tournament.season is None or not tournament.season.public:
        return None
    url = shareable(request, reverse("room-season", args=[tournament.season.pk]))
    return RoomLink(_("Season"), url, qr_code(url))
