"""The RSGI application for granian: a request gets a thread only after its whole body has arrived.

A WSGI server gives every request a thread once its first line is read; sixteen telephones that
lose the network within a form would then block the server. With RSGI (granian's interface) the
event loop waits for the body, on the disk where it is large, and sends the response.
"""

import skatturnier.worker  # noqa: F401 - before all others

# isort: split
import asyncio
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.conf import settings

from skatturnier.health import ALIVE, READY
from skatturnier.memory import keep_program, return_large_blocks
from skatturnier.middleware import WAITED, largest_body, view_at
from skatturnier.wsgi import application as wsgi_application

THREADS = 16
IN_MEMORY = 65_536  # bytes of a body; a larger one waits on the disk
SLOWEST = 120.0  # seconds for a body to arrive: five photographs over a weak network
PATIENCE = 8  # how many times the largest request is read to tell that it is too large
POOL = ThreadPoolExecutor(THREADS, "request")
HEAVY_POOL = ThreadPoolExecutor(1, "heavy")  # for views that are marked in `core.heavy`
LONGEST_WAIT = 60.0  # seconds for that thread; whoever waits longer is told so
# Requests for that thread, with the one that runs; whoever comes beyond is told so at once. Each
# may hold a body of LARGEST_REQUEST on the disk. More would have their turn in time only if each
# took less than three seconds.
MOST_HEAVY = 21
HASHING_POOL = ThreadPoolExecutor(2, "password")  # as many as are hashed at once
# What clerks type: one thread writes while the other reads and renders. Were there more, the one
# that holds the write lock would wait for each of them after every query (docs/adr/0009).
SAVING_POOL = ThreadPoolExecutor(2, "saving")
# A hall that asks for a page which is just being made waits for it here and takes no thread from
# those who play and type. Three: all share one processor, which these get less often the more
# threads compute (docs/adr/0009).
PUBLIC_POOL = ThreadPoolExecutor(3, "public")
READY_POOL = ThreadPoolExecutor(1, "ready")  # a monitor does not wait behind visitors
# After this time a long computation yields to a thread that saves, which has to be let in after
# each of some twenty queries; with 1 ms a save takes twice as long beside the import of a large
# file as with 0.2 ms (tests/load/load_heavy.py). Saves among themselves keep Python's default: with
# 0.2 ms threads change twice as often.
YIELDING, AMONG_SAVES = 0.0002, 0.005  # seconds
return_large_blocks()
keep_program()
TIMEOUT = 408
ALIVE_HEADERS = [("content-type", "text/plain"), ("cache-control", "private, no-store")]
_beside: list[ThreadPoolExecutor] = []  # of the requests that are answered beside those that save
_heavy: list[object] = []  # the requests that run or wait in HEAVY_POOL
Headers = list[tuple[str, str]]


@dataclass
class WsgiAnswer:
    """The response of the WSGI application; `file` if the body is a file on the disk."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""
    file: str = ""

    def start(
        self, status: str, headers: Headers, exc_info: Any = None
    ) -> Callable[[bytes], object]:
        """WSGI's start_response; Django never calls the old `write` that it returns."""
        self.status, self.headers = int(status.split(" ", 1)[0]), headers
        return io.BytesIO().write


class FileWrapper:
    """WSGI's wsgi.file_wrapper: granian sends a file of the disk by itself."""

    def __init__(self, file: IO[bytes], size: int = 65_536) -> None:
        self.file, self.size = file, size

    def __iter__(self) -> Iterable[bytes]:
        return iter(lambda: self.file.read(self.size), b"")

    def close(self) -> None:
        self.file.close()


