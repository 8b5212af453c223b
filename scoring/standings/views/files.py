"""Rankings as PDF, workbook and csv."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scoring.core.access import ask_sums_not_blind, tournament_for, unseen_of_season
from scoring.core.files.download import attachment, table_file
from scoring.core.head import Head, head_of
from scoring.core.listing import Listing
from scoring.models.names import Scope
from scoring.standings.files.xlsx_players import standings_workbook
from scoring.standings.files.xlsx_season import season_standings_workbook
from scoring.standings.files.xlsx_special import special_standings_workbook
from scoring.standings.files.xlsx_teams import team_standings_workbook
from scoring.standings.reads.players import Standings
from scoring.standings.reads.scopes import AnyStandings, find_standings, ranking_listing
from scoring.standings.reads.special import SpecialStandings
from scoring.standings.reads.teams import TeamStandings
from scoring.standings.reads.xlsx_figures import live_standings, live_teams
from scoring.standings.reads.xlsx_special import live_special


@require_GET
def standings_file(
    request: HttpRequest,
    tournament_id: int,
    kind: str,
    number: int | None = None,
    scope: str = "overall",
) -> HttpResponse:
    """A ranking as a file; `kind` is "pdf", "xlsx" or "csv"."""
    tournament = tournament_for(request, tournament_id)
    ask_sums_not_blind(request, tournament)
    scope = scope if number is None else Scope.of("series", number)
    without = unseen_of_season(request, tournament.season_id)
    found = find_standings(tournament, scope, without=without)
    if found is None:
        raise Http404
    listing, head = ranking_listing(found), head_of(tournament)
    if kind != "xlsx":
        return table_file(listing, head, tournament.title, kind)
    content = ranking_workbook(found, listing, head)
    return attachment(content, kind, tournament.title, str(listing.title))


def ranking_workbook(found: AnyStandings, listing: Listing, head: Head) -> bytes:
    """A ranking as live formulas."""
    if isinstance(found, Standings):
        return standings_workbook(live_standings(found), listing, head)
    if isinstance(found, TeamStandings):
        return team_standings_workbook(live_teams(found), listing, head)
    if isinstance(found, SpecialStandings):
        return special_standings_workbook(live_special(found), listing, head)
    return season_standings_workbook(found, listing, head)
