"""Two servers of two processes behind nginx on one PostgreSQL: `python tools/load/load_servers.py`.

Everything is started here, with the files of `deploy/` and Debian's nginx and PostgreSQL, and with
its durability. Parts, all of them by default:

- `kill`: one server is killed (SIGKILL) under 50 clerks, and started again as systemd does.
- `restart`: both are replaced, one after the other, by a newer program with a migration, under 50
  clerks and readers.
- `withdraw`: how long a withdrawn page is still seen through nginx.
- `figure`: 100 tournaments, 500 tables with a game a minute, 5,000 viewers each ten seconds.
- `scaling`: pages a second of a server of one and of two processes, without nginx; once more with
  each process held to a part of a core, where this program may (root, Linux), so that PostgreSQL
  and the load get what they need of the same cores.
"""

import argparse
import asyncio
import os
import random
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django  # noqa: E402

django.setup()


from django.conf import settings  # noqa: E402
from django.db import connections  # noqa: E402
from django.urls import reverse  # noqa: E402

from scoring.entry.line import canonical  # noqa: E402
from scoring.exchange.reads.verify import verify  # noqa: E402
from scoring.models import Actor, Membership, Role, ScoreList, Tournament, User  # noqa: E402
from scoring.public import services  # noqa: E402
from scoring.public.page_cache import SHARED_MAX_AGE  # noqa: E402
from scoring.series.services.series import move_series  # noqa: E402
from scoring.simulation.services import (  # noqa: E402
    SimulationPlan,
    play_series,
    play_table,
    register,
    seat_series,
)
from tests.installation import Server, manage, proxy, servers, start, variables, writing_to  # noqa: E402
from tools.bench.memory import family, processor_seconds  # noqa: E402
from tools.bench.run import signed_in  # noqa: E402
from tools.checks import postgres  # noqa: E402
from tools.load.load_desk import Clerk, Wire, percentile, seat_clerks, type_together  # noqa: E402
from tools.load.viewers import PAUSE, Polling, Readers, status_of  # noqa: E402

BY = Actor(name="load")
GONE = SHARED_MAX_AGE + 1  # seconds: docs/server.md "How long a withdrawn page is seen"
LIMIT = 250.0  # milliseconds: the 99th percentile of the answers to viewers, and of games
LOOKS = ("room", "room-standings", "room-standings", "room-seats", "room-wall")
# The part of a core that a process is held to; PERIOD in microseconds.
CGROUPS, SHARE, PERIOD = Path("/sys/fs/cgroup/cpu"), 0.4, 10_000
GAIN, SECONDS = 1.7, 15.0  # times as many pages with two processes; how long they are asked for
TRIES, WAIT = 20, 0.5  # of a browser that gets no answer; seconds between them
MIGRATION = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "{last}")]
    operations = [
        migrations.AddField(
            "scorelist", "of_tomorrow", models.CharField(max_length=9, default="", db_default="")
        )
    ]
