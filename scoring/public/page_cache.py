"""The cache of public pages: a page is made again when its `Stamp` has changed."""

import gzip
import sys
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import date
from functools import partial, wraps
from hashlib import sha256
from threading import Lock
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from scoring.accounts.views.own import switch_language
from scoring.core.cached import digest_of
from scoring.core.files.download import PICTURE, TYPES
from scoring.core.services import Polled, mark_key
from scoring.models.spelling import names_for_everybody
from scoring.public import access
from scoring.public.access import RUNNING_MAX_AGE, PublicRoom, newer_version, room_of

# A name corrected in another tournament leaves no row in this one's log.
PAGE_MAX_AGE = 600.0

# Seconds without any query unless a log row is written; a planned release writes none.
UNCHANGED = 10.0

# Seconds for which a proxy answers by itself; nginx counts whole seconds and adds up to one. A
# withdrawn page may be visible for so long: docs/server.md.
SHARED_MAX_AGE = 5

# Types of files that a phone shows in its browser, to be read or shared from there.
OPENED = (TYPES["pdf"], TYPES[PICTURE])

# Headers that decide about the body: the language is in a cookie or from the browser.
VARY = ("Accept-Encoding", "Accept-Language", "Cookie")

# One page is made at a time: threads that compute the standings of a thousand players at once
# would all finish late, and nobody else would be answered meanwhile.
MAKING = Lock()


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a page was made from."""

    released: Hashable
    revision: Hashable
    day: date
    age: int  # changes when the page is due to be made again though nothing else changed


@dataclass(frozen=True, slots=True)
class CachedPage:
    stamp: Stamp
    packed: bytes
    headers: dict[str, str]  # of the view: the type, and the name of a file
    etag: str


def stamp_of(room: PublicRoom) -> Stamp:
    age = int(time.time() // (RUNNING_MAX_AGE if room.running else PAGE_MAX_AGE))
    return Stamp(room.shown, room.revision, localdate(), age)


def headers_of(response: HttpResponse) -> dict[str, str]:
    """The headers of a view. A browser opens a PDF or a picture, and saves it under its name."""
    headers, disposition = dict(response.headers), "Content-Disposition"
    if response["Content-Type"] in OPENED and disposition in headers:
        headers[disposition] = headers[disposition].replace("attachment", "inline", 1)
    return headers


def page_at(key: str, stamp: Stamp, make: Callable[[], HttpResponse]) -> CachedPage:
    """The current page; while another thread makes one, the previous page if it shows nothing
    that was withdrawn since.
    """
    page: CachedPage | None = cache.get(key)
    if page is not None and page.stamp == stamp:
        return page
    usable = page is not None and page.stamp.released == stamp.released
    if not MAKING.acquire(blocking=not usable) and page is not None:
        return page
    try:
        page = cache.get(key)
        if page is None or page.stamp != stamp:
            with names_for_everybody():
                response = make()
            # To a tenth. Compression reveals nothing: pages contain no secret and no input.
            packed = gzip.compress(response.content, 5, mtime=0)
            etag = f'W/"{sha256(response.content).hexdigest()[:24]}"'
            page = CachedPage(stamp, packed, headers_of(response), etag)
            cache.set(key, page, PAGE_MAX_AGE)
    finally:
        MAKING.release()
    return page


def respond(request: HttpRequest, page: CachedPage, *, feed: bool = False) -> HttpResponseBase:
    """The page, or 304 if the reader has it. Scripts of other sites may read a `feed`."""

    @condition(etag_func=lambda _request: page.etag)
    def whole(request: HttpRequest) -> HttpResponse:
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return HttpResponse(gzip.decompress(page.packed), headers=page.headers)
        packed = HttpResponse(page.packed, headers=page.headers)
        packed["Content-Encoding"] = "gzip"
        return packed

    response: HttpResponseBase = whole(request)
    patch_vary_headers(response, VARY)
    # Results contain names, which search engines must not index.
    response["X-Robots-Tag"] = "noindex, nofollow"
    if feed:
        response["Access-Control-Allow-Origin"] = "*"
        patch_cache_control(response, public=True, max_age=SHARED_MAX_AGE)
        return response
    # Browsers revalidate every time. A proxy keeps the page for moments, so that a hall full of
    # phones counts as one reader.
    patch_cache_control(
        response,
        public=True,
        max_age=0,
        s_maxage=SHARED_MAX_AGE,
        must_revalidate=True,
        proxy_revalidate=True,
    )
    return response


TOURNAMENT = "tournament_id"  # the part of the addresses of pages that a hall polls


def room_page(
    view: Callable[..., HttpResponse],
    find: Callable[[int], PublicRoom] = room_of,
    key: str = TOURNAMENT,
    *,
    feed: bool = False,
) -> Callable[..., HttpResponseBase]:
    """A public page: `view(request, room, …)` renders it, the cache stores it.

    The view must depend on the room, the parts of its address and the language alone: neither the
    user nor the query string is part of the key. A `feed` contains whole addresses, so that the
    host is part of the key.
    """

    @wraps(view)
    def cached_view(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        pk, host = parts.pop(key), request.build_absolute_uri("/") if feed else ""
        cache_key = digest_of(get_language(), request.path, host)
        polled = Polled(cache_key)
        if polled.answer and (page := cache.get(cache_key)):
            return switch_language(request) or respond(request, page, feed=feed)
        try:
            room = find(pk)
        except Http404:
            newer = newer_version(pk) if key == TOURNAMENT else None
            if newer is None or request.resolver_match is None:
                raise
            # A link to a result that was corrected since redirects to the one that counts.
            return redirect(request.resolver_match.view_name, tournament_id=newer, **parts)
        if redirection := switch_language(request):
            return redirection
        stamp = stamp_of(room)
        page = page_at(cache_key, stamp, partial(view, request, room, **parts))
        if page.stamp == stamp and key == TOURNAMENT:
            polled.keep(True, mark_key(None), mark_key(pk), seconds=UNCHANGED)
        return respond(request, page, feed=feed)

    return login_not_required(require_safe(cached_view))


season_page = partial(room_page, find=access.season_room_of, key="season_id")
honours_page = partial(room_page, find=access.honours_room_of, key="season_id")
all_honours = partial(access.honours_room_of, most=sys.maxsize)
all_honours_page = partial(room_page, find=all_honours, key="season_id")
