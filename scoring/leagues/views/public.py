"""The public pages of a league: no account, under the one switch of the league."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.core.files.download import table_file
from scoring.core.files.html import table
from scoring.leagues.reads.heads import league_head
from scoring.leagues.reads.league import LoadedDivision, LoadedLeague
from scoring.leagues.reads.listings import cross_listing, form_listing
from scoring.leagues.reads.overview import overview
from scoring.leagues.reads.public import LeagueRoom, league_room_of
from scoring.leagues.reads.tables import TABLES
from scoring.public.page_cache import room_page

league_page = partial(room_page, find=league_room_of, key="league_id")
SHOWN = ("table", "cross", "form", "schedule")


@league_page
def show_league(request: HttpRequest, room: LeagueRoom) -> HttpResponse:
    """The tables of all divisions and the schedule."""
    league_overview = overview(room.load())
    context = {"league": room.season, "season": room.season, "found": league_overview}
    return render(request, "leagues/public.html", context)


@league_page
def show_division(request: HttpRequest, room: LeagueRoom, number: int) -> HttpResponse:
    """Cross table and form of a division."""
    league = room.load()
    division = chosen(league, number)
    days = [day.number for day in league.days]
    tables = [
        table(cross_listing(division), orderable=False),
        table(form_listing(division, days), orderable=False),
    ]
    context = {"league": room.season, "season": room.season, "division": division, "tables": tables}
    return render(request, "leagues/public_division.html", context)


@league_page
def division_file(
    request: HttpRequest, room: LeagueRoom, number: int, what: str, kind: str
) -> HttpResponse:
    if what not in SHOWN:
        raise Http404
    league = room.load()
    division = chosen(league, number)
    listing = TABLES[what](league, division)
    return table_file(listing, league_head(room.season, division), room.season.name, kind)


def chosen(league: LoadedLeague, number: int) -> LoadedDivision:
    """A division by its number; raises Http404."""
    for division in league.divisions:
        if division.division.number == number:
            return division
    raise Http404
