"""How a tournament joins a season and leaves it. A season is made when first named.

What else can be done to a season: `scoring.seasons.services`.
"""

from collections.abc import Mapping

from django.db.models import F

from scoring.core.access import has_role
from scoring.core.forms import refuse
from scoring.core.services import write_log
from scoring.models import Actor, Role, Season, Tournament
from scoring.models.log import Action
from scoring.rules.problem import Problem

Figures = dict[str, object]
SEASON_LENGTH = 120
MOST_KEPT = 99


def season_problems(name: str, best_of: int | None) -> list[Problem]:
    """The problems of the season that a tournament is to join."""
    problems = []
    if len(name) > SEASON_LENGTH:
        problems.append(Problem("text-too-long", "season", {"most": SEASON_LENGTH}))
    if best_of is not None and not 1 <= best_of <= MOST_KEPT:
        problems.append(Problem("best-of-out-of-range", "season_best_of", {"most": MOST_KEPT}))
    if best_of is not None and not name:
        problems.append(Problem("season-missing", "season"))
    return problems


def join_season(
    tournament: Tournament, name: str, best_of: int | None, *, by: Actor
) -> tuple[Figures, Figures]:
    """Put a tournament into the season of this name, or into none; returns the changes for the log.

    `best_of` is the season's, and so of all its tournaments; None leaves it as it is. Raises
    Refused if it would change the standings of tournaments that `by` does not organize. The caller
    logs this tournament, within its block; the others are logged here.
    """
    before = tournament.season
    old: Figures = {
        "season": before.name if before else "",
        "season_best_of": before and before.best_of,
    }
    season = locked_season(name, tournament.host_id) if name else None
    if season and season != before and season.closed_at:
        raise refuse("season-closed", "season")
    if season and (season != before or best_of not in (None, season.best_of)):
        refuse_others(season, tournament, "season" if season != before else "season_best_of", by)
    if season and best_of not in (None, season.best_of):
        before_of, after_of = ({"season_best_of": each} for each in (season.best_of, best_of))
        old |= before_of
        season.best_of = best_of
        season.save(update_fields=["best_of"])
        log_others(season, tournament, before_of, after_of, by)
    if season != before:
        tournament.season = season
        tournament.save(update_fields=["season"])
        for each, more in ((before, -1), (season, 1)):
            log_number(each, tournament, more, by)
    new: Figures = {"season": name, "season_best_of": season.best_of if season else None}
    changed = [key for key in new if new[key] != old[key]]
    return {key: old[key] for key in changed}, {key: new[key] for key in changed}


def locked_season(name: str, host: int) -> Season:
    """The season of this name at the host (an id), locked until the block ends."""
    season = Season.objects.get_or_create(host_id=host, name=name)[0]
    lock_season(season)
    return season


def lock_season(season: Season) -> None:
    """Lock the row of a season and read it again; raises Refused if it is gone."""
    if not Season.objects.filter(pk=season.pk).update(name=F("name")):
        raise refuse("season-gone")
    season.refresh_from_db()


def refuse_others(season: Season, tournament: Tournament, field: str, by: Actor) -> None:
    """Raises Refused unless `by` organizes all other tournaments of the season."""
    others = season.tournaments.exclude(pk=tournament.pk)
    if not all(has_role(by, other, Role.ORGANIZER) for other in others):
        raise refuse("season-of-others", field)


def log_number(season: Season | None, tournament: Tournament, more: int, by: Actor) -> None:
    """Log in the other tournaments of a season that it counts one more, or one less."""
    if season is not None:
        count = season.tournaments.count()
        old, new = {"tournaments": count - more}, {"season": season.name, "tournaments": count}
        log_others(season, tournament, old, new, by)


def log_others(
    season: Season,
    tournament: Tournament | None,
    old: Mapping[str, object],
    new: Mapping[str, object],
    by: Actor,
    *,
    action: str = Action.SEASON_CHANGED,
) -> None:
    """A row in every tournament of the season but `tournament`, whose caller writes its own."""
    for each in season.tournaments.exclude(pk=tournament.pk if tournament else 0):
        write_log(action, "tournament", by=by, tournament=each, old=old, new=new)
