"""What a computer sends to a server, by Python's own client: two addresses, two answers."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from scoring.core.links import is_loopback
from scoring.rules.problem import Problem

REGISTER, RECEIVE = "/report-keys/", "/reports/"
TIMEOUT = 10.0  # seconds for a connection, and for each piece of an answer
PATIENCE = 90.0  # the same, where the server has a document to check
LONGEST_ANSWER = 200_000  # bytes
# Answers of a server that has understood what was sent.
OK, TOO_MANY = 200, 429
REFUSING = (400, 403, 409, 413, 422)


# Why a server was not reached.
TROUBLES = {
    each.code: each
    for each in (
        Problem("report-no-network", "address"),
        Problem("report-certificate", "address"),
        Problem("report-not-our-server", "address"),
        Problem("report-busy", "address"),
        Problem("report-too-many", "address"),
        Problem("report-key-of-another-computer", "key"),
        Problem("report-key-unknown", "key"),
        Problem("report-key-withdrawn", "key"),
        Problem("report-signature-wrong", "key"),
    )
}


class NotReached(Exception):
    """Nothing is known of what becomes of it; `code` says why. It may be sent again."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """What the server said; `ok` or refused with problems."""

    ok: bool
    body: dict[str, Any]

    @property
    def problems(self) -> list[dict[str, Any]]:
        found = self.body.get("problems")
        return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def address_problem(address: str) -> Problem | None:
    """Why nothing is sent to this address; None if it can be one.

    What is sent in clear text could be read in the network: only a test at home does so.

    >>> address_problem("https://skat.example.org")
    >>> address_problem("http://skat.example.org").code
    'report-needs-https'
    >>> address_problem("https://skat.example.org/reports/?a=1").code
    'report-address-malformed'
    """
    from urllib.parse import urlsplit

    malformed = Problem("report-address-malformed", "address")
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return malformed
    plain = not (parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in ("https", "http") or not host or not plain or parts.path.strip("/"):
        return malformed
    if parts.scheme == "http" and not is_loopback(host):
        return Problem("report-needs-https", "address")
    return None


def register(address: str, fields: dict[str, str]) -> ServerAnswer:
    """Ask the server to know this computer; raises NotReached."""
    return post(address + REGISTER, fields, {}, TIMEOUT)


def send(address: str, fields: dict[str, str], packed: bytes) -> ServerAnswer:
    """Send a report; raises NotReached."""
    return post(address + RECEIVE, fields, {"document": packed}, PATIENCE)


def post(url: str, fields: dict[str, str], files: dict[str, bytes], timeout: float) -> ServerAnswer:
    """The answer to a form. Redirections are not followed: they lead to the page of a hotel."""
    from urllib.error import HTTPError, URLError
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class Stay(HTTPRedirectHandler):
        def redirect_request(self, *_args: Any, **_more: Any) -> None:
            return None

    boundary = secrets.token_hex(16)
    headers = {
        "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Accept-Language": settings.LANGUAGE_CODE,
        "User-Agent": "skatturnier",
    }
    request = Request(url, form_body(boundary, fields, files), headers, method="POST")  # noqa: S310 - https, or this computer
    try:
        with build_opener(Stay).open(request, timeout=timeout) as answer:
            return understood(answer.status, answer.read(LONGEST_ANSWER))
    except HTTPError as error:
        with error:
            return understood(error.code, error.read(LONGEST_ANSWER))
    except URLError as error:
        is_certificate = "CERTIFICATE" in str(error.reason).upper()
        raise NotReached("report-certificate" if is_certificate else "report-no-network") from error
    except (OSError, ValueError) as error:
        raise NotReached("report-no-network") from error


def form_body(boundary: str, fields: dict[str, str], files: dict[str, bytes]) -> bytes:
    parts = []
    named = [(name, "", text.encode()) for name, text in fields.items()]
    named += [(name, f'; filename="{name}"', content) for name, content in files.items()]
    for name, more, content in named:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'
        parts += [head.encode(), content, b"\r\n"]
    return b"".join([*parts, f"--{boundary}--\r\n".encode()])


def understood(status: int, content: bytes) -> ServerAnswer:
    """What was said; raises NotReached unless it was said by a server of this program."""
    if status == TOO_MANY:
        raise NotReached("report-too-many")
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("ok"), bool):
        raise NotReached("report-busy" if status >= 500 else "report-not-our-server")
    if status not in (OK, *REFUSING):
        raise NotReached("report-busy")
    return ServerAnswer(status == OK and body["ok"], body)
