"""Memory and processor time of a running server."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from socket import socket

from django.conf import settings

PATIENCE = 90.0  # seconds until a server must answer


@contextmanager
def running_server(database: Path, **variables: str) -> Iterator[tuple[int, int]]:
    """`manage.py serve` on a database of its own; gives its process id and port."""
    port = free_port()
    server = started(["serve", "--no-sample", "--port", str(port)], database, variables)
    try:
        wait_for(server, port)
        yield server.pid, port
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)


def started(
    command: Sequence[str],
    database: Path,
    variables: Mapping[str, str],
    under: Sequence[str] = (),
) -> "subprocess.Popen[bytes]":
    """A command of manage.py on a database of its own; `under` is a program that runs it.

    What that program prints can be read; what the command itself prints is thrown away.
    """
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{database}",
        "SKATTURNIER_DATA": str(database.parent),
        "SKATTURNIER_SECRET_KEY": settings.SECRET_KEY,
        **variables,
    }
    program = [*under, sys.executable, str(settings.BASE_DIR / "manage.py")]
    stdout = subprocess.PIPE if under else subprocess.DEVNULL
    return subprocess.Popen([*program, *command], env=environment, stdout=stdout)


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds by the clock, seconds of processor, and the most memory; None: nobody tells."""

    seconds: float
    processor: float
    megabytes: float | None


# Linux counts as the most memory of a process what its parent held when it was started. This
# small one stands between, so that a command is charged with nothing but its own.
METER = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(status)
"""


def usage_of_command(command: Sequence[str], database: Path) -> Usage:
    """What a command of manage.py takes, from its start. Raises CalledProcessError if it fails."""
    metered = find_spec("resource") is not None  # Windows has none
    program = [sys.executable, "-c", METER] if metered else []
    began = time.perf_counter()
    child = started(command, database, {}, under=program)
    answer, _errors = child.communicate()
    took = time.perf_counter() - began
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, list(command))
    if not metered:
        return Usage(took, took, None)
    processor, kilobytes = answer.split()
    # Only Linux counts in kB.
    most = int(kilobytes) / 1024 if sys.platform == "linux" else None
    return Usage(took, float(processor), most)


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_for(server: "subprocess.Popen[bytes]", port: int) -> None:
    """Raises RuntimeError if the server ends or stays silent."""
    wait_until_served(port, lambda: server.poll() is None)


def wait_until_served(port: int, is_alive: Callable[[], bool] = lambda: True) -> None:
    """Raises RuntimeError if nobody answers in time."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and is_alive():
        try:
            get(port, "/sign-in/")
        except (OSError, HTTPException):
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")


def get(port: int, path: str, cookie: str = "") -> int:
    """The status of a page."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def family(pid: int) -> list[int]:
    """A process and its children, as Linux knows them."""
    found = [pid]
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            found += family(int(child))
    return found


def memory_of(pid: int) -> tuple[float, float]:
    """What a process and its children hold, in MB: shared pages counted once, and each time.

    The first is what the machine misses (Pss), the second the sum that `ps` shows (Rss).
    """
    once, each_time = 0, 0
    for process in family(pid):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name == "Pss":
                once += int(rest.split()[0])
            elif name == "Rss":
                each_time += int(rest.split()[0])
    return once / 1024, each_time / 1024


def processor_seconds(pid: int) -> float:
    """How long a process and its children have had the processor."""
    ticks = 0
    for process in family(pid):
        # The name of the program stands in brackets and may hold anything.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def forget_peak() -> None:
    """Let Linux measure the most memory of this process from now on; elsewhere nothing happens."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak() -> float | None:
    """The most memory of this process since `forget_peak`, in MB; None where nobody tells."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    found = (int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return next(found, 0) / 1024
