"""Load of the public pages: `python tools/load/load_public.py`.

A real server, a SQLite file in a folder of its own. Viewers (1,000) request their page every ten
seconds with its ETag, each over a new connection; the standings say who can still win, and every
tenth is a program that reads the feeds. Ten clerks type a game a second each, and every twenty
seconds a list is closed, so that standings change. Response times are counted from the moment the
request was due, so that a lagging server is visible. At most 2,000 viewers, 5 minutes.
"""

import argparse
import heapq
import os
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
from django.urls import resolve, reverse  # noqa: E402

from scoring.entry.line import canonical  # noqa: E402
from scoring.models import Actor, Membership, Role, ScoreList, Tournament, User  # noqa: E402
from scoring.public import services  # noqa: E402
from scoring.series.services.series import move_series  # noqa: E402
from scoring.simulation.services import (  # noqa: E402
    SimulationPlan,
    enter_list,
    play_series,
    play_table,
    register,
    seat_series,
)
from tools.bench.memory import processor_seconds, running_server  # noqa: E402
from tools.bench.run import signed_in  # noqa: E402
from tools.load.load_desk import Clerk, percentile, type_together  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

LIMIT = 100.0  # milliseconds: the 99th percentile of response times
PAUSE = 10.0  # seconds between two polls of a viewer
PLAYERS, CLERKS = 240, 10
CLOSING = 20.0  # seconds between two closed lists: sixty in a break of twenty minutes
# The number of viewers of each page, of a hundred.
LOOKS = {
    "room": 16,
    "room-standings": 40,
    "room-seating": 14,
    "room-player": 15,
    "room-wall-pages": 5,
    "room-feed": 9,
    "room-standings-file": 1,
}
FEEDS = ("results.json", "standings.csv", "snippet.html")
BY = Actor(name="load")
PLAN = SimulationPlan(PLAYERS, 3, "load", "Load", date(2026, 11, 21), by_totals=0.5)


@dataclass
class Viewer:
    """One telephone: its page and the ETag of its last response."""

    path: str
    etag: str = ""


@dataclass
class Seen:
    """The results of all viewers; times in milliseconds."""

    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def tournament_day() -> tuple[Tournament, list[Clerk], list[ScoreList]]:
    """Two series played and released, the third being typed: its clerks, and lists to be closed."""
    tournament = register(PLAN, by=BY)
    for number in (1, 2):
        play_series(PLAN, tournament, number, by=BY)
    third = seat_series(PLAN, tournament, 3, by=BY)
    move_series(third, "playing", by=BY)
    tournament.refresh_from_db()
    services.set_public(tournament, True, by=BY)
    services.set_shows_chances(tournament, True, by=BY)
    for series in tournament.series.all():
        services.set_part_public(series, "seating", True, by=BY)
        services.set_part_public(series, "results", True, by=BY)
    lists = list(third.lists.select_related("series__tournament"))
    clerks = []
    for score_list in lists[:CLERKS]:
        user = User.objects.create(username=f"clerk-{score_list.table_number}")
        Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK)
        lines = [canonical(line, language="de") for line in play_table(PLAN, score_list).lines]
        clerks.append(Clerk(score_list.pk, signed_in(user), lines, score_list.revision))
    return tournament, clerks, lists[CLERKS:]


def viewers_of(tournament: Tournament, count: int) -> list[Viewer]:
    """As many telephones, each with one page."""
    names = [name for name, share in LOOKS.items() for _each in range(share)]
    viewers = []
    for number in range(count):
        name = names[number * 37 % len(names)]
        args: list[object] = [tournament.pk]
        if name == "room-seating":
            args.append(3)
        elif name == "room-player":
            args.append(number % PLAYERS + 1)
        elif name == "room-feed":
            args.append(FEEDS[number % len(FEEDS)])
        elif name == "room-standings-file":
            args += ["overall", "png"]
        viewers.append(Viewer(reverse(name, args=args)))
    return viewers


