"""Two installations with a network between them: a laptop on SQLite, a server on either database.

Both are real servers of the program in processes of their own, asked over HTTP.
"""

import gzip
import os
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from launch.environment import ROOT
from scoring.models import (
    Host,
    LogEntry,
    ReceivedReport,
    ReportKey,
    Tournament,
    User,
)
from scoring.models.log import Action
from scoring.standings.services import adjust
from scoring.tournament.services import move_tournament
from scoring.verify.reads.verify import verify
from tests.factories import make_host
from tests.installation import Server, manage, start, writing_to
from tests.parcels import BY
from tests.simulated import finished
from tools.bench.run import signed_in
from tools.checks import postgres
from tools.checks.postgres import free_port

# In the ring of every change one process reports to another host of its own, also over HTTP:
# test_services_sending.py, test_views_reporting.py.
pytestmark = [pytest.mark.slow, pytest.mark.long]
NAME = "LV Nord"


@dataclass
class Installation:
    """A database, a folder, and a server on a port of its own that can be away for a while."""

    address: str
    folder: Path
    port: int = field(default_factory=free_port)
    server: Server | None = None
    session: str = ""

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {
            "DATABASE_URL": self.address,
            "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
            "SKATTURNIER_DATA": str(self.folder),
            "SKATTURNIER_SECRET_KEY": settings.SECRET_KEY,
            "SKATTURNIER_PROFILE": "laptop",
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin(self) -> None:
        self.server = start(self.environment, self.port, workers=1, program=ROOT)

    def end(self) -> None:
        if self.server is not None:
            self.server.kill()
            self.server = None

    @contextmanager
    def rows(self) -> Iterator[None]:
        """This process reads and writes its rows."""
        with writing_to(self.address):
            yield

    def get(self, path: str) -> str:
        return self.ask(path)[0].decode()

    def post(self, path: str, page: str = "", **fields: str) -> str:
        """Send a form of a page (by default that of the same path); the page where it leads."""
        shown, cookie = self.ask(page or path)
        token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', shown.decode())
        assert token, shown
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return self.ask(path, data, cookie)[0].decode()

    def ask(self, path: str, data: bytes | None = None, cookie: str = "") -> tuple[bytes, str]:
        """The answer, and the cookie of its forms."""
        cookies = f"{settings.SESSION_COOKIE_NAME}={self.session}; {cookie}"
        headers = {"Accept-Language": "en", "Cookie": cookies}
        request = urllib.request.Request(self.url + path, data, headers)
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            set_cookie = answer.headers.get("Set-Cookie", "").partition(";")[0]
            content = answer.read()
            is_packed = answer.headers.get("Content-Encoding") == "gzip"
            return gzip.decompress(content) if is_packed else content, set_cookie


def text_of(page: str) -> str:
    bare = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", page, flags=re.S)
    return " ".join(unescape(bare).split())


DATABASES = [
    "sqlite",
    pytest.param(
        "postgres",
        marks=[
            pytest.mark.long,
            pytest.mark.skipif(not postgres.programs(), reason="not run: needs PostgreSQL"),
        ],
    ),
]


@pytest.fixture(params=DATABASES)
def federation(request, django_db_blocker, tmp_path, migrated) -> Iterator[Installation]:
    """A server with two hosts; its administrator is signed in."""
    folder = tmp_path / "server"
    folder.mkdir()
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        if request.param == "postgres":
            made = Installation(stack.enter_context(postgres.cluster()), folder)
            manage(made.environment, "update")
        else:
            made = Installation(f"sqlite:///{folder}/skatturnier.sqlite3", folder)
            migrated(folder)
        with made.rows():
            chief = User.objects.create(username="chief", is_superuser=True)
            make_host(NAME, kind="state")
            made.session = signed_in(chief)
        stack.callback(made.end)
        made.begin()
        yield made


@pytest.fixture
def laptop(django_db_blocker, tmp_path, migrated) -> Iterator[Installation]:
    """A laptop with a finished tournament; its organizer is signed in."""
    folder = tmp_path / "laptop"
    migrated(folder)
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        made = Installation(f"sqlite:///{folder}/skatturnier.sqlite3", folder)
        with made.rows():
            chief = User.objects.create(username="ada", is_superuser=True)
            finished(players=7, series=1, rounds=1, name="Herbstpokal")
            made.session = signed_in(chief)
        stack.callback(made.end)
        made.begin()
        yield made


@dataclass
class Between:
    """What a test does with both of them, and looks at."""

    laptop: Installation
    federation: Installation
    host: int
    tournament: int

    @property
    def page(self) -> str:
        return f"/tournaments/{self.tournament}/report/"

    def key(self, name: str = "SC Lindenau") -> str:
        """A key that the server gives out."""
        page = f"/hosts/{self.host}/reports/"
        shown = self.federation.post(f"{page}keys/", page=page, name=name)
        found = re.search(r'id="key" value="([^"]+)"', shown)
        assert found, shown
        assert found[1] not in self.federation.get(page)  # it is shown once
        return found[1]

    def set_server(self, key: str) -> str:
        address = self.federation.url
        return text_of(self.laptop.post("/report-server/1/", address=address, key=key))

    def report(self) -> str:
        """What the laptop says after the button."""
        return text_of(self.laptop.post(f"{self.page}send/", page=self.page))

    def correct(self) -> None:
        """The result is taken back, somebody loses points, and it is final again."""
        with self.laptop.rows():
            tournament = Tournament.objects.get(pk=self.tournament)
            move_tournament(tournament, "review", by=BY, reason="a slip")
            entry = tournament.entries.select_related("person").get(start_number=1)
            adjust(entry, -500, reason="late", by=BY)
            move_tournament(tournament, "final", by=BY, reason="nobody objects")

    def taken(self) -> int:
        with self.federation.rows():
            return ReceivedReport.objects.filter(host=self.host, refusal="").count()


@pytest.fixture
def between(laptop: Installation, federation: Installation) -> Between:
    with federation.rows():
        host = Host.objects.get(name=NAME).pk
    with laptop.rows():
        tournament = Tournament.objects.get().pk
    return Between(laptop, federation, host, tournament)


def test_a_result_is_reported_corrected_and_reported_with_a_new_key(between):
    assert "No server is set" in text_of(between.laptop.get(between.page))
    assert "does not know this key" in between.set_server("AAAA-BBBB")
    assert NAME in between.set_server(between.key())
    assert "not reported yet" in text_of(between.laptop.get(between.page))
    # Without network the page says so, and nothing else happens.
    between.federation.end()
    assert "The server was not reached." in between.report()
    between.federation.begin()
    assert (
        "„LV Nord“ hat das Ergebnis von „Herbstpokal“" in between.report()
    )  # as the server says it
    assert between.taken() == 1
    between.correct()
    assert "Changed since the last report" in text_of(between.laptop.get(between.page))
    assert "taken by the server" in between.report()
    assert between.taken() == 2
    with between.federation.rows():
        counting = Tournament.objects.get(reported_at__isnull=False, replaced_by=None)
        assert verify() == []
        key = ReportKey.objects.get().pk
    documents = f"/tournaments/{counting.pk}/versions/"
    assert "replaced" in text_of(between.federation.get(documents))
    # A key that is withdrawn: the laptop says so, and reports with a new one.
    key_page = f"/hosts/{between.host}/reports/"
    between.federation.post(f"{key_page}keys/{key}/", page=key_page)
    between.correct()
    assert "zurückgezogen" in between.report()
    assert NAME in between.set_server(between.key())
    assert "taken by the server" in between.report()
    assert between.taken() == 3
    look_at_both_logs(between)


def look_at_both_logs(between: Between) -> None:
    """Who and when, on either side."""
    with between.laptop.rows():
        accepted = LogEntry.objects.filter(action=Action.REPORT_ACCEPTED)
        assert [each.actor for each in accepted] == ["ada"] * 3
        assert LogEntry.objects.filter(action=Action.REPORT_REFUSED).count() == 1
    with between.federation.rows():
        received = LogEntry.objects.filter(action=Action.REPORT_RECEIVED)
        assert [each.actor for each in received] == ["SC Lindenau"] * 3
        assert LogEntry.objects.filter(action=Action.REPORT_KEY_WITHDRAWN).get().actor == "chief"


def test_bodies_that_stall_half_way_hold_up_nobody(between):
    """With a key or without one, none of them has a thread of the server."""
    key = between.key()
    between.set_server(key)
    half = b"x" * 100_000
    with ExitStack() as stack:
        for name in (key, "AAAA", "") * 7:
            stalled = socket.create_connection(("127.0.0.1", between.federation.port))
            stack.enter_context(stalled)
            head = f"POST /reports/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {name}\r\n"
            stalled.sendall(f"{head}Content-Length: 200000\r\n\r\n".encode() + half)
        began = time.monotonic()
        assert "taken by the server" in between.report()
        assert time.monotonic() - began < 10
