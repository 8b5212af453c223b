"""Cache of public pages: many phones poll every ten seconds, and rarely anything has changed.

A body is stored in this process by address and language, with what was released and the revision
that it was made from. As long as both are the same nothing is rendered, and a phone that has the
body gets 304. The ETag is a hash of the body, so 304 also works across processes and after changes
that the page does not show.
"""

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial, wraps
from hashlib import blake2b
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.accounts.views.language import switched
from scoring.core.replica import from_replica, reading_replica
from scoring.public.access import (
    Place,
    all_honours_room_of,
    honours_room_of,
    newer_version,
    room_of,
    season_room_of,
)
from scoring.public.reads.pages import Revision, revision_of

MOST_PAGES = 400
MOST_BYTES = 24_000_000
MOST_ROOMS = 8
# Seconds between queries for a revision. What is released is queried at every request, so that
# a withdrawal takes effect at once.
REVISION_MAX_AGE = 1.0
# A name corrected in another tournament leaves no row in this one's log.
PAGE_MAX_AGE = 600.0
RUNNING_MAX_AGE = 30.0  # while a series is shown that is being played

# What is released, then everything else that the page was made from.
Stamp = tuple[Hashable, ...]

# Seconds for which a cache between here and the reader answers by itself; nginx counts whole
# seconds and keeps it up to one more. With the lag of a replica
# (settings.REPLICA_LAG) this is how long a withdrawn page may still be seen: docs/server.md.
SHARED_MAX_AGE = 2

