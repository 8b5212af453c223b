"""The server is killed many times while eight clerks save: nothing acknowledged is lost.

A real server on a data folder of its own; its process group gets SIGKILL at a random moment.
Acknowledged changes must be stored afterwards, `verify` must find nothing, and a submission
without response is sent again and must be stored once.
"""

import random
import re
import secrets
import sys
import threading
import time
from dataclasses import dataclass, field
from datetime import date
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

from scoring.entry.line import canonical
from scoring.exchange.reads.verify import verify
from scoring.models import Actor, LogEntry, Membership, Role, ScoreList, Submission, User
from scoring.simulation.services import SimulationPlan, play_table, register, seat_series
from tests.effort import cases
from tests.mortal import Place, kill_server, mortal_server
from tools.bench.run import signed_in

KILLS, CLERKS = cases(2, 20, "KILLS"), 8
EACH = 15  # kills in one tournament, whose lists are not full before

pytestmark = [pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of Unix")]
if connection.vendor != "sqlite":
    pytestmark.append(pytest.mark.django_db(transaction=True))


@dataclass
class Clerk:
    """One list, typed line by line; `waiting` is the line that was sent and not yet answered."""

    list_id: int
    session: str
    lines: list[str]
    revision: int
    acknowledged: dict[str, int] = field(default_factory=dict)  # token → number of the game
    waiting: tuple[int, str] | None = None
    resent: int = 0
    faults: list[str] = field(default_factory=list)
    csrf: str = field(default_factory=lambda: secrets.token_hex(16))

    def type_on(self, port: int) -> None:
        """Type until the list is full or the server is killed."""
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.resent += self.waiting is not None
        while len(self.acknowledged) < len(self.lines):
            number, token = self.waiting or (len(self.acknowledged) + 1, secrets.token_hex(16))
            self.waiting = number, token
            try:
                status, body = self.post(connection, number, token)
            except (OSError, HTTPException):
                return
            if status != 200 or not self.take_in(body, number, token):
                self.faults.append(f"list {self.list_id}, game {number}: status {status}")
                return

    def take_in(self, body: bytes, number: int, token: str) -> bool:
        """Whether the answer acknowledges the game; the next one is sent at its revision."""
        if found := re.search(rb'id="revision" name="revision" value="(\d+)"', body):
            self.revision, self.waiting = int(found[1]), None
            self.acknowledged[token] = number
        return bool(found)

    def post(self, connection: HTTPConnection, number: int, token: str) -> tuple[int, bytes]:
        fields = {"line": self.lines[number - 1], "seen": "", "token": token, "layout": 1}
        headers = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={self.session}; csrftoken={self.csrf}",
            "X-CSRFToken": self.csrf,
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "Accept-Language": "de",
        }
        body = urlencode({**fields, "revision": self.revision})
        connection.request("POST", reverse("game", args=[self.list_id, number]), body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def clerks_at_their_tables(first: int) -> list[Clerk]:
    """A new tournament for the kills from `first` on, with a clerk at every table."""
    plan = SimulationPlan(4 * CLERKS, 1, f"crash {first}", "Crash", date(2026, 11, 21))
    by = Actor(name="crash")
    tournament = register(plan, by=by)
    series = seat_series(plan, tournament, 1, by=by)
    clerks = []
    for score_list in series.lists.order_by("table_number"):
        user = User.objects.create(username=f"clerk-{first}-{score_list.table_number}")
        Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK)
        lines = [canonical(line, language="de") for line in play_table(plan, score_list).lines]
        clerks.append(Clerk(score_list.pk, signed_in(user), lines, score_list.revision))
    return clerks


def type_until_killed(clerks: list[Clerk], place: Place, moment: float) -> None:
    with mortal_server(place, prepared=True) as (server, port):
        threads = [threading.Thread(target=clerk.type_on, args=(port,)) for clerk in clerks]
        for thread in threads:
            thread.start()
        time.sleep(moment)
        kill_server(server)
        for thread in threads:
            thread.join()
    log_of_changes = place.folder / "skatturnier.sqlite3-wal"
    if log_of_changes.exists():  # half a frame, as when the power goes
        with log_of_changes.open("ab") as file:
            file.write(secrets.token_bytes(2000))


def lost(clerks: list[Clerk]) -> list[str]:
    """All differences between acknowledged and stored lines."""
    faults = [fault for clerk in clerks for fault in clerk.faults]
    for clerk in clerks:
        stored = {
            line.number: canonical(line, language="de")
            for line in ScoreList.objects.get(pk=clerk.list_id).lines()
        }
        for token, number in clerk.acknowledged.items():
            if stored.get(number) != clerk.lines[number - 1]:
                faults.append(f"list {clerk.list_id}: game {number} is lost")
            written = Submission.objects.filter(token=token).values("log")
            if LogEntry.objects.filter(pk__in=written).count() != 1:
                faults.append(f"list {clerk.list_id}: game {number} has no row in the log")
        unsent = stored.keys() - {*clerk.acknowledged.values(), *(clerk.waiting or ())[:1]}
        if unsent:
            faults.append(f"list {clerk.list_id}: {unsent} were never sent")
    return faults + [str(finding) for finding in verify()]


@pytest.mark.slow
@pytest.mark.long
def test_acknowledged_changes_survive_every_kill(place: Place) -> None:
    """On PostgreSQL, too, if DATABASE_URL names one (docs/developing.md "Checks and figures")."""
    chance = random.Random("kills")
    games = resent = 0
    for first in range(0, KILLS, EACH):
        clerks = clerks_at_their_tables(first)
        for _ in range(min(EACH, KILLS - first)):
            type_until_killed(clerks, place, chance.uniform(0.05, 0.4))
            assert lost(clerks) == []
        with mortal_server(place) as (_server, port):
            for clerk in clerks:
                clerk.type_on(port)
        assert lost(clerks) == []
        games += sum(len(clerk.acknowledged) for clerk in clerks)
        resent += sum(clerk.resent for clerk in clerks)
        assert games == LogEntry.objects.filter(action="list.game.recorded").count()
        assert all(len(clerk.acknowledged) == len(clerk.lines) for clerk in clerks)

    # Otherwise the server was never killed while it was saving.
    assert resent >= KILLS
