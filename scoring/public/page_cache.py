"""Pages of the room, made once and handed out many times: a thousand telephones ask each ten
seconds, and nearly always nothing has changed.

A body is kept in this process under its address and language, together with what was released
and the revision that it was made from. As long as both are the same nothing is rendered, and a
telephone that has the body already gets 304. The ETag is the body's own hash, so that another
process, or a change that this page does not show, leads to 304 as well.
"""

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.accounts.views.language import switched
from scoring.public.access import PublicTournament, SeasonRoom, room_of, season_room_of
from scoring.public.reads.pages import Revision, revision_of

MOST_PAGES = 400
MOST_BYTES = 24_000_000
MOST_ROOMS = 8
# Seconds for which a tournament's revision is not asked for again. What is released of seatings
# and results is asked for at every request: what the organizer takes away is gone at once.
REVISION_MAX_AGE = 1.0
# A name that is corrected in another tournament leaves no row in this one's log.
PAGE_MAX_AGE = 600.0


# What is released, and then whatever else the page was made from.
Stamp = tuple[Hashable, ...]
# What pages are made of: a tournament's room, or a season.
Place = PublicTournament | SeasonRoom

# What of a request decides about the body: the language comes from a cookie or from the browser.
VARY = ("Accept-Encoding", "Accept-Language", "Cookie")


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A body, what it was made from, and by what it is recognized."""

    stamp: Stamp
    body: bytes
    packed: bytes
    kind: str
    etag: str

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        known = request.headers.get("If-None-Match", "")
        if self.etag in known or known.strip() == "*":
            response: HttpResponseBase = HttpResponseNotModified()
        elif packs(request):
            response = HttpResponse(self.packed, content_type=self.kind)
            response["Content-Encoding"] = "gzip"
        else:
            response = HttpResponse(self.body, content_type=self.kind)
        response["ETag"] = self.etag
        patch_vary_headers(response, VARY)
        # Kept by the browser, asked for anew each time; by no proxy for anybody else.
        patch_cache_control(response, no_cache=True, private=True)
        # Results carry names: search engines have no business with them.
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response


def packs(request: HttpRequest) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


class PageCache:
    """The bodies of one process, the least recently used going first."""

    def __init__(
        self, pages: int = MOST_PAGES, size: int = MOST_BYTES, lag: float = REVISION_MAX_AGE
    ) -> None:
        self.pages, self.size, self.lag = pages, size, lag
        self._kept: OrderedDict[Hashable, CachedPage] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._making: dict[Hashable, threading.Lock] = {}
        self._revisions: dict[Hashable, tuple[float, Revision]] = {}
        self._rooms: OrderedDict[Hashable, tuple[Hashable, Place]] = OrderedDict()

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._revisions.clear()
            self._rooms.clear()
            self._bytes = 0

    def revision(self, place: Place) -> Revision:
        """The revision of a tournament or a season, at most `lag` seconds old."""
        now, key = time.monotonic(), (place.key, place.tournament_ids)
        at, known = self._revisions.get(key, (now, None))
        if known is None or now - at >= self.lag:
            known = revision_of(place)
            if len(self._revisions) > self.pages:
                self._revisions.clear()
            self._revisions[key] = (now, known)
        return known

    def room(self, key: Hashable, stamp: Hashable, room: Place) -> Place:
        """The room that pages of this stamp were made from before, with what was reckoned there;
        or this one."""
        with self._lock:
            old, known = self._rooms.get(key, (None, room))
            if old == stamp:
                return known
            self._rooms[key] = (stamp, room)
            while len(self._rooms) > MOST_ROOMS:
                self._rooms.popitem(last=False)
            return room

    def get(self, key: Hashable, stamp: Stamp, make: Callable[[], HttpResponse]) -> CachedPage:
        """The body of a page made from `stamp`, made now if it is not there.

        A page is made by one thread at a time. Meanwhile the others hand out the one before,
        unless what is released has changed since: then they wait.
        """
        if found := self._found(key, stamp):
            return found
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
            before = self._kept.get(key)
        same = before is not None and before.stamp[0] == stamp[0]
        if not making.acquire(blocking=not same) and before is not None:
            return before
        try:
            return self._found(key, stamp) or self._put(key, stamp, make())
        finally:
            making.release()
            with self._lock:
                self._making.pop(key, None)

    def _found(self, key: Hashable, stamp: Stamp) -> CachedPage | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.stamp != stamp:
                return None
            self._kept.move_to_end(key)
            return kept

    def _put(self, key: Hashable, stamp: Stamp, made: HttpResponse) -> CachedPage:
        etag = f'W/"{blake2b(made.content, digest_size=12).hexdigest()}"'
        # Packed once, and a tenth of the size: a club room's wireless network carries them all.
        # Nothing in these pages is secret or comes from who asks, so that packing betrays nothing.
        packed = gzip.compress(made.content, 5, mtime=0)
        kept = CachedPage(stamp, made.content, packed, made["Content-Type"], etag)
        with self._lock:
            if old := self._kept.pop(key, None):
                self._bytes -= old.size
            self._kept[key] = kept
            self._bytes += kept.size
            while len(self._kept) > self.pages or (self._bytes > self.size and len(self._kept) > 1):
                _key, gone = self._kept.popitem(last=False)
                self._bytes -= gone.size
        return kept

    def __len__(self) -> int:
        return len(self._kept)


PAGE_CACHE = PageCache()
RoomView = Callable[..., HttpResponse]


def room_page(view: RoomView) -> Callable[..., HttpResponseBase]:
    """A page that needs no account: `view(request, room, …)` renders it, the shelf keeps it.

    The view must ask for nothing but the room, the parts of its address and the language: who
    looks at it, and what stands behind the question mark, is not part of the key. Only a
    `?language=en` is answered before, by a cookie and the way back.
    """

    @wraps(view)
    def answer(request: HttpRequest, tournament_id: int, **parts: Any) -> HttpResponseBase:
        return shelved(request, room_of(tournament_id), view, parts)

    return login_not_required(require_safe(answer))


def season_page(view: RoomView) -> Callable[..., HttpResponseBase]:
    """As `room_page`, of a season: `view(request, season_room, **parts)`."""

    @wraps(view)
    def answer(request: HttpRequest, season_id: int, **parts: Any) -> HttpResponseBase:
        return shelved(request, season_room_of(season_id), view, parts)

    return login_not_required(require_safe(answer))


def shelved(
    request: HttpRequest, place: Place, view: RoomView, parts: dict[str, Any]
) -> HttpResponseBase:
    if answered := switched(request):
        return answered
    stamp = (place.shown, PAGE_CACHE.revision(place), localdate(), int(time.time() // PAGE_MAX_AGE))
    language = get_language()

    def made() -> HttpResponse:
        known = PAGE_CACHE.room((place.key, language), stamp, place)
        return view(request, known, **parts)

    return PAGE_CACHE.get((request.path, language), stamp, made).answer(request)
