"""Fifty clerks type at once: `python tools/load/load_desk.py`.

A real server, a SQLite file in a folder of its own, one connection a clerk. Every clerk types one
game a second into his list, with the requests of the desk. At the end every game must be stored as
typed; then the times are printed. At most 48 games a clerk, at most 200 clerks. With
`--workbooks 2` two people fetch the workbook of a championship meanwhile, again and again.
"""

import argparse
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, socket
from urllib.parse import urlencode

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.db import transaction  # noqa: E402
from django.urls import reverse  # noqa: E402

from scoring.entry.line import canonical  # noqa: E402
from scoring.exchange.reads.verify import verify  # noqa: E402
from scoring.models import Actor, Membership, Role, ScoreList, Tournament, User  # noqa: E402
from scoring.simulation.services import SimulationPlan, play_table, register, seat_series, simulate  # noqa: E402
from tools.bench.memory import processor_seconds, running_server  # noqa: E402
from tools.bench.run import CHAMPIONSHIP, signed_in  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

LIMIT = 60.0  # milliseconds: the 99th percentile of response times
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
REVISION = re.compile(rb'id="revision" name="revision" value="(\d+)"')


class Wire:
    """HTTP over one socket that stays open, for answers that name their length.

    A request takes 0.02 ms of the processor, with http.client 0.15 ms, which the server then lacks.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket: socket | None = None

    def send(self, head: bytes, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of the answer to a request without its last empty line."""
        if self.socket is None:
            self.socket = create_connection(("127.0.0.1", self.port), timeout=30)
            self.socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self.socket.sendall(b"%bContent-Length: %d\r\n\r\n%b" % (head, len(body), body))
        found = self.received()
        while not (end := found.find(b"\r\n\r\n") + 4) > 3:
            found += self.received()
        length = LENGTH.search(found, 0, end)
        whole = end + int(length[1]) if length else end
        while len(found) < whole:
            found += self.received()
        return int(found[9:12]), found[end:]

    def received(self) -> bytes:
        part = self.socket.recv(65_536) if self.socket else b""
        if not part:
            raise ConnectionResetError("the server has closed the connection")
        return part

    def close(self) -> None:
        if self.socket:
            self.socket.close()
        self.socket = None


@dataclass
class Clerk:
    """One clerk with one list. `times` in milliseconds, `faults` in words."""

    list_id: int
    session: str
    lines: list[str]
    revision: int
    typed: dict[int, str] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    csrf: str = field(default_factory=lambda: secrets.token_hex(16))
    opened: bool = False

    def head(self, method: str, path: str) -> bytes:
        lines = (
            f"{method} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Cookie: {settings.SESSION_COOKIE_NAME}={self.session}; csrftoken={self.csrf}",
            f"X-CSRFToken: {self.csrf}",
            "Accept-Language: de",
            "Content-Type: application/x-www-form-urlencoded",
            "HX-Request: true\r\n" if method == "POST" else "",
        )
        return "\r\n".join(lines).encode()

    def type_list(self, port: int, ready: threading.Barrier, offset: float, pause: float) -> None:
        wire = Wire(port)
        if not self.opened:
            self.open(wire)
        ready.wait()
        start = time.monotonic() + offset
        for number, line in enumerate(self.lines, 1):
            time.sleep(max(0.0, start + (number - 1) * pause - time.monotonic()))
            began = time.perf_counter()
            try:
                status, body = self.send(wire, number, line)
            except OSError as error:
                self.faults.append(f"game {number}: {error!r}")
                wire.close()
                continue
            self.times.append(1000 * (time.perf_counter() - began))
            found = REVISION.search(body)
            if status != 200 or not found:
                self.faults.append(f"game {number}: status {status}")
                continue
            self.revision = int(found[1])
            self.typed[number] = line
        wire.close()

    def open(self, wire: Wire) -> None:
        """The page of the list before the first game."""
        _status, body = wire.send(self.head("GET", reverse("list", args=[self.list_id])))
        found = REVISION.search(body)
        if not found or int(found[1]) != self.revision:
            self.faults.append("the page of the list")
        self.opened = True
        wire.close()  # the server closes idle connections; a browser opens a new one

    def send(self, wire: Wire, number: int, line: str, seen: str = "") -> tuple[int, bytes]:
        """Once more on a new connection if the server has closed it, as a browser does.

        `seen` is what stood in the row before.
        """
        fields = self.fields(line, seen)
        try:
            return self.post(wire, number, fields)
        except ConnectionError:  # the token prevents a second game
            wire.close()
            return self.post(wire, number, fields)

    def fields(self, line: str, seen: str) -> dict[str, object]:
        token = secrets.token_hex(16)
        at = {"revision": self.revision, "layout": 1}
        return {"line": line, "seen": seen, **at, "token": token}

    def post(self, wire: Wire, number: int, fields: dict[str, object]) -> tuple[int, bytes]:
        head = self.head("POST", reverse("game", args=[self.list_id, number]))
        return wire.send(head, urlencode(fields).encode())


