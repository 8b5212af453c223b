"""The HTTP client with which a club reports to its server."""

import json
import re
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from urllib.parse import urlsplit

from scoring.core.links import is_loopback
from scoring.rules.problem import Problem

PATH = "/reports/"
TIMEOUT = 20.0  # seconds to connect to one address of the server, and for the whole answer
MAX_ANSWER = 100_000  # bytes
REFUSALS = (403, 413, 422)  # with these a server of this program says in a sentence why it refuses


class NotReached(Exception):
    """No usable answer: the report may be sent again. `problem` says why."""

    def __init__(self, code: str) -> None:
        self.problem = Problem(code, "address")
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    ok: bool
    sentence: str


def address_problem(address: str) -> Problem | None:
    """Why results cannot be reported to this address; None if they can.

    Plain http would show the key to the network, so it is allowed on this machine only.

    >>> address_problem("https://skat.example.org")
    >>> address_problem("http://skat.example.org").code
    'report-needs-https'
    >>> address_problem("https://skat.example.org/reports/?a=1").code
    'report-address-malformed'
    """
    malformed = Problem("report-address-malformed", "address")
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return malformed
    if re.search(r"[\x00-\x20\x7f]", host):  # http.client raises InvalidURL
        return malformed
    has_more = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in ("https", "http") or not host or has_more:
        return malformed
    if parts.scheme == "http" and not is_loopback(host):
        return Problem("report-needs-https", "address")
    return None


def ask(method: str, address: str, key: str, body: bytes = b"") -> ServerAnswer:
    """GET checks the key, POST sends a document. Raises NotReached.

    Redirects are not followed: a hotel's Wi-Fi redirects to its sign-in page.
    """
    parts = urlsplit(address)
    client: Callable[..., HTTPConnection]
    client, port = (HTTPSConnection, 443) if parts.scheme == "https" else (HTTPConnection, 80)
    # Without a port, the client would take the end of an IPv6 address for one.
    connection = client(parts.hostname or "", parts.port or port, timeout=TIMEOUT)
    try:
        connection.connect()
    except ssl.SSLCertVerificationError as error:
        raise NotReached("report-certificate") from error
    except (OSError, ValueError) as error:
        raise NotReached("report-no-network") from error
    # The timeout is one of each read: a server that sends single bytes would never reach it.
    deadline = Timer(TIMEOUT, hang_up, [connection.sock])
    try:
        headers = {"Authorization": f"Bearer {key}", "User-Agent": "skatturnier"}
        if body:
            headers |= {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        connection.request(method, PATH, body or None, headers)
        deadline.start()
        response = connection.getresponse()
        content = response.read(MAX_ANSWER)
        if response.length and len(content) < MAX_ANSWER:
            raise NotReached("report-no-answer")  # it was cut off
        return read_answer(response.status, content)
    except (OSError, HTTPException, ValueError) as error:
        raise NotReached("report-no-answer") from error
    finally:
        deadline.cancel()
        connection.close()


def hang_up(sock: socket.socket) -> None:
    with suppress(OSError):  # the other side was faster
        sock.shutdown(socket.SHUT_RDWR)


def read_answer(status: int, content: bytes) -> ServerAnswer:
    """The server's sentence; raises NotReached unless this program answered."""
    if status == 429:
        raise NotReached("report-too-many")
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        answer = None
    sentence = answer.get("answer") if isinstance(answer, dict) else None
    if isinstance(sentence, str) and status in (200, *REFUSALS):
        return ServerAnswer(status == 200, sentence)
    raise NotReached("report-busy" if status >= 500 else "report-not-our-server")