async def application(scope: Any, protocol: Any) -> None:
    """WsgiAnswer one request."""
    if scope.path == ALIVE:  # by no thread: all of them may be busy, or wait for the database
        protocol.response_str(200, ALIVE_HEADERS, "ok\n")
        return
    with SpooledTemporaryFile(IN_MEMORY) as body:
        view = view_at(unquote_to_bytes(scope.path).decode(errors="replace"))
        try:
            async with asyncio.timeout(SLOWEST):
                size = await received(protocol, body, largest_body(view))
        except TimeoutError:
            protocol.response_empty(TIMEOUT, [])
            return
        environ = environ_of(scope, body, size)
        pool = READY_POOL if scope.path == READY else pool_of(scope.method, view)
        with yielding(pool):
            answer = await answer_of(pool, environ)
    if answer.file:
        protocol.response_file(answer.status, answer.headers, answer.file)
    else:
        protocol.response_bytes(answer.status, answer.headers, answer.body)


async def answer_of(pool: ThreadPoolExecutor, environ: dict[str, Any]) -> WsgiAnswer:
    """The answer of a thread of this pool; of another one for who has no turn in time."""
    if pool is not HEAVY_POOL:
        return await asyncio.wrap_future(pool.submit(answered, environ))
    if len(_heavy) < MOST_HEAVY:
        task = pool.submit(answered, environ)
        running = asyncio.wrap_future(task)
        _heavy.append(task)
        try:
            await asyncio.wait([running], timeout=LONGEST_WAIT)
            if not task.cancel():
                return await running
        finally:
            _heavy.remove(task)
    # It has not begun: nothing of it was done.
    return await asyncio.wrap_future(POOL.submit(answered, {**environ, WAITED: True}))


async def received(protocol: Any, body: Any, most: int) -> int:
    """Read the body and return its size in bytes.

    The rest of a body beyond `most` is read and discarded, so that the sender can read the refusal
    of `bounded_requests`; an endless one is cut off.
    """
    size = 0
    async for chunk in protocol:
        size += len(chunk)
        if size <= most:
            body.write(chunk)
        elif size > PATIENCE * settings.LARGEST_REQUEST:
            break
    body.seek(0)
    return size


def environ_of(scope: Any, body: Any, size: int) -> dict[str, Any]:
    """WSGI's description of the request (PEP 3333): texts hold bytes as Latin-1."""
    host, _colon, port = scope.server.rpartition(":")
    environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope.path).decode("latin-1"),
        # granian reads the bytes as UTF-8, which a browser sends unquoted where somebody typed it.
        "QUERY_STRING": scope.query_string.encode(errors="surrogateescape").decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    for name, value in scope.headers.items():
        # An underscore would forge a header of the proxy, whose dashes become underscores here.
        if "_" not in name:
            key = (
                "CONTENT_TYPE"
                if name == "content-type"
                else f"HTTP_{name.upper()}".replace("-", "_")
            )
            joint = "; " if name == "cookie" else ","
            environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
    environ["CONTENT_LENGTH"] = str(size)  # whatever the headers say
    return environ


def pool_of(method: str, view: Any) -> ThreadPoolExecutor:
    """The threads for a view; of no view, those for pages."""
    if getattr(view, "is_heavy", False):
        return HEAVY_POOL
    if method == "POST" and getattr(view, "is_hashing", False):
        return HASHING_POOL
    if getattr(view, "is_public", False):
        return PUBLIC_POOL
    return SAVING_POOL if getattr(view, "is_saving", False) else POOL


@contextmanager
def yielding(pool: ThreadPoolExecutor) -> Iterator[None]:
    """While anything but a save is answered, threads yield soon; of the event loop's thread."""
    if pool is SAVING_POOL:
        yield
        return
    _beside.append(pool)
    sys.setswitchinterval(YIELDING)
    try:
        yield
    finally:
        _beside.remove(pool)
        sys.setswitchinterval(YIELDING if _beside else AMONG_SAVES)


def answered(environ: dict[str, Any]) -> WsgiAnswer:
    """Run the program in a thread of the pool."""
    answer = WsgiAnswer()
    chunks: Any = wsgi_application(environ, answer.start)
    try:
        if isinstance(chunks, FileWrapper) and isinstance(chunks.file, io.BufferedReader):
            answer.file = str(chunks.file.name)
        else:
            answer.body = b"".join(chunks)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return answer
