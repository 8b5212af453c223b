"""The server behind `manage.py serve`, asked over sockets: slow, odd and large requests."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.foundation.test_run import served
from tools.bench.memory import free_port

pytestmark = pytest.mark.slow

HALF_A_FORM = (
    b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 400\r\n\r\nusername="
)
HALF_A_LARGE_FORM = HALF_A_FORM.replace(b": 400", b": 2000000") + b"x" * 100_000


@pytest.fixture(scope="module")
def server(tmp_path_factory, migrated) -> Iterator[int]:
    port, folder = free_port(), tmp_path_factory.mktemp("server")
    migrated(folder)
    with served(folder, port, "--no-sample") as lines:
        assert f"On this computer: http://127.0.0.1:{port}/\n" in lines
        yield port


def ask(port: int, method: str, path: str, **options: object) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, **options)  # type: ignore[arg-type]
    return connection.getresponse()


def sent(port: int, request: bytes) -> bytes:
    """The first bytes of the answer to a request that no browser would send."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(request)
        return connection.recv(200)


@pytest.mark.parametrize(
    "beginning", [b"", b"GET / HTTP/1.1\r\nHost: 1", HALF_A_FORM, HALF_A_LARGE_FORM]
)
def test_silent_connections_block_no_requests(server, beginning):
    """More of them than there are threads, and than there are places for large bodies; without
    that care the next visitor waits for ever."""
    with ExitStack() as stack:
        for _number in range(64):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", server), 20))
            connection.sendall(beginning)
        time.sleep(0.3)
        began = time.monotonic()
        assert ask(server, "GET", "/sign-in/").status == 200
        assert time.monotonic() - began < 5


def test_too_large_body_is_refused_with_a_message(server):
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": "en"}
    answer = ask(server, "POST", "/sign-in/", body=b"x" * 90_000_000, headers=headers)
    assert answer.status == 413
    assert b"This is too large to be sent here" in answer.read()


def test_body_without_a_length_is_read(server):
    """Without the token of a form it is refused as such, and not as empty or unusable."""
    body = iter([b"username=ada&", b"password=x"])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = ask(server, "POST", "/sign-in/", body=body, headers=headers, encode_chunked=True)
    assert answer.status == 403


def test_head_has_the_length_but_not_the_body(server):
    answer = ask(server, "HEAD", "/sign-in/")
    assert (answer.status, answer.read()) == (200, b"")


def test_static_files_and_ranges_are_sent(server):
    path = "/static/vendor/bootstrap.min.css"
    whole = ask(server, "GET", path).read()
    assert len(whole) > 100_000
    part = ask(server, "GET", path, headers={"Range": "bytes=10-19"})
    assert (part.status, part.read()) == (206, whole[10:20])


@pytest.mark.parametrize(
    "target",
    ["/K%C3%B6nig/", "/%ff%00/", "/sign-in/?next=€", "/sign-in/?next=Šmid", "/€/?€",
     "/sign-in/?next=\udcff"],
)  # fmt: skip
def test_an_address_may_have_umlauts_and_invalid_bytes_quoted_or_not(server, target: str):
    request = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    answer = sent(server, request.encode(errors="surrogateescape"))
    assert answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 3", b"HTTP/1.1 4"))


@pytest.mark.parametrize("charset", ["iso-8859-1", "base64"])
def test_a_form_in_another_encoding_is_refused(server, charset: str):
    headers = {"Content-Type": f"application/x-www-form-urlencoded; charset={charset}"}
    answer = ask(server, "POST", "/sign-in/?next=a", body=b"username=a", headers=headers)
    assert (answer.status, answer.headers["Cache-Control"]) == (415, "private, no-store")
    assert ask(server, "GET", "/sign-in/?next=a", headers=headers).status == 200


def test_odd_headers_cause_no_server_error(server):
    """`Ho_st` would otherwise be read as the host: `X_Forwarded_For` as the header of a proxy."""
    odd = b"X-Odd: \xff\xfe\r\nCookie: \xe4=1\r\nHo_st: evil.example\r\n"
    request = b"GET /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\n" + odd + b"\r\n"
    assert sent(server, request).startswith(b"HTTP/1.1 200")
