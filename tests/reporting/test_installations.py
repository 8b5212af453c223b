"""Two installations with a network between them: a laptop on SQLite, a server on either database.

Both are real servers of the program in processes of their own, asked over HTTP.
"""

import gzip
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from launch.environment import ROOT
from scoring.models import (
    Host,
    LogEntry,
    ReceivedReport,
    Report,
    ReportKey,
    ReportTarget,
    Tournament,
    User,
)
from scoring.models.log import Action
from scoring.reporting.network import send
from scoring.reporting.reads.codes import new_code
from scoring.reporting.reads.envelope import LARGEST_DOCUMENT, Envelope, pack
from scoring.reporting.reads.signing import signature_of
from scoring.reporting.services.outgoing import envelope_of
from scoring.standings.services.adjustments import adjust
from scoring.tournament.services.tournaments import move_tournament
from scoring.verify.reads.verify import verify
from tests.factories import make_host
from tests.installation import Server, manage, start, writing_to
from tests.parcels import BY
from tests.simulated import finished
from tools.bench.run import signed_in
from tools.checks import postgres
from tools.checks.postgres import free_port

pytestmark = pytest.mark.slow
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
        return self.ask(path)[0]

    def post(self, path: str, page: str = "", **fields: str) -> str:
        """Send a form of a page (by default that of the same path); the page where it leads."""
        shown, cookie = self.ask(page or path)
        token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', shown)
        assert token, shown
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return self.ask(path, data, cookie)[0]

    def ask(self, path: str, data: bytes | None = None, cookie: str = "") -> tuple[str, str]:
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
            return answer.read().decode(), set_cookie


def text_of(page: str) -> str:
    bare = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", page, flags=re.S)
    return " ".join(unescape(bare).split())


def eventually(holds: Callable[[], bool], within: float = 60) -> None:
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < within
        time.sleep(0.3)


