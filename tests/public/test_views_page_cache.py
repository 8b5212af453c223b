"""The shelf of the room's pages: what is kept, for how long, and who waits for whom."""

import gzip
import threading
import time

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from scoring.public.page_cache import PageCache

OPEN, CLOSED = "what is released", "less is released"


def made(text: str):
    return lambda: HttpResponse(text)


def test_a_page_is_made_once_for_everything_it_was_made_from():
    shelf = PageCache()
    first = shelf.get("page", (OPEN, 1), made("one"))
    assert shelf.get("page", (OPEN, 1), made("never")) is first
    assert shelf.get("page", (OPEN, 2), made("two")).body == b"two"
    assert len(shelf) == 1


def test_the_same_body_has_the_same_etag_whatever_it_was_made_from():
    shelf = PageCache()
    etags = {shelf.get("page", (OPEN, n), made("same")).etag for n in range(3)}
    assert len(etags) == 1
    assert PageCache().get("page", (OPEN, 9), made("same")).etag in etags
    assert shelf.get("page", (OPEN, 4), made("other")).etag not in etags


def test_the_least_recently_asked_for_goes_first():
    shelf = PageCache(pages=2)
    for key in ("a", "b"):
        shelf.get(key, (OPEN,), made(key))
    shelf.get("a", (OPEN,), made("never"))
    shelf.get("c", (OPEN,), made("c"))
    assert shelf.get("a", (OPEN,), made("again")).body == b"a"
    assert shelf.get("b", (OPEN,), made("again")).body == b"again"


def test_it_holds_no_more_bytes_than_it_may():
    shelf = PageCache(size=10_000)
    for number in range(50):
        shelf.get(number, (OPEN,), made(f"{number:04}" * 500))
    assert 1 <= len(shelf) <= 5


@pytest.mark.parametrize(("stamp", "told"), [((OPEN, 2), b"before"), ((CLOSED, 2), b"after")])
def test_while_a_page_is_made_the_one_before_is_handed_out_if_as_much_is_released(stamp, told):
    shelf = PageCache()
    shelf.get("page", (OPEN, 1), made("before"))
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> HttpResponse:
        begun.set()
        go_on.wait(5)
        return HttpResponse("after")

    maker = threading.Thread(target=shelf.get, args=("page", stamp, slowly))
    maker.start()
    begun.wait(5)
    found: list[bytes] = []
    other = threading.Thread(
        target=lambda: found.append(shelf.get("page", stamp, made("after")).body)
    )
    other.start()
    time.sleep(0.05)
    assert bool(found) == (told == b"before")
    go_on.set()
    maker.join()
    other.join()
    assert found == [told]
    assert shelf.get("page", stamp, made("never")).body == b"after"


def test_a_page_that_failed_is_tried_again():
    shelf = PageCache()

    def fails() -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shelf.get("page", (OPEN,), fails)
    assert shelf.get("page", (OPEN,), made("now")).body == b"now"


def test_who_can_unpack_gets_it_packed():
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
def test_who_knows_the_etag_gets_nothing_again(known: str):
    kept = PageCache().get("page", (OPEN,), made("text"))
    request = RequestFactory().get("/", headers={"if-none-match": known.format(kept.etag)})
    assert kept.answer(request).status_code == 304