def ask(port: int, viewer: Viewer) -> int:
    """One request over a new connection; the viewer keeps the ETag."""
    known = f"If-None-Match: {viewer.etag}\r\n" if viewer.etag else ""
    head = (
        f"GET {viewer.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Accept-Language: de\r\nAccept-Encoding: gzip\r\n{known}Connection: close\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=30) as link:
        link.sendall(head.encode())
        answer = b"".join(iter(lambda: link.recv(262_144), b""))
    lines = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    for line in lines[1:]:
        if line.lower().startswith("etag:"):
            viewer.etag = line.partition(":")[2].strip()
        elif line.lower().startswith("set-cookie:"):
            raise ValueError("a cookie was set")
    return int(lines[0].split()[1])


class Polling:
    """All viewers, polled by a few threads in the order in which they are due."""

    def __init__(
        self, port: int, viewers: list[Viewer], seconds: float, pause: float = PAUSE
    ) -> None:
        self.port, self.pause = port, pause
        self.seen, self.lock = Seen(), threading.Lock()
        self.start = time.monotonic() + 0.5
        self.end = self.start + seconds
        step = pause / len(viewers)
        self.due = [(self.start + n * step, n, viewer) for n, viewer in enumerate(viewers)]

    def run(self, threads: int) -> Seen:
        working = [threading.Thread(target=self.work) for _each in range(threads)]
        for each in working:
            each.start()
        for each in working:
            each.join()
        return self.seen

    def work(self) -> None:
        while True:
            with self.lock:
                due, n, viewer = heapq.heappop(self.due) if self.due else (self.end, 0, None)
            if viewer is None or due >= self.end:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                status = ask(self.port, viewer)
            except (OSError, ValueError) as error:
                with self.lock:
                    self.seen.faults.append(f"{viewer.path}: {error!r}")
            else:
                self.note(due, status)
            with self.lock:
                heapq.heappush(self.due, (due + self.pause, n, viewer))

    def note(self, due: float, status: int) -> None:
        with self.lock:
            # The first round, which fetches every page without ETag, is counted as well.
            self.seen.times.append(1000 * (time.monotonic() - due))
            self.seen.statuses[status] += 1


def close_lists(lists: list[ScoreList], pause: float, seconds: float) -> None:
    """A list is closed every few seconds, so that the standings change."""
    end = time.monotonic() + seconds
    for score_list in lists:
        if time.monotonic() + pause > end:
            break
        time.sleep(pause)
        enter_list(PLAN, score_list, play_table(PLAN, score_list), by=BY)
    connections.close_all()


def typed(clerks: list[Clerk], port: int) -> list[Clerk]:
    """The clerks after typing their lists, with their times."""
    type_together(clerks, port, 1.0)
    return clerks


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--closing", type=float, default=CLOSING, help="seconds between two lists")
    parser.add_argument("--quiet-desk", action="store_true", help="without clerks")
    options = parser.parse_args(arguments)
    count, seconds = min(options.viewers, 2000), min(options.seconds, 300.0)
    with scratch_database() as database:
        tournament, clerks, lists = tournament_day()
        viewers = viewers_of(tournament, count)
        with running_server(database) as (pid, port):
            load, used = os.getloadavg()[0], processor_seconds(pid)
            # In processes of their own, so that typing does not delay the measurement.
            connections.close_all()
            with ProcessPoolExecutor(2, get_context("fork")) as others:
                desk = None
                if not options.quiet_desk:
                    desk = others.submit(typed, clerks, port)
                    others.submit(close_lists, lists, options.closing, seconds)
                # What a server loads at its first pages is there before a hall looks at them.
                for path in {resolve(each.path).url_name: each.path for each in viewers}.values():
                    ask(port, Viewer(path))
                seen = Polling(port, viewers, seconds).run(threads=64)
                used = processor_seconds(pid) - used
                clerks = desk.result() if desk else []
    return report(seen, clerks, count, seconds, used, load)


def report(
    seen: Seen, clerks: list[Clerk], count: int, seconds: float, used: float, load: float
) -> int:
    games = [each for clerk in clerks for each in clerk.times]
    faults = seen.faults + [fault for clerk in clerks for fault in clerk.faults]
    p99 = percentile(seen.times, 0.99)
    answers = ", ".join(f"{status}: {n}" for status, n in sorted(seen.statuses.items()))
    print(f"{count} viewers, a poll every {PAUSE:g} s, for {seconds:g} s: {answers}")
    print(f"errors {len(faults)}; machine load when it began {load:.1f}")
    kept = "kept" if p99 <= LIMIT else "MISSED"
    print(
        f"p50 {percentile(seen.times, 0.5):.0f} ms, p99 {p99:.0f} ms, "
        f"longest {max(seen.times):.0f} ms (p99 at most {LIMIT:g}: {kept})"
    )
    each = 1000 * used / max(1, len(seen.times))
    print(
        f"the server used {used / seconds:.2f} of a processor, {each:.1f} ms a poll, "
        f"the clerks' games included"
    )
    if games:
        print(
            f"clerks: {len(games)} games, p50 {percentile(games, 0.5):.0f} ms, "
            f"p99 {percentile(games, 0.99):.0f} ms"
        )
    for line in faults[:10]:
        print(line, file=sys.stderr)
    return 1 if faults or set(seen.statuses) - {200, 304} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
