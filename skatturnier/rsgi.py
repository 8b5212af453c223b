"""The RSGI application for granian: a request gets a thread only after its whole body has arrived.

As a WSGI server granian gives every request a thread once its headers are read: sixteen telephones
that lose the network within a form would block everybody. Here the event loop waits for bodies, on
the disk where they are large.
"""

import skatturnier.worker  # noqa: F401 - before all others

# isort: split
import asyncio
import io
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.util import FileWrapper

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError, close_old_connections
from django.http import parse_cookie

from skatturnier.middleware import MAX_FORM_BYTES, max_body
from skatturnier.wsgi import application as wsgi_application

# isort: split
# After the program, whose settings they need.
from scoring.accounts.sessions import SessionStore
from scoring.reporting.services import is_report_key

THREADS = ThreadPoolExecutor(16, "request")
# Pages without an account have threads of their own: a page that a thousand phones open at once is
# made once while the others wait for it, and those who type would wait behind them.
VISITORS = ThreadPoolExecutor(4, "request-of-visitor")
IN_MEMORY = 65_536  # bytes of a body; a larger one waits on the disk
MAX_SECONDS = 120.0  # for a body to arrive: five photographs over a weak network
# How many large bodies may arrive at once: of requests with a valid session or key, and of others,
# which have no file to send. Together 800 MB of the disk, beside those that wait for a thread.
places = {True: asyncio.Semaphore(24), False: asyncio.Semaphore(12)}


async def application(scope: Any, protocol: Any) -> None:
    with SpooledTemporaryFile(IN_MEMORY) as body:
        try:
            async with asyncio.timeout(MAX_SECONDS):
                size = await receive(scope, protocol, body)
        except TimeoutError:
            protocol.response_empty(408, [])
            return
        environ = environ_of(scope, body, size)
        is_visitor = scope.method == "GET" and not may_send_files(scope)
        answer = await in_thread(run, environ, pool=VISITORS if is_visitor else THREADS)
    status, headers, content = answer
    if isinstance(content, str):
        protocol.response_file(status, headers, content)
    else:
        protocol.response_bytes(status, headers, content)


async def in_thread(work: Callable[..., Any], *args: Any, pool: Any = THREADS) -> Any:
    return await asyncio.get_running_loop().run_in_executor(pool, work, *args)


def may_send_files(scope: Any) -> bool:
    """Whether a request has a session, a key, or the secret address of a table's phone."""
    has_session = settings.SESSION_COOKIE_NAME in (scope.headers.get("cookie") or "")
    return has_session or "authorization" in scope.headers or scope.path.startswith("/t/")


def is_somebody(scope: Any) -> bool:
    """Whether the session or key that a request has (`may_send_files`) is valid."""
    if scope.path.startswith("/t/"):  # takes no files
        return True
    cookie = parse_cookie(scope.headers.get("cookie") or "").get(settings.SESSION_COOKIE_NAME)
    with suppress(DatabaseError):  # the view says that the database is away
        close_old_connections()
        if cookie and SESSION_KEY in SessionStore(cookie):
            return True
        return is_report_key(scope.headers.get("authorization") or "")
    return False


async def receive(scope: Any, protocol: Any, body: Any) -> int:
    """Write the body to a file and return its size in bytes.

    The rest of one that is too large is read and discarded, so that a browser can show the refusal
    of `bounded_requests`; an endless one is cut off. The sender of more than IN_MEMORY is looked
    up: of a file from somebody without an account nothing is kept, because the view refuses it
    anyway.
    """
    path = unquote_to_bytes(scope.path).decode(errors="replace")
    limit, size, place = max_body(path), 0, None
    stored = min(limit, MAX_FORM_BYTES)
    try:
        async for chunk in protocol:
            size += len(chunk)
            if size > IN_MEMORY and place is None:
                is_trusted = may_send_files(scope) and await in_thread(is_somebody, scope)
                stored = limit if is_trusted else stored
                free = places[is_trusted]
                await free.acquire()  # a sender cut off while waiting has no place to give back
                place = free
            if size <= stored:
                body.write(chunk)
            elif size > 8 * settings.MAX_REQUEST_BYTES:
                break
    finally:
        if place is not None:
            place.release()
    body.seek(0)
    if stored < size <= limit:
        body.truncate()
        return 0
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
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    for name, value in scope.headers.items():
        # An underscore would forge a header of the proxy, whose dashes become underscores here.
        if "_" not in name:
            key = f"HTTP_{name.upper()}".replace("-", "_")
            joint = "; " if name == "cookie" else ","
            environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    return environ | {"CONTENT_LENGTH": str(size)}  # whatever the headers say


def run(environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes | str]:
    """Run the program; returns status, headers, and the body or the path of a file to send."""
    started: list[Any] = []
    chunks: Any = wsgi_application(environ, lambda *answer: started.extend(answer))
    try:
        is_file = isinstance(chunks, FileWrapper) and isinstance(chunks.filelike, io.BufferedReader)
        content = str(chunks.filelike.name) if is_file else b"".join(chunks)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return int(started[0].split(" ", 1)[0]), started[1], content
