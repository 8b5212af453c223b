"""Feeds for pages and programs of others, and the page that shows their addresses."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.core.files.download import listing_csv
from scoring.public.access import PublicTournament, SeasonRoom
from scoring.public.page_cache import feed_page, season_feed_page
from scoring.public.reads.feeds import (
    Published,
    calendar,
    published_season,
    published_tournament,
    results_feed,
    snippet_parts,
)

KINDS: dict[str, tuple[str, str | Promise]] = {
    "results.json": ("application/json", _("results for programs")),
    "standings.csv": ("text/csv; charset=utf-8", _("the standings as a table")),
    "calendar.ics": ("text/calendar; charset=utf-8", _("the days for calendars")),
    "snippet.html": ("text/html; charset=utf-8", _("the first places, to stand in another page")),
}


def origin_of(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def feed_file(request: HttpRequest, published: Published, name: str, at: datetime) -> HttpResponse:
    """One feed of what is published; raises Http404 for standings that are none."""
    origin, kind = origin_of(request), KINDS[name][0]
    if name == "results.json":
        content = msgspec.json.encode(results_feed(published, origin))
    elif name == "calendar.ics":
        content = calendar(published, origin, at)
    elif name == "standings.csv" and published.rankings:
        content = listing_csv(published.rankings[0][1])
    elif name == "snippet.html":
        context = {"published": published, "origin": origin, "parts": snippet_parts(published)}
        content = render_to_string("public/_snippet.html", context).encode()
    else:
        raise Http404
    return HttpResponse(content, content_type=kind)


def webmaster_page(
    request: HttpRequest,
    published: Published,
    names: Sequence[str] = tuple(KINDS),
    **context: object,
) -> HttpResponse:
    """The addresses of the feeds, and what to paste."""
    base = origin_of(request) + published.path
    feeds = [{"url": base + name, "about": KINDS[name][1]} for name in names]
    context |= {"published": published, "feeds": feeds, "page_url": base}
    return render(request, "public/webmaster.html", context)


@feed_page
def tournament_feed(request: HttpRequest, room: PublicTournament, feed: str) -> HttpResponse:
    return feed_file(request, published_tournament(room), feed, room.changed_at)


@season_feed_page
def season_feed(request: HttpRequest, place: SeasonRoom, feed: str) -> HttpResponse:
    return feed_file(request, published_season(place), feed, place.changed_at)


@feed_page
def tournament_webmaster(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    published = published_tournament(room)
    return webmaster_page(request, published, tournament=room.tournament, room=room)


@season_feed_page
def season_webmaster(request: HttpRequest, place: SeasonRoom) -> HttpResponse:
    return webmaster_page(request, published_season(place), season=place.season)
