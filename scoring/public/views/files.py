"""Downloads of the public pages: no account, only what is released."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from scoring.core.files.download import listing_file, picture, table_file
from scoring.core.head import Head, head_of, logo_of, logo_of_host
from scoring.printed_list.views import list_download
from scoring.public.access import HonoursRoom, PublicTournament, SeasonRoom
from scoring.public.page_cache import all_honours_page, room_page, season_page
from scoring.public.reads import standings
from scoring.public.reads.charts import (
    Chart,
    mix_of_games,
    movement,
    picture_listing,
    points_of_player,
)
from scoring.public.reads.player import released_sheet
from scoring.public.reads.season import public_honours, public_season
from scoring.public.reads.seating import seating, seating_listing
from scoring.standings.reads.player import player_listing
from scoring.standings.reads.season_honours import honours_listing
from scoring.standings.reads.season_listing import season_listing

PICTURES: Mapping[str, Callable[[PublicTournament], Chart | None]] = {
    "ranks": movement,
    "bars": mix_of_games,
}


@room_page
def standings_file(
    request: HttpRequest, room: PublicTournament, scope: str, kind: str
) -> HttpResponse:
    """The released standings."""
    if scope == "overall" and not room.results:
        raise Http404
    return listing_file(room.tournament, standings.of_scope(room, scope), kind)


@room_page
def logo(request: HttpRequest, room: PublicTournament) -> HttpResponse:
    """The picture on its pages."""
    return picture(logo_of(room.tournament))


@season_page
def season_logo(request: HttpRequest, place: SeasonRoom) -> HttpResponse:
    """The picture on the pages of a season or a league: that of its host."""
    return picture(logo_of_host(place.season))


@room_page
def seating_file(
    request: HttpRequest, room: PublicTournament, number: int, kind: str
) -> HttpResponse:
    """The seating of a series by name."""
    return listing_file(room.tournament, seating_listing(seating(room, number)), kind)


@room_page
def score_list_file(
    request: HttpRequest, room: PublicTournament, number: int, table_number: int, kind: str
) -> HttpResponse:
    """A list that counts."""
    return list_download(room.score_list(number, table_number), kind)


@room_page
def picture_file(
    request: HttpRequest, room: PublicTournament, what: str, kind: str
) -> HttpResponse:
    """The figures of a chart."""
    picture = PICTURES[what](room) if what in PICTURES else None
    if picture is None:
        raise Http404
    return listing_file(room.tournament, picture_listing(picture), kind)


@room_page
def player_file(
    request: HttpRequest, room: PublicTournament, number: int, what: str, kind: str
) -> HttpResponse:
    """The lists of a player ("lists"), or the figures of his chart ("points")."""
    entry = room.entry(number)
    entry.tournament = room.tournament
    if what == "lists" and (sheet := released_sheet(room, entry)).lines:
        return listing_file(room.tournament, player_listing(sheet, state=False), kind)
    picture = points_of_player(room, entry.pk) if what == "points" else None
    if picture is None:
        raise Http404
    listing = replace(picture_listing(picture), subtitle=f"{number} {entry.person}")
    return listing_file(room.tournament, listing, kind)


@season_page
def season_file(request: HttpRequest, place: SeasonRoom, kind: str) -> HttpResponse:
    """The standings of a season; Http404 while nothing counts."""
    season_standings = public_season(place).standings
    if not season_standings.tournaments:
        raise Http404
    state = "provisional" if season_standings.provisional else "final"
    head = replace(
        head_of(season_standings.tournaments[-1]),
        tournament=place.season.name,
        place="",
        state=state,
    )
    return table_file(season_listing(season_standings), head, place.season.name, kind)


@all_honours_page
def honours_file(request: HttpRequest, place: HonoursRoom, kind: str) -> HttpResponse:
    """Champions and evening records."""
    listing = honours_listing(public_honours(place))
    head = Head(printed_at=timezone.now(), logo=logo_of_host(place.season))
    return table_file(listing, head, str(listing.title), kind)
