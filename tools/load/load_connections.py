"""Silent and slow connections: `python tools/load/load_connections.py`.

A real server on a database of its own. Browsers open sockets ahead of use, weak phones send half
a request, and both may stay so for minutes. Printed is how long the next visitor waits for a page
while that many of them are open, against the same page without them, and what the server holds in
memory; then how long it is away after its process was killed.
"""

import argparse
import os
import signal
import socket
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402

from tools.bench.memory import family, get, memory_of, running_server, wait_until_served  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

LIMIT = 100.0  # milliseconds that a visitor may wait longer
PAGE = "/sign-in/"
ASKED = 20
# What each connection sends before it falls silent.
BEGINNINGS = {
    "silent sockets": b"",
    "unfinished headers": b"GET /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-",
    "half a form": (
        b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Cookie: csrftoken=" + b"a" * 32 + b"\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 400\r\n\r\nusername="
    ),
}


PHOTOS, PHOTO_BYTES = 20, 600_000
WIFI = 125_000  # bytes a second: 1 Mbit/s, for all of them together


def sent_photos(port: int, seconds: float) -> list[float]:
    """The times of a visitor, in milliseconds, while telephones send photos over a weak network."""
    head = (
        f"POST /tournaments/1/results-import/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Cookie: {settings.SESSION_COOKIE_NAME}={'a' * 32}\r\n"
        f"Content-Type: application/octet-stream\r\nContent-Length: {PHOTO_BYTES}\r\n\r\n"
    ).encode()
    times, end = [], time.monotonic() + seconds
    with open_connections(port, PHOTOS, head) as links:
        while time.monotonic() < end:
            tick = time.monotonic() + 0.1
            for link in links:
                link.sendall(b"x" * (WIFI // PHOTOS // 10))
            times.append(waited(port, asked=1))
            time.sleep(max(0.0, tick - time.monotonic()))
    return times


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, nargs="+", default=[16, 64, 128])
    options = parser.parse_args(arguments)
    kept = True
    with scratch_database() as database, running_server(database) as (pid, port):
        print(f"alone: {waited(port):.0f} ms, {memory_of(pid)[0]:.0f} MB")
        for name, beginning in BEGINNINGS.items():
            for count in options.sockets:
                with open_connections(port, count, beginning):
                    milliseconds = waited(port)
                    print(f"{count} × {name}: {milliseconds:.0f} ms, {memory_of(pid)[0]:.0f} MB")
                kept = kept and milliseconds <= LIMIT
        times = sorted(sent_photos(port, 20.0))
        p99 = times[int(0.99 * (len(times) - 1))]
        print(f"{PHOTOS} photos over 1 Mbit/s: p99 {p99:.0f} ms, {memory_of(pid)[0]:.0f} MB")
        print(f"away after a kill: {killed(pid, port):.1f} s")
    print(f"at most {LIMIT:.0f} ms: {'kept' if kept else 'MISSED'}")
    return 0 if kept else 1


@contextmanager
def open_connections(port: int, count: int, beginning: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        links = []
        for _number in range(count):
            each = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            if beginning:
                each.sendall(beginning)
            links.append(each)
        time.sleep(0.5)
        yield links


def waited(port: int, asked: int = ASKED) -> float:
    """How long a visitor waits, in milliseconds; the longest of some, once it was slow only that.

    After one wait of more than a second nobody needs to wait twenty times.
    """
    times: list[float] = []
    while len(times) < asked and (not times or times[-1] < 1000):
        began = time.perf_counter()
        try:
            get(port, PAGE)
        except OSError:
            return float("inf")
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times) if max(times) < 1000 else max(times)


def killed(pid: int, port: int) -> float:
    """Kill what answers requests, and wait until a page is there again; in seconds."""
    os.kill(family(pid)[-1], signal.SIGKILL)
    began = time.monotonic()
    wait_until_served(port)
    return time.monotonic() - began


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
