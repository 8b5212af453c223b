"""The largest single event: `python tools/load/load_phones.py`.

A real server, a SQLite file in a folder of its own. 250 tables record a game every 150 seconds each
and ask for their state every twenty; 1,000 viewers request their public page every twenty seconds;
twenty clerks, whose lists are open, type a game every three. Response times are counted from the
moment the request was due, the first second included, in which nobody has made any page yet. At the
end every game must be stored as sent. At most 400 tables, 20 clerks, 5 minutes. A club evening:
`--tables 15 --clerks 3 --viewers 60`.
"""

import argparse
import heapq
import json
import os
import secrets
import socket
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django  # noqa: E402

django.setup()

from django.db import connections  # noqa: E402

from scoring.entry.line import canonical  # noqa: E402
from scoring.exchange.reads.verify import verify  # noqa: E402
from scoring.lists.phone.reads import table_path  # noqa: E402
from scoring.lists.phone.services import claim_writing, issue_missing  # noqa: E402
from scoring.models import Actor, Membership, Role, ScoreList, Tournament, User  # noqa: E402
from scoring.public import services  # noqa: E402
from scoring.rules.records import write_line  # noqa: E402
from scoring.series.services.series import move_series  # noqa: E402
from scoring.simulation.services import (  # noqa: E402
    SimulationPlan,
    play_series,
    play_table,
    register,
    seat_series,
)
from tools.bench.memory import processor_seconds, running_server  # noqa: E402
from tools.bench.run import signed_in  # noqa: E402
from tools.load.load_desk import Clerk, Wire, percentile, type_together  # noqa: E402
from tools.load.load_public import Polling, Seen, viewers_of  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

MAX_SAVE, MAX_PAGE = 250.0, 500.0  # milliseconds: the 99th percentile of response times
POLL = 20.0  # seconds between two questions of a phone, and two visits of a viewer
PAUSE_OF_CLERK = 3.0  # seconds between two games
MAX_CLERKS, VIEWERS = 20, 1_000
BY = Actor(name="load")
THREADS = 32


@dataclass
class Table:
    """The phone of one table: what it will send, and what it was told."""

    path: str
    list_id: int
    records: list[dict[str, object]]
    lines: list[str]  # the same as typed at the desk, to compare
    device: str = field(default_factory=lambda: secrets.token_hex(16))
    revision: int = 1
    sent: int = 0
    etag: str = ""


@dataclass
class Heard:
    """The results of all phones; times in milliseconds by what was asked."""

    games: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def tournament_day(count: int, clerks: int) -> tuple[Tournament, list[Table], list[Clerk]]:
    """One series played and shown, the next one kept by phone at `count` tables."""
    plan = SimulationPlan(
        4 * (count + MAX_CLERKS), 2, "load", "Load", date(2026, 11, 21), by_totals=1
    )
    tournament = register(plan, by=BY)
    play_series(plan, tournament, 1, by=BY)
    series = seat_series(plan, tournament, 2, by=BY)
    move_series(series, "playing", by=BY)
    Tournament.objects.filter(pk=tournament.pk).update(phones=True)
    tournament.refresh_from_db()
    services.set_public(tournament, True, by=BY)
    for each in tournament.series.all():
        services.set_part_public(each, "seating", True, by=BY)
    services.set_part_public(tournament.series.get(number=1), "results", True, by=BY)
    series.refresh_from_db()
    issue_missing(series, by=BY)
    by_games = SimulationPlan(plan.players, 2, "load", "Load", plan.day)
    lists = list(series.lists.select_related("series__tournament", "access"))
    return (
        tournament,
        [table_of(by_games, each) for each in lists[MAX_CLERKS : MAX_CLERKS + count]],
        [clerk_of(by_games, each) for each in lists[:clerks]],
    )


def table_of(plan: SimulationPlan, score_list: ScoreList) -> Table:
    lines = play_table(plan, score_list).lines
    records = [write_line(line) for line in lines]
    words = [canonical(line, language="de") for line in lines]
    table = Table(table_path(score_list.access), score_list.pk, records, words)
    claim_writing(score_list.access, table.device, f"Tisch {score_list.table_number}")
    return table


def clerk_of(plan: SimulationPlan, score_list: ScoreList) -> Clerk:
    user = User.objects.create(username=f"clerk-{score_list.table_number}")
    tournament = score_list.series.tournament
    Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK)
    lines = [canonical(line, language="de") for line in play_table(plan, score_list).lines]
    return Clerk(score_list.pk, signed_in(user), lines, score_list.revision)


def asked(port: int, what: str, known: str = "", body: bytes = b"") -> tuple[int, str, bytes]:
    """One request over a new connection: status, ETag, body. `known` is the tag of the last one."""
    head = f"{what} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
    if known:
        head += f"If-None-Match: {known}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=30) as link:
        link.sendall(head.encode() + b"\r\n" + body)
        answer = b"".join(iter(lambda: link.recv(262_144), b""))
    top, _blank, rest = answer.partition(b"\r\n\r\n")
    lines = top.decode("latin-1").split("\r\n")
    tags = [each.partition(":")[2].strip() for each in lines if each.lower().startswith("etag:")]
    return int(lines[0].split()[1]), tags[0] if tags else "", rest