def seat_clerks(count: int, games: int) -> list[Clerk]:
    """A drawn series with one table for each clerk, and their lists."""
    plan = SimulationPlan(4 * count, 1, "load", "Load", date(2026, 11, 21))
    by = Actor(name="load")
    tournament = register(plan, by=by)
    series = seat_series(plan, tournament, 1, by=by)
    clerks = []
    for score_list in series.lists.all():
        user = User.objects.create(username=f"clerk-{score_list.table_number}")
        Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK)
        lines = [canonical(line, language="de") for line in play_table(plan, score_list).lines]
        clerks.append(Clerk(score_list.pk, signed_in(user), lines[:games], score_list.revision))
    return clerks


def type_together(clerks: list[Clerk], port: int, pause: float) -> float:
    """When everybody has opened his list they begin, one after the other within one pause."""
    ready = threading.Barrier(len(clerks) + 1, timeout=60)
    threads = [
        threading.Thread(target=clerk.type_list, args=(port, ready, pause * n / len(clerks), pause))
        for n, clerk in enumerate(clerks)
    ]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.monotonic()
    for thread in threads:
        thread.join()
    return time.monotonic() - began


@dataclass
class Fetching:
    """People who fetch a workbook until they are told to stop; how long each took, in seconds."""

    port: int
    address: str
    session: str
    stop: threading.Event = field(default_factory=threading.Event)
    times: list[float] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    def start(self, count: int) -> None:
        self.threads = [threading.Thread(target=self.fetch) for _number in range(count)]
        for thread in self.threads:
            thread.start()

    def fetch(self) -> None:
        while not self.stop.is_set():
            began = time.perf_counter()
            connection = HTTPConnection("127.0.0.1", self.port, timeout=300)
            cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={self.session}"}
            connection.request("GET", self.address, headers=cookie)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            connection.close()
            self.times.append(time.perf_counter() - began)

    def end(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join()


def fetching(port: int, count: int, tournament: Tournament | None) -> Fetching:
    """Who fetches the workbook of this tournament; nobody without one."""
    if tournament is None:
        return Fetching(port, "", "")
    user = User.objects.create(username="reader", is_superuser=True)
    found = Fetching(port, reverse("tournament-xlsx", args=[tournament.pk]), signed_in(user))
    found.start(count)
    return found


def championship() -> Tournament:
    plan = SimulationPlan(*CHAMPIONSHIP, "workbooks", "Workbooks", date(2026, 11, 21))
    with transaction.atomic():
        return simulate(plan, by=Actor(name="load"))


def lost(clerks: list[Clerk]) -> list[str]:
    """Every game that was answered with "stored" and is not stored so, once, in its list."""
    faults = []
    for clerk in clerks:
        score_list = ScoreList.objects.get(pk=clerk.list_id)
        stored = [(line.number, canonical(line, language="de")) for line in score_list.lines()]
        if stored != sorted(clerk.typed.items()):
            faults.append(f"list {clerk.list_id}: {len(clerk.typed)} typed, {len(stored)} stored")
        if score_list.revision != clerk.revision:
            faults.append(f"list {clerk.list_id}: revision {score_list.revision}")
    return faults + [str(finding) for finding in verify()]


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    bounded: Callable[[int], Callable[[str], int]] = lambda most: lambda text: min(int(text), most)  # noqa: E731
    parser.add_argument("--clients", type=bounded(200), default=50)
    parser.add_argument("--games", type=bounded(48), default=30, help="of each clerk")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two games")
    parser.add_argument("--workbooks", type=bounded(8), default=0, help="fetched at once")
    options = parser.parse_args(arguments)
    with scratch_database() as database:
        read = championship() if options.workbooks else None
        clerks = seat_clerks(options.clients, options.games)
        reverse("home")  # loads every view here, before anything is measured
        with running_server(database) as (pid, port):
            before, own = processor_seconds(pid), time.process_time()
            others = fetching(port, options.workbooks, read)
            took = type_together(clerks, port, options.pause)
            own = time.process_time() - own
            others.end()
            used = processor_seconds(pid) - before
        missing = lost(clerks)
    times = [each for clerk in clerks for each in clerk.times]
    faults = [fault for clerk in clerks for fault in clerk.faults]
    p99 = percentile(times, 0.99) if times else float("inf")
    print(
        f"{len(clerks)} clerks, a game every {options.pause:g} s: {len(times)} games,"
        f" {len(times) / took:.0f} a second"
    )
    print(f"errors {len(faults)}, lost {len(missing)}")
    print(
        f"p50 {percentile(times, 0.5):.0f} ms, p99 {p99:.0f} ms, longest {max(times):.0f} ms"
        f" (p99 at most {LIMIT:g}: {'kept' if p99 <= LIMIT else 'MISSED'})"
    )
    if others.times:
        print(f"{len(others.times)} workbooks meanwhile, the slowest {max(others.times):.1f} s")
    print(
        f"the server used {1000 * used / max(1, len(times)):.1f} ms of the processor a game,"
        f" this program {1000 * own / max(1, len(times)):.1f} ms; the page of each list included"
    )
    for line in (faults + missing)[:20]:
        print(line, file=sys.stderr)
    return 1 if faults or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
