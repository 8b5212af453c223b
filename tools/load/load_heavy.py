"""What one dear request costs the server, and everybody else: `python tools/load/load_heavy.py`.

A real server, as `run.py` starts it, on a database of its own for every group. While the requests
of a case are under way, three clerks save up to ten games a second each and two visitors ask for a
small page. Printed are the answer, its seconds, how much more memory the server had (its children
included) than right before the case, how much more than idle it has when the case is over, and how
long the others waited. A line "nothing" begins each group: on a busy machine the others wait
without any case, too. What is refused is sent again until the time of a case is over, each time by
another thread: only the first one is timed and weighed.
"""

import argparse
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django  # noqa: E402

django.setup()

# After Django, which may put a newer SQLite in its place. Two of them in one process take each
# other's locks and logs away: "disk I/O error", and sessions that are in no copy.
import sqlite3  # noqa: E402

from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402

from tools.bench.memory import family, running_server  # noqa: E402
from tools.bench.memory import get as get_page  # noqa: E402
from tools.load.heavy_requests import GROUPS, Case, Sent, Stage, get, prepare, stage_in  # noqa: E402
from tools.load.load_desk import REVISION, Clerk, Wire, percentile, seat_clerks  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

MAX_MEMORY = 150.0  # MB that one request may take
MAX_WAITED = 500.0  # milliseconds: the 99th percentile of the others' requests
SAVERS, VISITORS = 3, 2
PAUSE = 0.1  # seconds between two requests of each of them
WIDTH = 46
NOTHING = Case("nothing", lambda _stage, _port: [])


@dataclass
class Others:
    """Those who go on working, and what they measured, in milliseconds."""

    port: int
    seconds: float = 0.0  # how long they work at least beside each case
    times: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def save(self, clerk: Clerk) -> None:
        """Change the first game to another of the same dealer and back again."""
        lines = [clerk.lines[0], next(each for each in clerk.lines[4::4] if each != clerk.lines[0])]
        wire, seen, turn = Wire(self.port), "", 0
        while not self.ended.wait(PAUSE):
            line, began = lines[turn % 2], time.perf_counter()
            status, body = clerk.send(wire, 1, line, seen)
            self.times.append(1000 * (time.perf_counter() - began))
            if status != 200 or not (found := REVISION.search(body)):
                self.faults.append(f"a save: status {status}")
                continue
            clerk.revision = int(found[1])
            seen, turn = line, turn + 1
        wire.close()

    def visit(self) -> None:
        while not self.ended.wait(PAUSE):
            began = time.perf_counter()
            get_page(self.port, "/sign-in/")
            self.times.append(1000 * (time.perf_counter() - began))


