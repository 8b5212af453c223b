"""The tables of a league as PDF, workbook and csv, and the match report as a print."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.core.files.download import attachment, table_file
from scoring.core.files.pdf import listings_pdf
from scoring.core.heavy import heavy
from scoring.leagues.access import division_for, league_for, meeting_for
from scoring.leagues.reads.heads import league_head, meeting_head
from scoring.leagues.reads.league import load_league
from scoring.leagues.reads.listings import meeting_listing, schedule_listing
from scoring.leagues.reads.report import report_listings
from scoring.leagues.reads.tables import TABLES


@heavy
@require_GET
def division_file(
    request: HttpRequest, league_id: int, number: int, what: str, kind: str
) -> HttpResponse:
    """A table of a division: "table", "cross", "form", "schedule", "penalties"."""
    season = division_for(request, league_id, number).season
    if what not in TABLES:
        raise Http404
    league = load_league(season)
    division = league.division(number)
    return table_file(
        TABLES[what](league, division), league_head(season, division), season.name, kind
    )


@require_GET
def schedule_file(request: HttpRequest, league_id: int, kind: str) -> HttpResponse:
    """The schedule of all divisions."""
    season = league_for(request, league_id)
    listing = schedule_listing(load_league(season))
    return table_file(listing, league_head(season), season.name, kind)


@require_GET
def meeting_file(request: HttpRequest, meeting_id: int, kind: str) -> HttpResponse:
    """The results of a meeting."""
    meeting = meeting_for(request, meeting_id)
    division = load_league(meeting.division.season).division(meeting.division.number)
    loaded = next(each for each in division.meetings if each.pk == meeting.pk)
    name = meeting.division.season.name
    return table_file(meeting_listing(division, loaded), meeting_head(meeting), name, kind)


@heavy
@require_GET
def report_file(request: HttpRequest, meeting_id: int) -> HttpResponse:
    """The match report with line-ups, substitutions and lines to sign."""
    meeting = meeting_for(request, meeting_id)
    listings, title = report_listings(meeting), _("Match report")
    content = listings_pdf(listings, title, meeting_head(meeting))
    name = meeting.division.season.name
    day = str(meeting.match_day.number)
    return attachment(content, "pdf", name, title, day)