class Playing:
    """All phones, in the order in which they have something to say."""

    def __init__(self, port: int, tables: list[Table], seconds: float, pause: float) -> None:
        self.port, self.pause = port, pause
        self.heard, self.lock = Heard(), threading.Lock()
        start = time.monotonic() + 0.5
        self.end = start + seconds
        self.due: list[tuple[float, int, str, Table]] = []
        for n, table in enumerate(tables):
            self.due.append((start + n * pause / len(tables), 2 * n, "game", table))
            self.due.append((start + n * POLL / len(tables), 2 * n + 1, "poll", table))
        heapq.heapify(self.due)

    def run(self) -> Heard:
        working = [threading.Thread(target=self.work) for _each in range(THREADS)]
        for each in working:
            each.start()
        for each in working:
            each.join()
        return self.heard

    def work(self) -> None:
        while True:
            with self.lock:
                if not self.due or self.due[0][0] >= self.end:
                    return
                due, n, kind, table = heapq.heappop(self.due)
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                (self.game if kind == "game" else self.poll)(table, due)
            except (OSError, ValueError, KeyError) as error:
                with self.lock:
                    self.heard.faults.append(f"table {table.list_id}: {error!r}")
            pause = self.pause if kind == "game" else POLL
            if kind == "poll" or table.sent < len(table.records):
                with self.lock:
                    heapq.heappush(self.due, (due + pause, n, kind, table))

    def game(self, table: Table, due: float) -> None:
        record = table.records[table.sent]
        sent = {
            "device": table.device,
            "token": secrets.token_hex(16),
            "layout": 1,
            "seen": None,
            "game": record,
        }
        head = f"POST {table.path}games/{record['number']}/"
        status, _tag, body = asked(self.port, head, body=json.dumps(sent).encode())
        if status == 200:
            table.revision, table.sent = json.loads(body)["state"]["revision"], table.sent + 1
        self.note(self.heard.games, due, status)

    def poll(self, table: Table, due: float) -> None:
        head = f"GET {table.path}state/?device={table.device}&waiting=0"
        status, tag, _body = asked(self.port, head, table.etag)
        table.etag = tag or table.etag
        self.note(self.heard.polls, due, status)

    def note(self, times: list[float], due: float, status: int) -> None:
        with self.lock:
            times.append(1000 * (time.monotonic() - due))
            self.heard.statuses[status] += 1


def lost(tables: list[Table]) -> list[str]:
    """Every game that was answered with 200 and is not stored so, once."""
    faults = []
    for table in tables:
        found = ScoreList.objects.get(pk=table.list_id).lines()
        stored = [canonical(line, language="de") for line in found]
        if stored != table.lines[: table.sent]:
            faults.append(f"list {table.list_id}: {table.sent} sent, {len(stored)} stored")
    return faults + [str(finding) for finding in verify()]


def type_games(clerks: list[Clerk], port: int, seconds: float) -> list[Clerk]:
    for clerk in clerks:
        clerk.lines = clerk.lines[: int(seconds / PAUSE_OF_CLERK)]
    type_together(clerks, port, PAUSE_OF_CLERK)
    return clerks


def watched(tournament: Tournament, count: int, port: int, seconds: float) -> Seen:
    viewers = [each for each in viewers_of(tournament, count) if "/seating/3/" not in each.path]
    return Polling(port, viewers, seconds, POLL).run(threads=64)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--clerks", type=int, default=MAX_CLERKS)
    parser.add_argument("--viewers", type=int, default=VIEWERS)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pause", type=float, default=150.0, help="seconds between two games")
    options = parser.parse_args(arguments)
    count, seconds = min(options.tables, 400), min(options.seconds, 300.0)
    with scratch_database() as database:
        tournament, tables, clerks = tournament_day(count, min(options.clerks, MAX_CLERKS))
        connections.close_all()
        with running_server(database) as (pid, port):
            for clerk in clerks:
                clerk.open(Wire(port))
            load, used = os.getloadavg()[0], processor_seconds(pid)
            with ProcessPoolExecutor(2, get_context("fork")) as others:
                desk = others.submit(type_games, clerks, port, seconds)
                crowd = others.submit(watched, tournament, options.viewers, port, seconds)
                heard = Playing(port, tables, seconds, options.pause).run()
                clerks, seen = desk.result(), crowd.result()
            used = processor_seconds(pid) - used
        missing = lost(tables)
    return report(heard, seen, clerks, missing, used / seconds, load)


def report(
    heard: Heard, seen: Seen, clerks: list[Clerk], missing: list[str], used: float, load: float
) -> int:
    faults = heard.faults + seen.faults + [each for clerk in clerks for each in clerk.faults]
    print(f"phones: {dict(sorted(heard.statuses.items()))}, viewers: {dict(seen.statuses)}")
    print(f"errors {len(faults)}, lost {len(missing)}; machine load when it began {load:.1f}")
    of_clerks = [each for clerk in clerks for each in clerk.times]
    for name, times, limit in (
        ("games of the tables", heard.games, MAX_SAVE),
        ("games of the clerks", of_clerks, MAX_SAVE),
        ("polls of the tables", heard.polls, MAX_PAGE),
        ("public pages", seen.times, MAX_PAGE),
    ):
        p99 = percentile(times, 0.99)
        verdict = "kept" if p99 <= limit else "MISSED"
        print(
            f"{name}: {len(times)}, p50 {percentile(times, 0.5):.0f} ms, p99 {p99:.0f} ms, "
            f"longest {max(times):.0f} ms (p99 at most {limit:g}: {verdict})"
        )
    print(f"the server used {used:.2f} of a processor")
    for line in (faults + missing)[:10]:
        print(line, file=sys.stderr)
    wrong = (set(heard.statuses) | set(seen.statuses)) - {200, 304}
    return 1 if faults or missing or wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
