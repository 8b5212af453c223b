"""Whether a season counts what its tournaments say, and whom its members are.

The table of a season is read over all tournaments at once; here each tournament is ranked by
itself and compared.
"""

from collections.abc import Iterator

from scoring.models import Season, SeasonMember
from scoring.rules.problem import Problem
from scoring.standings.reads.players import standings
from scoring.standings.reads.season import SeasonDay, season_standings


def season_problems() -> Iterator[Problem]:
    """Everything about seasons that no service can make, and every result that differs."""
    for member in SeasonMember.objects.exclude(person__anonymised_at=None).select_related("season"):
        params = {"name": member.season.name, "number": member.number}
        yield Problem("verify-season-member", params=params)
    for season in Season.objects.order_by("pk"):
        for day in season_standings(season).days:
            yield from day_problems(season, day)


def day_problems(season: Season, day: SeasonDay) -> Iterator[Problem]:
    """Players whose result in the season is not that of the tournament."""
    counted = {
        each.start_number: (each.performance, each.won, each.lost, day.ranks[who])
        for who, each in day.results.items()
    }
    own = {
        row.start_number: (row.performance, row.won, row.lost, row.rank.rank)
        for row in standings(day.tournament).rows
    }
    for number in sorted(counted.keys() | own.keys()):
        if counted.get(number) != own.get(number):
            params = {"name": season.name, "day": day.tournament.name, "number": number}
            yield Problem("verify-season-result", params=params)
