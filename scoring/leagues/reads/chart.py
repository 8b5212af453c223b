"""The way of the teams through a division, without drawing."""

from collections.abc import Hashable
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.core.chart import Chart, chart_of_way
from scoring.leagues.reads.league import LoadedDivision
from scoring.rules.league import league_table


def chart_of_division(division: LoadedDivision) -> Chart | None:
    """The ranks of the teams after each match day that was played."""
    season, ranks = division.season, dict[str, dict[Hashable, int]]()
    for day in sorted({meeting.day for meeting in season.meetings if meeting.series}):
        played = tuple(meeting for meeting in season.meetings if meeting.day <= day)
        penalties = tuple(each for each in season.penalties if (each.day or 0) <= day)
        then = replace(season, meetings=played, penalties=penalties)
        table = league_table(then, division.division.lines)
        ranks[str(day)] = {row.team: row.rank for row in table.rows if row.rank is not None}
    leaders = [(row.team, division.teams[int(str(row.team))].name) for row in division.table.rows]
    return chart_of_way(_("The way of the teams"), _("Match day"), ranks, leaders)
