"""Middleware: local host names, sliding sessions, headers."""

import datetime

import pytest
import time_machine
from django.conf import settings as program
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_tournament
from tests.visitors import browser

STYLE = "/static/vendor/bootstrap.min.css"
NOON = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        *((each, True) for each in ("127.0.0.1:8000", "localhost", "192.168.178.20:8000",
          "10.1.2.3", "172.20.0.1", "169.254.7.7", "[fe80::1]:8000", "[::1]",
          "skat-laptop.local:8000", "skat-laptop.fritz.box", "9" * 253)),
        ("box", True),  # a name without a dot is the laptop's own
        *((each, False) for each in ("example.org", "192.168.1.5.example.org", "8.8.8.8",
          "local.example.org", "")),
        ("9" * 254, False),  # longer than a network allows: no QR code holds its address
    ],
)  # fmt: skip
def test_the_names_of_a_laptop_are_local_and_no_others(client, host, local):
    """DNS rebinding: a page of example.org must not read the laptop."""
    assert client.get(STYLE, headers={"host": host}).status_code == (200 if local else 400)


@pytest.mark.django_db
def test_what_is_answered_before_any_page_is_not_kept(client):
    for address, host in (("/healthz", "testserver"), ("/readyz", "testserver"), ("/", "b.org")):
        answer = client.get(address, headers={"host": host})
        assert answer.headers["Cache-Control"] == "private, no-store", address


def test_static_files_come_from_a_fresh_clone_without_debugging(client):
    response = client.get(STYLE)
    assert (program.DEBUG, response.status_code) == (False, 200)
    assert "max-age" in response["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in response


def test_security_headers_are_set_and_inline_code_is_forbidden(client):
    response = client.get("/no-such-page/")
    names = ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")
    assert [response[name] for name in names] == ["nosniff", "DENY", "same-origin"]
    policy = response["Content-Security-Policy"]
    for rule in ("default-src 'self'", "img-src 'self' data:", "frame-ancestors 'none'"):
        assert rule in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_a_session_ends_twelve_hours_after_the_last_page(client):
    with time_machine.travel(NOON, tick=False) as clock:
        client.force_login(get_user_model().objects.create_user("clerk"))
        clock.shift(datetime.timedelta(hours=11))
        client.get("/no-such-page/")
        assert Session.objects.get().expire_date == NOON + datetime.timedelta(hours=23)
        clock.shift(datetime.timedelta(hours=12, seconds=1))
        assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_the_next_page_within_a_quarter_of_an_hour_writes_nothing(client):
    """SQLite has one write lock; reading a page must not take it."""
    with time_machine.travel(NOON, tick=False) as clock:
        client.force_login(get_user_model().objects.create_user("clerk"))
        client.get("/no-such-page/")
        clock.shift(datetime.timedelta(minutes=14))
        with CaptureQueriesContext(connection) as queries:
            client.get("/no-such-page/")
    assert [query["sql"].split()[0] for query in queries] == ["SELECT"] * len(queries)
    assert len(queries) > 0, "the session itself is read"


@pytest.mark.django_db
def test_every_page_without_an_account_leads_to_imprint_and_privacy(settings):
    """docs/server.md "Settings"; without them there is no empty line."""
    addresses = [reverse("room", args=[make_tournament(public=True).pk])]
    addresses += [reverse(name) for name in ("sign-in", "calculator")]
    assert 'class="container-xl legal"' not in browser().get(addresses[1]).content.decode()
    settings.IMPRINT, settings.PRIVACY = "https://www.example.org/imprint", "/notice.html"
    for address in addresses:
        html = browser().get(address).content.decode()
        assert '<a href="https://www.example.org/imprint">Imprint</a>' in html
        assert '<a href="/notice.html">Privacy</a>' in html
