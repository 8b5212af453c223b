"""A ranking as a workbook: which one, and who writes it."""

from scoring.core.files.xlsx import listing_workbook
from scoring.core.heavy import needs_child_process, workbook_by_child_process
from scoring.core.listing import Head
from scoring.standings.files.season import season_standings_workbook
from scoring.standings.files.xlsx_ranking import standings_workbook
from scoring.standings.files.xlsx_teams import team_standings_workbook
from scoring.standings.reads.live import live_results, live_results_of_teams
from scoring.standings.reads.players import Standings
from scoring.standings.reads.scopes import AnyStandings, TeamStandings
from scoring.standings.reads.special import SpecialStandings


def ranking_workbook(ranking: AnyStandings, head: Head) -> bytes:
    """A ranking in the active language; a long one of players is written by a child process."""
    if isinstance(ranking, Standings):
        if needs_child_process(rows=len(ranking.rows)):
            return workbook_by_child_process(ranking.tournament.pk, f"--ranking={ranking.scope}")
        return standings_workbook(ranking, live_results(ranking), head)
    if isinstance(ranking, TeamStandings):
        return team_standings_workbook(ranking, live_results_of_teams(ranking), head)
    if isinstance(ranking, SpecialStandings):
        return listing_workbook(ranking.listing(), head)
    return season_standings_workbook(ranking, head)
