"""What answers at the address of a server, and what is made of it."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from scoring.reporting import network
from scoring.reporting.network import NotReached, ServerAnswer, address_problem, ask

HOTEL = b"<html>Please sign in to our network</html>"


@contextmanager
def answering(
    status: int, content: bytes, headers: dict[str, str] | None = None, pause: float = 0
) -> Iterator[str]:
    """The address of something that answers every request alike, each byte after a pause."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            if not pause:
                self.wfile.write(content)
            for at in range(len(content) if pause else 0):
                time.sleep(pause)
                self.wfile.write(content[at : at + 1])

        do_GET = do_POST  # noqa: N815 - as the library calls it

        def log_message(self, *_args: object) -> None:
            """A test is silent."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_args: None  # type: ignore[method-assign] - who hung up
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def trouble(address: str) -> str:
    with pytest.raises(NotReached) as raised:
        ask("POST", address, "AAAA", b"packed")
    return raised.value.problem.code


@pytest.mark.parametrize(
    ("status", "content", "code"),
    [
        (200, HOTEL, "report-not-our-server"),
        (200, b"[]", "report-not-our-server"),
        (200, b'{"answer": 1}', "report-not-our-server"),
        (200, b"[" * 100_000, "report-not-our-server"),
        (413, HOTEL, "report-not-our-server"),
        (429, b"", "report-too-many"),
        (500, HOTEL, "report-busy"),
        (503, b'{"answer": "Nein."}', "report-busy"),
    ],
)
def test_what_is_no_answer_of_a_server_says_nothing_of_the_report(status, content, code):
    with answering(status, content) as address:
        assert trouble(address) == code


def test_a_redirection_is_not_followed():
    """It leads to the page of a hotel, or the key to somebody else."""
    with (
        answering(200, json.dumps({"answer": "LV Nord"}).encode()) as elsewhere,
        answering(302, b"", {"Location": f"{elsewhere}/reports/"}) as address,
    ):
        assert trouble(address) == "report-not-our-server"


def test_who_answers_byte_by_byte_is_not_waited_for(monkeypatch):
    """Each byte is in time; the whole answer is not."""
    monkeypatch.setattr(network, "TIMEOUT", 1.0)
    began = time.monotonic()
    content = json.dumps({"answer": "x" * 60}).encode()
    length = {"Content-Length": str(len(content))}
    with answering(200, content, length, pause=0.1) as address:
        assert trouble(address) == "report-no-answer"
        assert time.monotonic() - began < 3


def test_an_answer_that_is_cut_off_is_none():
    content = json.dumps({"answer": "LV Nord"}).encode()
    with answering(200, content, {"Content-Length": str(len(content) + 1)}) as address:
        assert trouble(address) == "report-no-answer"


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [
        ("https://skat.example.org:8443", "skat.example.org", 8443),
        ("http://localhost:8000", "localhost", 8000),
        ("https://[2001:db8::ab]", "2001:db8::ab", 443),
        ("http://[::1]", "::1", 80),  # the end of an IPv6 address is no port
    ],
)
def test_addresses_that_are_asked(monkeypatch, address, host, port):
    reached = []

    def connect(client):
        reached.append((client.host, client.port))
        raise OSError

    monkeypatch.setattr("http.client.HTTPConnection.connect", connect)
    monkeypatch.setattr("http.client.HTTPSConnection.connect", connect)
    assert address_problem(address) is None
    assert trouble(address) == "report-no-network"
    assert reached == [(host, port)]


@pytest.mark.parametrize("status", [403, 422])
def test_a_refusal_is_an_answer(status):
    with answering(status, json.dumps({"answer": "Nein."}).encode()) as address:
        assert ask("GET", address, "AAAA") == ServerAnswer(False, "Nein.")


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://skat.example.org", "report-needs-https"),
        ("https://ada:secret@skat.example.org", "report-address-malformed"),
        ("https://skat.example.org/somewhere", "report-address-malformed"),
        ("https://skat. example.org", "report-address-malformed"),
        ("https://[", "report-address-malformed"),
        ("file:///etc/passwd", "report-address-malformed"),
        ("skat.example.org", "report-address-malformed"),
    ],
)
def test_addresses_to_which_nothing_is_sent(address, code):
    assert address_problem(address).code == code
