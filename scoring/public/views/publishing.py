"""The organizer's page of publishing: switches, the freeze, links and codes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import notifying
from scoring.core.links import RoomLink, qr_code, season_link, shareable
from scoring.models import Role, Series, Tournament
from scoring.models.series import SeriesState, current_series
from scoring.public.reads.projector import choices
from scoring.public.services import publishing
from scoring.public.services.announcement import draft_of

# The public pages on the sheet of links.
LINKS: tuple[tuple[str, str | Promise], ...] = (
    ("room", _("Start page")),
    ("room-seats", pgettext_lazy("room", "Seating")),
    ("room-standings", _("Standings")),
    ("room-pictures", _("Pictures")),
    ("room-plan", _("Tournament plan")),
    ("room-announcement", _("Announcement")),
    ("room-wall", _("Projector")),
)
WALL_PLACES = (10, 20, 40, 100)  # choices for the places of each ranking on the projector
MANY = 60  # players, above which cutting the rankings is suggested


@require_GET
def show_public(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    every = list(tournament.series.all())
    context = {
        "tournament": tournament,
        "every": every,
        "drafts": [series.number for series in every if series.state == SeriesState.DRAFT],
        "freeze_at": freeze_at(tournament),
        "announcement": draft_of(tournament),
        "start": link(request, tournament, "room", _("Start page")),
        "season_link": season_link(request, tournament.season),
        "wall": link(request, tournament, "room-wall", _("Projector")),
        "wall_parts": choices(tournament),
        "wall_places": WALL_PLACES,
        "many": tournament.entries.count() > MANY,
    }
    return render(request, "public/publishing.html", context)


def freeze_at(tournament: Tournament) -> int:
    """The usual series of a freeze: before the current or last one."""
    series = current_series(tournament)
    return max(series.number - 1, 0) if series else 0


def link(request: HttpRequest, tournament: Tournament, name: str, word: str | Promise) -> RoomLink:
    url = shareable(request, reverse(name, args=[tournament.pk]))
    return RoomLink(word, url, qr_code(url))


@require_GET
def links(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every public page with its address and QR code, to be printed."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    posted = draft_of(tournament).published_at is not None
    room_links = [
        link(request, tournament, name, word)
        for name, word in LINKS
        if posted or name != "room-announcement"
    ]
    if season := season_link(request, tournament.season):
        room_links.append(season)
    return render(request, "public/links.html", {"tournament": tournament, "links": room_links})


@require_POST
def switch(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tournament itself on or off, what is released at once, or one part of one series."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    on = request.POST.get("on") == "yes"
    with notifying(request):
        if number := request.POST.get("series"):
            part = request.POST.get("part", "")
            change = publishing.release_part if on else publishing.withdraw_part
            change(one_of(tournament, number), part, by=actor(request))
        elif request.POST.get("releases"):
            publishing.set_shows_releases(tournament, on, by=actor(request))
        else:
            publishing.set_public(tournament, on, by=actor(request))
    return redirect("tournament-public", tournament.pk)


def one_of(tournament: Tournament, number: str) -> Series:
    known = number if number.isdecimal() and len(number) < 6 else 0
    return get_object_or_404(tournament.series, number=known)


@require_POST
def freeze(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Freeze the public standings after a series, or reveal everything."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    after = request.POST.get("after", "")
    with notifying(request):
        if after.isdecimal() and after.isascii() and len(after) < 6:
            publishing.freeze(tournament, int(after), by=actor(request))
        else:
            publishing.reveal(tournament, by=actor(request))
    return redirect("tournament-public", tournament.pk)
