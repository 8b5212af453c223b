"""Public pages in the cache: their keys, their stamps, concurrent requests."""

import gzip
import threading
import time
from dataclasses import dataclass, field

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory

from scoring.models import Tournament
from scoring.public.page_cache import CachedPage, page_at, respond, stamp_of

OPEN, CLOSED = ("what is released",), ("less is released",)


@dataclass
class Room:
    """What a page is made of; `revision` is what everything else of it stands at."""

    shown: tuple[object, ...] = OPEN
    revision: int = 1
    running: object = None
    tournament_ids: tuple[int, ...] = field(default=(1,))
    tournament: Tournament | None = None


def made(text: str):
    return lambda: HttpResponse(text)


def body(page: CachedPage) -> bytes:
    return gzip.decompress(page.packed)


def test_page_is_made_once_for_each_revision():
    assert body(page_at("page", stamp_of(Room()), made("one"))) == b"one"
    assert body(page_at("page", stamp_of(Room()), made("never"))) == b"one"
    assert body(page_at("page", stamp_of(Room(revision=2)), made("two"))) == b"two"


def test_equal_pages_have_equal_etags():
    etags = {page_at("page", stamp_of(Room(revision=n)), made("same")).etag for n in range(3)}
    cache.clear()  # as in another process
    assert etags == {page_at("page", stamp_of(Room(revision=9)), made("same")).etag}
    assert page_at("page", stamp_of(Room(revision=4)), made("other")).etag not in etags


@pytest.mark.parametrize(("shown", "expected"), [(OPEN, b"before"), (CLOSED, b"after")])
def test_previous_page_is_served_while_a_new_one_is_made(shown, expected):
    page_at("page", stamp_of(Room()), made("before"))
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> HttpResponse:
        begun.set()
        go_on.wait(5)
        return HttpResponse("after")

    now = stamp_of(Room(shown, 2))
    maker = threading.Thread(target=page_at, args=("page", now, slowly))
    maker.start()
    begun.wait(5)
    pages: list[bytes] = []
    other = threading.Thread(target=lambda: pages.append(body(page_at("page", now, made("no")))))
    other.start()
    time.sleep(0.1)
    assert bool(pages) == (expected == b"before")
    go_on.set()
    maker.join()
    other.join()
    assert pages == [expected]
    assert body(page_at("page", now, made("never"))) == b"after"


def test_failed_page_is_made_again():
    def fails() -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        page_at("page", stamp_of(Room()), fails)
    assert body(page_at("page", stamp_of(Room()), made("now"))) == b"now"


def test_response_is_compressed_for_clients_that_accept_it():
    page = page_at("page", stamp_of(Room()), made("long " * 200))
    packed = respond(RequestFactory().get("/", headers={"accept-encoding": "gzip, br"}), page)
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == body(page)
    plain = respond(RequestFactory().get("/"), page)
    assert plain.content == body(page)
    assert "Content-Encoding" not in plain
    assert plain["ETag"] == packed["ETag"]
    assert "Accept-Encoding" in plain["Vary"]
