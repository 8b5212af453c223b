"""The league: match points, table of a group, cross table, form of the players.

docs/law.md "League". What is counted stands in season.py, how in scoring.py.
"""

from scoring.rules.league.scoring import (
    LeagueScoring,
    LeagueTieRule,
    Lines,
    Zone,
    match_points,
    scoring_faults,
)
from scoring.rules.league.season import (
    DayForm,
    Forfeit,
    LeagueSeason,
    MatchAward,
    MeetingPoints,
    Penalty,
    PlayedMeeting,
    PlayerForm,
    PlayerSeries,
    TeamSeries,
    Withdrawal,
    forms,
    meeting_points,
)
from scoring.rules.league.table import Encounter, LeagueRow, LeagueTable, cross_table, league_table

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
    "scoring_faults",
]