"""


@dataclass
class Installation:
    """What runs: servers, nginx, and the address of the database."""

    folder: Path
    environment: dict[str, str]
    servers: list[Server]
    port: int

    def processor(self) -> dict[str, float]:
        """Seconds of processor that each part has had."""
        return {
            "servers": sum(processor_seconds(each.process.pid) for each in self.servers),
            "nginx": processor_seconds(int((self.folder / "pid").read_text())),
            "postgresql": processor_seconds(pid_of_postgresql(self.environment["DATABASE_URL"])),
        }


def pid_of_postgresql(address: str) -> int:
    with connections["default"].cursor() as cursor:
        cursor.execute("SHOW data_directory")
        folder = Path(cursor.fetchone()[0])
    return int((folder / "postmaster.pid").read_text().splitlines()[0])


@contextmanager
def installed(count: int = 2, workers: int = 2) -> Iterator[Installation]:
    with (
        TemporaryDirectory(prefix="skatturnier-load-") as name,
        postgres.cluster(settings=()) as database,
        writing_to(database),
    ):
        folder = Path(name)
        environment = variables(
            database,
            folder / "data",
            SKATTURNIER_PROFILE="laptop",  # without https, to spare this machine the work
            SKATTURNIER_ALLOWED_HOSTS="",
            SKATTURNIER_SECRET_KEY=settings.SECRET_KEY,
        )
        manage(environment, "update")
        with (
            servers(environment, count, workers) as started,
            proxy(folder, [each.port for each in started], tls=False) as address,
        ):
            yield Installation(folder, environment, started, urlsplit(address).port or 0)


# Clerks ------------------------------------------------------------------------------------------


class Resending(Clerk):
    """A clerk whose browser sends a line again, with its token, until it is answered."""

    resent = 0

    def send(self, wire: Wire, number: int, line: str, seen: str = "") -> tuple[int, bytes]:
        fields = self.fields(line, seen)
        for _try in range(TRIES):
            try:
                status, body = self.post(wire, number, fields)
            except OSError:
                wire.close()
            else:
                if status < 500:
                    return status, body
            self.resent += 1
            time.sleep(WAIT)
        return 0, b""


def not_stored(clerks: Sequence[Clerk]) -> list[str]:
    """Every game that was acknowledged and is not stored as it was typed."""
    faults = []
    for clerk in clerks:
        lines = ScoreList.objects.get(pk=clerk.list_id).lines()
        stored = {line.number: canonical(line, language="de") for line in lines}
        for number, line in clerk.typed.items():
            if stored.get(number) != line:
                faults.append(f"list {clerk.list_id}, game {number}")
    return faults


def under_clerks(at: Installation, clerks: list[Resending], act: Callable[[], object]) -> int:
    """Let clerks type while something happens; reports, and gives the number of faults."""
    readers = Readers(at.port)
    typing = threading.Thread(target=type_together, args=(clerks, at.port, 1.0))
    typing.start()
    readers.start()
    time.sleep(5)
    act()
    typing.join()
    readers.end()
    times = [each for clerk in clerks for each in clerk.times]
    lost, faults = not_stored(clerks), [fault for clerk in clerks for fault in clerk.faults]
    found = [str(each) for each in verify()]
    print(f"  {len(clerks)} clerks: {sum(len(each.typed) for each in clerks)} games acknowledged")
    print(f"  lost {len(lost)}, refused {len(faults)}, findings of verify {len(found)}")
    print(f"  resent by browsers {sum(each.resent for each in clerks)}")
    print(f"  p50 {percentile(times, 0.5):.0f} ms, longest {max(times):.0f} ms")
    print(f"  pages read meanwhile: {dict(readers.statuses)}")
    for line in [*lost, *faults, *found][:10]:
        print(f"  {line}", file=sys.stderr)
    bad = sum(count for status, count in readers.statuses.items() if status != 200)
    return len(lost) + len(faults) + len(found) + bad


def kill(at: Installation, clerks: list[Resending]) -> int:
    def act() -> None:
        port = at.servers[0].port
        at.servers[0].kill()
        time.sleep(2)  # RestartSec
        at.servers[0] = start(at.environment, port, 2)

    print("kill -9 of one of two servers")
    return under_clerks(at, clerks, act)


def restart(at: Installation, clerks: list[Resending]) -> int:
    """As docs/server.md "A new version": update first, then one server after the other."""
    newer = at.folder / "newer"
    ignored = shutil.ignore_patterns(".git", ".venv", "data", "dist", "tests", ".mypy_cache")
    shutil.copytree(ROOT, newer, ignore=ignored)
    migrations = newer / "scoring" / "migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "9999_of_tomorrow.py").write_text(MIGRATION.format(last=last))

    def act() -> None:
        manage(at.environment, "update", program=newer)
        for number, old in enumerate(at.servers):
            old.stop()
            at.servers[number] = start(at.environment, old.port, 2, newer)

    print("rolling restart with a migration")
    return under_clerks(at, clerks, act)


# Viewers -----------------------------------------------------------------------------------------


def tournaments(count: int, tables: int) -> tuple[list[Tournament], list[Resending]]:
    """Tournaments with one series played and released, and one that is being typed."""
    found, clerks = [], []
    for number in range(count):
        name = f"Load {number}"
        plan = SimulationPlan(4 * tables, 2, name, name, date(2026, 11, 21), rounds=2)
        tournament = register(plan, by=BY)
        play_series(plan, tournament, 1, by=BY)
        second = seat_series(plan, tournament, 2, by=BY)
        move_series(second, "playing", by=BY)
        services.set_public(tournament, True, by=BY)
        user = User.objects.create(username=f"clerk {number}")
        Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK)
        session = signed_in(user)
        for each in second.lists.select_related("series__tournament"):
            lines = [canonical(line, language="de") for line in play_table(plan, each).lines]
            clerks.append(Resending(each.pk, session, lines, each.revision))
        found.append(tournament)
    return found, clerks


def withdraw(at: Installation, tournament: Tournament) -> int:
    path = reverse("room", args=[tournament.pk])
    print("withdrawal through nginx")
    seen = []
    for _time in range(3):
        while status_of(at.port, path) != 200:
            time.sleep(0.05)
        services.set_public(tournament, False, by=BY)
        began = time.monotonic()
        while status_of(at.port, path) != 404 or status_of(at.port, path) != 404:
            time.sleep(0.02)
        seen.append(time.monotonic() - began)
        services.set_public(tournament, True, by=BY)
    print(f"  gone after {max(seen):.1f} s at most (written: {GONE} s)")
    return int(max(seen) > GONE + 0.5)


def typed(clerks: list[Resending], port: int, seconds: float, pause: float) -> None:
    """Every table gets a game each `pause` seconds, one after the other, by eight threads.

    The times stay with them.
    """

    def type_some(some: list[Resending], offset: float) -> None:
        wire, began, numbers = Wire(port), time.time() + offset, dict[int, int]()
        for turn in range(int(seconds / pause * len(some))):
            time.sleep(max(0.0, began + turn * pause / len(some) - time.time()))
            clerk = some[turn % len(some)]
            number = numbers[clerk.list_id] = numbers.get(clerk.list_id, 0) + 1
            if number > len(clerk.lines):
                continue
            at = time.perf_counter()
            status, body = clerk.send(wire, number, clerk.lines[number - 1])
            clerk.times.append(1000 * (time.perf_counter() - at))
            if status == 200:
                clerk.typed[number] = clerk.lines[number - 1]
                clerk.revision += 1
            else:
                clerk.faults.append(f"status {status}: {body[:80]!r}")

    threads = [
        threading.Thread(target=type_some, args=(clerks[n::8], n * pause / len(clerks)))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def figure(
    at: Installation, rooms: list[Tournament], clerks: list[Resending], viewers: int, seconds: float
) -> int:
    paths = [
        reverse(LOOKS[n // len(rooms) % len(LOOKS)], args=[rooms[n % len(rooms)].pk])
        for n in range(viewers)
    ]
    # Whoever polls has opened his page at a moment of his own.
    random.Random(1).shuffle(paths)
    print(f"{len(rooms)} tournaments, {len(clerks)} tables, {viewers} viewers, {seconds:g} s")
    for clerk in clerks:  # their lists are open when the load begins
        clerk.open(Wire(at.port))
    warm, seen = Polling(at.port, paths), Polling(at.port, paths)
    asyncio.run(warm.run(PAUSE))
    seen.etags = warm.etags
    before, began = at.processor(), time.monotonic()
    typing = threading.Thread(target=typed, args=(clerks, at.port, seconds, 60.0))
    typing.start()
    asyncio.run(seen.run(seconds))
    typing.join()
    took = time.monotonic() - began
    used = {name: value - before[name] for name, value in at.processor().items()}
    games = [each for clerk in clerks for each in clerk.times]
    every, p99 = [*seen.times, *games], percentile(seen.times, 0.99)
    asked = len(every)
    missed = [each for each in (p99, percentile(games, 0.99) if games else 0.0) if each > LIMIT]
    print(f"  {len(seen.times)} pages {dict(seen.statuses)}, {len(games)} games, {took:.0f} s")
    print(f"  pages: p50 {percentile(seen.times, 0.5):.0f} ms, p99 {p99:.0f} ms")
    if games:
        times = percentile(games, 0.5), percentile(games, 0.99)
        print(f"  games: p50 {times[0]:.0f} ms, p99 {times[1]:.0f} ms")
        print(f"  both together: p99 {percentile(every, 0.99):.0f} ms")
    print(f"  at most {LIMIT:.0f} ms: {'MISSED' if missed else 'kept'}")
    words = ", ".join(f"{name} {1000 * value / asked:.2f} ms" for name, value in used.items())
    print(f"  processor a request: {words}")
    print(f"  {asked / sum(used.values()):.0f} requests a second and core, all parts together")
    faults = [fault for clerk in clerks for fault in clerk.faults]
    for line in faults[:5]:
        print(f"  {line}", file=sys.stderr)
    failed = sum(n for status, n in seen.statuses.items() if status not in (200, 304))
    return len(faults) + len(missed) + failed


def scaling(at: Installation, rooms: list[Tournament], clerk: Resending) -> int:
    """How often a second process brought less than it has to.

    Polls of viewers take the server so little that this program and PostgreSQL, on the same cores,
    take half as much. Held to a part of a core, processes show what a second one brings: that is
    what is judged.
    """
    missed = 0
    print("pages a second of one server, asked without a pause and without nginx")
    polls = [reverse(name, args=[room.pk]) for room in rooms[:20] for name in set(LOOKS)]
    lists = 32 * [reverse("list", args=[clerk.list_id])]
    for share in (None, SHARE) if os.access(CGROUPS, os.W_OK) else (None,):
        each = f"each held to {share:.0%} of a core" if share else "as many cores as they get"
        print(f"  {each}, this machine has {os.cpu_count()}:")
        missed += not compare_processes(at, "polls of viewers", polls, "", share)
        missed += not compare_processes(at, "a clerk's list", lists, clerk.session, share)
    return missed


def compare_processes(
    at: Installation, what: str, paths: list[str], session: str, share: float | None
) -> bool:
    """Tell how many times as many pages two processes serve as one; whether that is enough."""
    rates = []
    for workers in (1, 2):
        with servers(at.environment, 1, workers) as (server,), held(server.process.pid, share):
            warm = Polling(server.port, paths, pause=0.0, session=session)
            asyncio.run(warm.run(5.0, links=16))
            seen = Polling(server.port, paths, pause=0.0, session=session, etags=warm.etags)
            used = processor_seconds(server.process.pid)
            asyncio.run(seen.run(SECONDS, links=16))
            used = processor_seconds(server.process.pid) - used
        rates.append(len(seen.times) / SECONDS)
        print(
            f"    {what}, {workers} process(es): {rates[-1]:.0f} a second, "
            f"{used / SECONDS:.2f} of a core, {1000 * used / len(seen.times):.2f} ms each, "
            f"{dict(seen.statuses)}"
        )
    gain = rates[1] / rates[0]
    kept = share is None or gain >= GAIN
    word = " (not judged)" if share is None else " (kept)" if kept else " (MISSED)"
    print(f"    two serve {gain:.2f} times what one does{word}")
    return kept


@contextmanager
def held(pid: int, share: float | None) -> Iterator[None]:
    """Each worker of a server gets at most this part of a core, whatever else is idle."""
    groups = []
    for worker in family(pid)[1:] if share else ():
        group = CGROUPS / f"skatturnier-{worker}"
        group.mkdir()
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(int(share * PERIOD)))
        (group / "cgroup.procs").write_text(str(worker))
        groups.append(group)
    try:
        yield
    finally:
        for group in groups:
            for worker in (group / "cgroup.procs").read_text().split():
                (CGROUPS / "cgroup.procs").write_text(worker)
            group.rmdir()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    every = ("kill", "restart", "withdraw", "figure", "scaling")
    parser.add_argument("parts", nargs="*", help=", ".join(every))
    parser.add_argument("--tournaments", type=int, default=100)
    parser.add_argument("--viewers", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=30, help="of each clerk")
    options = parser.parse_args(arguments)
    parts, faults = options.parts or every, 0
    with installed() as at:
        if {"kill", "restart"} & set(parts):
            plain = seat_clerks(100, options.games)
            clerks = [Resending(c.list_id, c.session, c.lines, c.revision) for c in plain]
        if "kill" in parts:
            faults += kill(at, clerks[:50])
        if {"withdraw", "figure", "scaling"} & set(parts):
            rooms, tables = tournaments(options.tournaments, 5)
        if "withdraw" in parts:
            faults += withdraw(at, rooms[0])
        if "figure" in parts:
            faults += figure(at, rooms, tables, options.viewers, options.seconds)
        if "scaling" in parts:
            faults += scaling(at, rooms, tables[0])
        if "restart" in parts:  # last: the older program would wait for a migration that it lacks
            faults += restart(at, clerks[50:])
    print("faults: none" if not faults else f"faults: {faults}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
