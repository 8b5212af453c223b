"""The public pages and their feeds: no account, no cookie, only what is released."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.chart import Chart
from scoring.core.files.download import (
    FEEDS,
    WEBMASTER,
    attachment,
    chart_file,
    listing_csv,
    listing_file,
    picture,
    table_file,
)
from scoring.core.files.html import ListingTable, table
from scoring.core.listing import Head, Listing, Row, head_of, logo_of_host
from scoring.lists.phone.client_files import law_code
from scoring.lists.printed.form import paper_listing
from scoring.lists.printed.reads.papers import paper_of
from scoring.lists.printed.views import list_download
from scoring.log.reads import late_corrections
from scoring.messages.sentence import reason
from scoring.models.names import Scope
from scoring.models.score_list import Depth
from scoring.public.access import HonoursRoom, PublicTournament, SeasonRoom
from scoring.public.files import announcement_pdf
from scoring.public.page_cache import all_honours_page, honours_page, room_page, season_page
from scoring.public.reads import pages
from scoring.public.reads import season as seasons
from scoring.public.reads.announcement import announced_parts
from scoring.public.reads.feeds import (
    Published,
    calendar,
    published_season,
    published_tournament,
    snippet_parts,
)
from scoring.public.reads.projector import wall
from scoring.standings.reads.player import player_listing
from scoring.standings.reads.players import RankedPart
from scoring.standings.reads.season import head_of_season
from scoring.standings.reads.season_pages import chart_of_season, honours_listing

MINOR = ("adjusted", "played", "reason")  # columns of a ranking hidden on phones


def page(
    request: HttpRequest, room: PublicTournament, template: str, **context: Any
) -> HttpResponse:
    common = {"tournament": room.tournament, "room": room, "held_back": pages.frozen_notice(room)}
    return render(request, f"public/{template}.html", common | context)


@room_page
def start(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    law = law_code(room.tournament.rule_system)
    return page(request, room, "start", now=pages.current_state(room), law=law)


@room_page
def seating_by_table(request: HttpRequest, room: PublicTournament, number: int) -> HttpResponse:
    return page(request, room, "by_table", view=pages.seating(room, number))


@room_page
def seating_by_name(
    request: HttpRequest, room: PublicTournament, number: int | None = None
) -> HttpResponse:
    """A seating; without a number the newest, at the address that is printed and stays valid."""
    if number is None and not room.seated:
        return page(request, room, "no_seating")
    view = pages.seating(room, max(room.seated) if number is None else number)
    seating_table = player_table(room, pages.seating_listing(view))
    return page(request, room, "by_name", view=view, table=seating_table)


@room_page
def show_standings(
    request: HttpRequest, room: PublicTournament, scope: str = "overall"
) -> HttpResponse:
    """The standings of a scope; the overall ones link to all others."""
    if scope == "overall" and not room.results:
        return page(request, room, "no_standings")
    part = RankedPart(Scope(scope).number, Scope(scope).day, room.results)
    numbers = {series.number for series in room.series if part.holds(series.number, series.day)}
    context = {
        "table": player_table(room, pages.released_listing(room, scope)),
        "kinds": pages.released_kinds(room),
        "scope": scope,
        "corrected": late_corrections(room.tournament, numbers),
        "chances": pages.released_chances(room) if scope == "overall" else None,
    }
    return page(request, room, "standings", **context)


def player_table(room: PublicTournament, listing: Listing) -> ListingTable:

    def player_page(row: Row) -> str | None:
        number = row.get("start_number")
        if not isinstance(number, int):
            return None
        return reverse("room-player", args=(room.tournament.pk, number))

    return table(for_phones(listing), links={"name": player_page})


def for_phones(listing: Listing) -> Listing:
    """The listing with fewer columns on narrow screens."""
    columns = [
        replace(column, minor=column.minor or column.key in MINOR) for column in listing.columns
    ]
    return replace(listing, columns=columns)


@room_page
def player(request: HttpRequest, room: PublicTournament, number: int) -> HttpResponse:
    entry = room.entry(number)
    sheet = pages.released_sheet(room, entry)
    chances = pages.released_chances(room)
    return page(
        request,
        room,
        "player",
        entry=entry,
        sheet=sheet,
        seats=pages.released_seats(room, number),
        reason=reason(sheet.row.rank) if sheet.row else "",
        chance=chances and chances.of(entry.pk),
        chart=pages.chart_of_player(room, entry.pk),
        teams=pages.teams_of(room, entry),
        adjustments=pages.released_adjustments(room, entry),
    )


@room_page
def score_list(
    request: HttpRequest, room: PublicTournament, number: int, table_number: int
) -> HttpResponse:
    counted_list = room.score_list(number, table_number)
    paper = paper_of(counted_list)
    listing = paper_listing(paper)
    if counted_list.depth == Depth.TOTALS:
        columns = [column for column in listing.columns if column.key in listing.foot[0]]
        listing = replace(listing, columns=columns, rows=[])
    context = {"score_list": counted_list, "paper": paper, "chart": pages.chart_of_lead(paper)}
    return page(request, room, "list", table=table(listing), **context)


@room_page
def plan(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    return page(request, room, "plan", times=pages.times_of(room))


@room_page
def show_pictures(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    charts = [make(room) for make in PICTURES.values()]
    return page(request, room, "pictures", charts=[*filter(None, charts)])


@room_page
def announcement(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    return page(request, room, "announcement", parts=announced_parts(room.announcement()))


@room_page
def announcement_file(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    parts = announced_parts(room.announcement())
    # An announcement is neither provisional nor final.
    content = announcement_pdf(parts, replace(head_of(room.tournament), state=""))
    return attachment(content, "pdf", room.tournament.name, _("Announcement"))


@room_page
def show_wall(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    """The page of the projector; its script fetches `wall_pages` and shows them in turn."""
    return page(request, room, "wall", wall=wall(room))


@room_page
def wall_pages(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    return page(request, room, "_wall_pages", wall=wall(room))


@season_page
def season(request: HttpRequest, room: SeasonRoom) -> HttpResponse:
    public_season = seasons.public_season(room)
    context = {
        "season": room.season,
        "public_season": public_season,
        "table": table(for_phones(seasons.public_listing(public_season))),
        "chart": chart_of_season(public_season.standings),
    }
    return render(request, "public/season.html", context)


@honours_page
def honours(request: HttpRequest, room: HonoursRoom) -> HttpResponse:
    honours_table = table(honours_listing(seasons.public_honours(room)))
    context = {"season": room.season, "honours": room, "table": honours_table}
    return render(request, "public/honours.html", context)


# Downloads of the public pages: no account, only what is released.

PICTURES: Mapping[str, Callable[[PublicTournament], Chart | None]] = {
    "way": pages.chart_of_ranks,
    "results": pages.chart_of_results,
    "bars": lambda room: pages.chart_of_games(room.tournament, room.results),
}


@room_page
def standings_file(
    request: HttpRequest, room: PublicTournament, scope: str, kind: str
) -> HttpResponse:
    return listing_file(room.tournament, pages.released_listing(room, scope), kind)


@room_page
def logo(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    return picture(head_of(room.tournament).logo)


@season_page
def season_logo(request: HttpRequest, room: SeasonRoom) -> HttpResponse:
    return picture(logo_of_host(room.season))


@room_page
def seating_file(
    request: HttpRequest, room: PublicTournament, number: int, kind: str
) -> HttpResponse:
    return listing_file(room.tournament, pages.seating_listing(pages.seating(room, number)), kind)


@room_page
def score_list_file(
    request: HttpRequest, room: PublicTournament, number: int, table_number: int, kind: str
) -> HttpResponse:
    return list_download(room.score_list(number, table_number), kind)


@room_page
def picture_file(
    request: HttpRequest, room: PublicTournament, what: str, kind: str
) -> HttpResponse:
    """A chart: as PDF the picture with its figures, else these alone."""
    chart = PICTURES[what](room) if what in PICTURES else None
    return chart_file(chart, head_of(room.tournament), kind)


@room_page
def list_picture(
    request: HttpRequest, room: PublicTournament, number: int, table_number: int, kind: str
) -> HttpResponse:
    lead = pages.chart_of_lead(paper_of(room.score_list(number, table_number)))
    return chart_file(lead, head_of(room.tournament), kind)


@room_page
def player_file(
    request: HttpRequest, room: PublicTournament, number: int, what: str, kind: str
) -> HttpResponse:
    """The lists of a player ("lists"), or the figures of his chart ("points")."""
    entry = room.entry(number)
    if what == "lists" and (sheet := pages.released_sheet(room, entry)).lines:
        return listing_file(room.tournament, player_listing(sheet, state=False), kind)
    chart = pages.chart_of_player(room, entry.pk) if what == "points" else None
    return chart_file(chart, head_of(room.tournament), kind)


@season_page
def season_file(request: HttpRequest, room: SeasonRoom, what: str, kind: str) -> HttpResponse:
    """The standings of a season, or the way of the first ten; Http404 while there is none."""
    standings = seasons.public_season(room).standings
    head = head_of_season(standings)
    if what == "way":
        return chart_file(chart_of_season(standings), head, kind)
    if what != "season" or not standings.tournaments:
        raise Http404
    return table_file(standings.listing(), head, room.season.name, kind)


@all_honours_page
def honours_file(request: HttpRequest, room: HonoursRoom, kind: str) -> HttpResponse:
    listing = honours_listing(seasons.public_honours(room))
    head = Head(printed_at=timezone.now(), logo=logo_of_host(room.season))
    return table_file(listing, head, str(listing.title), kind)


# Feeds for other pages and programs, and the page that shows their addresses.


def feed_file(
    request: HttpRequest, published: Published, name: str, at: datetime, **context: object
) -> HttpResponse:
    """One feed, or the page that shows their addresses; Http404 for standings that do not exist."""
    origin = f"{request.scheme}://{request.get_host()}"
    context |= {"published": published, "url": origin + published.path}
    if name == WEBMASTER:
        # A league has a table of each division, so no csv.
        names = [name for name in FEEDS if published.kind != "league" or name != "standings.csv"]
        context["feeds"] = [(name, FEEDS[name][1]) for name in names]
        return render(request, "public/webmaster.html", context)
    if name == "results.json":
        content = msgspec.json.encode(published.feed(origin))
    elif name == "calendar.ics":
        content = calendar(published, origin, at)
    elif name == "standings.csv" and (first := next(iter(published.rankings), None)):
        content = listing_csv(first[1])
    elif name == "snippet.html":
        context["parts"] = snippet_parts(published)
        content = render_to_string("public/_snippet.html", context).encode()
    else:
        raise Http404
    return HttpResponse(content, content_type=FEEDS[name][0])


@partial(room_page, feed=True)
def tournament_feed(request: HttpRequest, room: PublicTournament, feed: str) -> HttpResponse:
    about: dict[str, object] = {"tournament": room.tournament, "room": room}
    return feed_file(request, published_tournament(room), feed, room.changed_at, **about)


@partial(season_page, feed=True)
def season_feed(request: HttpRequest, room: SeasonRoom, feed: str) -> HttpResponse:
    published = published_season(room)
    return feed_file(request, published, feed, room.changed_at, season=room.season)