# Headers that decide about the body: the language is in a cookie or from the browser.
VARY = ("Accept-Encoding", "Accept-Language", "Cookie")


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A body in both encodings, its stamp and its ETag."""

    stamp: Stamp
    body: bytes
    packed: bytes
    kind: str
    etag: str

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        wanted = request.headers.get("If-None-Match", "")
        if self.etag in wanted or wanted.strip() == "*":
            response: HttpResponseBase = HttpResponseNotModified()
        elif accepts_gzip(request):
            response = HttpResponse(self.packed, content_type=self.kind)
            response["Content-Encoding"] = "gzip"
        else:
            response = HttpResponse(self.body, content_type=self.kind)
        response["ETag"] = self.etag
        patch_vary_headers(response, VARY)
        # Browsers revalidate it each time. A proxy keeps it for moments, so that a hall full of
        # phones is one reader; it never gives out what is older.
        patch_cache_control(
            response,
            public=True,
            max_age=0,
            s_maxage=SHARED_MAX_AGE,
            must_revalidate=True,
            proxy_revalidate=True,
        )
        # Results contain names, which search engines must not index.
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response


def accepts_gzip(request: HttpRequest) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


class PageCache:
    """The bodies of one process; the least recently used are removed first."""

    def __init__(
        self, pages: int = MOST_PAGES, size: int = MOST_BYTES, lag: float = REVISION_MAX_AGE
    ) -> None:
        self.pages, self.size, self.lag = pages, size, lag
        self._cache: OrderedDict[Hashable, CachedPage] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._locks: dict[Hashable, threading.Lock] = {}
        self._revisions: dict[Hashable, tuple[float, Revision]] = {}
        self._rooms: OrderedDict[Hashable, tuple[Hashable, Place]] = OrderedDict()

    def clear(self) -> None:
        with self._lock:
            self._cache.clear()
            self._revisions.clear()
            self._rooms.clear()
            self._bytes = 0

    def revision(self, place: Place) -> Revision:
        """The revision of a tournament or a season, at most `lag` seconds old."""
        now = time.monotonic()
        key = (place.key, place.tournament_ids, reading_replica())
        at, known = self._revisions.get(key, (now, None))
        if known is None or now - at >= self.lag:
            known = revision_of(place)
            if len(self._revisions) > self.pages:
                self._revisions.clear()
            self._revisions[key] = (now, known)
        return known

    def room(self, key: Hashable, stamp: Hashable, room: Place) -> Place:
        """The place that earlier pages of this stamp were made from, or this one."""
        with self._lock:
            old, known = self._rooms.get(key, (None, room))
            if old == stamp:
                return known
            self._rooms[key] = (stamp, room)
            while len(self._rooms) > MOST_ROOMS:
                self._rooms.popitem(last=False)
            return room

    def get(self, key: Hashable, stamp: Stamp, make: Callable[[], HttpResponse]) -> CachedPage:
        """The page made from `stamp`, made now if it is not cached.

        A page is made by one thread at a time. The others return the previous one, unless what is
        released has changed since: then they wait.
        """
        if found := self._found(key, stamp):
            return found
        with self._lock:
            making = self._locks.setdefault(key, threading.Lock())
            before = self._cache.get(key)
        same = before is not None and before.stamp[0] == stamp[0]
        if not making.acquire(blocking=not same) and before is not None:
            return before
        try:
            return self._found(key, stamp) or self._put(key, stamp, make())
        finally:
            making.release()
            with self._lock:
                self._locks.pop(key, None)

    def _found(self, key: Hashable, stamp: Stamp) -> CachedPage | None:
        with self._lock:
            found = self._cache.get(key)
            if found is None or found.stamp != stamp:
                return None
            self._cache.move_to_end(key)
            return found

    def _put(self, key: Hashable, stamp: Stamp, made: HttpResponse) -> CachedPage:
        etag = f'W/"{blake2b(made.content, digest_size=12).hexdigest()}"'
        # Compressed once, to a tenth. The pages hold no secret and no input of the request, which
        # compression could reveal.
        packed = gzip.compress(made.content, 5, mtime=0)
        page = CachedPage(stamp, made.content, packed, made["Content-Type"], etag)
        with self._lock:
            if old := self._cache.pop(key, None):
                self._bytes -= old.size
            self._cache[key] = page
            self._bytes += page.size
            while len(self._cache) > self.pages or (
                self._bytes > self.size and len(self._cache) > 1
            ):
                _key, gone = self._cache.popitem(last=False)
                self._bytes -= gone.size
        return page

    def __len__(self) -> int:
        return len(self._cache)


PAGE_CACHE = PageCache()
RoomView = Callable[..., HttpResponse]


def room_page(
    view: RoomView, find: Callable[[int], Place] = room_of, key: str = "tournament_id"
) -> Callable[..., HttpResponseBase]:
    """A public page of a tournament: `view(request, room, …)` renders it, the cache stores it.

    The view must depend on the room, the parts of its address and the language alone: neither the
    user nor the query string is part of the key. `?language=en` is answered before, by a cookie and
    a redirect.
    """

    @wraps(view)
    def answer(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        return from_replica(partial(answer_once, request, **parts))

    def answer_once(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        pk, language = parts.pop(key), get_language()
        try:
            place = find(pk)
        except Http404:
            newer = newer_version(pk) if key == "tournament_id" else None
            if newer is None or request.resolver_match is None:
                raise
            # A link to a result that was corrected since leads to the one that counts.
            return redirect(request.resolver_match.view_name, tournament_id=newer, **parts)
        if answered := switched(request):
            return answered
        age = int(time.time() // (RUNNING_MAX_AGE if place.running else PAGE_MAX_AGE))
        stamp = (place.shown, PAGE_CACHE.revision(place), localdate(), age)

        def made() -> HttpResponse:
            room = PAGE_CACHE.room((place.key, language), stamp, place)
            return view(request, room, **parts)

        return PAGE_CACHE.get((request.path, language), stamp, made).answer(request)

    return login_not_required(require_safe(answer))


season_page = partial(room_page, find=season_room_of, key="season_id")
honours_page = partial(room_page, find=honours_room_of, key="season_id")
all_honours_page = partial(room_page, find=all_honours_room_of, key="season_id")
