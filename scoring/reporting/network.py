"""How a club asks the server to which it reports, by Python's own client: one address."""

import json
import re
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from time import monotonic
from urllib.parse import urlsplit

from scoring.core.links import is_loopback
from scoring.rules.problem import Problem

PATH = "/reports/"
TIMEOUT = 20.0  # seconds for the whole answer
MAX_ANSWER = 100_000  # bytes
OK, TOO_LARGE, TOO_MANY = 200, 413, 429
# With these a server of this program says in a sentence what it does not take.
REFUSING = (403, TOO_LARGE, 422, 503)


class NotReached(Exception):
    """Nothing is known of what became of it: it may be sent again. `problem` says why."""

    def __init__(self, code: str) -> None:
        self.problem = Problem(code, "address")
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """What the server said in a sentence."""

    ok: bool
    sentence: str


def address_problem(address: str) -> Problem | None:
    """Why nothing is sent to this address; None if it can be one.

    A key that is sent in clear text could be read in the network: only a test at home does so.

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
    plain = not (parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in ("https", "http") or not host or not plain or parts.path.strip("/"):
        return malformed
    if parts.scheme == "http" and not is_loopback(host):
        return Problem("report-needs-https", "address")
    return None


def ask(method: str, address: str, key: str, packed: bytes = b"") -> ServerAnswer:
    """GET asks whether the key is one, POST sends a document; raises NotReached.

    Redirections are not followed: they lead to the page of a hotel.
    """
    parts = urlsplit(address)
    client: Callable[..., HTTPConnection]
    client, port = (HTTPSConnection, 443) if parts.scheme == "https" else (HTTPConnection, 80)
    # Without a port, the client would take the end of an IPv6 address for one.
    connection = client(parts.hostname or "", parts.port or port, timeout=TIMEOUT)
    began = monotonic()
    try:
        connection.connect()
    except ssl.SSLCertVerificationError as error:
        raise NotReached("report-certificate") from error
    except (OSError, ValueError) as error:
        raise NotReached("report-no-network") from error
    # The timeout is one of each piece: who sends single bytes would never reach it.
    end = Timer(began + TIMEOUT - monotonic(), hang_up, [connection.sock])
    end.start()
    try:
        headers = {"Authorization": f"Bearer {key}", "User-Agent": "skatturnier"}
        if packed:
            headers |= {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        connection.request(method, PATH, packed or None, headers)
        response = connection.getresponse()
        content = response.read(MAX_ANSWER)
        if response.length and len(content) < MAX_ANSWER:
            raise NotReached("report-no-answer")  # it was cut off
        return understood(response.status, content)
    except (OSError, HTTPException, ValueError) as error:
        raise NotReached("report-no-answer") from error
    finally:
        end.cancel()
        connection.close()


def hang_up(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def understood(status: int, content: bytes) -> ServerAnswer:
    """What was said; raises NotReached unless it was said by a server of this program."""
    if status == TOO_MANY:
        raise NotReached("report-too-many")
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        body = None
    sentence = body.get("answer") if isinstance(body, dict) else None
    if isinstance(sentence, str) and status in (OK, *REFUSING):
        return ServerAnswer(status == OK, sentence)
    raise NotReached("report-busy" if status >= 500 else "report-not-our-server")
