"""Seasons: tournaments that are counted together. One is made when a tournament names it first."""

from scoring.models import Season, Tournament
from scoring.rules.problem import Problem

Figures = dict[str, object]
SEASON_LENGTH = 120
MOST_KEPT = 99


def season_problems(name: str, best_of: int | None) -> list[Problem]:
    """What is wrong with the season that a tournament is to belong to."""
    problems = []
    if len(name) > SEASON_LENGTH:
        problems.append(Problem("text-too-long", "season", {"most": SEASON_LENGTH}))
    if best_of is not None and not 1 <= best_of <= MOST_KEPT:
        problems.append(Problem("best-of-out-of-range", "season_best_of", {"most": MOST_KEPT}))
    if best_of is not None and not name:
        problems.append(Problem("season-missing", "season"))
    return problems


def join_season(tournament: Tournament, name: str, best_of: int | None) -> tuple[Figures, Figures]:
    """Let a tournament belong to the season of this name, or to none; what changed, for the log.

    `best_of` is the season's, and so of all its tournaments. It writes no row of the log: the
    caller does, within its block.
    """
    before = tournament.season
    old: Figures = {
        "season": before.name if before else "",
        "season_best_of": before and before.best_of,
    }
    season = Season.objects.get_or_create(name=name)[0] if name else None
    if season and season.best_of != best_of:
        old["season_best_of"] = season.best_of
        season.best_of = best_of
        season.save(update_fields=["best_of"])
    if season != before:
        tournament.season = season
        tournament.save(update_fields=["season"])
    new: Figures = {"season": name, "season_best_of": best_of if season else None}
    changed = [key for key in new if new[key] != old[key]]
    return {key: old[key] for key in changed}, {key: new[key] for key in changed}
