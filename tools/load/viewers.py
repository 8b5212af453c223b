"""Many viewers of public pages over few connections, so that they cost this machine little."""

import asyncio
import heapq
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException

from django.conf import settings

LINKS = 64
PAUSE = 10.0  # seconds between two polls of a viewer


@dataclass
class Polling:
    """Viewers who ask for their pages; times in milliseconds from the moment a poll was due.

    Without a pause each connection asks again as soon as it is answered.
    """

    port: int
    paths: list[str]
    pause: float = PAUSE
    session: str = ""  # of an account; without one for everybody
    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    due: list[tuple[float, int]] = field(default_factory=list)
    etags: dict[int, str] = field(default_factory=dict)

    async def run(self, seconds: float, links: int = LINKS) -> None:
        now = time.monotonic()
        spread = self.pause / len(self.paths)
        self.due = [(now + n * spread, n) for n in range(len(self.paths))]
        heapq.heapify(self.due)
        await asyncio.gather(*(self.link(now + seconds) for _number in range(links)))

    async def link(self, end: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while self.due[0][0] < end and time.monotonic() < end + 30:
            due, n = heapq.heappop(self.due)
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            began = due if self.pause else time.monotonic()
            status, stays = await self.ask(n, reader, writer)
            self.times.append(1000 * (time.monotonic() - began))
            self.statuses[status] += 1
            heapq.heappush(self.due, (began + self.pause if self.pause else time.monotonic(), n))
            if not stays:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.close()

    async def ask(
        self, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[int, bool]:
        """The status, and whether the connection stays open."""
        known = f"If-None-Match: {self.etags[n]}\r\n" if n in self.etags else ""
        head = f"GET {self.paths[n]} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        if self.session:
            head += f"Cookie: {settings.SESSION_COOKIE_NAME}={self.session}\r\n"
        head += f"Accept-Language: de\r\nAccept-Encoding: gzip\r\n{known}\r\n"
        writer.write(head.encode())
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _colon, value in (line.partition(":") for line in lines[1:])
        }
        await reader.readexactly(int(headers.get("content-length", 0)))
        if "etag" in headers:
            self.etags[n] = headers["etag"]
        return int(lines[0].split()[1]), headers.get("connection") != "close"


class Readers:
    """Four people who open pages without an account, one after the other."""

    def __init__(self, port: int) -> None:
        self.port, self.statuses, self.stop = port, Counter[int](), threading.Event()
        self.threads = [threading.Thread(target=self.read) for _number in range(4)]

    def read(self) -> None:
        while not self.stop.is_set():
            self.statuses[status_of(self.port, "/calculator/")] += 1
            time.sleep(0.1)

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def end(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join()


def status_of(port: int, path: str) -> int:
    """The status of a page; 0 if nobody answers."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers={"Accept-Language": "de"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()
