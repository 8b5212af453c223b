"""The table of a season, kept until something in one of its tournaments changes."""

from functools import partial as partial_of

from scoring.core.cached import cached
from scoring.log.reads import newest_of, revision_of_season
from scoring.models import Season
from scoring.standings.reads.season import SeasonStandings, reckoned, tournaments_of


def standings_of_season(
    season: Season, *, without: frozenset[int] = frozenset()
) -> SeasonStandings:
    """`season_standings`, from the cache while no log of a tournament has a newer row.

    Every change of a tournament has a row in its log, a changed name too.
    """
    every = list(tournaments_of(season).annotate(**newest_of("pk")))
    chosen = [tournament for tournament in every if tournament.pk not in without]
    partial = len(chosen) < len(every)
    read = partial_of(reckoned, season, chosen, partial=partial)
    return cached(revision_of_season(season, chosen), ("season", partial), read)
