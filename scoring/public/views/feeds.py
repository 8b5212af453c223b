"""Feeds for pages and programs of others, and the page that shows their addresses."""

from datetime import datetime
from functools import partial

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from scoring.core.files.download import listing_csv
from scoring.public.access import PublicTournament, SeasonRoom
from scoring.public.page_cache import room_page, season_page
from scoring.public.reads.feeds import (
    Published,
    calendar,
    published_season,
    published_tournament,
    snippet_parts,
)

KINDS: dict[str, tuple[str, str | Promise]] = {
    "results.json": ("application/json", _("results for programs")),
    "standings.csv": ("text/csv; charset=utf-8", _("the standings as a table")),
    "calendar.ics": ("text/calendar; charset=utf-8", _("the days for calendars")),
    "snippet.html": ("text/html; charset=utf-8", _("the first places, to stand in another page")),
}
WEBMASTER = "webmaster/"


def feed_file(
    request: HttpRequest, published: Published, name: str, at: datetime, **context: object
) -> HttpResponse:
    """One feed of what is published, or the page that shows their addresses; raises Http404 for
    standings that are none.
    """
    origin = f"{request.scheme}://{request.get_host()}"
    feed = replace(published.feed, url=origin + published.feed.url)
    if name == WEBMASTER:
        # A league has a table of each division.
        names = [each for each in KINDS if feed.kind != "league" or each != "standings.csv"]
        feeds = [{"url": feed.url + each, "about": KINDS[each][1]} for each in names]
        return render(request, "public/webmaster.html", context | {"feed": feed, "feeds": feeds})
    if name == "results.json":
        content = msgspec.json.encode(feed)
    elif name == "calendar.ics":
        content = calendar(published, origin, at)
    elif name == "standings.csv" and published.rankings:
        content = listing_csv(published.rankings[0][1])
    elif name == "snippet.html":
        parts = {"feed": feed, "parts": snippet_parts(published)}
        content = render_to_string("public/_snippet.html", parts).encode()
    else:
        raise Http404
    return HttpResponse(content, content_type=KINDS[name][0])


@partial(room_page, feed=True)
def tournament_feed(request: HttpRequest, room: PublicTournament, feed: str) -> HttpResponse:
    about: dict[str, object] = {"tournament": room.tournament, "room": room}
    return feed_file(request, published_tournament(room), feed, room.changed_at, **about)


@partial(season_page, feed=True)
def season_feed(request: HttpRequest, room: SeasonRoom, feed: str) -> HttpResponse:
    published = published_season(room)
    return feed_file(request, published, feed, room.changed_at, season=room.season)
