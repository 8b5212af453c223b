"""The tables of a season as PDF, workbook and csv; the table for the wall."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from scoring.core.access import ask_season_not_blind, season_for, unseen_of_season
from scoring.core.files.download import attachment, table_file
from scoring.core.head import Head, head_of
from scoring.models import Season
from scoring.seasons.files.season_pdf import season_pdf, season_poster
from scoring.seasons.reads.members import members_of_season_listing
from scoring.seasons.reads.person import person_in, person_listing
from scoring.seasons.reads.standings import standings_of_season
from scoring.seasons.views.pages import honours_seen, visible_to
from scoring.standings.files.xlsx_season import season_standings_workbook
from scoring.standings.reads.season import SeasonStandings
from scoring.standings.reads.season_honours import days_listing, honours_listing
from scoring.standings.reads.season_listing import season_listing


def standings_seen(request: HttpRequest, season_id: int) -> SeasonStandings:
    """The season as far as the reader may see it."""
    season = season_for(request, season_id)
    ask_season_not_blind(request, season)
    return standings_of_season(season, without=unseen_of_season(request, season.pk))


def head_of_season(found: SeasonStandings) -> Head:
    """The club and logo of the newest tournament, and the name of the season."""
    state = "provisional" if found.provisional else "final"
    if not found.tournaments:
        return Head(tournament=found.season.name, state=state, printed_at=timezone.now())
    newest = head_of(found.tournaments[-1])
    return Head(
        newest.club, found.season.name, "", newest.day, state, newest.printed_at, newest.logo
    )


@require_GET
def season_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """The table; the workbook reckons it by formulas."""
    season_standings = standings_seen(request, season_id)
    listing, head = season_listing(season_standings), head_of_season(season_standings)
    if kind == "xlsx":
        content = season_standings_workbook(season_standings, listing, head)
        return attachment(content, kind, season_standings.season.name)
    if kind == "pdf":
        return attachment(season_pdf(listing, head), kind, season_standings.season.name)
    return table_file(listing, head, season_standings.season.name, kind)


@require_GET
def poster(request: HttpRequest, season_id: int) -> HttpResponse:
    season_standings = standings_seen(request, season_id)
    content = season_poster(season_listing(season_standings), head_of_season(season_standings))
    return attachment(content, "pdf", season_standings.season.name, "poster")


@require_GET
def days_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """The evenings with their winners."""
    season_standings = standings_seen(request, season_id)
    return table_file(
        days_listing(season_standings),
        head_of_season(season_standings),
        season_standings.season.name,
        kind,
    )


@require_GET
def person_file(request: HttpRequest, season_id: int, person_id: int, kind: str) -> HttpResponse:
    """The days of a person."""
    season_standings = standings_seen(request, season_id)
    person = person_in(season_standings, person_id)
    if person is None:
        raise Http404
    listing = person_listing(season_standings, person)
    return table_file(listing, head_of_season(season_standings), season_standings.season.name, kind)


@require_GET
def members_file(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    season: Season = season_for(request, season_id)
    listing = members_of_season_listing(season)
    head = Head(tournament=season.name, printed_at=timezone.now())
    return table_file(listing, head, season.name, kind)


@require_GET
def honours_file(request: HttpRequest, kind: str) -> HttpResponse:
    """Champions and evening records."""
    listing = honours_listing(honours_seen(request, visible_to(request.user)))
    return table_file(listing, Head(printed_at=timezone.now()), str(listing.title), kind)
