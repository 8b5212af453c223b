"""Middleware: accepted host names of a laptop, sliding sessions, addresses without NUL.

The laptop's address is unknown before it joins the club's network, so it cannot be listed.
Names that others control have to be refused: with a public name that points at the laptop, a
foreign web page could read what the laptop shows (DNS rebinding). Accepted are local addresses and
names that only a local network can resolve.
"""

import ipaddress
import time
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port

GetResponse = Callable[[HttpRequest], HttpResponse]

# Reserved for local networks, and the router that most German club rooms have.
LOCAL_SUFFIXES = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".fritz.box")

RENEWED = "renewed"
RENEW_AFTER = 15 * 60


def is_local(host: str) -> bool:
    """Whether a Host header names this laptop or its local network.

    >>> is_local("192.168.178.20:8000"), is_local("skat-laptop.local"), is_local("example.org")
    (True, True, False)
    """
    domain, _ = split_domain_port(host)
    try:
        return not ipaddress.ip_address(domain.strip("[]")).is_global
    except ValueError:
        return bool(domain) and ("." not in domain or domain.endswith(LOCAL_SUFFIXES))


def local_hosts_only(get_response: GetResponse) -> GetResponse:
    """For the laptop profile; elsewhere ALLOWED_HOSTS decides."""

    def middleware(request: HttpRequest) -> HttpResponse:
        host = request.get_host()
        if not is_local(host):
            raise DisallowedHost(f"{host!r} is not a name of the local network.")
        return get_response(request)

    return middleware


def sliding_session(get_response: GetResponse) -> GetResponse:
    """Ends a session twelve hours after the last page, not after the sign-in.

    Django's SESSION_SAVE_EVERY_REQUEST would take SQLite's only write lock for every page view;
    one write every quarter of an hour is enough.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        session, now = request.session, int(time.time())
        if not session.is_empty() and now - session.get(RENEWED, 0) > RENEW_AFTER:
            session[RENEWED] = now
        return get_response(request)

    return middleware


def no_nul(get_response: GetResponse) -> GetResponse:
    """Answers 404 to an address with a NUL character, which PostgreSQL refuses in a text."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\x00" in request.path_info:
            raise Http404
        return get_response(request)

    return middleware