DATABASES = [
    "sqlite",
    pytest.param(
        "postgres",
        marks=pytest.mark.skipif(not postgres.programs(), reason="not run: needs PostgreSQL"),
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

    def key(self, name: str = "Vereinslaptop") -> str:
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

    def report(self) -> None:
        path = f"/tournaments/{self.tournament}/report/"
        self.laptop.post(f"{path}send/", page=path)

    def shown(self) -> str:
        """What the laptop says of its report."""
        return text_of(self.laptop.get(f"/tournaments/{self.tournament}/report/"))

    def correct(self) -> None:
        """The result is taken back, another place is told, and it is final again."""
        with self.laptop.rows():
            tournament = Tournament.objects.get(pk=self.tournament)
            move_tournament(tournament, "review", by=BY, reason="a slip")
            entry = tournament.entries.select_related("person").get(start_number=1)
            adjust(entry, -500, reason="late", by=BY)
            move_tournament(tournament, "final", by=BY, reason="nobody objects")

    def waiting(self) -> tuple[Envelope, bytes, str]:
        """The report that waits on the laptop, and the seed of its key."""
        with self.laptop.rows():
            report, target = Report.objects.get(), ReportTarget.objects.get()
            return envelope_of(report, target), bytes(report.packed), target.seed

    def sent_by_hand(self, envelope: Envelope, packed: bytes, seed: str) -> tuple[bool, list[str]]:
        """Send something signed; whether it was taken, and why not."""
        text = envelope.text
        fields = {"envelope": text, "signature": signature_of(text, seed)}
        answer = send(self.federation.url, fields, packed)
        return answer.ok, [each["code"] for each in answer.problems]

    def versions(self) -> list[int]:
        with self.federation.rows():
            received = ReceivedReport.objects.filter(host=self.host)
            return sorted(received.values_list("versions__number", flat=True))


@pytest.fixture
def between(laptop: Installation, federation: Installation) -> Between:
    with federation.rows():
        host = Host.objects.get(name=NAME).pk
    with laptop.rows():
        tournament = Tournament.objects.get().pk
    return Between(laptop, federation, host, tournament)


@pytest.mark.long
def test_a_result_reaches_the_server_once_and_corrected_whatever_the_network_does(between):
    # A laptop without a server has one place in the settings, and no other word of it.
    settings_page = text_of(between.laptop.get(f"/tournaments/{between.tournament}/settings/"))
    assert "Reporting results" in settings_page
    assert "Report" not in text_of(between.laptop.get(f"/tournaments/{between.tournament}/"))
    # A wrong key, a slip in a key, a wrong address: one message each.
    assert "does not know this key" in between.set_server(new_code())
    assert "a letter is missing or wrong" in between.set_server("AAAA-BBBB")
    assert NAME in between.set_server(between.key())
    assert "Report the result" in text_of(between.laptop.get(f"/tournaments/{between.tournament}/"))
    # Without network it waits, and the panel says so.
    between.federation.end()
    between.report()
    eventually(lambda: "The server was not reached." in between.shown())
    assert "waits to be sent" in text_of(between.laptop.get(f"/tournaments/{between.tournament}/"))
    first = between.waiting()
    # It comes back: the laptop sends by itself.
    between.federation.begin()
    eventually(lambda: "taken by the server" in between.shown())
    assert between.versions() == [1]
    # Sent again, it changes nothing.
    assert between.sent_by_hand(*first) == (True, [])
    assert between.versions() == [1]
    # Corrected, while the server is away; then sent by the button.
    between.correct()
    between.federation.end()
    between.report()
    eventually(lambda: "The server was not reached." in between.shown())
    between.federation.begin()
    between.report()
    eventually(lambda: "taken by the server" in between.shown())
    assert between.versions() == [1, 2]
    # The old version again is known, and stays the old one; another one of its number is refused.
    assert between.sent_by_hand(*first) == (True, [])
    envelope, packed, seed = first
    other = gzip.decompress(packed).replace(b"Herbstpokal", b"Winterpokal")
    forged = replace(envelope, sha256=sha256(other).hexdigest(), size=len(other))
    refused = between.sent_by_hand(forged, pack(other), seed)
    assert refused == (False, ["report-version-old"])
    # A document that is not the signed one, and one that is too large.
    third = replace(forged, version=3, after=2)
    assert between.sent_by_hand(third, packed, seed) == (False, ["report-changed"])
    large = replace(third, size=LARGEST_DOCUMENT + 1)
    assert between.sent_by_hand(large, packed, seed) == (False, ["report-too-large"])
    assert between.versions() == [1, 2]
    look_at_the_server(between)
    # A key that is withdrawn: the laptop says so, and reports with a new one.
    key_page = f"/hosts/{between.host}/reports/"
    with between.federation.rows():
        key = ReportKey.objects.get().pk
    between.federation.post(f"{key_page}keys/{key}/", page=key_page)
    between.correct()
    between.report()
    eventually(lambda: "This key was withdrawn" in between.shown())
    assert NAME in between.set_server(between.key("Neuer Schlüssel"))
    between.report()
    eventually(lambda: "taken by the server" in between.shown())
    assert between.versions() == [1, 2, 3]
    look_at_both_logs(between)


def look_at_the_server(between: Between) -> None:
    """The corrected result counts there, its differences are shown, and it is not changed."""
    with between.federation.rows():
        newest = ReceivedReport.objects.get().tournament
        assert newest.reported_at
        assert verify(newest) == []
    shown = text_of(between.federation.get(f"/tournaments/{newest.pk}/versions/"))
    assert "Version 2" in shown
    assert "Changed in the standings" in shown
    page = f"/tournaments/{newest.pk}/settings/"
    between.federation.post(
        f"/tournaments/{newest.pk}/state/", page=page, to="review", reason="a slip"
    )
    with between.federation.rows():
        assert ReceivedReport.objects.get().tournament.state == "final"


def look_at_both_logs(between: Between) -> None:
    """Who and when, on either side."""
    with between.laptop.rows():
        made = LogEntry.objects.filter(action=Action.REPORT_MADE)
        assert {each.actor for each in made} == {"ada"}
        assert LogEntry.objects.filter(action=Action.REPORT_ACCEPTED).count() == 3
        assert LogEntry.objects.filter(action=Action.REPORT_REFUSED).count() == 1
    with between.federation.rows():
        received = LogEntry.objects.filter(action=Action.REPORT_RECEIVED).order_by("id")
        assert [each.actor for each in received] == [
            "Vereinslaptop",
            "Vereinslaptop",
            "Neuer Schlüssel",
        ]
        assert LogEntry.objects.filter(action=Action.REPORT_KEY_WITHDRAWN).get().actor == "chief"
        assert verify() == []
