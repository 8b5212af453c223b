"""Whose word about an address counts: that of the proxies which the settings name."""

from ipaddress import ip_network

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from scoring.core.links import client_address
from skatturnier.environment import EnvironmentVariables
from skatturnier.middleware import named_proxies_only

PROXIES = ("127.0.0.0/8", "::1", "10.1.0.0/24")


@pytest.mark.parametrize(
    ("value", "networks"),
    [
        ("", []),
        ("no", []),
        ("1", ["127.0.0.0/8", "::1/128"]),
        ("10.0.0.5, 10.1.0.9/24,2001:db8::/64", ["10.0.0.5/32", "10.1.0.0/24", "2001:db8::/64"]),
    ],
)
def test_proxies_are_named_by_their_addresses(value: str, networks: list[str]):
    environment = EnvironmentVariables({"SKATTURNIER_BEHIND_PROXY": value})
    assert [str(each) for each in environment.proxies()] == networks
    assert environment.problems == []


@pytest.mark.parametrize(
    ("sender", "forwarded", "address"),
    [
        # Asked directly: what a client says about itself is not read.
        ("203.0.113.7", "", "203.0.113.7"),
        ("203.0.113.7", "192.0.2.1, 127.0.0.1", "203.0.113.7"),
        # By a proxy: the last address is the proxy's word, those before it are the client's.
        ("127.0.0.1", "127.0.0.1, 203.0.113.7", "203.0.113.7"),
        ("::ffff:127.0.0.1", "192.0.2.1,203.0.113.7", "203.0.113.7"),
        # By two proxies, both named.
        ("127.0.0.1", "192.0.2.1, 203.0.113.7, 10.1.0.4", "203.0.113.7"),
        ("127.0.0.1", "10.1.0.3, 10.1.0.4", "10.1.0.3"),
        # A proxy that says nothing.
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "192.0.2.1, ", "127.0.0.1"),
        ("", "192.0.2.1", ""),
    ],
)
def test_the_address_of_a_client_is_what_the_named_proxies_say(
    settings, sender: str, forwarded: str, address: str
):
    settings.PROXIES = [ip_network(each) for each in PROXIES]
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR=sender, headers=headers)
    assert client_address(request) == address
    settings.PROXIES = []
    assert client_address(request) == sender, "without a named proxy nobody speaks for another"


@pytest.mark.parametrize(("sender", "secure"), [("127.0.0.1", True), ("203.0.113.7", False)])
def test_only_a_named_proxy_says_that_a_client_came_by_https(settings, sender: str, secure: bool):
    settings.PROXIES = [ip_network(each) for each in PROXIES]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    seen = named_proxies_only(lambda request: HttpResponse(str(request.is_secure())))
    request = RequestFactory().get("/", REMOTE_ADDR=sender, headers={"X-Forwarded-Proto": "https"})
    assert seen(request).content.decode() == str(secure)
