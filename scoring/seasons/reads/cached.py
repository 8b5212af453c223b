"""The table of a season, kept until something in one of its tournaments changes."""

from collections.abc import Hashable
from functools import partial as partial_of

from scoring.log.reads.newest import newest_of
from scoring.models import Season, Tournament
from scoring.standings.reads.season import SeasonStandings, reckoned, tournaments_of
from scoring.tournament.reads.answer_cache import AnswerCache

# A year of 40 evenings with 60 people takes some megabytes.
SEASON_CACHE = AnswerCache(most=6)


def standings_of_season(
    season: Season, *, without: frozenset[int] = frozenset()
) -> SeasonStandings:
    """`season_standings`, from what was reckoned before if no log of a tournament has a newer row.

    Every change of a tournament has a row in its log, a changed name too. A tournament without any
    row is reckoned anew each time.
    """
    every = list(tournaments_of(season).annotate(**newest_of("pk")))
    chosen = [each for each in every if each.pk not in without]
    known = all(vars(each)["newest"] for each in chosen)
    revision = (facts(season), *map(facts, chosen)) if known else None
    partial = len(chosen) < len(every)
    read = partial_of(reckoned, season, chosen, partial=partial)
    return SEASON_CACHE.of(revision, partial, read)


def facts(row: Season | Tournament) -> Hashable:
    """Everything that the row holds, and the newest rows of its log."""
    return tuple(
        str(value) if isinstance(value, list) else value
        for key, value in vars(row).items()
        if not key.startswith("_")
    )
