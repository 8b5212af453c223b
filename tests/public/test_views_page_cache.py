"""The cache of the public pages: keys, eviction, concurrent requests."""

import gzip
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from scoring.models import Tournament
from scoring.public.access import PublicTournament
from scoring.public.page_cache import PageCache

OPEN, CLOSED = "what is released", "less is released"


def made(text: str):
    return lambda: HttpResponse(text)


def test_page_is_built_once_per_source_key():
    cache = PageCache()
    first = cache.get("page", (OPEN, 1), made("one"))
    assert cache.get("page", (OPEN, 1), made("never")) is first
    assert cache.get("page", (OPEN, 2), made("two")).body == b"two"
    assert len(cache) == 1


def test_equal_bodies_have_equal_etags():
    cache = PageCache()
    etags = {cache.get("page", (OPEN, n), made("same")).etag for n in range(3)}
    assert len(etags) == 1
    assert PageCache().get("page", (OPEN, 9), made("same")).etag in etags
    assert cache.get("page", (OPEN, 4), made("other")).etag not in etags


def test_least_recently_used_page_is_evicted_first():
    cache = PageCache(pages=2)
    for key in ("a", "b"):
        cache.get(key, (OPEN,), made(key))
    cache.get("a", (OPEN,), made("never"))
    cache.get("c", (OPEN,), made("c"))
    assert cache.get("a", (OPEN,), made("again")).body == b"a"
    assert cache.get("b", (OPEN,), made("again")).body == b"again"


def test_cache_size_is_limited():
    cache = PageCache(size=10_000)
    for number in range(50):
        cache.get(number, (OPEN,), made(f"{number:04}" * 500))
    assert 1 <= len(cache) <= 5


@pytest.mark.parametrize(("stamp", "expected"), [((OPEN, 2), b"before"), ((CLOSED, 2), b"after")])
def test_previous_page_is_served_while_a_new_one_is_built(stamp, expected):
    cache = PageCache()
    cache.get("page", (OPEN, 1), made("before"))
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> HttpResponse:
        begun.set()
        go_on.wait(5)
        return HttpResponse("after")

    maker = threading.Thread(target=cache.get, args=("page", stamp, slowly))
    maker.start()
    begun.wait(5)
    found: list[bytes] = []
    other = threading.Thread(
        target=lambda: found.append(cache.get("page", stamp, made("after")).body)
    )
    other.start()
    time.sleep(0.05)
    assert bool(found) == (expected == b"before")
    go_on.set()
    maker.join()
    other.join()
    assert found == [expected]
    assert cache.get("page", stamp, made("never")).body == b"after"


def test_failed_page_is_built_again():
    cache = PageCache()

    def fails() -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cache.get("page", (OPEN,), fails)
    assert cache.get("page", (OPEN,), made("now")).body == b"now"


def test_response_is_compressed_for_clients_that_accept_it():
    kept = PageCache().get("page", (OPEN,), made("long " * 200))
    packed = kept.answer(RequestFactory().get("/", headers={"accept-encoding": "gzip, br"}))
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == kept.body
    plain = kept.answer(RequestFactory().get("/"))
    assert plain.content == kept.body
    assert "Content-Encoding" not in plain
    assert plain["ETag"] == packed["ETag"]
    assert "Accept-Encoding" in plain["Vary"]


@pytest.mark.parametrize("known", ["{0}", '"other", {0}', "*"])
def test_matching_etag_gets_304(known: str):
    kept = PageCache().get("page", (OPEN,), made("text"))
    request = RequestFactory().get("/", headers={"if-none-match": known.format(kept.etag)})
    assert kept.answer(request).status_code == 304


def test_what_pages_share_is_made_by_one_of_many_threads() -> None:
    room = PublicTournament(Tournament(), (), frozenset(), frozenset())
    makings, started = [], threading.Barrier(8)

    def make() -> str:
        makings.append(1)
        time.sleep(0.05)  # long enough for the others to come
        return "standings"

    def ask(_n: int) -> str:
        started.wait()
        return room.shared("overall", make)

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(ask, range(8))) == {"standings"}
    assert len(makings) == 1
