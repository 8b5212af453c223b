"""What answers at the address of a server, and what is made of it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from django.conf import settings

from scoring.reporting.network import NotReached, address_problem, register
from tests.installation import variables

Headers = dict[str, str]


@contextmanager
def answering(status: int, content: bytes, headers: Headers | None = None) -> Iterator[str]:
    """The address of something that answers every POST alike."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: object) -> None:
            """A test is silent."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def trouble(address: str) -> str:
    with pytest.raises(NotReached) as found:
        register(address, {"key": "x"})
    return found.value.code


HOTEL = b"<html>Please sign in to our network</html>"


@pytest.mark.parametrize(
    ("status", "content", "code"),
    [
        (200, HOTEL, "report-not-our-server"),
        (200, b"[]", "report-not-our-server"),
        (200, b'{"ok": 1}', "report-not-our-server"),
        (200, b"[" * 100_000, "report-not-our-server"),
        (404, HOTEL, "report-not-our-server"),
        (429, b"", "report-too-many"),
        (500, HOTEL, "report-busy"),
        (503, b'{"ok": false}', "report-busy"),
    ],
)
def test_what_is_no_answer_of_a_server_lets_the_report_wait(status, content, code):
    with answering(status, content) as address:
        assert trouble(address) == code


def test_a_redirection_is_not_followed():
    with (
        answering(200, json.dumps({"ok": True}).encode()) as elsewhere,
        answering(302, b"", {"Location": f"{elsewhere}/report-keys/"}) as address,
    ):
        assert trouble(address) == "report-not-our-server"


def test_nobody_there_is_no_network():
    with answering(200, b"") as address:
        pass
    assert trouble(address) == "report-no-network"
    assert trouble("http://127.0.0.1:1") == "report-no-network"


def test_a_refusal_is_an_answer():
    body = {"ok": False, "problems": [{"code": "report-key-unknown"}, "nonsense"]}
    with answering(403, json.dumps(body).encode()) as address:
        answer = register(address, {"key": "x"})
    assert not answer.ok
    assert answer.problems == [{"code": "report-key-unknown"}]


@pytest.mark.parametrize(
    "address", ["https://skat.example.org:8443", "http://localhost:8000", "http://127.0.0.1"]
)
def test_addresses_that_are_taken(address):
    assert address_problem(address) is None


@pytest.mark.slow
def test_a_server_starts_without_what_signs(tmp_path):
    """Its memory and its start are as before: `send_reports` loads the library, and registering."""
    program = "import sys, skatturnier.wsgi; print([n for n in sys.modules if n == 'cryptography'])"
    environment = variables(f"sqlite:///{tmp_path}/a.sqlite3", tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=settings.BASE_DIR,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.stdout.strip() == "[]"
