"""Memory that many threads have freed, and the threads in which requests are answered."""

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from launch.environment import ROOT
from scoring.core.time_limit import MOST_SECONDS, TELLING
from skatturnier import rsgi
from skatturnier.middleware import view_at

# As many as the server has threads, each with what a password needs, one after the other.
HASHES = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event, Thread
from skatturnier.memory import return_large_blocks

def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024

def fill():
    for _time in range(3):
        bytearray(19 << 20)

if sys.argv[1] == "returned":
    return_large_blocks()
before, go, stay = resident(), Barrier(17), Event()

def run():
    fill()
    go.wait()
    stay.wait()

for _thread in range(16):
    Thread(target=run, daemon=True).start()
go.wait()
print(resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of glibc")
def test_large_blocks_of_many_threads_are_returned():
    found = subprocess.run(
        [sys.executable, "-c", HASHES, "returned"], capture_output=True, text=True, check=True
    )
    assert int(found.stdout) < 40


@pytest.mark.parametrize(
    ("method", "path", "pool"),
    [
        ("POST", "/sign-in/", rsgi.HASHING_POOL),
        ("GET", "/sign-in/", rsgi.POOL),
        ("POST", "/setup/abc/", rsgi.HASHING_POOL),
        ("POST", "/lists/1/games/1/", rsgi.SAVING_POOL),
        ("GET", "/t/1/standings/", rsgi.PUBLIC_POOL),
        ("GET", "/t/1/players/7/", rsgi.PUBLIC_POOL),
        ("GET", "/lists/1/", rsgi.POOL),
        ("POST", "/tournaments/1/results/import/", rsgi.HEAVY_POOL),
        ("GET", "/tournaments/1/tournament.xlsx", rsgi.HEAVY_POOL),
        ("GET", "/tournaments/1/tables/log.pdf", rsgi.HEAVY_POOL),
        ("POST", "/series/1/draw/", rsgi.HEAVY_POOL),
        ("GET", "/nothing/at/all", rsgi.POOL),
        ("GET", "/\xff\xfe", rsgi.POOL),
    ],
)
def test_dear_requests_do_not_take_the_threads_that_save(method: str, path: str, pool: object):
    assert rsgi.pool_of(method, view_at(path)) is pool


def test_threads_yield_soon_only_while_something_else_than_a_save_is_answered():
    with rsgi.yielding(rsgi.SAVING_POOL):
        among = sys.getswitchinterval()
    before = sys.getswitchinterval()
    try:
        with rsgi.yielding(rsgi.HEAVY_POOL):
            with rsgi.yielding(rsgi.POOL):
                pass
            assert sys.getswitchinterval() == pytest.approx(rsgi.YIELDING)
        assert sys.getswitchinterval() == pytest.approx(rsgi.AMONG_SAVES) == pytest.approx(among)
    finally:
        sys.setswitchinterval(before)


def test_a_search_for_cycles_passes_over_the_loaded_program():
    """Such a search through all views and models halts every thread for a fifth of a second."""
    code = "import gc, skatturnier.rsgi; print(gc.get_freeze_count(), len(gc.get_objects()))"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    kept, searched = map(int, out.stdout.split())
    assert kept > 100 * searched


def test_who_waits_too_long_for_dear_work_is_told_so(monkeypatch, client):
    """docs/server.md "Dear work": the request before goes on, nothing of this one was done."""
    monkeypatch.setattr(rsgi, "LONGEST_WAIT", 0.5)
    go_on, begun = threading.Event(), []

    def answered(environ):
        begun.append(environ["name"])
        if environ["name"] == "first":
            assert go_on.wait(20)
        return rsgi.WsgiAnswer(503 if rsgi.WAITED in environ else 200)

    async def both():
        first = asyncio.create_task(rsgi.answer_of(rsgi.HEAVY_POOL, {"name": "first"}))
        while not begun:
            await asyncio.sleep(0.01)
        second = await rsgi.answer_of(rsgi.HEAVY_POOL, {"name": "second"})
        go_on.set()
        third = await rsgi.answer_of(rsgi.HEAVY_POOL, {"name": "third"})
        return [(await first).status, second.status, third.status]

    monkeypatch.setattr(rsgi, "answered", answered)
    with ThreadPoolExecutor(1) as own:  # a browser's test may have left a loop in this thread
        assert own.submit(asyncio.run, both()).result() == [200, 503, 200]
    assert begun == ["first", "second", "third"], "the second one only to be told"
    answer = client.get("/", headers={"accept-language": "de"}, **{rsgi.WAITED: True})
    assert answer.status_code == 503
    assert "versuchen Sie es in einigen Minuten" in answer.content.decode()


class Protocol:
    """What granian hands over of a request with this body, and what it is given back."""

    def __init__(self, body: bytes) -> None:
        self.body, self.status, self.answer = body, 0, b""

    async def __aiter__(self):
        yield self.body

    def response_bytes(self, status, _headers, body):
        self.status, self.answer = status, body


async def ask(path: str) -> Protocol:
    headers = {"content-type": "multipart/form-data; boundary=x", "accept-language": "de"}
    fields = {"method": "POST", "path": path, "query_string": "", "http_version": "1.1"}
    where = {"server": "127.0.0.1:8000", "client": "127.0.0.1:5000", "scheme": "http"}
    protocol = Protocol(b"x" * 100_000)
    await rsgi.application(SimpleNamespace(**fields, **where, headers=headers), protocol)
    return protocol


def test_more_dear_work_than_can_have_its_turn_is_refused_at_once(monkeypatch):
    """docs/server.md "Dear work": 300 large bodies at once, while the first one is read."""
    monkeypatch.setattr(rsgi, "MOST_HEAVY", 4)
    go_on, begun, genuine = threading.Event(), [], rsgi.answered
    path = "/tournaments/1/results/import/"

    def answered(environ):
        if rsgi.WAITED in environ:
            return genuine(environ)
        begun.append(environ["wsgi.input"].read())
        assert go_on.wait(60)
        return rsgi.WsgiAnswer(200)

    async def flood():
        asked = [asyncio.create_task(ask(path)) for _number in range(300)]
        told, waiting = set(), set(asked)
        while len(waiting) > 4:
            done, waiting = await asyncio.wait(
                waiting, timeout=20, return_when=asyncio.FIRST_COMPLETED
            )
            assert done, "more are waiting"
            told |= done
        go_on.set()
        served = await asyncio.gather(*waiting)
        return [each.result() for each in told], served, await ask(path)

    monkeypatch.setattr(rsgi, "answered", answered)
    with ThreadPoolExecutor(1) as own:
        told, served, later = own.submit(asyncio.run, flood()).result()
    assert (len(told), later.status) == (296, 200)
    assert {each.status for each in told} == {503}
    assert "versuchen Sie es in einigen Minuten" in told[0].answer.decode()
    assert [each.status for each in served] == [200] * 4
    assert begun == [b"x" * 100_000] * 5
    assert rsgi._heavy == []


def test_nginx_waits_longer_than_dear_work_may_take():
    config = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    seconds = config.split("proxy_read_timeout ")[1].split("s;")[0]
    assert int(seconds) > rsgi.LONGEST_WAIT + MOST_SECONDS + TELLING
