"""A club reports to a server in a process and on a database of its own."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from django.conf import settings

from launch.environment import ROOT
from scoring.models import ReportTarget, Tournament
from scoring.reporting.services import give_key, report_result, set_target
from tests.factories import make_host
from tests.installation import start, writing_to
from tests.parcels import BY, played
from tools.checks.postgres import free_port

# In the ring of every change both sides are in one process: test_views_reporting.py.
pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.django_db(transaction=True)]


@dataclass
class Federation:
    """Its database, the port of its server, and a key that it gave out."""

    database: str
    port: int
    key: str


@pytest.fixture
def federation(tmp_path, migrated) -> Iterator[Federation]:
    migrated(tmp_path)
    database, port = f"sqlite:///{tmp_path}/skatturnier.sqlite3", free_port()
    with writing_to(database):
        key = give_key(make_host("LV Nord", kind="state"), "SC Lindenau", by=BY)
    environment = os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        "SKATTURNIER_DATA": str(tmp_path),
        "SKATTURNIER_SECRET_KEY": settings.SECRET_KEY,
        "SKATTURNIER_PROFILE": "laptop",
    }
    server = start(environment, port, workers=1, program=ROOT)
    yield Federation(database, port, key)
    server.kill()


@pytest.fixture
def tournament(federation: Federation) -> Tournament:
    """The club's, which reports to the server."""
    tournament = played()
    set_target(tournament.host, f"http://127.0.0.1:{federation.port}", federation.key, by=BY)
    assert ReportTarget.objects.get().received_by == "LV Nord"
    return tournament


def test_bodies_that_stall_half_way_hold_up_nobody(federation, tournament):
    """With a key or without one, none of them has a thread of the server."""
    half = b"x" * 100_000
    with ExitStack() as stack:
        for name in (federation.key, "AAAA", "") * 7:
            stalled = socket.create_connection(("127.0.0.1", federation.port))
            stack.enter_context(stalled)
            head = f"POST /reports/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {name}\r\n"
            stalled.sendall(f"{head}Content-Length: 200000\r\n\r\n".encode() + half)
        began = time.monotonic()
        assert report_result(tournament, by=BY).state == "accepted"
        assert time.monotonic() - began < 10