@contextmanager
def others_at_work(port: int, clerks: list[Clerk], seconds: float) -> Iterator[Others]:
    others = Others(port, seconds)
    threads = [threading.Thread(target=others.save, args=(clerk,)) for clerk in clerks]
    threads += [threading.Thread(target=others.visit) for _each in range(VISITORS)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    others.times.clear()
    try:
        yield others
    finally:
        others.ended.set()
        for thread in threads:
            thread.join()


class Memory:
    """What a server and its children hold, in MB, looked at fifty times a second."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.idle = self.now()

    def now(self) -> float:
        return sum(status_of(process, "VmRSS") for process in family_of(self.pid))

    def kept(self) -> float:
        """How much more it is now than it was idle."""
        return self.now() - self.idle

    @contextmanager
    def watched(self) -> Iterator[list[float]]:
        """Afterwards the list holds how much more than right before it was at the most."""
        found, ended, first = list[float](), threading.Event(), family(self.pid)
        before = self.now()
        samples = [before]
        for process in first:
            Path(f"/proc/{process}/clear_refs").write_text("5")

        def watch() -> None:
            while not ended.wait(0.02):
                samples.append(self.now())

        thread = threading.Thread(target=watch)
        thread.start()
        try:
            yield found
        finally:
            ended.set()
            thread.join()
            peaks = sum(status_of(process, "VmHWM") for process in first)
            found.append(max(*samples, peaks) - before)


def family_of(pid: int) -> list[int]:
    with suppress(OSError):
        return family(pid)
    return [pid]


def status_of(pid: int, name: str) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) / 1024
    return 0.0


def measured(
    cases: Sequence[Case], stage: Stage, clerks: list[Clerk], database: Path, seconds: float
) -> int:
    """Run some cases against one server, print them, and return how many are out of bounds."""
    missed = 0
    with running_server(database) as (pid, port):
        get(f"/tournaments/{stage.played.pk}/", stage.chief).send(port)
        with others_at_work(port, clerks, seconds) as others:
            memory = Memory(pid)
            missed += not shown(NOTHING, [], memory, others)
            for case in cases:
                missed += not shown(case, case.make(stage, port), memory, others)
    return missed


def shown(case: Case, requests: Sequence[Sent], memory: Memory, others: Others) -> bool:
    """Send the requests of a case and print what they cost; whether that is within bounds."""
    others.times.clear()
    with memory.watched() as found:
        began = time.perf_counter()
        answers = sent(requests, others.port)
        seconds = time.perf_counter() - began
    repeated = requests if not any(status == 302 for status in answers) else ()
    while time.perf_counter() - began < others.seconds:
        time.sleep(PAUSE)
        sent(repeated, others.port)
    times, [rise], stays = list(others.times) or [0.0], found, memory.kept()
    waited = percentile(times, 0.99)
    kept = rise <= MAX_MEMORY and waited <= MAX_WAITED
    print(
        f"{case.name[:WIDTH]:{WIDTH}} {','.join(map(str, sorted(set(answers)))):>7} {seconds:7.2f}"
        f" {rise:7.0f} {stays:7.0f} {percentile(times, 0.5):7.0f} {waited:7.0f} {max(times):7.0f}"
        f"  {'' if kept else 'MISSED'}",
        flush=True,
    )
    for fault in sorted(set(others.faults)):
        print(f"    {fault}")
    return kept and not others.faults


def sent(requests: Sequence[Sent], port: int) -> list[int]:
    """The status of the answers to requests that are sent at once."""
    if not requests:
        return []
    with ThreadPoolExecutor(len(requests)) as pool:
        return [status for status, _body in pool.map(lambda each: each.send(port), requests)]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], help=", ".join(GROUPS))
    parser.add_argument("--keep", type=Path, help="the prepared database, made once")
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="least time of a case; others work meanwhile"
    )
    parser.add_argument("--only", default="", help="cases with this in their name")
    options = parser.parse_args(arguments)
    missed = 0
    with scratch_database() as database:
        fill(database, options.keep)
        stage, clerks = stage_in(database), seat_clerks(SAVERS, 48)
        heads = ("", "answer", "s", "MB more", "MB kept", "p50 ms", "p99 ms", "longest")
        print("{:46} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}".format(*heads))
        for group in options.groups or GROUPS:
            cases = [case for case in GROUPS[group]() if options.only in case.name]
            with TemporaryDirectory(prefix="skatturnier-") as folder:
                copy = Path(folder) / "skatturnier.sqlite3"
                copied(database, copy)
                typists = [fresh(each) for each in clerks]
                missed += measured(cases, stage, typists, copy, options.seconds)
    print(f"{missed} missed")
    return 1 if missed else 0


def fill(database: Path, keep: Path | None) -> None:
    """Prepare the database, or take the one that was prepared before."""
    if keep and keep.exists():
        connections.close_all()
        copied(keep, database)
        call_command("migrate", interactive=False, verbosity=0)
        return
    prepare()
    if keep:
        copied(database, keep)


def copied(database: Path, copy: Path) -> None:
    source, target = sqlite3.connect(database), sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()


def fresh(clerk: Clerk) -> Clerk:
    """A clerk before his first game."""
    return Clerk(clerk.list_id, clerk.session, clerk.lines, clerk.revision)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
