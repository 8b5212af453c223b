"""The list of honours: who won each season, kept until one of its tournaments changes."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import partial as partial_of

from scoring.log.reads.newest import newest_of
from scoring.models import Season, Tournament
from scoring.models.season import SeasonKind
from scoring.seasons.reads.cached import facts
from scoring.standings.reads.season import (
    SeasonDay,
    SeasonStandings,
    counted_together,
    days_of,
)
from scoring.standings.reads.season_honours import Honour, honour_of
from scoring.tournament.reads.answer_cache import AnswerCache

# Some hundred bytes each, of which a federation has hundreds.
HONOURS_CACHE = AnswerCache(most=1_000)


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
    for each in played.annotate(**newest_of("pk")).order_by("date", "pk"):
        every[each.season_id].append(each)
    seen = {pk: [each for each in rows if each.pk not in without] for pk, rows in every.items()}
    partial = {pk: len(seen[pk]) < len(rows) for pk, rows in every.items()}
    keys = {each.pk: (revision_of(each, seen.get(each.pk, [])), each.pk) for each in chosen}
    unknown = [each for each in chosen if not HONOURS_CACHE.has(*keys[each.pk])]
    days = days_by_season(unknown, seen)

    def honour(season: Season) -> Honour | None:
        # Another thread may have displaced it since.
        its = days[season.pk] if season.pk in days else days_by_season([season], seen)[season.pk]
        rows = counted_together(season, its)
        return honour_of(SeasonStandings(season, its, rows, partial.get(season.pk, False)))

    found = (HONOURS_CACHE.of(*keys[each.pk], partial_of(honour, each)) for each in chosen)
    return tuple(each for each in found if each)


def revision_of(season: Season, tournaments: Sequence[Tournament]) -> Hashable:
    """What the honours follow from; None where a tournament has no log."""
    if not all(vars(each)["newest"] for each in tournaments):
        return None
    return facts(season), *map(facts, tournaments)


def days_by_season(
    seasons: Sequence[Season], tournaments: Mapping[int | None, Sequence[Tournament]]
) -> Mapping[int, tuple[SeasonDay, ...]]:
    """The results of these tournaments by the id of their season."""
    counted = [(season, each) for season in seasons for each in tournaments.get(season.pk, ())]
    found: dict[int, tuple[SeasonDay, ...]] = {each.pk: () for each in seasons}
    for (season, _tournament), day in zip(counted, days_of(counted), strict=True):
        found[season.pk] += (day,)
    return found
