"""The list of honours: who won each season, kept until one of its tournaments changes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.core.cache import cache

from scoring.core.cached import digest_of
from scoring.log.reads import newest_of, revision_of_season
from scoring.models import Season, Tournament
from scoring.models.season import SeasonKind
from scoring.standings.reads.season import (
    SeasonDay,
    SeasonStandings,
    counted_together,
    days_of,
)
from scoring.standings.reads.season_honours import Honour, honour_of


def honours_of(
    seasons: Sequence[Season], without: frozenset[int] = frozenset()
) -> tuple[Honour, ...]:
    """The honours of these seasons, in their order; leagues rank teams and have none here.

    `without` are ids of tournaments that the reader may not see. Five queries at most, however many
    seasons there are; one if nothing has changed.
    """
    chosen = [each for each in seasons if each.kind != SeasonKind.LEAGUE]
    every: dict[int | None, list[Tournament]] = defaultdict(list)
    played = Tournament.objects.filter(season__in=chosen, sample=False)
    for tournament in played.annotate(**newest_of("pk")).order_by("date", "pk"):
        every[tournament.season_id].append(tournament)
    seen = {pk: [row for row in rows if row.pk not in without] for pk, rows in every.items()}
    partial = {pk: len(seen[pk]) < len(rows) for pk, rows in every.items()}
    keys = {
        each.pk: digest_of(revision_of_season(each, seen.get(each.pk, [])), "honour")
        for each in chosen
    }
    honours: dict[str, Honour | None] = cache.get_many(keys.values())
    unknown = [each for each in chosen if keys[each.pk] not in honours]
    days = days_by_season(unknown, seen)
    read = {}
    for season in unknown:
        its = days[season.pk]
        rows = counted_together(season, its)
        standings = SeasonStandings(season, its, rows, partial.get(season.pk, False))
        read[keys[season.pk]] = honour_of(standings)
    cache.set_many({keys[each.pk]: read[keys[each.pk]] for each in unknown if has_log(seen, each)})
    honours |= read
    return tuple(honour for key in keys.values() if (honour := honours[key]))


def has_log(tournaments: Mapping[int | None, Sequence[Tournament]], season: Season) -> bool:
    """Whether every tournament of a season has a log, whose newest row says that it changed."""
    return all(vars(tournament)["newest"] for tournament in tournaments.get(season.pk, ()))


def days_by_season(
    seasons: Sequence[Season], tournaments: Mapping[int | None, Sequence[Tournament]]
) -> Mapping[int, tuple[SeasonDay, ...]]:
    """The results of these tournaments by the id of their season."""
    counted = [
        (season, tournament) for season in seasons for tournament in tournaments.get(season.pk, ())
    ]
    days: dict[int, tuple[SeasonDay, ...]] = {each.pk: () for each in seasons}
    for (season, _tournament), day in zip(counted, days_of(counted), strict=True):
        days[season.pk] += (day,)
    return days
