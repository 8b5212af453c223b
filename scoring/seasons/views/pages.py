"""Seasons to look at: the list, the page of one, a person in it, the list of honours."""

from collections.abc import Iterable

from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scoring.core.access import ask_season_not_blind, season_for, unseen_of_season
from scoring.core.answers import paged, sought_in
from scoring.core.files.html import table
from scoring.core.links import season_link
from scoring.core.listing import Row
from scoring.core.scope import organizes_host, organizes_hosts, seasons_seen_by
from scoring.models import Season
from scoring.seasons.reads.honours import honours_of
from scoring.seasons.reads.overview import season_overview
from scoring.seasons.reads.person import person_in, person_listing
from scoring.seasons.reads.standings import standings_of_season
from scoring.standings.reads.season_end import changed_since_end, season_end
from scoring.standings.reads.season_honours import (
    HONOURED,
    Honour,
    days_listing,
    honours_listing,
)
from scoring.standings.reads.season_listing import season_listing


@require_GET
def show_seasons(request: HttpRequest) -> HttpResponse:
    """Every season in which the account has a role; a superuser sees all."""
    may_make = organizes_hosts(request.user)
    sought = sought_in(request)
    page = paged(request, visible_to(request.user).filter(name__icontains=sought))
    context = {"page": page, "sought": sought, "may_make": may_make}
    return render(request, "seasons/list.html", context)


def visible_to(user: object) -> QuerySet[Season]:
    """The seasons, the one with the newest tournament first."""
    real = Q(tournaments__sample=False)
    found = seasons_seen_by(user).annotate(
        days=Count("tournaments", filter=real), newest=Max("tournaments__date", filter=real)
    )
    return found.order_by("-newest", "-pk")


@require_GET
def show_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """The table first, then the evenings, who is missing, and the switch of the public page."""
    season = season_for(request, season_id)
    ask_season_not_blind(request, season)
    overview = season_overview(season, without=unseen_of_season(request, season.pk))

    def person_page(row: Row) -> str:
        return reverse("season-person", args=[season.pk, row["person_id"]])

    # The evenings stand below with their numbers.
    listing = season_listing(overview.standings, legend=False)
    made = table(listing, links={"name": person_page}, orderable=False)
    days = table(days_listing(overview.standings), links={"name": day_page}, orderable=False)
    context = {
        "season": season,
        "overview": overview,
        "table": made,
        "days": days,
        "season_link": season_link(request, season),
        "may_make": organizes_host(request.user, season),
        "end": season_end(season),
        "late": changed_since_end(season),
    }
    return render(request, "seasons/season.html", context)


def day_page(row: Row) -> str:
    return reverse("tournament", args=[row["tournament_id"]])


@require_GET
def show_person(request: HttpRequest, season_id: int, person_id: int) -> HttpResponse:
    """A person in a season: his days, and the line of his development."""
    season = season_for(request, season_id)
    ask_season_not_blind(request, season)
    season_standings = standings_of_season(season, without=unseen_of_season(request, season.pk))
    person = person_in(season_standings, person_id)
    if person is None:
        raise Http404
    made = table(
        person_listing(season_standings, person), links={"name": day_page}, orderable=False
    )
    context = {"season": season, "person": person, "table": made}
    return render(request, "seasons/person.html", context)


@require_GET
def show_honours(request: HttpRequest) -> HttpResponse:
    """Champions and evening records of all seasons that the account may see."""
    page = paged(request, visible_to(request.user), HONOURED)
    listing = honours_listing(honours_seen(request, page.object_list))
    context = {"table": table(listing, links={"season": season_page}), "page": page}
    return render(request, "seasons/honours.html", context)


def honours_seen(request: HttpRequest, seasons: Iterable[Season]) -> tuple[Honour, ...]:
    """The honours of seasons that the reader sees, each as far as he sees its tournaments."""
    chosen = list(seasons)
    ask_season_not_blind(request, *chosen)
    return honours_of(chosen, unseen_of_season(request, *(season.pk for season in chosen)))


def season_page(row: Row) -> str:
    return reverse("season", args=[row["season_id"]])
