"""The league: match points, table of a group, cross table, form of the players.

docs/law.md "League". What is counted stands in season.py, how in scoring.py.
"""

from scoring.rules.league.cross import Encounter, cross_table
from scoring.rules.league.form import DayForm, PlayerForm, PlayerSeries, forms
from scoring.rules.league.match_points import match_points
from scoring.rules.league.meeting import MatchAward, MeetingPoints, meeting_points
from scoring.rules.league.scoring import LeagueScoring, LeagueTieRule, Lines, Zone, wrong
from scoring.rules.league.season import (
    Forfeit,
    LeagueSeason,
    Penalty,
    PlayedMeeting,
    TeamSeries,
    Withdrawal,
)
from scoring.rules.league.table import LeagueRow, LeagueTable, league_table

__all__ = [
    "DayForm",
    "Encounter",
    "Forfeit",
    "LeagueRow",
    "LeagueScoring",
    "LeagueSeason",
    "LeagueTable",
    "LeagueTieRule",
    "Lines",
    "MatchAward",
    "MeetingPoints",
    "Penalty",
    "PlayedMeeting",
    "PlayerForm",
    "PlayerSeries",
    "TeamSeries",
    "Withdrawal",
    "Zone",
    "cross_table",
    "forms",
    "league_table",
    "match_points",
    "meeting_points",
    "wrong",
]
