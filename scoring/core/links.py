"""The URLs of this server for other devices, their QR codes, and the address of a client."""

import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from scoring.models import Season
from skatturnier.middleware import is_proxy

# Nothing is sent to it: the route to a private network shows which local address is used.
PROBE_ADDRESS = ("10.255.255.255", 1)


def server_address() -> str:
    """The URL of a server; "" on a laptop, which has several and prints them at its start."""
    return f"https://{settings.ALLOWED_HOSTS[0]}" if settings.PRODUCTION else ""


def shareable_url(request: HttpRequest, path: str) -> str:
    """The URL for other devices; without a network that of this machine alone."""
    return reachable_url(request, path) or request.build_absolute_uri(path)


def reachable_url(request: HttpRequest, path: str) -> str:
    """The URL that a phone in the hall can open; "" if this machine has no network."""
    host, port = split_domain_port(request.get_host())
    if not is_loopback(host.strip("[]")):
        return request.build_absolute_uri(path)
    own = next(iter(local_addresses()), "")
    return f"{request.scheme}://{own}{port and f':{port}'}{path}" if own else ""


def is_loopback(host: str) -> bool:
    """Whether a host means this machine itself."""
    address = parse_address(host)
    mapped = getattr(address, "ipv4_mapped", None) or address
    return host == "localhost" if mapped is None else mapped.is_loopback


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """The IP address that a host is; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def passkey_host(request: HttpRequest) -> str:
    """The host name for which browsers create passkeys here; "" for an IP address or plain http."""
    host, _port = split_domain_port(request.get_host())
    if host == "localhost" or (request.is_secure() and not parse_address(host.strip("[]"))):
        return host
    return ""


def client_address(request: HttpRequest) -> str:
    """The IP address of the client, which it cannot forge."""
    # The client itself may have written what stands before the proxies that the settings name.
    address = str(request.META.get("REMOTE_ADDR", ""))
    for hop in reversed(request.headers.get("X-Forwarded-For", "").split(",")):
        if not hop.strip() or not is_proxy(address):
            break
        address = hop.strip()
    return address


def local_addresses() -> list[str]:
    """The IPv4 addresses at which other devices reach this machine; empty without a network."""
    addresses = set[str]()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(PROBE_ADDRESS)
        addresses = {str(probe.getsockname()[0])}
    if not addresses:
        with suppress(OSError):
            own = socket.getaddrinfo(socket.gethostname(), None)
            addresses = {str(entry[4][0]) for entry in own}
    return sorted(
        address for address in addresses if ":" not in address and not is_loopback(address)
    )


def qr_code(text: str) -> SafeString:
    """An inline SVG, for which the content security policy needs no exception."""
    return mark_safe(segno.make(text, error="m").svg_inline(border=2, omitsize=True))  # noqa: S308


@dataclass(frozen=True, slots=True)
class RoomLink:
    """A public page with its QR code; `word` names the page."""

    word: str | Promise
    url: str
    code: SafeString


def room_link(request: HttpRequest, word: str | Promise, page: str, pk: int) -> RoomLink:
    """A public page (a URL name) of the tournament or season with this id."""
    url = shareable_url(request, reverse(page, args=[pk]))
    return RoomLink(word, url, qr_code(url))


def season_link(request: HttpRequest, season: Season | None) -> RoomLink | None:
    if season is None or not season.public:
        return None
    return room_link(request, _("Season"), "room-season", season.pk)
